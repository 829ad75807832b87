import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'

interface DraftOptions {
  value: string
  onChange: (value: string) => void
  /** Pause in typing after which `onChange` is called. */
  delayMs: number
}

/**
 * The text of a field whose value is kept outside (in the URL): follows Back and Forward without losing what is being
 * typed.
 */
export function useDraft({ value, onChange, delayMs }: DraftOptions) {
  const [draft, setDraft] = useState(value)
  const [last, setLast] = useState({ value, reported: value })
  const report = (text: string) => {
    setLast((before) => ({ ...before, reported: text }))
    onChange(text)
  }
  const reportLater = useDebouncedCallback(report, delayMs)
  // The value changed outside, not by this field.
  if (value !== last.value) {
    setLast({ ...last, value })
    if (value !== last.reported) setDraft(value)
  }
  return {
    draft,
    type: (text: string) => {
      setDraft(text)
      reportLater(text)
    },
    clear: () => {
      reportLater.cancel()
      setDraft('')
      report('')
    },
  }
}

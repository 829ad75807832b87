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
  // Several reports may be under way: a busy page takes them over later than the user types.
  const [last, setLast] = useState<{ value: string; reported: readonly string[] }>({ value, reported: [] })
  const report = (text: string) => {
    setLast(({ reported, ...before }) => ({ ...before, reported: [...reported, text] }))
    onChange(text)
  }
  const reportLater = useDebouncedCallback(report, delayMs)
  if (value !== last.value) {
    const arrived = last.reported.lastIndexOf(value)
    setLast({ value, reported: arrived === -1 ? [] : last.reported.slice(arrived + 1) })
    // The value changed outside, not by this field.
    if (arrived === -1) setDraft(value)
  }
  return {
    draft,
    type: (text: string) => {
      setDraft(text)
      reportLater(text)
    },
    /** Takes back what is not reported yet; returns the text that stays. */
    takeBack: () => {
      reportLater.cancel()
      const text = last.reported.at(-1) ?? value
      setDraft(text)
      return text
    },
    clear: () => {
      reportLater.cancel()
      setDraft('')
      report('')
    },
  }
}

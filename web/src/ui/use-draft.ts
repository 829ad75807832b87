import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'

interface DraftOptions {
  value: string
  onChange: (value: string) => void
  /** How long typing has to pause before it is told. */
  delayMs: number
}

/** What stands in a field whose value lives outside (in the URL): it follows Back and Forward without losing what is being typed. */
export function useDraft({ value, onChange, delayMs }: DraftOptions) {
  const [draft, setDraft] = useState(value)
  const [known, setKnown] = useState({ value, told: value })
  const tell = (text: string) => {
    setKnown((before) => ({ ...before, told: text }))
    onChange(text)
  }
  const tellLater = useDebouncedCallback(tell, delayMs)
  // It changed outside, and not because this field said so.
  if (value !== known.value) {
    setKnown({ ...known, value })
    if (value !== known.told) setDraft(value)
  }
  return {
    draft,
    type: (text: string) => {
      setDraft(text)
      tellLater(text)
    },
    clear: () => {
      tellLater.cancel()
      setDraft('')
      tell('')
    },
  }
}

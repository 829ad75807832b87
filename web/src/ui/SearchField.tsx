import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import '@mantine/core/styles/Input.layer.css'
import { useRef, useState } from 'react'
import { fieldLook } from './field-look.ts'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import classes from './SearchField.module.css'

interface SearchFieldProps {
  /** Its name; also shown inside while it is empty. */
  label: string
  value: string
  /** Called when typing pauses, and at once when the field is cleared. */
  onChange: (value: string) => void
  clearLabel: string
  delayMs?: number
}

/** A search whose term lives outside (in the URL): it follows Back and Forward without losing what is being typed. */
export function SearchField({ label, value, onChange, clearLabel, delayMs = 150 }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [draft, setDraft] = useState(value)
  const [known, setKnown] = useState({ value, told: value })
  const tell = (text: string) => {
    setKnown((before) => ({ ...before, told: text }))
    onChange(text)
  }
  const tellLater = useDebouncedCallback(tell, delayMs)
  // The term changed outside, and not because this field said so.
  if (value !== known.value) {
    setKnown({ ...known, value })
    if (value !== known.told) setDraft(value)
  }
  const clear = () => {
    tellLater.cancel()
    setDraft('')
    tell('')
    input.current?.focus()
  }
  return (
    <TextInput
      ref={input}
      type="search"
      aria-label={label}
      placeholder={label}
      autoComplete="off"
      value={draft}
      onChange={(event) => {
        setDraft(event.currentTarget.value)
        tellLater(event.currentTarget.value)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && draft !== '') clear()
      }}
      className={classes['search'] ?? ''}
      classNames={fieldLook.classNames}
      leftSection={<Icon name="search" size={16} />}
      rightSection={draft === '' ? null : <IconButton label={clearLabel} icon="close" size="s" onClick={clear} />}
    />
  )
}

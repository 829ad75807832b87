import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import '@mantine/core/styles/Input.layer.css'
import { useEffect, useRef, useState, type RefObject } from 'react'
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
  /** True for the one search of a page: Ctrl-K, on a Mac Cmd-K, leads to it. */
  hasShortcut?: boolean
}

function useShortcut(input: RefObject<HTMLInputElement | null>, enabled: boolean) {
  useEffect(() => {
    if (!enabled) return undefined
    const onKey = (event: KeyboardEvent) => {
      // Ctrl-K cuts a line short on a Mac.
      const command = navigator.platform.startsWith('Mac') ? event.metaKey : event.ctrlKey
      if (event.key.toLowerCase() !== 'k' || !command || event.altKey || event.shiftKey) return
      // A window over the page keeps the focus.
      if (document.querySelector('[aria-modal="true"]')) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [input, enabled])
}

/** A search whose term lives outside (in the URL): it follows Back and Forward without losing what is being typed. */
export function SearchField({
  label,
  value,
  onChange,
  clearLabel,
  delayMs = 150,
  hasShortcut = false,
}: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  useShortcut(input, hasShortcut)
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

import { TextInput } from '@mantine/core'
import '@mantine/core/styles/Input.layer.css'
import { useRef } from 'react'
import { fieldClasses } from './field-props.tsx'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import classes from './SearchField.module.css'
import { useDraft } from './use-draft.ts'

interface SearchFieldProps {
  /** Accessible name; also the placeholder. */
  label: string
  value: string
  /** Called when typing pauses, and at once when the field is cleared. */
  onChange: (value: string) => void
  clearLabel: string
  delayMs?: number
  /** Where what it finds is a field of a form: the field's name, and what is wrong with what was chosen. */
  name?: string | undefined
  error?: string | undefined
  /** In a dialog: focused first. */
  'data-autofocus'?: boolean
}

/** A search field whose term is kept outside, in the URL. */
export function SearchField({ label, value, onChange, clearLabel, delayMs = 150, ...rest }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const { draft, type, clear: empty } = useDraft({ value, onChange, delayMs })
  const clear = () => {
    empty()
    input.current?.focus()
  }
  return (
    <TextInput
      {...rest}
      ref={input}
      type="search"
      aria-label={label}
      placeholder={label}
      autoComplete="off"
      value={draft}
      onChange={(event) => type(event.currentTarget.value)}
      // The first Escape clears the field, and only the next closes the dialog around it.
      data-mantine-stop-propagation={draft !== ''}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && draft !== '') clear()
      }}
      className={classes['search'] ?? ''}
      classNames={fieldClasses}
      leftSection={<Icon name="search" size={16} />}
      rightSection={draft === '' ? null : <IconButton label={clearLabel} icon="close" size="s" onClick={clear} />}
    />
  )
}

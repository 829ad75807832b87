import { TextInput } from '@mantine/core'
import '@mantine/core/styles/Input.layer.css'
import { useRef } from 'react'
import { fieldClasses } from './field-look.tsx'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import classes from './SearchField.module.css'
import { useDraft } from './use-draft.ts'

interface SearchFieldProps {
  /** Its name; also shown inside while it is empty. */
  label: string
  value: string
  /** Called when typing pauses, and at once when the field is cleared. */
  onChange: (value: string) => void
  clearLabel: string
  delayMs?: number
  /** In a window: it has the focus first. */
  'data-autofocus'?: boolean
}

/** A search whose term lives outside, in the URL. */
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
      // The first Escape empties the field, and only the next closes the window that it stands in.
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

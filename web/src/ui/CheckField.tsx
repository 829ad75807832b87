import { Checkbox } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import classes from './CheckField.module.css'

interface CheckFieldProps {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
  help?: string | undefined
  /** True: invalid, with the message shown elsewhere. */
  error?: string | true | undefined
  name?: string
}

/** A check box of a form; takes effect on submit. */
export function CheckField({ label, checked, onChange, help, error, name }: CheckFieldProps) {
  return (
    <Checkbox
      label={label}
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
      {...(help === undefined ? {} : { description: help })}
      {...(error === undefined ? {} : { error })}
      {...(name === undefined ? {} : { name })}
      aria-invalid={error !== undefined || undefined}
      size="sm"
      classNames={{
        input: classes['input'] ?? '',
        label: classes['label'] ?? '',
        description: classes['help'] ?? '',
        error: classes['error'] ?? '',
      }}
    />
  )
}

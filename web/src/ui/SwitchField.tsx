import { Switch } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import classes from './SwitchField.module.css'

interface SwitchFieldProps {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
  help?: string
}

/** A setting that is on or off, and takes effect at once. */
export function SwitchField({ label, checked, onChange, help }: SwitchFieldProps) {
  return (
    <Switch
      label={label}
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
      {...(help === undefined ? {} : { description: help })}
      withThumbIndicator={false}
      classNames={{
        body: classes['body'] ?? '',
        track: classes['track'] ?? '',
        thumb: classes['thumb'] ?? '',
        label: classes['label'] ?? '',
        description: classes['help'] ?? '',
      }}
    />
  )
}

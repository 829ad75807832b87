import { TextInput } from '@mantine/core'
import '@mantine/core/styles/Input.layer.css'
import { useState } from 'react'
import { useFieldProps } from './field-props.tsx'
import { IconButton } from './IconButton.tsx'
import type { TextFieldProps } from './TextField.tsx'

interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'rightSection'> {
  /** Labels of the toggle in its two states. */
  showLabel: string
  hideLabel: string
}

/**
 * A password with a toggle that shows it; pasting and password managers work. The library's own field toggles on
 * mousedown, which assistive technology does not send.
 */
export function PasswordField({
  help,
  error,
  optionalMark,
  showLabel,
  hideLabel,
  'aria-describedby': more,
  ...rest
}: PasswordFieldProps) {
  const [visible, setVisible] = useState(false)
  return (
    <TextInput
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...rest}
      {...useFieldProps({ help, error, optionalMark, 'aria-describedby': more })}
      type={visible ? 'text' : 'password'}
      rightSection={
        <IconButton
          label={visible ? hideLabel : showLabel}
          icon={visible ? 'eyeOff' : 'eye'}
          size="s"
          onClick={() => setVisible(!visible)}
        />
      }
    />
  )
}

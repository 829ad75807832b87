import { TextInput } from '@mantine/core'
import '@mantine/core/styles/Input.layer.css'
import { useState } from 'react'
import { fieldLook } from './field-look.ts'
import { IconButton } from './IconButton.tsx'
import type { TextFieldProps } from './TextField.tsx'

interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'rightSection'> {
  /** Names of the toggle in its two states. */
  showLabel: string
  hideLabel: string
}

/**
 * A password with a toggle that shows it; pasting and password managers work. The library's own field
 * toggles on the press of the mouse, which assistive technology does not send.
 */
export function PasswordField({ help, showLabel, hideLabel, ...rest }: PasswordFieldProps) {
  const [visible, setVisible] = useState(false)
  return (
    <TextInput
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...rest}
      {...fieldLook}
      type={visible ? 'text' : 'password'}
      description={help}
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

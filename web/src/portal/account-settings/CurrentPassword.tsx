import { secondFactorPageTexts } from '@portico/contract/texts/second-factor-page-texts.ts'
import { signInPageTexts } from '@portico/contract/texts/sign-in-page-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { PasswordField } from '../../ui/PasswordField.tsx'

interface CurrentPasswordProps {
  value: string
  error: string | null
  onChange: (value: string) => void
}

/** Asks for the current password before a sensitive change. */
export function CurrentPassword({ value, error, onChange }: CurrentPasswordProps) {
  const t = useTexts(secondFactorPageTexts)
  const { login_show_password, login_hide_password } = useTexts(signInPageTexts)
  return (
    <PasswordField
      label={t.factors_password_label}
      showLabel={login_show_password}
      hideLabel={login_hide_password}
      name="current-password"
      autoComplete="current-password"
      data-autofocus
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

import { Link } from '@tanstack/react-router'
import { accountSettingsTexts } from '@portico/contract/account/account-settings-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { paths } from '../../paths.ts'
import { Alert } from '../../ui/Alert.tsx'

/** Days before the expiry from which the home page warns (decision B13). */
const WARN_WITHIN_DAYS = 14

/** Shown from fourteen days before the password expires (decision B13), with a button to change it. */
export function PasswordNotice() {
  const t = useTexts(accountSettingsTexts)
  const { daysBeforePasswordExpire: days } = useSignedIn()
  if (days === null || days > WARN_WITHIN_DAYS) return null
  return (
    <Alert
      tone="warning"
      live={false}
      action={
        <Link to={paths.accountSettings()} search={{ change: 'password' }}>
          {t.security_password_change}
        </Link>
      }
    >
      {formatMessage(t.password_expires_in, { days: Math.max(1, days) })}
    </Alert>
  )
}

import { Link } from '@tanstack/react-router'
import { accountSettingsTexts } from '@portico/contract/texts/account-settings-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { paths } from '../../paths.ts'
import { Message } from '../../ui/Message.tsx'
import { expiryOf, TOLD_FROM_DAYS } from '../password/expiry.ts'

/** From fourteen days before the password expires (decision B13), with the way to a new one. */
export function PasswordNotice() {
  const t = useTexts(accountSettingsTexts)
  const { daysBeforePasswordExpire: days } = useSignedIn()
  if (days === null || days > TOLD_FROM_DAYS) return null
  return (
    <Message
      tone="warning"
      live={false}
      action={
        <Link to={paths.accountSettings()} search={{ change: 'password' }}>
          {t.security_password_change}
        </Link>
      }
    >
      {expiryOf(days, t)}
    </Message>
  )
}

import { accountSettingsTexts } from '@portico/contract/account/account-settings-texts.ts'
import { passwordTexts } from '@portico/contract/password/password-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { ChangePasswordModal } from '../password/ChangePasswordModal.tsx'

interface ChangeOwnPasswordProps {
  /** Typed before the dialog had loaded. */
  typed: string
  onClose: () => void
  onChanged: () => void
}

/** A change made here signs out (PSWD-020), which the dialog says beforehand. */
export function ChangeOwnPassword({ typed, onClose, onChanged }: ChangeOwnPasswordProps) {
  const t = useTexts(passwordTexts)
  const settings = useTexts(accountSettingsTexts)
  return (
    <ChangePasswordModal
      title={t.password_change_title}
      intro={settings.security_password_signs_out}
      currentLabel={t.password_current}
      cancelLabel={settings.account_settings_cancel}
      typed={typed}
      onClose={onClose}
      onChanged={onChanged}
    />
  )
}

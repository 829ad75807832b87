import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { accountSettingsTexts } from '@portico/contract/account/account-settings-texts.ts'
import { passwordTexts } from '@portico/contract/password/password-texts.ts'
import { endSession, useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { paths } from '../../paths.ts'
import { KeystrokeBuffer } from '../../patterns/KeystrokeBuffer.tsx'
import { Button } from '../../ui/Button.tsx'
import { Panel, PanelRow } from '../../ui/Panel.tsx'
import { loadPasswordRules } from '../password/password-queries.ts'

const loadDialog = async () => {
  const [{ ChangeOwnPassword }] = await Promise.all([import('./ChangeOwnPassword.tsx'), loadPasswordRules()])
  return ChangeOwnPassword
}

/** The user's sign-in settings; only rows that apply to the user. */
export function SecurityPanel() {
  const t = useTexts(accountSettingsTexts)
  const { isDirectoryUser, isFederatedUser } = useSignedIn()
  return (
    <Panel title={t.security_title} help={t.security_help}>
      {isDirectoryUser || isFederatedUser ? (
        <PanelRow title={t.security_password}>{t.security_password_of_company}</PanelRow>
      ) : (
        <PasswordRow />
      )}
    </Panel>
  )
}

/** The open dialog is in the address, so that a notice can link to it. */
function PasswordRow() {
  const t = useTexts(accountSettingsTexts)
  const { password_current } = useTexts(passwordTexts)
  const { daysBeforePasswordExpire, isEmulated } = useSignedIn()
  const { change } = useSearch({ from: paths.accountSettings() })
  const navigate = useNavigate()
  // At once, because the address changes later than the next key is typed.
  const [isOpening, setIsOpening] = useState(false)
  const show = (opened: boolean) => {
    flushSync(() => setIsOpening(opened))
    void navigate({ to: paths.accountSettings(), search: opened ? { change: 'password' } : {}, replace: !opened })
  }
  return (
    <>
      <PanelRow
        title={t.security_password}
        action={!isEmulated && <Button onClick={() => show(true)}>{t.security_password_change}</Button>}
      >
        {daysBeforePasswordExpire === null
          ? t.security_password_own
          : formatMessage(t.password_expires_in, { days: Math.max(1, daysBeforePasswordExpire) })}
      </PanelRow>
      {(change === 'password' || isOpening) && !isEmulated && (
        <KeystrokeBuffer label={password_current} isSecret load={loadDialog} onClose={() => show(false)}>
          {(ChangeOwnPassword, typed) => (
            <ChangeOwnPassword
              typed={typed}
              onClose={() => show(false)}
              onChanged={() => endSession('password-changed')}
            />
          )}
        </KeystrokeBuffer>
      )}
    </>
  )
}

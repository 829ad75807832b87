import { accountSettingsTexts } from '@portico/contract/texts/account-settings-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { Panel, PanelRow } from '../../ui/Panel.tsx'

/** How somebody signs in; its rows are those that apply to him. */
export function SecurityPanel() {
  const t = useTexts(accountSettingsTexts)
  const { isDirectoryUser, isFederatedUser } = useSignedIn()
  const hasPassword = !isDirectoryUser && !isFederatedUser
  return (
    <Panel title={t.security_title} help={t.security_help}>
      <PanelRow title={t.security_password}>
        {hasPassword ? t.security_password_own : t.security_password_of_company}
      </PanelRow>
    </Panel>
  )
}

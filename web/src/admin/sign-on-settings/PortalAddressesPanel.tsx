import type { PortalAddresses, SignOnSettings } from '@portico/contract/sign-on-settings/sign-on-settings.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { signOnSettingPageTexts } from '@portico/contract/sign-on-settings/sign-on-setting-page-texts.ts'
import { useTexts } from '../../api/texts.ts'
import { BreakableText } from '../../ui/BreakableText.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Panel, PanelRow } from '../../ui/Panel.tsx'

interface PortalAddressesPanelProps {
  portal: PortalAddresses
  /** Of one application: what its protocol needs, with its own client ID. */
  application?: Pick<SignOnSettings, 'protocolCd' | 'clientIdTxt'>
}

/** What an application needs to know of the portal, to copy. */
export function PortalAddressesPanel({ portal, application }: PortalAddressesPanelProps) {
  const t = useTexts(signOnSettingPageTexts)
  const { copy_refused: failed } = useTexts(generalTexts)
  const saml: [string, string][] = [
    [t.sso_portal_metadata, portal.metadataUrl],
    [t.sso_portal_sign_on, portal.signOnUrl],
  ]
  const clientId = application?.clientIdTxt ?? null
  const openId: [string, string][] = [
    [t.sso_portal_issuer, portal.issuerUrl],
    ...(clientId === null ? [] : [[t.sso_client_id, clientId] as [string, string]]),
  ]
  const rows = [
    ...(application?.protocolCd === 'oidc' ? [] : saml),
    ...(application?.protocolCd === 'saml' ? [] : openId),
  ]
  return (
    <Panel title={t.sso_portal_title} help={t.sso_portal_help}>
      {rows.map(([name, address]) => (
        <PanelRow
          key={name}
          title={name}
          action={
            <CopyButton size="s" text={address} label={t.sso_copy} doneLabel={t.sso_copied} failedLabel={failed} />
          }
        >
          <BreakableText>{address}</BreakableText>
        </PanelRow>
      ))}
    </Panel>
  )
}

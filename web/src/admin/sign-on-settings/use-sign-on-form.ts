import { getSystem, listSystems } from '@portico/contract/catalog/catalog-systems.ts'
import {
  getSignOnSettings,
  listSignOnSystems,
  saveSignOnSettings,
  type SignOnSettings,
} from '@portico/contract/sign-on-settings/sign-on-settings.ts'
import { logoutAddressTexts } from '@portico/contract/logout-chain/logout-address-texts.ts'
import { signOnSettingPageTexts } from '@portico/contract/sign-on-settings/sign-on-setting-page-texts.ts'
import { signOnSettingTexts } from '@portico/contract/sign-on-settings/sign-on-setting-texts.ts'
import { call } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { useForm } from '../../patterns/use-form.ts'
import type { ShownClientSecret } from './ClientSecretDialogs.tsx'
import { signOnFieldsOf, settingsChange, settingsFields } from './sign-on-settings-form.ts'

/**
 * The form of the single sign-on of a system.
 * @param onSecret called with a client secret that was made with the save
 */
export function useSignOnForm(settings: SignOnSettings, onSecret: (secret: ShownClientSecret) => void) {
  const t = useTexts(signOnSettingPageTexts)
  const { logout_address: logoutLabel } = useTexts(logoutAddressTexts)
  const { sign_on_settings_saved: saved } = useTexts(signOnSettingTexts)
  const { uid } = useSignedIn()
  const { systemId } = settings
  return useForm({
    schema: settingsFields,
    initial: signOnFieldsOf(settings),
    draftKey: `sign-on-settings-${systemId}`,
    loadedVersion: settings.version,
    messages: t,
    labels: {
      protocolCd: t.sso_protocol,
      nameSourceCd: t.sso_name_source,
      attributeList: t.sso_attributes,
      metadataTxt: t.sso_metadata,
      entityIdTxt: t.sso_entity_id,
      acsList: t.sso_acs,
      audienceTxt: t.sso_audience,
      nameIdFormatCd: t.sso_name_format,
      signedRequestsFlg: t.sso_signed_requests,
      signingCertificateList: t.sso_signing_certificates,
      encryptionCertificateTxt: t.sso_encryption_certificate,
      formOriginList: t.sso_form_origins,
      publicClientFlg: t.sso_public_client,
      redirectUrlList: t.sso_redirect_urls,
      backChannelLogoutUrlTxt: t.sso_logout_url,
      browserLogoutUrl: logoutLabel,
    },
    invalidate: [listSignOnSystems, getSignOnSettings, getSystem, listSystems],
    save: async (values) => {
      const body = settingsChange(settings, values)
      const answer = await call(saveSignOnSettings, { params: { uid, appSystemId: systemId }, body })
      const { clientSecretTxt: secretTxt } = answer
      if (secretTxt !== null) onSecret({ clientIdTxt: answer.settings.clientIdTxt, secretTxt })
      return saved
    },
  })
}

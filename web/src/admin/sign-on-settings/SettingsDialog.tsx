import { useQuery } from '@tanstack/react-query'
import { getSystem, listSystems } from '@portico/contract/catalog/catalog-systems.ts'
import { nameIdFormatCodes, signOnFacts, signOnProtocols } from '@portico/contract/sign-on-settings/sign-on-codes.ts'
import {
  getSignOnSettings,
  listSignOnSystems,
  saveSignOnSettings,
  type SignOnSettings,
  type SignOnSystem,
} from '@portico/contract/sign-on-settings/sign-on-settings.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { logoutAddressTexts } from '@portico/contract/logout-chain/logout-address-texts.ts'
import { signOnSettingPageTexts } from '@portico/contract/sign-on-settings/sign-on-setting-page-texts.ts'
import { signOnSettingTexts } from '@portico/contract/sign-on-settings/sign-on-setting-texts.ts'
import { call } from '../../api/call.ts'
import { query } from '../../api/query.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { CLOSE_AFTER_MS } from '../../patterns/close-delays.ts'
import { EditDialog } from '../../patterns/EditDialog.tsx'
import { type Form, useForm } from '../../patterns/use-form.ts'
import { Alert } from '../../ui/Alert.tsx'
import { CheckField } from '../../ui/CheckField.tsx'
import { FileButton } from '../../ui/FileButton.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { SkeletonLines } from '../../ui/Skeleton.tsx'
import { TextAreaField } from '../../ui/TextAreaField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { LogoutAddressField } from '../logout-address/LogoutAddressField.tsx'
import { signOnFieldsOf, settingsChange, settingsFields, type SettingsFields } from './sign-on-settings-form.ts'

interface SettingsDialogProps {
  system: SignOnSystem
  onClose: () => void
  /** Called with a client secret that was made with the save. */
  onSecret: (secret: string) => void
}

/** Sets the single sign-on of a system. */
export function SettingsDialog({ system, ...rest }: SettingsDialogProps) {
  const t = useTexts(signOnSettingPageTexts)
  const { close } = useTexts(generalTexts)
  const { uid } = useSignedIn()
  const { data, error, isPending } = useQuery({
    ...query(getSignOnSettings, { params: { uid, appSystemId: system.systemId } }),
    gcTime: 0,
  })
  if (data) return <SettingsForm settings={data} {...rest} />
  const title = formatMessage(t.sso_settings_title, { name: system.systemNm })
  return (
    <Modal opened title={title} size="l" closeLabel={close} onClose={rest.onClose}>
      {error && <Alert tone="error">{error.message || t.sso_open_failed}</Alert>}
      {isPending && <SkeletonLines lines={6} height="2.75rem" />}
    </Modal>
  )
}

function SettingsForm({
  settings,
  onClose,
  onSecret,
}: Omit<SettingsDialogProps, 'system'> & { settings: SignOnSettings }) {
  const t = useTexts(signOnSettingPageTexts)
  const { logout_address: logoutLabel } = useTexts(logoutAddressTexts)
  const { sign_on_settings_saved: saved } = useTexts(signOnSettingTexts)
  const { uid } = useSignedIn()
  const { systemId, systemNm } = settings
  const form = useForm({
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
      const { clientSecretTxt } = await call(saveSignOnSettings, { params: { uid, appSystemId: systemId }, body })
      if (clientSecretTxt !== null) onSecret(clientSecretTxt)
      return saved
    },
  })
  const { protocolCd } = form.values
  return (
    <EditDialog
      form={form}
      size="l"
      onClose={onClose}
      title={formatMessage(t.sso_settings_title, { name: systemNm })}
      submitLabel={t.sso_save}
      closeAfterMs={CLOSE_AFTER_MS.setting}
    >
      <SelectField
        {...form.field('protocolCd')}
        data-autofocus
        options={signOnProtocols.map((value) => ({ value, label: t[`sso_protocol_${value}`] }))}
      />
      {protocolCd === 'saml' && <SamlFields form={form} />}
      {protocolCd === 'oidc' && <OpenIdFields form={form} />}
      {protocolCd !== 'none' && <UserFields form={form} />}
      <LogoutAddressField form={form} system={settings} />
    </EditDialog>
  )
}

interface FieldsProps {
  form: Form<SettingsFields>
}

/** Without metadata the server requires an entity ID and an address. */
function SamlFields({ form }: FieldsProps) {
  const t = useTexts(signOnSettingPageTexts)
  return (
    <>
      <TextAreaField {...form.field('metadataTxt')} rows={4} help={t.sso_metadata_help} spellCheck={false} />
      <FileButton
        label={t.sso_metadata_file}
        accept=".xml,text/xml,application/xml"
        onFile={(file) => void file.text().then((text) => form.set('metadataTxt', text))}
      />
      <TextField {...form.field('entityIdTxt')} optionalMark={undefined} />
      <TextAreaField
        {...form.field('acsList')}
        optionalMark={undefined}
        rows={2}
        help={t.sso_acs_help}
        spellCheck={false}
      />
      <TextField {...form.field('audienceTxt')} help={t.sso_audience_help} />
      <SelectField
        {...form.field('nameIdFormatCd')}
        options={nameIdFormatCodes.map((value) => ({ value, label: t[`sso_name_format_${value}`] }))}
      />
      <CheckField {...form.check('signedRequestsFlg')} />
      <TextAreaField
        {...form.field('signingCertificateList')}
        rows={2}
        help={t.sso_certificate_help}
        spellCheck={false}
      />
      <TextAreaField
        {...form.field('encryptionCertificateTxt')}
        rows={2}
        help={t.sso_encryption_help}
        spellCheck={false}
      />
      <TextAreaField {...form.field('formOriginList')} rows={2} help={t.sso_form_origins_help} spellCheck={false} />
    </>
  )
}

function OpenIdFields({ form }: FieldsProps) {
  const t = useTexts(signOnSettingPageTexts)
  return (
    <>
      <TextAreaField
        {...form.field('redirectUrlList')}
        optionalMark={undefined}
        rows={3}
        help={t.sso_redirect_urls_help}
        spellCheck={false}
      />
      <TextField {...form.field('backChannelLogoutUrlTxt')} type="url" />
      <CheckField {...form.check('publicClientFlg')} />
    </>
  )
}

function UserFields({ form }: FieldsProps) {
  const t = useTexts(signOnSettingPageTexts)
  return (
    <>
      <SelectField
        {...form.field('nameSourceCd')}
        options={[
          { value: 'user-name', label: t.sso_name_source_user_name },
          { value: 'email', label: t.sso_name_source_email },
          { value: 'pairwise', label: t.sso_name_source_pairwise },
          { value: 'system-account', label: t.sso_name_source_system_account },
        ]}
      />
      <TextAreaField
        {...form.field('attributeList')}
        rows={4}
        help={formatMessage(t.sso_attributes_help, { facts: signOnFacts.join(', ') })}
        spellCheck={false}
      />
    </>
  )
}

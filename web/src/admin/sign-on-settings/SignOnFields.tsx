import { nameIdFormatCodes, signOnProtocols } from '@portico/contract/sign-on-settings/sign-on-codes.ts'
import type { SignOnSettings } from '@portico/contract/sign-on-settings/sign-on-settings.ts'
import { signOnSettingPageTexts } from '@portico/contract/sign-on-settings/sign-on-setting-page-texts.ts'
import { useTexts } from '../../api/texts.ts'
import type { Form } from '../../patterns/use-form.ts'
import { CheckField } from '../../ui/CheckField.tsx'
import { FileButton } from '../../ui/FileButton.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { TextAreaField } from '../../ui/TextAreaField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { LogoutAddressField } from '../logout-address/LogoutAddressField.tsx'
import { ClaimsField } from './ClaimsField.tsx'
import type { SettingsFields } from './sign-on-settings-form.ts'

interface SignOnFieldsProps extends FieldsProps {
  settings: SignOnSettings
  /** The first field has the focus when its dialog opens. */
  isInDialog?: boolean
}

/** The single sign-on of a system: fields of the chosen protocol, what is sent about a user, and the way out. */
export function SignOnFields({ form, settings, isInDialog = false }: SignOnFieldsProps) {
  const t = useTexts(signOnSettingPageTexts)
  const { protocolCd } = form.values
  return (
    <>
      <SelectField
        {...form.field('protocolCd')}
        {...(isInDialog && { 'data-autofocus': true })}
        options={signOnProtocols.map((value) => ({ value, label: t[`sso_protocol_${value}`] }))}
      />
      {protocolCd === 'saml' && <SamlFields form={form} />}
      {protocolCd === 'oidc' && <OpenIdFields form={form} />}
      {protocolCd !== 'none' && <UserFields form={form} />}
      <LogoutAddressField form={form} system={settings} />
    </>
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
      <ClaimsField
        name="attributeList"
        lines={form.values.attributeList}
        error={form.errorOf('attributeList')}
        onChange={(lines) => form.set('attributeList', lines)}
      />
    </>
  )
}

import {
  listSamlIdentityProviders,
  type SamlIdentityProvider,
  saveSamlIdentityProvider,
} from '@portico/contract/federation/identity-providers.ts'
import { identityProviderPageTexts } from '@portico/contract/federation/identity-provider-page-texts.ts'
import { call } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { CLOSE_AFTER_MS } from '../../patterns/close-delays.ts'
import { EditDialog } from '../../patterns/EditDialog.tsx'
import { ManagedLine } from '../../patterns/ManagedLine.tsx'
import { useForm } from '../../patterns/use-form.ts'
import { DateField } from '../../patterns/DateField.tsx'
import { FileButton } from '../../ui/FileButton.tsx'
import { TextAreaField } from '../../ui/TextAreaField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { CertificateEnd } from './CertificateEnd.tsx'
import { providerFieldsOf, knownProvider, newProvider, providerChange } from './identity-provider-form.ts'

interface ProviderDialogProps {
  /** Null: a new one. */
  provider: SamlIdentityProvider | null
  onClose: () => void
}

/** Adds an identity provider by its metadata, or changes one. */
export function ProviderDialog({ provider, onClose }: ProviderDialogProps) {
  const t = useTexts(identityProviderPageTexts)
  const { uid } = useSignedIn()
  const form = useForm({
    schema: provider ? knownProvider : newProvider,
    initial: providerFieldsOf(provider),
    draftKey: `identity-provider-${provider?.samlIdentityProviderId ?? 'new'}`,
    loadedVersion: provider?.version ?? 0,
    labels: {
      samlIdentityProviderNm: t.providers_name,
      metadataTxt: t.provider_metadata,
      signOutUrlTxt: t.provider_sign_out,
      prevCertExpireDt: t.provider_previous_until,
      emailAttributeNm: t.provider_email_attribute,
      firstNmAttributeNm: t.provider_first_name_attribute,
      lastNmAttributeNm: t.provider_last_name_attribute,
    },
    invalidate: [listSamlIdentityProviders],
    save: async (values) => {
      await call(saveSamlIdentityProvider, { params: { uid }, body: providerChange(provider, values) })
      return provider ? t.provider_changed : t.provider_added
    },
  })
  return (
    <EditDialog
      form={form}
      size="l"
      onClose={onClose}
      title={
        provider
          ? formatMessage(t.provider_edit_title, { name: provider.samlIdentityProviderNm })
          : t.provider_add_title
      }
      submitLabel={t.provider_save}
      closeAfterMs={CLOSE_AFTER_MS.setting}
    >
      {provider && <KnownProvider provider={provider} />}
      <TextField {...form.field('samlIdentityProviderNm')} data-autofocus />
      <TextAreaField
        {...form.field('metadataTxt')}
        rows={4}
        help={provider ? t.provider_metadata_renew_help : t.provider_metadata_help}
        spellCheck={false}
      />
      <FileButton
        label={t.provider_metadata_file}
        accept=".xml,text/xml,application/xml"
        onFile={(file) => void file.text().then((text) => form.set('metadataTxt', text))}
      />
      <TextField {...form.field('signOutUrlTxt')} type="url" help={t.provider_sign_out_help} />
      {provider?.prevCertExpireDt && (
        <DateField {...form.field('prevCertExpireDt')} help={t.provider_previous_until_help} />
      )}
      <TextField {...form.field('emailAttributeNm')} help={t.provider_attribute_help} />
      <TextField {...form.field('firstNmAttributeNm')} help={t.provider_attribute_help} />
      <TextField {...form.field('lastNmAttributeNm')} help={t.provider_attribute_help} />
    </EditDialog>
  )
}

/** What is known of a provider that there is: until when its certificate is valid, and whether files manage it. */
function KnownProvider({ provider }: { provider: SamlIdentityProvider }) {
  const t = useTexts(identityProviderPageTexts)
  const { samlIdentityProviderId, certExpireDt } = provider
  return (
    <>
      <ManagedLine kind="identityProviders" id={samlIdentityProviderId} />
      {certExpireDt && (
        <p>
          {t.providers_certificate}: <CertificateEnd at={certExpireDt} />
        </p>
      )}
    </>
  )
}

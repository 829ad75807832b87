import { useSuspenseQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import {
  listSamlIdentityProviders,
  type SamlIdentityProvider,
  saveSamlIdentityProviderEmployers,
} from '@portico/contract/federation/identity-providers.ts'
import { identityProviderPageTexts } from '@portico/contract/federation/identity-provider-page-texts.ts'
import { call } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { CLOSE_AFTER_MS } from '../../patterns/close-delays.ts'
import { Combobox } from '../../patterns/Combobox.tsx'
import { EditDialog } from '../../patterns/EditDialog.tsx'
import { loadFrom } from '../../patterns/local-options.ts'
import { useForm } from '../../patterns/use-form.ts'
import { providerClientsQuery } from './identity-provider-queries.ts'

const employers = z.object({ employerIdList: z.array(z.int()) })

interface EmployersDialogProps {
  provider: SamlIdentityProvider
  onClose: () => void
}

/** Chooses the employers whose users sign in at an identity provider. */
export function EmployersDialog({ provider, onClose }: EmployersDialogProps) {
  const t = useTexts(identityProviderPageTexts)
  const { uid } = useSignedIn()
  const clients = useSuspenseQuery(providerClientsQuery(uid)).data
  const options = clients.map(({ clientId, clientNm }) => ({ value: String(clientId), label: clientNm }))
  const form = useForm({
    schema: employers,
    initial: { employerIdList: provider.employerIdList },
    draftKey: `identity-provider-employers-${provider.samlIdentityProviderId}`,
    loadedVersion: provider.version,
    labels: { employerIdList: t.providers_employers },
    comparedAs: {
      fields: (values) => ({
        employerIdList: options
          .filter(({ value }) => values.employerIdList.includes(Number(value)))
          .map(({ label }) => label),
      }),
    },
    invalidate: [listSamlIdentityProviders],
    save: async ({ employerIdList }) => {
      const params = { uid, providerId: provider.samlIdentityProviderId }
      await call(saveSamlIdentityProviderEmployers, { params, body: { employerIdList, version: provider.version } })
      return t.provider_employers_saved
    },
  })
  const isChosen = (value: string) => form.values.employerIdList.includes(Number(value))
  return (
    <EditDialog
      form={form}
      onClose={onClose}
      title={formatMessage(t.provider_employers_title, { name: provider.samlIdentityProviderNm })}
      submitLabel={t.provider_employers_save}
      closeAfterMs={CLOSE_AFTER_MS.setting}
    >
      <Combobox
        multiple
        isFirst
        name="employerIdList"
        label={t.providers_employers}
        help={t.provider_employers_help}
        error={form.errorOf('employerIdList')}
        queryName="identity-provider-employers"
        load={loadFrom(() => options)}
        selected={options.filter(({ value }) => isChosen(value))}
        onChange={(next) =>
          form.set(
            'employerIdList',
            next.map(({ value }) => Number(value)),
          )
        }
      />
    </EditDialog>
  )
}

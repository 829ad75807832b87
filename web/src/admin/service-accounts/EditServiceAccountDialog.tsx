import { serviceAccountPageTexts } from '@portico/contract/service-accounts/service-account-page-texts.ts'
import {
  listServiceAccounts,
  type ServiceAccount,
  updateServiceAccount,
} from '@portico/contract/service-accounts/service-accounts.ts'
import { request } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { CLOSE_AFTER_MS } from '../../patterns/close-delays.ts'
import { EditDialog } from '../../patterns/EditDialog.tsx'
import { useForm } from '../../patterns/use-form.ts'
import { TextAreaField } from '../../ui/TextAreaField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { ScopeFields } from './ScopeFields.tsx'
import { changeOf, fieldsOf, knownAccount } from './service-account-form.ts'

/** Changes the name, the scopes and the allowed addresses of a service account. */
export function EditServiceAccountDialog({ account, onClose }: { account: ServiceAccount; onClose: () => void }) {
  const t = useTexts(serviceAccountPageTexts)
  const { uid } = useSignedIn()
  const { serviceAccountId, version } = account
  const form = useForm({
    schema: knownAccount,
    initial: fieldsOf(account),
    draftKey: `service-account-${serviceAccountId}`,
    loadedVersion: version,
    messages: t,
    labels: {
      serviceAccountNm: t.service_name,
      scopeList: t.service_scopes,
      networkList: t.service_networks,
    },
    invalidate: [listServiceAccounts],
    save: async (values) => {
      const params = { uid, serviceAccountId }
      return (await request(updateServiceAccount, { params, body: { ...changeOf(values), version } })).message
    },
  })
  return (
    <EditDialog
      form={form}
      size="l"
      onClose={onClose}
      title={formatMessage(t.service_edit_title, { name: account.serviceAccountNm })}
      submitLabel={t.service_edit_submit}
      closeAfterMs={CLOSE_AFTER_MS.setting}
    >
      <p>{t.service_edit_lead}</p>
      <TextField {...form.field('serviceAccountNm')} help={t.service_name_help} data-autofocus />
      <ScopeFields
        chosen={form.values.scopeList}
        error={form.errorOf('scopeList')}
        onChange={(next) => form.set('scopeList', next)}
      />
      <TextAreaField {...form.field('networkList')} rows={3} help={t.service_networks_help} spellCheck={false} />
    </EditDialog>
  )
}

import { useSuspenseQuery } from '@tanstack/react-query'
import { SERVICE_ACCOUNT_MAX_DAYS } from '@portico/contract/service-accounts/service-account-rules.ts'
import { serviceAccountPageTexts } from '@portico/contract/service-accounts/service-account-page-texts.ts'
import {
  createServiceAccount,
  listServiceAccounts,
  searchServiceOwners,
} from '@portico/contract/service-accounts/service-accounts.ts'
import { call } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { callLookup } from '../../patterns/call-lookup.ts'
import { Combobox } from '../../patterns/Combobox.tsx'
import { DateField } from '../../patterns/DateField.tsx'
import { EditDialog } from '../../patterns/EditDialog.tsx'
import { useLocalOptions } from '../../patterns/local-options.ts'
import { LookupFilter } from '../../patterns/LookupFilter.tsx'
import { useForm } from '../../patterns/use-form.ts'
import { addDays } from '../../ui/calendar-day.ts'
import { today } from '../../ui/day-bounds.ts'
import { TextAreaField } from '../../ui/TextAreaField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import type { ShownToken } from './NewTokenDialog.tsx'
import { ScopeFields } from './ScopeFields.tsx'
import { creationOf, newAccount, newFields } from './service-account-form.ts'
import { serviceEmployersQuery, serviceOptionsQuery } from './service-account-queries.ts'

interface AddServiceAccountDialogProps {
  onClose: () => void
  /** Called with the token of the new account, which is stated this once. */
  onToken: (token: ShownToken) => void
}

/** Adds a service account. */
export function AddServiceAccountDialog({ onClose, onToken }: AddServiceAccountDialogProps) {
  const t = useTexts(serviceAccountPageTexts)
  const { uid } = useSignedIn()
  // Who holds a page that a scope needs can own an account.
  const { scopeList } = useSuspenseQuery(serviceOptionsQuery(uid)).data
  const form = useForm({
    schema: newAccount,
    initial: newFields(scopeList.length > 0 ? String(uid) : ''),
    draftKey: 'add-service-account',
    messages: t,
    labels: {
      serviceAccountNm: t.service_name,
      clientId: t.service_client,
      ownerId: t.service_owner,
      scopeList: t.service_scopes,
      networkList: t.service_networks,
      endDt: t.service_end,
    },
    invalidate: [listServiceAccounts],
    save: async (values) => {
      const { tokenTxt, expireDt } = await call(createServiceAccount, { params: { uid }, body: creationOf(values) })
      const { serviceAccountNm, ownerId } = values
      onToken({ serviceAccountNm, ownerId: Number(ownerId), tokenTxt, expireDt, formerUntilDt: null })
      return ''
    },
  })
  const employers = useLocalOptions(serviceEmployersQuery(uid), ({ clientId, clientNm }) => ({
    value: String(clientId),
    label: clientNm,
  }))
  const { clientId, ownerId, scopeList: chosen } = form.values
  return (
    <EditDialog form={form} size="l" onClose={onClose} title={t.service_add_title} submitLabel={t.service_add_submit}>
      <TextField {...form.field('serviceAccountNm')} help={t.service_name_help} data-autofocus />
      <Combobox
        name="clientId"
        label={t.service_client}
        help={t.service_client_help}
        error={form.errorOf('clientId')}
        queryName="service-account-employers"
        load={employers.load}
        selected={employers.selected(clientId === '' ? [] : [clientId])}
        onChange={([option]) => form.set('clientId', option?.value ?? '')}
      />
      <LookupFilter
        name="ownerId"
        label={t.service_owner}
        help={t.service_owner_help}
        error={form.errorOf('ownerId')}
        lookup={callLookup(uid, searchServiceOwners)}
        value={ownerId}
        onChange={(value) => form.set('ownerId', value)}
      />
      <ScopeFields chosen={chosen} error={form.errorOf('scopeList')} onChange={(next) => form.set('scopeList', next)} />
      <TextAreaField {...form.field('networkList')} rows={3} help={t.service_networks_help} spellCheck={false} />
      <DateField
        {...form.field('endDt')}
        optionalMark={undefined}
        min={today()}
        max={addDays(today(), SERVICE_ACCOUNT_MAX_DAYS - 1)}
        help={t.service_end_help}
      />
    </EditDialog>
  )
}

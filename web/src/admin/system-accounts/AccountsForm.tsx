import { useRef, useState } from 'react'
import {
  type AccountType,
  listUserSystemAccounts,
  saveUserSystemAccounts,
  type SystemAccount,
  type UserSummary,
} from '@portico/contract/system-accounts/system-accounts.ts'
import { systemAccountTexts } from '@portico/contract/system-accounts/system-account-texts.ts'
import { request } from '../../api/call.ts'
import { invalidate } from '../../api/query.ts'
import { useTexts } from '../../api/texts.ts'
import { FormPanel } from '../../patterns/FormPanel.tsx'
import { useCurrentRow } from '../../patterns/list-query.ts'
import { unexpectedFailureAs } from '../../patterns/unexpected-failure.ts'
import { useForm } from '../../patterns/use-form.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'
import { AccountRow } from './AccountRow.tsx'
import {
  accountLabels,
  accountsInWords,
  type AccountFields,
  accountsForm,
  accountChangeOf,
  accountFieldsOf,
  keysAfterSave,
  mergeAccounts,
  newAccount,
  seenOf,
  withAccount,
} from './accounts-form.ts'
import { ClientsDialog } from './ClientsDialog.tsx'
import classes from './SystemAccounts.module.css'

interface AccountsFormProps {
  place: { uid: number; userId: number; systemId: number }
  types: readonly AccountType[]
  accounts: readonly SystemAccount[]
  clients: UserSummary['clients']
  /** Why nothing can be changed. */
  readOnlyReason: string | undefined
}

/** Accounts of one user in one system, each with its type, name and clients. */
export function AccountsForm({ place, types, accounts, clients, readOnlyReason }: AccountsFormProps) {
  const t = useTexts(systemAccountTexts)
  const form = useAccountsForm({ place, accounts, types, clients })
  const [assigning, setAssigning] = useState<AccountFields | null>(null)
  const list = useRef<HTMLDivElement>(null)
  const rows = form.values.accounts
  const set = (next: readonly AccountFields[]) => form.set('accounts', [...next])
  const change = (row: AccountFields) => set(withAccount(rows, row))
  const add = () => {
    set([...rows, newAccount(types[0]?.accountTypeId ?? 0)])
    // The new row is rendered first.
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('[data-row]:last-of-type input')?.focus())
  }
  const assigned = useCurrentRow(assigning, rows, ({ key }) => key)
  const hasBlank = rows.some(({ name }) => name.trim() === '')
  return (
    <>
      <FormPanel title={t.accounts_title} form={form} submitLabel={t.accounts_save} disabledReason={readOnlyReason}>
        <div ref={list} data-rows className={classes['rows']}>
          {rows.length === 0 && <p className={classes['none']}>{t.accounts_none}</p>}
          {rows.map((row, index) => (
            <AccountRow
              key={row.key}
              row={row}
              types={types}
              clients={clients}
              isReadOnly={readOnlyReason !== undefined}
              name={`accounts.${index}.name`}
              error={form.errorOf(`accounts.${index}.name` as 'accounts')}
              onChange={change}
              onRemove={() => set(rows.filter(({ key }) => key !== row.key))}
              onAssign={() => setAssigning(row)}
            />
          ))}
        </div>
        <div>
          <Button
            icon="plus"
            onClick={add}
            disabledReason={readOnlyReason ?? (hasBlank ? t.accounts_blank : undefined)}
          >
            {t.accounts_add}
          </Button>
        </div>
      </FormPanel>
      {assigned && (
        <ClientsDialog
          clients={clients}
          account={assigned}
          onClose={() => setAssigning(null)}
          onApply={(clientIds) => change({ ...assigned, clientIds })}
        />
      )}
    </>
  )
}

function useAccountsForm({ place: params, accounts, types, clients }: Omit<AccountsFormProps, 'readOnlyReason'>) {
  const t = useTexts(systemAccountTexts)
  const seen = seenOf(accounts)
  const [keys, setKeys] = useState<ReadonlyMap<number, string>>(new Map())
  return useForm({
    schema: accountsForm,
    initial: accountFieldsOf(accounts, keys),
    draftKey: `system-accounts-${params.userId}-${params.systemId}`,
    labels: { accounts: t.accounts_name },
    loadedVersion: JSON.stringify([...seen]),
    merge: mergeAccounts,
    comparedAs: {
      fields: (values) => accountsInWords(values, types, clients),
      labels: (...states) => accountLabels(states),
    },
    save: async ({ accounts: body }) => {
      const sent = { params, query: { seen }, body: accountChangeOf(body) }
      // SACC-014
      const { message, data } = await request(saveUserSystemAccounts, sent).catch(unexpectedFailureAs(t.accounts_error))
      setKeys((before) => keysAfterSave(before, body, data))
      toast.success(message)
      return ''
    },
    reload: () => invalidate(listUserSystemAccounts),
  })
}

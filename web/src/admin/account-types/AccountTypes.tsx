import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CatalogSystem } from '@portico/contract/catalog-records.ts'
import type { MaintainedType } from '@portico/contract/system-accounts.ts'
import { accountTypeTexts } from '@portico/contract/texts/account-type-texts.ts'
import { catalogPageTexts } from '@portico/contract/texts/catalog-page-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { type Texts, useTexts } from '../../api/texts.ts'
import { type Column, DataTable } from '../../patterns/DataTable.tsx'
import { ListBox } from '../../patterns/ListBox.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { systemsQuery } from '../application-search/application-queries.ts'
import { AddSystemDialog } from '../application-settings/AddSystemDialog.tsx'
import { accountTypesQuery } from './account-type-queries.ts'
import classes from './AccountTypes.module.css'
import { AccountTypeDialog } from './AccountTypeDialog.tsx'
import { ManageTypesDialog } from './ManageTypesDialog.tsx'

type DialogState = { kind: 'type' | 'system' } | { kind: 'manage'; system: CatalogSystem } | null

/** The systems with the kinds of accounts that users can have in them (DBMT-020). */
export function AccountTypes() {
  const t = useTexts(accountTypeTexts)
  const { settings_add_system: addSystemLabel } = useTexts(catalogPageTexts)
  const { uid } = useSignedIn()
  const systems = useSuspenseQuery(systemsQuery(uid)).data
  const types = useSuspenseQuery(accountTypesQuery()).data
  const [dialog, setDialog] = useState<DialogState>(null)
  const close = () => setDialog(null)
  return (
    <>
      <div className={classes['actions']}>
        <Button icon="plus" onClick={() => setDialog({ kind: 'system' })}>
          {addSystemLabel}
        </Button>
        <Button kind="primary" icon="plus" onClick={() => setDialog({ kind: 'type' })}>
          {t.account_types_add}
        </Button>
      </div>
      <ListBox>
        {systems.length === 0 ? (
          <EmptyState drawing="list" title={t.account_types_none} />
        ) : (
          <DataTable
            caption={t.account_types_title}
            columns={columnsOf(t, types)}
            rows={systems}
            rowKey={({ systemId }) => systemId}
            rowName={({ systemNm }) => systemNm}
            rowActions={(system) => [
              {
                entries: [
                  {
                    label: t.account_types_manage,
                    icon: 'pencil',
                    onSelect: () => setDialog({ kind: 'manage', system }),
                  },
                ],
              },
            ]}
          />
        )}
      </ListBox>
      {dialog?.kind === 'type' && <AccountTypeDialog type={null} systemId={null} onClose={close} />}
      {dialog?.kind === 'system' && <AddSystemDialog onClose={close} onAdded={() => undefined} />}
      {dialog?.kind === 'manage' && <ManageTypesDialog system={dialog.system} onClose={close} />}
    </>
  )
}

const columnsOf = (t: Texts<typeof accountTypeTexts>, types: readonly MaintainedType[]): Column<CatalogSystem>[] => [
  { key: 'system', title: t.account_types_system, cell: ({ systemNm }) => systemNm },
  {
    key: 'types',
    title: t.account_types_column,
    cell: ({ systemId }) => {
      const names = types
        .filter((type) => type.systemId === systemId)
        .map(({ systemAccountTypeDescTxt: name, systemAccountTypeCd: code }) => `${name} (${code})`)
      return names.length > 0 ? names.join(', ') : t.account_types_of_none
    },
  },
]

import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CatalogSystem } from '@portico/contract/catalog/catalog-records.ts'
import { accountTypes } from '@portico/contract/reference-data/reference-data.ts'
import { accountTypeTexts } from '@portico/contract/reference-data/account-type-texts.ts'
import { catalogPageTexts } from '@portico/contract/catalog/catalog-page-texts.ts'
import { referenceDataTexts } from '@portico/contract/reference-data/reference-data-texts.ts'
import { useSignedIn } from '../../../api/session.ts'
import { formatMessage, useTexts } from '../../../api/texts.ts'
import { CLOSE_AFTER_MS } from '../../../patterns/close-delays.ts'
import type { Column } from '../../../patterns/column.ts'
import { DataTable } from '../../../patterns/DataTable.tsx'
import { ListCard } from '../../../patterns/ListCard.tsx'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { catalogSystemsQuery } from '../../application-search/system-queries.ts'
import { AddSystemDialog } from '../../application-settings/AddSystemDialog.tsx'
import { ReferenceEditDialog } from '../ReferenceEditDialog.tsx'
import { type AccountType, accountTypesQuery } from './account-type-queries.ts'
import classes from './AccountTypes.module.css'
import { ManageTypesDialog } from './ManageTypesDialog.tsx'

type DialogState = { kind: 'type' | 'system' } | { kind: 'manage'; system: CatalogSystem } | null

/** The systems with the kinds of accounts that users can have in them (DBMT-020). */
export function AccountTypes() {
  const t = useTexts(accountTypeTexts)
  const words = useTexts(referenceDataTexts)
  const { settings_add_system: addSystemLabel } = useTexts(catalogPageTexts)
  const { uid } = useSignedIn()
  const systems = useSuspenseQuery(catalogSystemsQuery(uid)).data
  const types = useSuspenseQuery(accountTypesQuery()).data
  const [dialog, setDialog] = useState<DialogState>(null)
  const close = () => setDialog(null)
  const columns: Column<CatalogSystem>[] = [
    { key: 'system', title: words.account_types_system, cell: ({ systemNm }) => systemNm },
    {
      key: 'types',
      title: t.account_types_column,
      cell: ({ systemId }) => namesOf(types.filter((type) => type.systemId === systemId)) || t.account_types_of_none,
    },
  ]
  return (
    <>
      <div className={classes['actions']}>
        <Button icon="plus" onClick={() => setDialog({ kind: 'system' })}>
          {addSystemLabel}
        </Button>
        <Button kind="primary" icon="plus" onClick={() => setDialog({ kind: 'type' })}>
          {formatMessage(words.reference_add, { entry: words.accounts_type_entry })}
        </Button>
      </div>
      <ListCard>
        {systems.length === 0 ? (
          <EmptyState drawing="list" title={t.account_types_none} />
        ) : (
          <DataTable
            caption={words.account_types_title}
            columns={columns}
            rows={systems}
            rowKey={({ systemId }) => systemId}
            rowName={({ systemNm }) => systemNm}
            rowTarget={(system) => () => setDialog({ kind: 'manage', system })}
            rowActions={(system) => {
              const onSelect = () => setDialog({ kind: 'manage', system })
              return [{ entries: [{ label: t.account_types_manage, icon: 'pencil', onSelect }] }]
            }}
          />
        )}
      </ListCard>
      {dialog?.kind === 'type' && (
        <ReferenceEditDialog
          category={accountTypes}
          entry={null}
          closeAfterMs={CLOSE_AFTER_MS.record}
          onClose={close}
        />
      )}
      {dialog?.kind === 'system' && <AddSystemDialog onClose={close} onAdded={() => undefined} />}
      {dialog?.kind === 'manage' && <ManageTypesDialog system={dialog.system} onClose={close} />}
    </>
  )
}

const namesOf = (types: readonly AccountType[]) =>
  types.map(({ systemAccountTypeDescTxt: name, systemAccountTypeCd: code }) => `${name} (${code})`).join(', ')

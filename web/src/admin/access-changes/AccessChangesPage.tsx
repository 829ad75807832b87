import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  accessChangeConditions,
  accessChangeStates,
  listedChangeKinds,
} from '@portico/contract/access-changes/access-change-rules.ts'
import { accessChangeListTexts } from '@portico/contract/access-changes/access-change-list-texts.ts'
import type { ListedAccessChange } from '@portico/contract/access-changes/access-changes.ts'
import { adminMenuTexts } from '@portico/contract/texts/admin-menu-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { AdminPage } from '../../patterns/AdminPage.tsx'
import { FilterBar } from '../../patterns/FilterBar.tsx'
import { useCurrentRow } from '../../patterns/list-query.ts'
import { ListTable } from '../../patterns/ListTable.tsx'
import { useScreenList } from '../../patterns/screen-list.ts'
import { usePortalPageName } from '../../shell/portal-page-name.ts'
import { AccessChangeDrawer } from './AccessChangeDrawer.tsx'
import { columnsOf, nameOf } from './access-change-columns.tsx'
import { accessChangePages, readerQuery } from './access-change-queries.ts'
import { UndoDialog } from './UndoDialog.tsx'

const idOf = ({ accessChangeId }: ListedAccessChange) => accessChangeId

/** Acts that gave or ended the access of several users: how far they are, what they came to, and Undo for a day. */
export function AccessChangesPage() {
  const t = useTexts(accessChangeListTexts)
  const { admin_access_changes: title } = useTexts(adminMenuTexts)
  const { uid } = useSignedIn()
  const pageName = usePortalPageName()
  const { portalAdminFlg: seesOthers } = useSuspenseQuery(readerQuery(uid)).data
  const { list, page } = useScreenList(accessChangePages)
  const [dialog, setDialog] = useState<{ kind: 'details' | 'undo'; change: ListedAccessChange } | null>(null)
  const change = useCurrentRow(dialog?.change ?? null, page.rows, idOf)
  const close = () => setDialog(null)
  return (
    <AdminPage title={title} subtitle={t.access_changes_subtitle}>
      <FilterBar
        list={list}
        fields={[
          {
            name: 'kind',
            kind: 'choice',
            label: t.access_changes_kind,
            options: listedChangeKinds.map((value) => ({ value, label: t[`access_changes_kind_${value}`] })),
          },
          {
            name: 'state',
            kind: 'choice',
            label: t.access_changes_state,
            options: accessChangeStates.map((value) => ({ value, label: t[`access_changes_state_${value}`] })),
          },
          {
            name: 'condition',
            kind: 'choice',
            label: t.access_changes_condition,
            options: accessChangeConditions.map((value) => ({ value, label: t[`access_changes_condition_${value}`] })),
          },
        ]}
      />
      <ListTable
        list={list}
        page={page}
        empty={{ title: t.access_changes_none, hint: t.access_changes_none_hint }}
        caption={title}
        columns={columnsOf(t, pageName, seesOthers)}
        rowKey={idOf}
        rowName={(row) => nameOf(row, t)}
        rowTarget={(row) => () => setDialog({ kind: 'details', change: row })}
        rowActions={(row) => [
          {
            entries: [
              {
                label: t.access_changes_details,
                icon: 'eye',
                onSelect: () => setDialog({ kind: 'details', change: row }),
              },
              ...(row.undoUntilDt === null
                ? []
                : [
                    {
                      label: t.access_changes_undo,
                      icon: 'refresh' as const,
                      onSelect: () => setDialog({ kind: 'undo', change: row }),
                    },
                  ]),
            ],
          },
        ]}
      />
      {dialog?.kind === 'details' && change && (
        <AccessChangeDrawer change={change} onUndo={() => setDialog({ kind: 'undo', change })} onClose={close} />
      )}
      {dialog?.kind === 'undo' && change && <UndoDialog change={change} onClose={close} />}
    </AdminPage>
  )
}

import { useState } from 'react'
import type { ReferenceCategory, ReferenceEntry } from '@portico/contract/kit/reference-table.ts'
import { referenceDataTexts } from '@portico/contract/reference-data/reference-data-texts.ts'
import { formatMessage, type Texts, useTexts } from '../../api/texts.ts'
import type { Column } from '../../patterns/column.ts'
import { FilterBar } from '../../patterns/FilterBar.tsx'
import { useCurrentRow, useListPage } from '../../patterns/list-query.ts'
import { useListSearch } from '../../patterns/list-search.ts'
import { ListTable } from '../../patterns/ListTable.tsx'
import { useManagedMark } from '../../patterns/use-managed-mark.tsx'
import { Button } from '../../ui/Button.tsx'
import type { MenuGroup } from '../../ui/MenuButton.tsx'
import { managedKindOf } from './managed-kinds.ts'
import { inputOf } from './reference-form.ts'
import { entriesQuery, referenceSearchOf } from './reference-queries.ts'
import { columnFieldsOf, nameOf, protectionOf, valueInWords } from './reference-words.ts'
import { ReferenceDeleteDialog } from './ReferenceDeleteDialog.tsx'
import { ReferenceEditDialog } from './ReferenceEditDialog.tsx'

type DialogState = { kind: 'add' } | { kind: 'edit' | 'delete'; entry: ReferenceEntry } | null

/** The entries of one category: searched, sorted, added, changed and deleted (DBMT-025..027). */
export function ReferenceList({ category }: { category: ReferenceCategory }) {
  const t = useTexts(referenceDataTexts)
  const list = useListSearch(referenceSearchOf(category))
  const page = useListPage(entriesQuery(category, list))
  const [dialog, setDialog] = useState<DialogState>(null)
  const close = () => setDialog(null)
  const keyOf = (entry: ReferenceEntry) => entry[category.key] as number | string
  const rows = page.rows as readonly ReferenceEntry[]
  const mark = useManagedMark(managedKindOf(category), rows, keyOf)
  const entry = useCurrentRow(dialog && 'entry' in dialog ? dialog.entry : null, rows, keyOf)
  const add = (
    <Button kind="primary" icon="plus" onClick={() => setDialog({ kind: 'add' })}>
      {formatMessage(t.reference_add, { entry: t[category.texts.entry] as string })}
    </Button>
  )
  return (
    <>
      <FilterBar list={list} fields={[{ name: 'keyword', kind: 'search', label: t.reference_search }]}>
        {add}
      </FilterBar>
      <ListTable
        list={list}
        page={{ ...page, rows }}
        empty={{ title: t.reference_none }}
        caption={t[category.texts.title] as string}
        columns={columnsOf(category, t)}
        rowKey={keyOf}
        rowMark={mark}
        rowName={(row) => nameOf(category, row)}
        rowTarget={(entry) =>
          protectionOf(category, entry, t).change === undefined ? () => setDialog({ kind: 'edit', entry }) : undefined
        }
        rowActions={(row) => actionsOf(category, row, t, setDialog)}
      />
      {dialog?.kind === 'add' && <ReferenceEditDialog category={category} entry={null} onClose={close} />}
      {entry && dialog?.kind === 'edit' && <ReferenceEditDialog category={category} entry={entry} onClose={close} />}
      {entry && dialog?.kind === 'delete' && (
        <ReferenceDeleteDialog category={category} entry={entry} onClose={close} />
      )}
    </>
  )
}

/** What can be done with an entry, and why one that the portal itself needs stays. */
function actionsOf(
  category: ReferenceCategory,
  entry: ReferenceEntry,
  t: Texts<typeof referenceDataTexts>,
  open: (dialog: DialogState) => void,
): readonly MenuGroup[] {
  const { change, deletion } = protectionOf(category, entry, t)
  const edit = { label: t.reference_edit, icon: 'pencil', onSelect: () => open({ kind: 'edit', entry }) } as const
  const remove = {
    label: t.reference_delete,
    icon: 'trash',
    tone: 'danger',
    onSelect: () => open({ kind: 'delete', entry }),
  } as const
  if (change !== undefined) return [{ disabledReason: change, entries: [edit, remove] }]
  return [{ entries: [edit, deletion === undefined ? remove : { ...remove, disabledReason: deletion }] }]
}

function columnsOf(category: ReferenceCategory, t: Texts<typeof referenceDataTexts>): Column<ReferenceEntry>[] {
  return columnFieldsOf(category).map((field) => ({
    key: field,
    title: t[category.labels[field] as 'department_name'],
    sortable: true,
    ...(inputOf(category, field) === 'number' && { align: 'end' }),
    cell: (entry) => valueInWords(category, field, entry, t),
  }))
}

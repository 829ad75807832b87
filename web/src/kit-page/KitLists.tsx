import { useState } from 'react'
import type { SavedFilter } from '@portico/contract/preferences/preferences.ts'
import type { Column } from '../patterns/column.ts'
import { DataTable } from '../patterns/DataTable.tsx'
import { ExportMenu } from '../patterns/ExportMenu.tsx'
import { FilterBar } from '../patterns/FilterBar.tsx'
import { ListCard } from '../patterns/ListCard.tsx'
import type { SavedFilters } from '../patterns/list-preferences.ts'
import { choiceFilter, dayFilter, listSearch, textFilter, useListSearch } from '../patterns/list-search.ts'
import { ListTable } from '../patterns/ListTable.tsx'
import { PermissionMatrix } from '../patterns/PermissionMatrix.tsx'
import { TrendChart } from '../patterns/TrendChart.tsx'
import { useSelection } from '../patterns/use-selection.ts'
import { BreakableText } from '../ui/BreakableText.tsx'
import { RowButtons } from '../patterns/RowButtons.tsx'
import { Button } from '../ui/Button.tsx'
import { ExactInstant } from '../ui/ExactInstant.tsx'
import { Panel, PanelBody, PanelRow } from '../ui/Panel.tsx'
import { Progress } from '../ui/Progress.tsx'
import { Tooltip } from '../ui/Tooltip.tsx'
import classes from './KitPage.module.css'

interface Document {
  id: number
  name: string
  size: string
}

const documents: readonly Document[] = [
  { id: 1, name: 'Delivery times.csv', size: '37 bytes' },
  { id: 2, name: 'A name so long that it breaks where it has to, however narrow the page is.pdf', size: '3.3 MB' },
]

const readers = [
  { day: '2026-03-01', total: 5 },
  { day: '2026-03-04', total: 18 },
  { day: '2026-03-09', total: 31 },
]

const columns: readonly Column<Document>[] = [
  { key: 'name', title: 'Name', cell: ({ name }) => <BreakableText>{name}</BreakableText>, sortable: true },
  { key: 'size', title: 'Size', cell: ({ size }) => size, align: 'end', oneLine: true },
]

const documentList = listSearch(
  { columns: ['name'], defaultSort: { column: 'name', direction: 'asc' }, filters: {} },
  { q: textFilter(), type: choiceFilter(['pdf']), from: dayFilter() },
)

function MatrixPart() {
  const [value, setValue] = useState<Record<string, readonly string[]>>({
    ledger: ['assigned'],
    vault: ['assigned', 'admin'],
  })
  return (
    <PermissionMatrix
      label="Permissions"
      rowTitle="Application"
      actionTitle="Pages"
      columns={[
        { id: 'assigned', title: 'Assigned' },
        { id: 'admin', title: 'Administrator' },
      ]}
      rows={[
        { id: 'ledger', title: 'Ledger', action: <Button size="s">2 pages</Button> },
        { id: 'vault', title: 'Vault', readOnlyReason: 'Only administrators of Vault can change its permissions.' },
      ]}
      value={value}
      onChange={(row, column, isOn) => {
        const others = (value[row] ?? []).filter((other) => other !== column)
        setValue({ ...value, [row]: isOn ? [...others, column] : others })
      }}
    />
  )
}

/** Lists, and the details of one record. */
export function KitLists() {
  const list = useListSearch(documentList)
  const selection = useSelection()
  const [filters, setFilters] = useState<readonly SavedFilter[]>([{ nameTxt: 'Only PDF', filters: { type: 'pdf' } }])
  const update: SavedFilters['update'] = (change) => Promise.resolve(setFilters(change))
  return (
    <>
      <div className={classes['group']}>
        <FilterBar
          list={list}
          saved={{ filters, update }}
          fields={[
            { name: 'q', kind: 'search', label: 'Search documents' },
            { name: 'type', kind: 'choice', label: 'Type', options: [{ value: 'pdf', label: 'PDF' }] },
            { name: 'from', kind: 'day', label: 'From' },
          ]}
          columns={[{ key: 'size', title: 'Size' }]}
        >
          <ExportMenu onExport={() => Promise.resolve()} />
        </FilterBar>
        <ListTable
          list={list}
          page={{ rows: documents, total: 127, isLoading: false, isStale: false, error: null, retry: () => undefined }}
          empty={{ title: 'You have no documents yet.' }}
          caption="Documents"
          columns={columns}
          rowKey={({ id }) => id}
          rowName={({ name }) => name}
          selection={selection}
          bulkActions={[
            { label: 'Download', icon: 'download', onSelect: () => undefined },
            { label: 'Delete documents', icon: 'trash', tone: 'danger', onSelect: selection.clear },
          ]}
          rowActions={() => [
            {
              entries: [
                { label: 'Open', onSelect: () => undefined },
                { label: 'Delete', icon: 'trash', tone: 'danger', onSelect: () => undefined },
              ],
            },
          ]}
        />
        <ListCard>
          <DataTable
            caption="Documents of the page before"
            columns={columns}
            rows={documents}
            rowKey={({ id }) => id}
            rowButtons={() => (
              <RowButtons>
                <Button size="s">Open</Button>
                <Button size="s">Share</Button>
              </RowButtons>
            )}
            isStale
          />
        </ListCard>
      </div>
      <Panel title="TrendChart">
        <PanelBody>
          <TrendChart label="Readers over time" days={readers} max={40} />
        </PanelBody>
      </Panel>
      <Panel title="PermissionMatrix">
        <PanelBody>
          <MatrixPart />
        </PanelBody>
      </Panel>
      <Panel title="Company" help="Where you work." actions={<Button size="s">Edit</Button>}>
        <PanelRow title="Employer" action={<Button size="s">Remove</Button>}>
          Meridian Health Partners
        </PanelRow>
        <PanelRow title="Since">
          <ExactInstant recorded="2026-03-09T14:05:12.345Z" />
        </PanelRow>
      </Panel>
      <div className={classes['group']}>
        <Progress label="Storage used" fraction={0.4} valueText="40 MB of 100 MB" />
        <Progress label="Space that is full" fraction={1} tone="full" />
        <div className={classes['row']}>
          <Tooltip label="Shown after a moment, and to the keyboard">
            <Button size="s">With a tip</Button>
          </Tooltip>
        </div>
      </div>
    </>
  )
}

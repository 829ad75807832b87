import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Pager } from '../ui/Pager.tsx'
import { Panel, PanelRow } from '../ui/Panel.tsx'
import { Progress } from '../ui/Progress.tsx'
import { type Column, type Sorting, Table } from '../ui/Table.tsx'
import { Tip } from '../ui/Tip.tsx'
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

const columns: readonly Column<Document>[] = [
  { key: 'name', title: 'Name', cell: ({ name }) => name, sortable: true },
  { key: 'size', title: 'Size', cell: ({ size }) => size, align: 'end', oneLine: true },
]

/** Many of a kind, and what is known of one. */
export function KitLists() {
  const [sorting, setSorting] = useState<Sorting>({ key: 'name', direction: 'asc' })
  const [page, setPage] = useState(2)
  return (
    <>
      <div className={classes['group']}>
        <Table
          caption="Documents"
          columns={columns}
          rows={documents}
          rowKey={({ id }) => id}
          sorting={sorting}
          onSort={setSorting}
          actions={() => <Button size="s">Open</Button>}
          actionsTitle="Actions"
        />
        <Table caption="Documents on their way" columns={columns} rows={documents} rowKey={({ id }) => id} stale />
        <Pager
          label="Pages of documents"
          page={page}
          pageSize={10}
          total={27}
          onPage={setPage}
          rangeText="{from}–{to} of {total}"
          previousLabel="Previous"
          nextLabel="Next"
        />
      </div>
      <Panel title="Company" help="Where you work." actions={<Button size="s">Edit</Button>}>
        <PanelRow title="Employer" action={<Button size="s">Remove</Button>}>
          Meridian Health Partners
        </PanelRow>
      </Panel>
      <div className={classes['group']}>
        <Progress label="Space used" share={0.4} valueText="40 MB of 100 MB" />
        <Progress label="Space that is full" share={1} tone="full" />
        <div className={classes['row']}>
          <Tip label="Shown after a moment, and to the keyboard">
            <Button size="s">With a tip</Button>
          </Tip>
        </div>
      </div>
    </>
  )
}

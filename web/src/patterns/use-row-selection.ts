import { useState } from 'react'
import type { ListPage } from './list-query.ts'
import { type Selection, useSelection } from './use-selection.ts'

interface RowSelection<Row> {
  selection: Selection
  /** The selected rows of all pages, as they were when they were last on the screen. */
  selected: readonly Row[]
}

/** Keeps the selected rows of all pages, for actions that need more of them than their keys. `rows`: those of this page. */
export function useRowSelection<Row>(rows: readonly Row[], keyOf: (row: Row) => number): RowSelection<Row> {
  const selection = useSelection()
  const [selectedBefore, setSelectedBefore] = useState<ReadonlyMap<string, Row>>(new Map())
  const onPage = new Map(rows.map((row) => [String(keyOf(row)), row]))
  return {
    selected: [...selection.keys].flatMap((key) => onPage.get(key) ?? selectedBefore.get(key) ?? []),
    selection: {
      ...selection,
      set: (keys, isSelected) => {
        setSelectedBefore((before) => new Map([...before, ...onPage]))
        selection.set(keys, isSelected)
      },
    },
  }
}

interface OpenRows<Row> {
  page: Pick<ListPage<Row>, 'rows' | 'isStale'>
  /** What the address says of the page: its number, order and filters. */
  address: string
  keyOf: (row: Row) => number
  /** False for a row that can no longer be selected, such as one that somebody else has decided. */
  isSelectable: (row: Row) => boolean
}

/**
 * The same for rows that are selected while they are open. When a page is read again, rows of it that are no longer
 * open, or no longer there, are deselected.
 */
export function useOpenRowSelection<Row>({ page, address, keyOf, isSelectable }: OpenRows<Row>): RowSelection<Row> {
  const { rows, isStale } = page
  const found = useRowSelection(rows, keyOf)
  const keys = rows.map((row) => String(keyOf(row)))
  const [read, setRead] = useState({ rows, address, pages: new Map([[address, keys]]) })
  if (!isStale && (read.rows !== rows || read.address !== address)) {
    setRead({ rows, address, pages: new Map([...read.pages, [address, keys]]) })
    const open = new Set(rows.filter(isSelectable).map((row) => String(keyOf(row))))
    const before = read.pages.get(address) ?? []
    const closed = [...before, ...keys].filter((key) => !open.has(key))
    if (closed.some((key) => found.selection.keys.has(key))) found.selection.set(closed, false)
  }
  return found
}

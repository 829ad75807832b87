import { useState } from 'react'
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

/** The same for rows that are selected while they are open: those that a page shows as closed are deselected. */
export function useOpenRowSelection<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => number,
  isSelectable: (row: Row) => boolean,
): RowSelection<Row> {
  const found = useRowSelection(rows, keyOf)
  const closed = rows
    .filter((row) => !isSelectable(row))
    .map((row) => String(keyOf(row)))
    .filter((key) => found.selection.keys.has(key))
  if (closed.length > 0) found.selection.set(closed, false)
  return found
}

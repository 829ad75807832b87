import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import classes from './Table.module.css'

export interface Column<Row> {
  key: string
  title: string
  cell: (row: Row) => ReactNode
  /** Numbers stand right. */
  align?: 'end'
  /** Short values, such as sizes and moments: they stay on one line, however long a neighbour is. */
  oneLine?: boolean
  /** A press on the title sorts by it. */
  sortable?: boolean
}

export interface Sorting {
  key: string
  direction: 'asc' | 'desc'
}

interface TableProps<Row> {
  /** What the table holds; read aloud, not shown. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => number | string
  sorting?: Sorting
  onSort?: (next: Sorting) => void
  /** What can be done with a row: one menu at its end. */
  actions?: (row: Row) => ReactNode
  actionsTitle?: string
  /** Rows of another page or filter are on their way. */
  stale?: boolean
}

/** Rows of one kind. Below 48em each row is a card, in which every value has its column's title before it. */
export function Table<Row>({ caption, columns, rows, rowKey, actions, actionsTitle = '', ...rest }: TableProps<Row>) {
  const { sorting, onSort, stale = false } = rest
  return (
    <table className={classes['table']} aria-busy={stale || undefined}>
      <caption>
        <VisuallyHidden>{caption}</VisuallyHidden>
      </caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <HeadCell key={column.key} column={column} sorting={sorting} onSort={onSort} />
          ))}
          {actions && (
            <th scope="col" className={classes['actions']}>
              <VisuallyHidden>{actionsTitle}</VisuallyHidden>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
            {columns.map(({ key, title, cell, align, oneLine }, index) =>
              index === 0 ? (
                <th key={key} scope="row" className={classes['first']}>
                  {cell(row)}
                </th>
              ) : (
                <td key={key} data-title={title} data-align={align} data-one-line={oneLine || undefined}>
                  {cell(row)}
                </td>
              ),
            )}
            {actions && <td className={classes['actions']}>{actions(row)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface HeadCellProps<Row> {
  column: Column<Row>
  sorting: Sorting | undefined
  onSort: ((next: Sorting) => void) | undefined
}

function HeadCell<Row>({ column: { key, title, align, sortable }, sorting, onSort }: HeadCellProps<Row>) {
  const direction = sorting?.key === key ? sorting.direction : undefined
  const spoken = direction === undefined ? 'none' : direction === 'asc' ? 'ascending' : 'descending'
  return (
    <th scope="col" data-align={align} {...(sortable ? { 'aria-sort': spoken } : {})}>
      {sortable && onSort ? (
        <UnstyledButton
          className={classes['sort']}
          data-sorted={direction}
          onClick={() => onSort({ key, direction: direction === 'asc' ? 'desc' : 'asc' })}
        >
          {title}
          <Icon name={direction === 'desc' ? 'chevronDown' : 'chevronUp'} size={16} />
        </UnstyledButton>
      ) : (
        title
      )}
    </th>
  )
}

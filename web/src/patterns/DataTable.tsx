import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useCallback, useId, useRef, type ReactNode } from 'react'
import type { Sort } from '@portico/contract/kit/list.ts'
import { listTexts } from '@portico/contract/texts/list-texts.ts'
import { formatMessage, useTexts } from '../api/texts.ts'
import { Icon } from '../ui/Icon.tsx'
import { MenuButton, type MenuGroup } from '../ui/MenuButton.tsx'
import { type BulkAction, BulkBar } from './BulkBar.tsx'
import type { Column } from './column.ts'
import './row-density.ts'
import { followRowLink, notePressOnRow, RowLink, type RowTarget } from './RowLink.tsx'
import { SortControl } from './SortControl.tsx'
import classes from './DataTable.module.css'
import type { Selection } from './use-selection.ts'

export interface DataTableProps<Row, SortKey extends string> {
  /** Accessible name of the table; not shown. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => number | string
  /** Name of a row for its check box, its link and its menu; required if the table has any of them. */
  rowName?: (row: Row) => string
  sort?: Sort<SortKey>
  onSort?: (next: Sort<SortKey>) => void
  /** Heading of a row's card; the value of the first column unless given. */
  cardTitle?: (row: Row) => ReactNode
  /** Keys of hidden columns; the first column is always shown. */
  hidden?: readonly string[]
  /** Where a row leads; undefined for one that has nothing to open. */
  rowTarget?: ((row: Row) => RowTarget | undefined) | undefined
  /** What stands behind the name of a row; see `useManagedMark`. */
  rowMark?: (row: Row) => ReactNode
  /** Adds a check box to every row; see `useSelection`. */
  selection?: Selection
  /** Rows without one have no check box. */
  isSelectable?: (row: Row) => boolean
  bulkActions?: readonly BulkAction[]
  /** The row's actions: one menu at its end. */
  rowActions?: (row: Row) => readonly MenuGroup[]
  /** Instead of a menu: one or two buttons. */
  rowButtons?: (row: Row) => ReactNode
  /** The row whose actions get the focus when the table opens, such as on the way back from a page about it. */
  focusKey?: string | undefined
  /** Rows of another page or filter are loading. */
  isStale?: boolean
}

/** Windows in which rows are cards, as in the style sheet; on paper they are rows, below headings on every page. */
const CARDS = 'screen and (width < 50em)'

/**
 * A table of rows that are already sorted and paged. Below 800 px each row is a card, in which every value has its
 * column's title before it.
 */
export function DataTable<Row, SortKey extends string = string>(props: DataTableProps<Row, SortKey>) {
  const {
    caption,
    rows,
    rowKey,
    rowName = () => '',
    selection,
    isSelectable = () => true,
    bulkActions = [],
    rowActions,
    rowButtons,
    hidden = [],
  } = props
  const t = useTexts(listTexts)
  const selectAll = useRef<HTMLInputElement>(null)
  const focusOnce = useFocusOnce()
  const hasCards = useMediaQuery(CARDS, false, { getInitialValueInEffect: false })
  const columns = props.columns.filter(({ key, inCardTitle = false }, index) =>
    hasCards && index > 0 ? !inCardTitle && !hidden.includes(key) : index === 0 || !hidden.includes(key),
  )
  return (
    <div className={classes['frame']} data-table-with-actions={selection && true}>
      {selection && (
        <BulkBar
          selection={selection}
          actions={bulkActions}
          onClear={() => {
            selection.clear()
            // The clicked button is removed with the selection.
            selectAll.current?.focus()
          }}
        />
      )}
      {hasCards && <SortControl columns={props.columns} sort={props.sort} onSort={props.onSort} />}
      <table className={classes['table']} data-list aria-busy={props.isStale || undefined}>
        <caption>
          <VisuallyHidden>{caption}</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            {selection && (
              <SelectAll
                ref={selectAll}
                keys={rows.filter(isSelectable).map((row) => String(rowKey(row)))}
                selection={selection}
              />
            )}
            {columns.map((column) => (
              <HeaderCell
                key={column.key}
                column={column}
                sort={props.sort}
                onSort={hasCards ? undefined : props.onSort}
              />
            ))}
            {(rowActions ?? rowButtons) && (
              <th scope="col" className={classes['actions']}>
                <VisuallyHidden>{t.list_actions}</VisuallyHidden>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const key = String(rowKey(row))
            return (
              <tr
                key={key}
                ref={key === props.focusKey ? focusOnce : null}
                data-selected={selection?.keys.has(key) || undefined}
                onPointerDown={notePressOnRow}
                onClick={followRowLink}
              >
                {selection && (
                  <td data-row-control className={classes['select']}>
                    {isSelectable(row) && (
                      <input
                        type="checkbox"
                        aria-label={formatMessage(t.list_select_row, { name: rowName(row) })}
                        checked={selection.keys.has(key)}
                        onChange={(event) => selection.set([key], event.currentTarget.checked)}
                      />
                    )}
                  </td>
                )}
                <Cells
                  row={row}
                  columns={columns}
                  cardTitle={hasCards ? props.cardTitle : undefined}
                  target={props.rowTarget?.(row)}
                  mark={props.rowMark?.(row)}
                  name={rowName(row)}
                />
                {rowButtons && (
                  <td data-row-control className={classes['actions']}>
                    {rowButtons(row)}
                  </td>
                )}
                {rowActions && (
                  <td data-row-control className={classes['actions']}>
                    <MenuButton
                      label={formatMessage(t.list_actions_for, { name: rowName(row) })}
                      groups={rowActions(row)}
                    />
                  </td>
                )}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

/** Focuses the last control of an element when it first appears: the menu or button of a row. */
function useFocusOnce() {
  const isDone = useRef(false)
  return useCallback((row: HTMLElement | null) => {
    const control = [...(row?.querySelectorAll<HTMLElement>('button, a[href]') ?? [])].at(-1)
    if (!control || isDone.current) return
    control.focus({ preventScroll: true })
    // A table that is still hidden takes no focus; React calls again when it shows.
    isDone.current = document.activeElement === control
    control.scrollIntoView({ block: 'center' })
  }, [])
}

interface CellsProps<Row> {
  row: Row
  columns: readonly Column<Row>[]
  cardTitle: ((row: Row) => ReactNode) | undefined
  target: RowTarget | undefined
  mark: ReactNode
  name: string
}

function Cells<Row>({ row, columns, cardTitle, target, mark, name }: CellsProps<Row>) {
  const linked = Math.max(
    0,
    columns.findIndex(({ isLink }) => isLink),
  )
  const contentOf = (index: number, value: ReactNode) => {
    const content = withLongWord(value)
    if (index !== linked || target === undefined) return content
    return (
      <RowLink target={target} label={name}>
        {content}
      </RowLink>
    )
  }
  return columns.map(({ key, title, cell, align, oneLine, isWidest, priority, truncate }, index) =>
    index === 0 ? (
      <th key={key} scope="row" className={classes['first']} data-one-line={oneLine || undefined}>
        {contentOf(index, (cardTitle ?? cell)(row))}
        {mark}
      </th>
    ) : (
      <td
        key={key}
        data-title={title}
        data-align={align}
        data-one-line={oneLine || truncate !== undefined || undefined}
        data-widest={isWidest || undefined}
        data-priority={priority}
        data-truncated={truncate}
      >
        {contentOf(index, truncate ? truncated(cell(row)) : cell(row))}
      </td>
    ),
  )
}

/** Words from this length on may break anywhere, such as user IDs without punctuation. */
const LONG_WORD = /\S{25}/

const withLongWord = (value: ReactNode) =>
  typeof value === 'string' && LONG_WORD.test(value) ? <span className={classes['long']}>{value}</span> : value

/** A value in one line. What has no room is cut off, and shown while the pointer or the focus is in the row. */
const truncated = (value: ReactNode) =>
  // A cell without a value stays empty: cards leave it out.
  value === '' || value === null ? null : (
    <span className={classes['truncated']}>
      <span>{value}</span>
    </span>
  )

interface SelectAllProps {
  keys: readonly string[]
  selection: Selection
  ref: React.Ref<HTMLInputElement>
}

function SelectAll({ keys, selection, ref }: SelectAllProps) {
  const t = useTexts(listTexts)
  const id = useId()
  const selectedHere = keys.filter((key) => selection.keys.has(key)).length
  const isPartly = selectedHere > 0 && selectedHere < keys.length
  return (
    <th scope="col" className={classes['select']}>
      <span ref={(cell) => setPartly(cell?.querySelector('input') ?? null, isPartly)}>
        <input
          ref={ref}
          id={id}
          type="checkbox"
          checked={keys.length > 0 && selectedHere === keys.length}
          onChange={(event) => selection.set(keys, event.currentTarget.checked)}
        />
      </span>
      <label htmlFor={id}>{t.list_select_page}</label>
    </th>
  )
}

/** `indeterminate` is a property without an attribute. */
function setPartly(box: HTMLInputElement | null, isPartly: boolean) {
  if (box) box.indeterminate = isPartly
}

interface HeaderCellProps<Row, SortKey extends string> {
  column: Column<Row>
  sort: Sort<SortKey> | undefined
  onSort: ((next: Sort<SortKey>) => void) | undefined
}

function HeaderCell<Row, SortKey extends string>({ column, sort, onSort }: HeaderCellProps<Row, SortKey>) {
  const { key, title, align, priority, sortable = false } = column
  const direction = sort?.column === key ? sort.direction : undefined
  const ariaSort = direction === undefined ? 'none' : direction === 'asc' ? 'ascending' : 'descending'
  return (
    <th scope="col" data-align={align} data-priority={priority} {...(sortable ? { 'aria-sort': ariaSort } : {})}>
      {sortable && onSort ? (
        <UnstyledButton
          className={classes['sort']}
          data-sorted={direction}
          onClick={() => onSort({ column: key as SortKey, direction: direction === 'asc' ? 'desc' : 'asc' })}
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

import { useId } from 'react'
import type { Sort } from '@portico/contract/kit/list.ts'
import { listTexts } from '@portico/contract/texts/list-texts.ts'
import { useTexts } from '../api/texts.ts'
import { IconButton } from '../ui/IconButton.tsx'
import type { Column } from './column.ts'
import classes from './SortControl.module.css'

interface SortControlProps<Row, SortKey extends string> {
  columns: readonly Column<Row>[]
  sort: Sort<SortKey> | undefined
  onSort: ((next: Sort<SortKey>) => void) | undefined
}

/** Column and direction of the order, for rows that are cards and have no header to click. */
export function SortControl<Row, SortKey extends string>({ columns, sort, onSort }: SortControlProps<Row, SortKey>) {
  const t = useTexts(listTexts)
  const id = useId()
  const sortable = columns.filter((column) => column.sortable)
  if (!sort || !onSort || sortable.length === 0) return null
  const isDescending = sort.direction === 'desc'
  return (
    <div className={classes['sortControl']}>
      <label htmlFor={id}>{t.list_sort_by}</label>
      <select
        id={id}
        value={sort.column}
        onChange={(event) => onSort({ column: event.currentTarget.value as SortKey, direction: 'asc' })}
      >
        {sortable.map(({ key, title }) => (
          <option key={key} value={key}>
            {title}
          </option>
        ))}
      </select>
      <IconButton
        icon={isDescending ? 'chevronDown' : 'chevronUp'}
        label={isDescending ? t.list_ascending : t.list_descending}
        onClick={() => onSort({ column: sort.column, direction: isDescending ? 'asc' : 'desc' })}
      />
    </div>
  )
}

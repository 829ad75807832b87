import type { ReactNode } from 'react'
import { Icon } from '../ui/Icon.tsx'
import classes from './PermissionMatrix.module.css'

export interface MatrixColumn {
  id: string
  title: string
}

export interface MatrixRow {
  id: string
  title: string
  /** What else is known of the row, below its title. */
  note?: string | undefined
  /** Why nothing in this row can be changed. */
  readOnlyReason?: string | undefined
  /** Columns of this row that cannot be changed, with the reason. */
  refused?: Readonly<Record<string, string | undefined>>
  /** At the end of the row, such as a button for its details. */
  action?: ReactNode
}

/** The ticked columns of each row. */
export type MatrixValue = Readonly<Record<string, readonly string[]>>

interface PermissionMatrixProps {
  /** Accessible name of the table. */
  label: string
  rowTitle: string
  rows: readonly MatrixRow[]
  columns: readonly MatrixColumn[]
  value: MatrixValue
  onChange: (row: string, column: string, isOn: boolean) => void
  /** Heading of the actions of the rows. */
  actionTitle?: string
  /** Why nothing can be changed. */
  readOnlyReason?: string | undefined
}

/** Rights by row and column, each a check box named after both; cards on narrow screens. */
export function PermissionMatrix({
  label,
  rowTitle,
  rows,
  columns,
  value,
  onChange,
  actionTitle,
  readOnlyReason,
}: PermissionMatrixProps) {
  return (
    <table className={classes['matrix']} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{rowTitle}</th>
          {columns.map(({ id, title }) => (
            <th key={id} scope="col">
              {title}
            </th>
          ))}
          {actionTitle !== undefined && <th scope="col">{actionTitle}</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const reason = readOnlyReason ?? row.readOnlyReason
          return (
            <tr key={row.id}>
              <th scope="row">
                {row.title}
                {row.note !== undefined && <span className={classes['note']}>{row.note}</span>}
                {readOnlyReason === undefined && row.readOnlyReason !== undefined && (
                  <span className={classes['reason']}>
                    <Icon name="lock" size={16} /> {row.readOnlyReason}
                  </span>
                )}
              </th>
              {columns.map((column) => {
                const refusal = reason ?? row.refused?.[column.id]
                return (
                  <td key={column.id} data-title={column.title}>
                    <input
                      type="checkbox"
                      aria-label={`${row.title}: ${column.title}`}
                      title={refusal}
                      disabled={refusal !== undefined}
                      checked={value[row.id]?.includes(column.id) ?? false}
                      onChange={({ currentTarget }) => onChange(row.id, column.id, currentTarget.checked)}
                    />
                  </td>
                )
              })}
              {row.action !== undefined && <td>{row.action}</td>}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

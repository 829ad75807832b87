import type { ReactNode } from 'react'
import { formTexts } from '@portico/contract/texts/form-texts.ts'
import { useTexts } from '../api/texts.ts'
import classes from './DiffView.module.css'
import { difference, textOfValue } from './difference.ts'

type FieldValues = Readonly<Record<string, unknown>>

interface DiffViewProps {
  /** Accessible name of the list of changes. */
  label: string
  /** Null: the record was created. */
  before: FieldValues | null
  /** Null: the record was deleted. */
  after: FieldValues | null
  /** Labels of fields; a field without one shows its own name. */
  labels?: Readonly<Record<string, string>>
  /** Formats a value for display, where its raw form is not readable. */
  format?: (field: string, value: unknown) => ReactNode
}

/** The differences between two states of a record, field by field. */
export function DiffView({ label, before, after, labels = {}, format }: DiffViewProps) {
  const t = useTexts(formTexts)
  const changes = difference(before, after)
  const inWords = (field: string, value: unknown) =>
    format?.(field, value) ??
    (typeof value === 'boolean' ? t[value ? 'diff_yes' : 'diff_no'] : textOfValue(value)) ??
    t.diff_empty
  if (changes.length === 0) return <p className={classes['none']}>{t.diff_none}</p>
  return (
    <table className={classes['diff']} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{t.diff_field}</th>
          <th scope="col">{t.diff_before}</th>
          <th scope="col">{t.diff_after}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, before: old, after: now }) => (
          <tr key={field}>
            <th scope="row">{labels[field] ?? field}</th>
            <td data-title={t.diff_before}>{old === undefined ? t.diff_empty : <del>{inWords(field, old)}</del>}</td>
            <td data-title={t.diff_after}>{now === undefined ? t.diff_empty : <ins>{inWords(field, now)}</ins>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

import {
  importResultColumns,
  type ImportField,
  userImportColumns,
} from '@portico/contract/user-import/user-import-rules.ts'
import type { PhoneNumbers } from '@portico/contract/phones/phone-numbers.ts'
import { MessageRef, sentences, type Translate } from '../../http/sentences.ts'
import type { SheetColumn } from '../../spreadsheet/sheet-columns.ts'
import type { RowIssue, StoredImport } from './import-rows.ts'

/** A row of the downloaded result. */
export interface ResultRow {
  row: number
  given: Readonly<Partial<Record<ImportField, string>>>
  userName: string | null
  issues: readonly RowIssue[]
}

/** The statement that reads all rows of an import in the order of the file, for `database.stream`. */
export const resultStatement = (id: number): { text: string; values: unknown[] } => ({
  text: `select row_number as "row", given, details ->> 'userName' as "userName", issues from user_import_rows
          where import_id = $1 order by row_number`,
  values: [id],
})

const headers: Readonly<Record<string, string>> = Object.fromEntries(
  userImportColumns(true).map(({ field, header }) => [field, header]),
)

/** Header of the column that an issue is about; '' for the whole row. */
export const columnOf = ({ field }: RowIssue): string => headers[field] ?? ''

export const issueSentence = ({ text, values }: RowIssue): MessageRef =>
  text === 'field_too_long' && values?.['max'] !== undefined
    ? sentences.field_at_most({ message: sentences.field_too_long, max: values['max'] })
    : new MessageRef(text, values)

/** The columns of the file, and what became of each row. */
export function resultColumns(
  { state }: StoredImport,
  { translate, isInternal }: { translate: Translate; isInternal: boolean },
): readonly SheetColumn<ResultRow>[] {
  const resultOf = ({ issues }: ResultRow): string => {
    const words = issues.map((issue) => {
      const message = translate(issueSentence(issue))
      const sentence = columnOf(issue) === '' ? message : `${columnOf(issue)}: ${message}`
      return issue.isWarning ? translate(sentences.import_result_warning({ message: sentence })) : sentence
    })
    return [...(state === 'created' ? [translate(sentences.import_result_created)] : []), ...words].join(' ')
  }
  return [
    { header: importResultColumns.row, value: ({ row }) => row, width: 8 },
    ...userImportColumns(isInternal).map(({ field, header }) => ({
      header,
      value: ({ given, userName }: ResultRow) => (field === 'userNm' && userName ? userName : (given[field] ?? null)),
    })),
    { header: importResultColumns.result, value: resultOf, width: 60 },
  ]
}

const example: Readonly<Partial<Record<ImportField, string>>> = {
  firstNm: 'Jane',
  lastNm: 'Roe',
  emailAddress: 'jane.roe@example.com',
  workPhone: '206-555-0100',
  internalUserFlg: 'N',
}

/** The columns of the template, for its one row. */
export const templateColumns = (isInternal: boolean): readonly SheetColumn<typeof example>[] =>
  userImportColumns(isInternal).map(({ field, header }) => ({ header, value: (row) => row[field] ?? null }))

export async function* templateRows({ isInternational }: PhoneNumbers): AsyncGenerator<readonly (typeof example)[]> {
  yield [isInternational ? { ...example, workPhone: '+1 206-555-0100' } : example]
}

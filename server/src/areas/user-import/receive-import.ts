import {
  IMPORT_BYTES_MAX,
  IMPORT_ROWS_MAX,
  IMPORT_VALUE_MAX,
  type ImportField,
  isFormula,
  readImportHeader,
} from '@portico/contract/user-import-rules.ts'
import { refuseForNow, type StandardRefusal, refuseField } from '../../http/answers.ts'
import { adminScope } from '../../http/authority.ts'
import type { CallContext } from '../../http/caller.ts'
import type { UploadedFile } from '../../http/handlers.ts'
import { type Sentence, sentences } from '../../http/sentences.ts'
import { readSheet } from '../../spreadsheet/read-sheet.ts'
import { type SheetCell, type SheetFault, type SheetRow, UnreadableSheet } from '../../spreadsheet/sheet-row.ts'
import type { Transact } from '../../stores.ts'
import type { GivenRow, RowIssue } from './import-rows.ts'

const MB = 1024 * 1024
/** Rows stored in one transaction. */
const BATCH = 1_000
/** Uploads that are read at a time; each may hold a workbook in memory. */
const AT_ONCE = 2
const BUSY_RETRY_SECONDS = 10
const FILE_NAME_MAX = 255

let running = 0

const faults: Readonly<Record<SheetFault, Sentence>> = {
  unreadable: sentences.import_unreadable,
  encoding: sentences.import_encoding,
  protected: sentences.import_protected,
  inflated: sentences.import_inflated,
  size: sentences.import_size({ size: IMPORT_BYTES_MAX / MB }),
}

const refuseFile = (message: Sentence) => refuseField('file', message)

/** Thrown for a file whose header or number of rows cannot be imported. */
class UnusableFile extends Error {
  readonly sentence: Sentence
  constructor(sentence: Sentence) {
    super(sentence.key)
    this.sentence = sentence
  }
}

/** Stores the rows of an uploaded file and has them checked by a job. Nothing stays of a file that is refused. */
export async function receiveImport(
  { transact }: { transact: Transact<'jobs' | 'userImports' | 'userImportRows'> },
  { caller }: CallContext,
  file: UploadedFile,
): Promise<{ importId: number } | StandardRefusal> {
  if (running >= AT_ONCE) return refuseForNow('503', sentences.import_busy, BUSY_RETRY_SECONDS)
  running++
  const scope = adminScope(caller)
  const fileName = file.name.slice(0, FILE_NAME_MAX).replaceAll('\0', '').toWellFormed()
  try {
    const importId = await transact(scope, ({ userImports }) => userImports.begin(caller.user, fileName))
    try {
      const rowCount = await storeRows(file, (rows) =>
        transact(scope, async ({ userImportRows }) => userImportRows.addRows(importId, rows)),
      )
      await transact(scope, async ({ userImports, jobs }) => {
        await userImports.endReceiving(importId, rowCount)
        await jobs.enqueue('user-import', { importId }, { dedupeKey: String(importId) })
      })
      return { importId }
    } catch (error) {
      await transact(scope, ({ userImports }) => userImports.remove(importId))
      if (error instanceof UnreadableSheet) return refuseFile(faults[error.fault])
      if (error instanceof UnusableFile) return refuseFile(error.sentence)
      throw error
    }
  } finally {
    running--
  }
}

/** Returns the number of rows with a value. */
async function storeRows(file: UploadedFile, store: (rows: readonly GivenRow[]) => Promise<void>): Promise<number> {
  let fields: readonly (ImportField | null)[] | null = null
  let count = 0
  let batch: GivenRow[] = []
  for await (const row of readSheet(file.stream, IMPORT_BYTES_MAX)) {
    if (isBlank(row)) continue
    if (fields === null) {
      fields = fieldsOf(row)
      continue
    }
    count++
    if (count > IMPORT_ROWS_MAX) throw new UnusableFile(sentences.import_too_many_rows({ count: IMPORT_ROWS_MAX }))
    batch.push(givenRow(row, fields))
    if (batch.length < BATCH) continue
    await store(batch)
    batch = []
  }
  if (count === 0) throw new UnusableFile(sentences.import_empty)
  if (batch.length > 0) await store(batch)
  return count
}

const isBlank = ({ cells }: SheetRow) => cells.every(({ text, isFormula: isOne }) => !isOne && text.trim() === '')

function fieldsOf({ cells }: SheetRow): readonly (ImportField | null)[] {
  const { fields, missing, unknown, repeated } = readImportHeader(cells.map(({ text }) => text))
  const listed = (columns: readonly string[]) => ({ columns: columns.slice(0, 10).join(', ') })
  if (missing.length > 0) throw new UnusableFile(sentences.import_columns_missing(listed(missing)))
  if (unknown.length > 0) throw new UnusableFile(sentences.import_columns_unknown(listed(unknown)))
  if (repeated.length > 0) throw new UnusableFile(sentences.import_columns_repeated(listed(repeated)))
  return fields
}

const isFormulaCell = ({ text, isFormula: isOne }: SheetCell) => isOne || isFormula(text)

function givenRow({ number, cells }: SheetRow, fields: readonly (ImportField | null)[]): GivenRow {
  const given: Partial<Record<ImportField, string>> = {}
  const issues: RowIssue[] = []
  for (const [index, cell] of cells.entries()) {
    const field = fields[index]
    if (index >= fields.length && (cell.isFormula || cell.text.trim() !== ''))
      issues.push({ field: '', text: 'import_extra_value' })
    if (!field) continue
    if (isFormulaCell(cell)) issues.push({ field, text: 'import_formula' })
    else if (cell.text.trim() !== '') given[field] = cell.text.slice(0, IMPORT_VALUE_MAX).toWellFormed()
  }
  return { row: number, given, faults: issues.slice(0, fields.length + 1) }
}

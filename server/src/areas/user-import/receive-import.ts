import { withoutDirectionMarks } from '@portico/contract/plain-name.ts'
import {
  IMPORT_BYTES_MAX,
  IMPORT_ROWS_MAX,
  IMPORT_VALUE_MAX,
  type ImportField,
  isFormula,
  readImportHeader,
} from '@portico/contract/user-import/user-import-rules.ts'
import { refuseForNow, type StandardRefusal, refuseField } from '../../http/answers.ts'
import { adminScope } from '../../http/authority.ts'
import type { CallContext } from '../../http/caller.ts'
import type { UploadedFile } from '../../http/handlers.ts'
import { MessageRef, sentences } from '../../http/sentences.ts'
import { readSheet } from '../../spreadsheet/read-sheet.ts'
import {
  CELLS_MAX,
  type SheetCell,
  type SheetFault,
  type SheetRow,
  UnreadableSheet,
} from '../../spreadsheet/sheet-row.ts'
import type { GivenRow, RowIssue } from './import-rows.ts'
import { takeUploadPlace } from './upload-places.ts'
import type { Db } from '../../db/database.ts'
import { beginImport, endReceivingImport, removeImport } from './import-store.ts'
import { addImportRows } from './import-row-store.ts'
import { enqueueImport } from './enqueue-import.ts'

const MB = 1024 * 1024
/** Rows stored in one transaction, and characters of their values: writing them as JSON holds the event loop. */
export const STORED_AT_ONCE = 1_000
const BATCH = { rows: STORED_AT_ONCE, characters: 200_000 }
const BUSY_RETRY_SECONDS = 10
const FILE_NAME_MAX = 255

const faults: Readonly<Record<SheetFault, MessageRef>> = {
  unreadable: sentences.import_unreadable,
  'not-workbook': sentences.import_not_workbook,
  encoding: sentences.import_encoding,
  protected: sentences.import_protected,
  inflated: sentences.import_inflated,
  cells: sentences.import_too_many_cells({ count: CELLS_MAX }),
  size: sentences.import_size({ size: IMPORT_BYTES_MAX / MB }),
}

const refuseFile = (message: MessageRef) => refuseField('file', message)

/** Thrown for a file whose header or number of rows cannot be imported. */
class UnusableFile extends Error {
  readonly sentence: MessageRef
  constructor(sentence: MessageRef) {
    super(sentence.key)
    this.sentence = sentence
  }
}

/** Stores the rows of an uploaded file and has them checked by a job. Nothing stays of a file that is refused. */
export async function receiveImport(
  { db }: { db: Db },
  { caller }: CallContext,
  file: UploadedFile,
): Promise<{ importId: number } | StandardRefusal> {
  const leavePlace = takeUploadPlace(caller.user)
  if (leavePlace instanceof MessageRef) return refuseForNow('503', leavePlace, BUSY_RETRY_SECONDS)
  const scope = adminScope(caller)
  const fileName = withoutDirectionMarks(file.name.slice(0, FILE_NAME_MAX)).replaceAll('\0', '').toWellFormed()
  try {
    const importId = await db.transact(scope, (tx) => beginImport(tx, caller.user, fileName))
    try {
      const rowCount = await storeRows(file, caller.user, (rows) =>
        db.transact(scope, async (tx) => addImportRows(tx, importId, rows)),
      )
      await db.transact(scope, async (tx) => {
        await endReceivingImport(tx, importId, rowCount)
        await enqueueImport(tx, importId, rowCount)
      })
      return { importId }
    } catch (error) {
      await db.transact(scope, (tx) => removeImport(tx, importId))
      if (error instanceof UnreadableSheet) return refuseFile(faults[error.fault])
      if (error instanceof UnusableFile) return refuseFile(error.sentence)
      throw error
    }
  } finally {
    leavePlace()
  }
}

const tooManyRows = new UnusableFile(sentences.import_too_many_rows({ count: IMPORT_ROWS_MAX }))

/** Returns the number of rows with a value. Blank rows count for the limit, too: reading them costs as much. */
async function storeRows(
  file: UploadedFile,
  { isInternal }: { isInternal: boolean },
  store: (rows: readonly GivenRow[]) => Promise<void>,
): Promise<number> {
  let fields: readonly (ImportField | null)[] | null = null
  let count = 0
  let blankCount = 0
  const batch = rowBatch(store)
  for await (const read of readSheet(file.stream, IMPORT_BYTES_MAX, file.name)) {
    const row = withoutMarks(read, fields)
    const blank = isBlank(row)
    if (blank) blankCount++
    else if (fields !== null) count++
    if (count + blankCount > IMPORT_ROWS_MAX) throw tooManyRows
    if (blank) continue
    if (fields === null) fields = fieldsOf(row, isInternal)
    else await batch.add(givenRow(row, fields))
  }
  if (count === 0) throw new UnusableFile(sentences.import_empty)
  await batch.end()
  return count
}

/** Hands rows on in batches of limited size. */
function rowBatch(store: (rows: readonly GivenRow[]) => Promise<void>) {
  let rows: GivenRow[] = []
  let characters = 0
  const end = async () => {
    if (rows.length > 0) await store(rows)
    rows = []
    characters = 0
  }
  return {
    end,
    add: async (row: GivenRow) => {
      rows.push(row)
      characters += Object.values(row.given).reduce((sum, { length }) => sum + length, 0)
      if (rows.length >= BATCH.rows || characters >= BATCH.characters) await end()
    },
  }
}

/** What finds an account stays as it is in the file, for the rules to refuse: a mended value could be that of another one. */
const identifying: ReadonlySet<ImportField | null> = new Set<ImportField>(['userNm', 'emailAddress'])

/** Before anything is judged: what begins a formula may stand behind a mark. */
const withoutMarks = ({ number, cells }: SheetRow, fields: readonly (ImportField | null)[] | null): SheetRow => ({
  number,
  cells: cells.map((cell, index) =>
    identifying.has(fields?.[index] ?? null) ? cell : { ...cell, text: withoutDirectionMarks(cell.text) },
  ),
})

const isBlank = ({ cells }: SheetRow) => cells.every(({ text, isFormula: isOne }) => !isOne && text.trim() === '')

function fieldsOf({ cells }: SheetRow, isInternal: boolean): readonly (ImportField | null)[] {
  const { fields, missing, unknown, repeated } = readImportHeader(
    cells.map(({ text }) => text),
    isInternal,
  )
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

import { Readable } from 'node:stream'
import { type Cell, printable, type SheetColumn } from './sheet-columns.ts'
import { sheetPieces } from './sheet-pieces.ts'

/** Characters of some fifty rows, which keep other requests waiting for less than a millisecond. */
const PIECE_LENGTH = 8_192

/** Writes a CSV file (RFC 4180, UTF-8 with a byte order mark) in constant memory. */
export function writeCsv<Row>(
  batches: AsyncIterable<readonly Row[]>,
  columns: readonly SheetColumn<Row>[],
): NodeJS.ReadableStream {
  const start = `\ufeff${columns.map(({ header }) => csvCell(header)).join(',')}\r\n`
  const row = (each: Row) => {
    let text = ''
    for (const { value } of columns) text += `${csvCell(value(each))},`
    return `${text.slice(0, -1)}\r\n`
  }
  return Readable.from(sheetPieces(batches, { start, row, end: () => '', pieceLength: PIECE_LENGTH }), {
    objectMode: false,
  })
}

/** What makes a text differ from its cell: a formula at its start, control characters, commas and quotes. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const SPECIAL = /^[=+\-@]|[\u0000-\u001f",\ufffe\uffff]/

/** A text that a spreadsheet would read as a formula gets an apostrophe (decision L9). */
function csvCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell !== 'string') return cell instanceof Date ? cell.toISOString() : String(cell)
  if (!SPECIAL.test(cell)) return cell
  const text = printable(cell)
  const isFormula = /^[=+\-@\t\r\n]/.test(text)
  return isFormula || /[",\r\n]/.test(text) ? `"${isFormula ? "'" : ''}${text.replaceAll('"', '""')}"` : text
}

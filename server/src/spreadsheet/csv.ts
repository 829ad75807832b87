import { Readable } from 'node:stream'
import { type Cell, printable, type SheetColumn } from './sheet-columns.ts'

/** Rows are joined into pieces of this many characters before they are sent. */
const PIECE = 65_536

/** Writes a CSV file (RFC 4180, UTF-8 with a byte order mark) in constant memory. */
export function writeCsv<Row>(rows: AsyncIterable<Row>, columns: readonly SheetColumn<Row>[]): NodeJS.ReadableStream {
  return Readable.from(pieces(rows, columns), { objectMode: false })
}

async function* pieces<Row>(rows: AsyncIterable<Row>, columns: readonly SheetColumn<Row>[]): AsyncGenerator<string> {
  let piece = `\ufeff${columns.map(({ header }) => csvCell(header)).join(',')}\r\n`
  for await (const row of rows) {
    piece += `${columns.map(({ value }) => csvCell(value(row))).join(',')}\r\n`
    if (piece.length < PIECE) continue
    yield piece
    piece = ''
  }
  yield piece
}

/** A text that a spreadsheet would read as a formula gets an apostrophe (decision L9). */
function csvCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell !== 'string') return cell instanceof Date ? cell.toISOString() : String(cell)
  const text = printable(cell)
  const isFormula = /^[=+\-@\t\r\n]/.test(text)
  return isFormula || /[",\r\n]/.test(text) ? `"${isFormula ? "'" : ''}${text.replaceAll('"', '""')}"` : text
}

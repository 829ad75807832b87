import { setImmediate } from 'node:timers/promises'

/** The text of a sheet. Rows are numbered as spreadsheets do: 2 is the first after the headings. */
interface SheetText<Row> {
  start: string
  row: (row: Row, number: number) => string
  /** Called with the number of the last row. */
  end: (last: number) => string
  /** Rows are joined into pieces of this many characters before they are sent. */
  pieceLength: number
}

/** Writes a sheet in pieces; after each piece other requests have their turn. */
export async function* sheetPieces<Row>(
  batches: AsyncIterable<readonly Row[]>,
  { start, row, end, pieceLength }: SheetText<Row>,
): AsyncGenerator<string> {
  let piece = start
  let number = 1
  for await (const batch of batches)
    for (const each of batch) {
      number++
      piece += row(each, number)
      if (piece.length < pieceLength) continue
      yield piece
      piece = ''
      await setImmediate()
    }
  yield piece + end(number)
}

import type { PageRows } from './archive-reader.ts'
import { isOnPage, type PageReader, valueInWords } from './archive-words.ts'

/** So many rows of a table are on the readable page. */
const ROWS_ON_PAGE = 200

/**
 * Collects rows for the page: no more than ROWS_ON_PAGE, so that the memory of an archive is bounded. Of tables in the
 * order of their times those are the latest.
 */
export class PageRowCollector {
  readonly #table: string
  readonly #reader: PageReader
  readonly #keepsFirst: boolean
  readonly #rows: object[] = []

  constructor(table: string, reader: PageReader, { keepsFirst }: { keepsFirst: boolean }) {
    this.#table = table
    this.#reader = reader
    this.#keepsFirst = keepsFirst
  }

  add(row: object): void {
    const isFull = this.#rows.length >= ROWS_ON_PAGE
    if (isFull && this.#keepsFirst) return
    this.#rows.push(row)
    if (isFull) this.#rows.shift()
  }

  /** Puts what stayed into words. */
  collected(): PageRows {
    const rows = this.#rows.map((row) => this.#inWords(row))
    const fields = new Set(rows.flatMap((row) => Object.keys(row)))
    return { fields: [...fields].filter((field) => rows.some((row) => row[field])), rows }
  }

  #inWords(row: object): Record<string, string> {
    const shown = Object.entries(row).filter(([field]) => isOnPage(field))
    return Object.fromEntries(
      shown.map(([field, value]) => [field, valueInWords(this.#table, field, value, this.#reader)]),
    )
  }
}

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
  readonly #fields = new Set<string>()
  readonly #rows: Record<string, string>[] = []

  constructor(table: string, reader: PageReader, { keepsFirst }: { keepsFirst: boolean }) {
    this.#table = table
    this.#reader = reader
    this.#keepsFirst = keepsFirst
  }

  add(row: object): void {
    const isFull = this.#rows.length >= ROWS_ON_PAGE
    if (isFull && this.#keepsFirst) return
    const words: Record<string, string> = {}
    for (const [field, value] of Object.entries(row)) {
      if (!isOnPage(field)) continue
      this.#fields.add(field)
      words[field] = valueInWords(this.#table, field, value, this.#reader)
    }
    this.#rows.push(words)
    if (isFull) this.#rows.shift()
  }

  collected(): PageRows {
    return { fields: [...this.#fields].filter((field) => this.#rows.some((row) => row[field])), rows: this.#rows }
  }
}

import { UnreadableSheet } from './sheet-row.ts'

/** Bytes of all texts together: several times the distinct values of the largest import. */
const BYTES_MAX = 32 * 1024 * 1024
const TEXTS_MAX = 1_500_000
const PAGE_BYTES = 256 * 1024
/** Bytes before each text that hold its length. */
const LENGTH_BYTES = 2

/** The shared texts of a workbook, each shorter than a page, kept as bytes outside of the heap, up to a limit. */
export class StringTable {
  readonly #pages: Buffer[] = []
  #used = PAGE_BYTES
  #places = new Uint32Array(1_024)
  #count = 0

  /** @throws UnreadableSheet beyond the limit */
  add(text: string): void {
    const bytes = Buffer.byteLength(text)
    if (this.#used + LENGTH_BYTES + bytes > PAGE_BYTES) this.#addPage()
    if (this.#count >= TEXTS_MAX) throw new UnreadableSheet('inflated')
    if (this.#count === this.#places.length) this.#growPlaces()
    const page = this.#pages.at(-1) as Buffer
    this.#places[this.#count++] = (this.#pages.length - 1) * PAGE_BYTES + this.#used
    page.writeUInt16LE(bytes, this.#used)
    this.#used += LENGTH_BYTES + page.write(text, this.#used + LENGTH_BYTES)
  }

  #addPage(): void {
    if (this.#pages.length * PAGE_BYTES >= BYTES_MAX) throw new UnreadableSheet('inflated')
    this.#pages.push(Buffer.allocUnsafe(PAGE_BYTES))
    this.#used = 0
  }

  #growPlaces(): void {
    const larger = new Uint32Array(this.#places.length * 2)
    larger.set(this.#places)
    this.#places = larger
  }

  /** Returns the text of this number; '' where there is none. */
  get(index: number): string {
    const place = index < this.#count ? this.#places[index] : undefined
    const page = place === undefined ? undefined : this.#pages[Math.floor(place / PAGE_BYTES)]
    if (place === undefined || page === undefined) return ''
    const start = (place % PAGE_BYTES) + LENGTH_BYTES
    return page.toString('utf8', start, start + page.readUInt16LE(start - LENGTH_BYTES))
  }
}

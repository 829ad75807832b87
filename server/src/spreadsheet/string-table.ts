import { UnreadableSheet } from './sheet-row.ts'

/** Bytes of all texts together: far more than the values of the largest import. */
const BYTES_MAX = 64 * 1024 * 1024
const TEXTS_MAX = 1_500_000

/** The shared texts of a workbook, kept as bytes outside of the heap, up to a limit. */
export class StringTable {
  #bytes = Buffer.allocUnsafe(65_536)
  #used = 0
  readonly #ends: number[] = []

  /** @throws UnreadableSheet beyond the limit */
  add(text: string): void {
    const needed = this.#used + Buffer.byteLength(text)
    if (needed > BYTES_MAX || this.#ends.length >= TEXTS_MAX) throw new UnreadableSheet('inflated')
    if (needed > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(needed, this.#bytes.length * 2))
      this.#bytes.copy(larger, 0, 0, this.#used)
      this.#bytes = larger
    }
    this.#used += this.#bytes.write(text, this.#used)
    this.#ends.push(this.#used)
  }

  /** Returns the text of this number; '' where there is none. */
  get(index: number): string {
    const end = this.#ends[index]
    return end === undefined ? '' : this.#bytes.toString('utf8', this.#ends[index - 1] ?? 0, end)
  }
}

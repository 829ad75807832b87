import { Readable } from 'node:stream'
import yauzl from 'yauzl'

/** The directory of an archive stands at its end; one of the allowed size fits into this. */
export const ARCHIVE_END_BYTES = 512 * 1024

const MOST_ENTRIES = 2_000
const MOST_BYTES = 300 * 1024 * 1024
const MOST_GROWTH = 200
const SYMBOLIC_LINK = 0o120000
const FILE_KIND = 0o170000

/** The end of an archive, read as if the whole were there. */
class ArchiveEnd extends yauzl.RandomAccessReader {
  readonly #end: Buffer
  readonly #startsAt: number

  constructor(end: Buffer, size: number) {
    super()
    this.#end = end
    this.#startsAt = size - end.length
  }

  override _readStreamForRange(start: number, stop: number): Readable {
    const from = start - this.#startsAt
    if (from < 0) return new Readable({ read() {} }).destroy(new Error('the directory is too large'))
    return Readable.from([this.#end.subarray(from, stop - this.#startsAt)])
  }
}

/**
 * True for an Office document: an archive with the parts of its kind, of a sane number and size, whose
 * names stay inside. `end` holds the last bytes of a file of `size` bytes.
 */
export async function isOfficeArchive(end: Buffer, size: number, folder: string): Promise<boolean> {
  try {
    return judge(await entriesOf(end, size), size, folder)
  } catch {
    return false
  }
}

function judge(entries: readonly yauzl.Entry[], size: number, folder: string): boolean {
  const unpacked = entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0)
  const hasLink = entries.some((entry) => ((entry.externalFileAttributes >>> 16) & FILE_KIND) === SYMBOLIC_LINK)
  return (
    unpacked <= MOST_BYTES &&
    unpacked <= size * MOST_GROWTH &&
    !hasLink &&
    entries.some(({ fileName }) => fileName === '[Content_Types].xml') &&
    entries.some(({ fileName }) => fileName.startsWith(folder))
  )
}

/** All entries; fails for names that lead outside, for too many, and for what is no archive. */
function entriesOf(end: Buffer, size: number): Promise<yauzl.Entry[]> {
  return new Promise((resolve, reject) => {
    const options = { lazyEntries: true, strictFileNames: true, autoClose: false }
    yauzl.fromRandomAccessReader(new ArchiveEnd(end, size), size, options, (error, archive) => {
      if (error ?? !archive) return reject(error ?? new Error('no archive'))
      if (archive.entryCount > MOST_ENTRIES) return reject(new Error('too many entries'))
      const entries: yauzl.Entry[] = []
      archive.on('error', reject)
      archive.on('end', () => resolve(entries))
      archive.on('entry', (entry: yauzl.Entry) => {
        entries.push(entry)
        archive.readEntry()
      })
      archive.readEntry()
    })
  })
}

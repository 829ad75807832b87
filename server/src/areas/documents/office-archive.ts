import { Readable } from 'node:stream'
import yauzl from 'yauzl'
import { type InflatedPart, PARTS_MAX } from './inflated-parts.ts'

/** The directory of an archive is at its end; one of the allowed size fits into this. */
export const ARCHIVE_END_BYTES = 512 * 1024

const MOST_GROWTH = 200
const SYMBOLIC_LINK = 0o120000
const FILE_KIND = 0o170000

/** Reads the end of an archive by offsets of the whole. */
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

interface Archive {
  size: number
  /** Folder of the parts of an Office document of this kind. */
  folder: string
  /** The parts that were found in it. */
  deps: readonly InflatedPart[]
}

/**
 * Returns true for an Office document: an archive with the parts of its kind, of acceptable number and size, whose
 * names stay inside, and whose directory names exactly the parts found. `end` holds its last bytes.
 */
export async function isOfficeArchive(end: Buffer, archive: Archive): Promise<boolean> {
  try {
    return isSane(await entriesOf(end, archive.size), archive)
  } catch {
    return false
  }
}

function isSane(entries: readonly yauzl.Entry[], { size, folder, deps }: Archive): boolean {
  const inflated = deps.reduce((sum, { bytes }) => sum + bytes, 0)
  const bytesAt = new Map(deps.map(({ offset, bytes }) => [offset, bytes]))
  const hasLink = entries.some((entry) => ((entry.externalFileAttributes >>> 16) & FILE_KIND) === SYMBOLIC_LINK)
  return (
    inflated <= size * MOST_GROWTH &&
    entries.length === deps.length &&
    entries.every((entry) => bytesAt.get(entry.relativeOffsetOfLocalHeader) === entry.uncompressedSize) &&
    !hasLink &&
    entries.some(({ fileName }) => fileName === '[Content_Types].xml') &&
    entries.some(({ fileName }) => fileName.startsWith(folder))
  )
}

/** Returns all entries; throws for names that lead outside, for too many, and for no archive. */
function entriesOf(end: Buffer, size: number): Promise<yauzl.Entry[]> {
  return new Promise((resolve, reject) => {
    const options = { lazyEntries: true, strictFileNames: true, autoClose: false }
    yauzl.fromRandomAccessReader(new ArchiveEnd(end, size), size, options, (error, archive) => {
      if (error ?? !archive) return reject(error ?? new Error('no archive'))
      if (archive.entryCount > PARTS_MAX) return reject(new Error('too many entries'))
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

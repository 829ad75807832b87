import { once } from 'node:events'
import { crc32, createDeflateRaw } from 'node:zlib'

/** A file of an archive, its text in pieces. */
export interface ZipPart {
  name: string
  text: AsyncIterable<string> | Iterable<string>
}

/** What the directory of the archive says about a part. */
interface ZipEntry {
  name: Buffer
  /** Where its header begins in the archive. */
  offset: number
  crc: number
  size: number
  packedSize: number
}

/** Bytes from which sizes and offsets need the fields of ZIP64. */
const ZIP64_FROM = 0xffff_ffff
const ZIP64_VERSION = 45
const VERSION = 20
/** Version 6.3 of the format, on Unix. */
const MADE_BY = (3 << 8) | 63
/** A file that its owner and group may write. */
const ATTRIBUTES = (0o100_664 << 16) >>> 0
/** Names are UTF-8; checksum and sizes follow the data. */
const FLAGS = (1 << 11) | (1 << 3)
const DEFLATED = 8
/** Midnight of 2000-01-01, the same for every part, so that equal texts make equal archives. */
const TIME = 0
const DAY = (20 << 9) | (1 << 5) | 1
/** Longer pieces are encoded into memory of their own. */
const BUFFER = 131_072

/**
 * Writes a ZIP archive in constant memory. Its parts are deflated at the quickest level, on another thread.
 *
 * @param zip64From bytes from which the fields of ZIP64 are used
 */
export async function* zipArchive(parts: Iterable<ZipPart>, zip64From = ZIP64_FROM): AsyncGenerator<Buffer> {
  const entries: ZipEntry[] = []
  let offset = 0
  for (const { name, text } of parts) {
    const entry: ZipEntry = { name: Buffer.from(name), offset, crc: 0, size: 0, packedSize: 0 }
    const header = localHeader(entry)
    yield header
    yield* deflated(text, entry)
    const sizes = sizesAfterData(entry, zip64From)
    yield sizes
    offset += header.length + entry.packedSize + sizes.length
    entries.push(entry)
  }
  const directory = Buffer.concat(entries.map((entry) => directoryEntry(entry, zip64From)))
  yield Buffer.concat([directory, endOfDirectory(entries.length, directory.length, offset, zip64From)])
}

/** Deflates a text. The next piece is made while one is deflated, and no more are in memory. */
async function* deflated(text: ZipPart['text'], entry: ZipEntry): AsyncGenerator<Buffer> {
  const packer = createDeflateRaw({ level: 1 })
  const packed: Buffer[] = []
  packer.on('data', (chunk: Buffer) => {
    entry.packedSize += chunk.length
    packed.push(chunk)
  })
  // Writing and ending report it, too; without a handler it would end the process.
  packer.on('error', () => undefined)
  const buffer = Buffer.allocUnsafeSlow(BUFFER)
  let written = Promise.resolve()
  try {
    for await (const piece of text) {
      // Its memory holds the piece before until that one is deflated.
      await written
      yield* packed.splice(0)
      const bytes = piece.length * 3 <= BUFFER ? buffer.subarray(0, buffer.write(piece)) : Buffer.from(piece)
      entry.crc = crc32(bytes, entry.crc)
      entry.size += bytes.length
      written = new Promise((resolve, reject) => packer.write(bytes, (error) => (error ? reject(error) : resolve())))
      // Awaited with the next piece; without a handler an early rejection would count as unhandled.
      written.catch(() => undefined)
    }
    await written
    const ended = once(packer, 'end')
    packer.end()
    await ended
    yield* packed
  } finally {
    packer.destroy()
  }
}

/** Numbers with the bytes that each takes, the lowest byte first. */
function record(...fields: readonly (readonly [bytes: 2 | 4 | 8, value: number])[]): Buffer {
  const bytes = Buffer.alloc(fields.reduce((sum, [length]) => sum + length, 0))
  let at = 0
  for (const [length, value] of fields) {
    if (length === 8) bytes.writeBigUInt64LE(BigInt(value), at)
    else bytes.writeUIntLE(value, at, length)
    at += length
  }
  return bytes
}

const needsZip64 = ({ offset, size, packedSize }: ZipEntry, from: number) => Math.max(offset, size, packedSize) >= from

/** Version, flags, method and time, which stand in both headers of a part. */
const common = (version: number) =>
  [
    [2, version],
    [2, FLAGS],
    [2, DEFLATED],
    [2, TIME],
    [2, DAY],
  ] as const

function localHeader({ name }: ZipEntry): Buffer {
  const fields = record([4, 0x04034b50], ...common(VERSION), [4, 0], [4, 0], [4, 0], [2, name.length], [2, 0])
  return Buffer.concat([fields, name])
}

function sizesAfterData(entry: ZipEntry, zip64From: number): Buffer {
  const length = needsZip64(entry, zip64From) ? 8 : 4
  return record([4, 0x08074b50], [4, entry.crc], [length, entry.packedSize], [length, entry.size])
}

function directoryEntry(entry: ZipEntry, zip64From: number): Buffer {
  const { name, crc, size, packedSize, offset } = entry
  const isLarge = needsZip64(entry, zip64From)
  const extra = isLarge ? record([2, 1], [2, 24], [8, size], [8, packedSize], [8, offset]) : Buffer.alloc(0)
  const shown = (value: number) => [4, isLarge ? 0xffff_ffff : value] as const
  const fields = record(
    [4, 0x02014b50],
    [2, MADE_BY],
    ...common(isLarge ? ZIP64_VERSION : VERSION),
    [4, crc],
    shown(packedSize),
    shown(size),
    [2, name.length],
    [2, extra.length],
    // No comment, on the first disk, without internal attributes.
    [2, 0],
    [2, 0],
    [2, 0],
    [4, ATTRIBUTES],
    shown(offset),
  )
  return Buffer.concat([fields, name, extra])
}

function endOfDirectory(count: number, size: number, offset: number, zip64From: number): Buffer {
  const isLarge = offset >= zip64From
  const large = isLarge ? zip64End(count, size, offset) : Buffer.alloc(0)
  const shown = isLarge ? 0xffff_ffff : offset
  return Buffer.concat([
    large,
    record([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count], [4, size], [4, shown], [2, 0]),
  ])
}

/** The end of a directory beyond 4 GiB, and where it stands. */
const zip64End = (count: number, size: number, offset: number): Buffer =>
  record(
    ...([
      [4, 0x06064b50],
      [8, 44],
      [2, MADE_BY],
      [2, ZIP64_VERSION],
      [4, 0],
      [4, 0],
    ] as const),
    ...([
      [8, count],
      [8, count],
      [8, size],
      [8, offset],
    ] as const),
    ...([
      [4, 0x07064b50],
      [4, 0],
      [8, offset + size],
      [4, 1],
    ] as const),
  )

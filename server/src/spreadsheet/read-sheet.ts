import { readCsv } from './read-csv.ts'
import { readXlsx } from './read-xlsx.ts'
import { type SheetRow, UnreadableSheet } from './sheet-row.ts'
import { randomUUID } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

const ARCHIVE = Buffer.from([0x50, 0x4b, 0x03, 0x04])
/** Workbooks with a password, and those of old versions. */
const CONTAINER = Buffer.from([0xd0, 0xcf, 0x11, 0xe0])

/**
 * Reads the rows of an Excel workbook or of a CSV file. A CSV file is read as it arrives; a workbook is kept in a
 * temporary file until it is whole, because its directory is at its end.
 * @param maxBytes size of the file as it is sent
 * @param name one that ends in .xlsx is refused for any other content; all other names are read by their content
 * @throws UnreadableSheet
 */
export async function* readSheet(stream: NodeJS.ReadableStream, maxBytes: number, name = ''): AsyncGenerator<SheetRow> {
  const bytes = limited(stream, maxBytes)
  const first = await bytes.next()
  const head: Buffer = first.done ? Buffer.alloc(0) : first.value
  if (head.subarray(0, CONTAINER.length).equals(CONTAINER)) throw new UnreadableSheet('protected')
  const isArchive = head.subarray(0, ARCHIVE.length).equals(ARCHIVE)
  if (!isArchive && /\.xlsx$/i.test(name)) throw new UnreadableSheet('not-workbook')
  const all = withFirst(head, bytes)
  yield* isArchive ? readWorkbook(all) : readCsv(all)
}

async function* readWorkbook(bytes: AsyncIterable<Buffer>): AsyncGenerator<SheetRow> {
  await using file = await openTemporaryFile()
  for await (const chunk of bytes) await file.appendFile(chunk)
  yield* readXlsx(file.fd)
}

async function* withFirst(head: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield head
  yield* rest
}

/** The first chunk has at least four bytes, if the file has. */
async function* limited(stream: NodeJS.ReadableStream, maxBytes: number): AsyncGenerator<Buffer> {
  let total = 0
  let start: Buffer | null = Buffer.alloc(0)
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    total += chunk.length
    if (total > maxBytes) throw new UnreadableSheet('size')
    if (start === null) {
      yield chunk
      continue
    }
    start = Buffer.concat([start, chunk])
    if (start.length < ARCHIVE.length) continue
    yield start
    start = null
  }
  if (start) yield start
}

/** Opens a file that has no name any more: nothing of it remains once it is closed, however the process ends. */
async function openTemporaryFile(): Promise<FileHandle> {
  const name = path.join(tmpdir(), `portico-import-${randomUUID()}`)
  const file = await open(name, 'wx+', 0o600)
  await unlink(name)
  return file
}

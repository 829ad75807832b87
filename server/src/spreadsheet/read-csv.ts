import { setImmediate } from 'node:timers/promises'
import { type CsvError, type InfoField, parse } from 'csv-parse'
import { CELLS_MAX, cellText, type SheetRow, UnreadableSheet } from './sheet-row.ts'

/** Characters of one row; a quote that is never closed would take the rest of the file. */
const ROW_MAX = 100_000
/** Characters in which the first row ends, if it is one. */
const FIRST_ROW_MAX = 65_536
/** Characters that are parsed between two turns of the event loop: at most as many rows or cells. A blank row takes 30 µs. */
const SLICE = 256
const separators = [',', ';', '\t'] as const

/**
 * Reads a file of values separated by commas, semicolons or tabs, in UTF-8 or UTF-16, in constant memory. Other requests
 * are served between its slices.
 * @throws UnreadableSheet also for a row with more than CELLS_MAX cells
 */
export async function* readCsv(bytes: AsyncIterable<Buffer>): AsyncGenerator<SheetRow> {
  const text = decoded(bytes)
  const { head, isWhole } = await firstRowOf(text)
  const named = /^sep=(.)\r?\n/.exec(head)
  const parser = recordParser(named?.[1] ?? separatorOf(head))
  let number = named ? 1 : 0
  const rowOf = (record: readonly string[]): SheetRow => ({
    number: ++number,
    cells: record.map((value) => ({ text: cellText(unescaped(value)), isFormula: false })),
  })
  for await (const slice of slices(joined(head.slice(named?.[0].length ?? 0), isWhole ? [] : text))) {
    for (const record of await parser.take(slice)) yield rowOf(record)
    await setImmediate()
  }
  for (const record of await parser.end()) yield rowOf(record)
}

/** Cuts texts into pieces that do not hold the event loop for long. */
async function* slices(texts: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const text of texts) for (let at = 0; at < text.length; at += SLICE) yield text.slice(at, at + SLICE)
}

/** Both methods return the records that ended since the last call, and throw UnreadableSheet. */
interface RecordParser {
  take(text: string): Promise<readonly string[][]>
  end(): Promise<readonly string[][]>
}

function recordParser(delimiter: string): RecordParser {
  const records: string[][] = []
  const parser = parse({
    delimiter,
    max_record_size: ROW_MAX,
    relax_column_count: true,
    relax_quotes: true,
    cast: refuseManyCells,
    // Records that passed through the stream would cost a turn of its queue each.
    on_record: (record: string[]) => {
      records.push(record)
      return null
    },
  })
  // Errors are given to the callbacks, too.
  parser.on('error', () => undefined).resume()
  const taken = async (hand: (done: (error?: Error | null) => void) => void) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    hand((error) => (error ? reject(error) : resolve()))
    await promise.catch((error: unknown) => {
      throw isCsvError(error) ? new UnreadableSheet('unreadable', { cause: error }) : error
    })
    return records.splice(0)
  }
  return {
    take: (text) => taken((done) => parser.write(text, done)),
    end: () => taken((done) => parser.end(done)),
  }
}

/** The limit on the size of a record does not count its separators. */
function refuseManyCells(value: string, { index }: InfoField): string {
  if (index >= CELLS_MAX) throw new UnreadableSheet('cells')
  return value
}

const isCsvError = (error: unknown): error is CsvError =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_')

/** Spreadsheets mark a text that looks like a formula by an apostrophe; so do our own exports. */
const unescaped = (value: string): string => value.replace(/^'(?=[=+\-@\t\r])/, '')

async function* joined(head: string, rest: AsyncIterable<string> | Iterable<string>): AsyncGenerator<string> {
  if (head !== '') yield head
  yield* rest
}

/** Reads until the first row is complete. */
async function firstRowOf(text: AsyncGenerator<string>): Promise<{ head: string; isWhole: boolean }> {
  let head = ''
  while (!/[\r\n]./s.test(head) && head.length < FIRST_ROW_MAX) {
    const next = await text.next()
    if (next.done) return { head, isWhole: true }
    head += next.value
  }
  return { head, isWhole: false }
}

/** The separator that is most frequent outside of quotes in the first row. */
function separatorOf(head: string): string {
  const row = head.replaceAll(/"(?:[^"]|"")*"/g, '').split(/[\r\n]/, 1)[0] ?? ''
  const counts = separators.map((separator) => row.split(separator).length)
  return separators[counts.indexOf(Math.max(...counts))] ?? ','
}

/** @throws UnreadableSheet where bytes are no text of the encoding that the first ones show */
async function* decoded(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | undefined
  try {
    for await (const chunk of bytes) {
      decoder ??= new TextDecoder(encodingOf(chunk), { fatal: true })
      yield decoder.decode(chunk, { stream: true })
    }
    yield decoder?.decode() ?? ''
  } catch (error) {
    throw error instanceof TypeError ? new UnreadableSheet('encoding', { cause: error }) : error
  }
}

function encodingOf([first, second]: Buffer): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (second === 0) return 'utf-16le'
  return first === 0 ? 'utf-16be' : 'utf-8'
}

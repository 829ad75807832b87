import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type CsvError, parse } from 'csv-parse'
import { cellText, type SheetRow, UnreadableSheet } from './sheet-row.ts'

/** Characters of one row; a quote that is never closed would take the rest of the file. */
const ROW_MAX = 100_000
/** Characters in which the first row ends, if it is one. */
const FIRST_ROW_MAX = 65_536
const separators = [',', ';', '\t'] as const

/** Reads a file of values separated by commas, semicolons or tabs, in UTF-8 or UTF-16, in constant memory. */
export async function* readCsv(bytes: AsyncIterable<Buffer>): AsyncGenerator<SheetRow> {
  const text = decoded(bytes)
  const { head, isWhole } = await firstRowOf(text)
  const named = /^sep=(.)\r?\n/.exec(head)
  const parser = parse({
    delimiter: named?.[1] ?? separatorOf(head),
    max_record_size: ROW_MAX,
    relax_column_count: true,
    relax_quotes: true,
  })
  const source = Readable.from(joined(head.slice(named?.[0].length ?? 0), isWhole ? [] : text))
  // The error reaches the loop below, too.
  const sent = pipeline(source, parser).catch(() => undefined)
  try {
    let number = named ? 1 : 0
    for await (const record of parser as AsyncIterable<string[]>)
      yield { number: ++number, cells: record.map((value) => ({ text: cellText(unescaped(value)), isFormula: false })) }
  } catch (error) {
    throw isCsvError(error) ? new UnreadableSheet('unreadable', { cause: error }) : error
  } finally {
    parser.destroy()
    await sent
  }
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

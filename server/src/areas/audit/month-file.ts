import { createHash, type Hash } from 'node:crypto'
import type { KeyRing } from '../../crypto/key-ring.ts'

/** A sealed event as a line of the file of its month. */
export interface MonthLine {
  /** Number of its seal. */
  readonly sequence: number
  /** Its seal, as 64 hexadecimal digits. */
  readonly hash: string
  /** The seal before it, where that is not the line before: events of two months may be sealed in turn. */
  readonly previous?: string
  /** An erasure changed the event: the hash over what is left of it, instead of its seal, fits the text. */
  readonly left?: string
  /** The text that the seal is over: a JSON object. */
  readonly text: string
}

/** What the last line of a file says about the others. */
export interface MonthEnd {
  readonly month: string
  readonly events: number
  /** The last seal of the file, and its number; 0 and no text where there is none. */
  readonly sequence: number
  readonly hash: string
  /** SHA-256 over all lines before the last one, as 64 hexadecimal digits. */
  readonly digest: string
  readonly signature: string
}

const PURPOSE = 'audit month'
const FORMAT = 1

const signedText = ({ month, events, sequence, hash, digest }: Omit<MonthEnd, 'signature'>): string =>
  `${month}:${events}:${sequence}:${hash}:${digest}`

const sha256 = (...parts: (string | Buffer)[]): string => {
  const hash: Hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('hex')
}

/** True where the line holds the text that its seal, or an erasure of its event, is over. */
const fits = ({ hash, left, text }: MonthLine, previous: string): boolean =>
  left === undefined ? sha256(Buffer.from(previous, 'hex'), text) === hash : sha256(text) === left

/** Makes the lines of a file, one after the other; each ends with a line feed. */
export class MonthWriter {
  readonly #month: string
  readonly #digest = createHash('sha256')
  #events = 0
  #sequence = 0
  #hash = ''

  constructor(month: string) {
    this.#month = month
  }

  /** The first line. */
  begin(): string {
    return this.#add(JSON.stringify({ portico: 'audit month', format: FORMAT, month: this.#month }))
  }

  /** An event; null where it does not fit its seal. */
  event(line: MonthLine & { readonly previous: string }): string | null {
    const { sequence, hash, previous, left, text } = line
    if (!fits(line, previous)) return null
    const follows = this.#events > 0 && sequence === this.#sequence + 1
    const head = { hash, ...(follows ? {} : { previous }), ...(left === undefined ? {} : { left }) }
    this.#events += 1
    this.#sequence = sequence
    this.#hash = hash
    return this.#add(`${JSON.stringify(head).slice(0, -1)},"event":${text}}`)
  }

  /** The last line, signed with the first key. */
  end(keys: KeyRing): { line: string; end: MonthEnd } {
    const end = {
      month: this.#month,
      events: this.#events,
      sequence: this.#sequence,
      hash: this.#hash,
      digest: this.#digest.digest('hex'),
    }
    const signed = { ...end, signature: keys.sign(PURPOSE, signedText(end)) }
    return { line: `${JSON.stringify({ end: signed })}\n`, end: signed }
  }

  #add(text: string): string {
    this.#digest.update(`${text}\n`)
    return `${text}\n`
  }
}

/** The lines of a file without their line feeds; what stands behind the last one is a line that is `cut`. */
async function* linesOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<{ line: Buffer; isCut: boolean }> {
  let rest = Buffer.alloc(0)
  for await (const chunk of bytes) {
    rest = Buffer.concat([rest, chunk])
    let start = 0
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10, start)) {
      yield { line: rest.subarray(start, end), isCut: false }
      start = end + 1
    }
    rest = rest.subarray(start)
  }
  if (rest.length > 0) yield { line: rest, isCut: true }
}

/** SHA-256 over all lines before the last one, which does not depend on the signature: what `MonthEnd.digest` should be. */
export async function digestOfMonthFile(bytes: AsyncIterable<Buffer>): Promise<string> {
  const digest = createHash('sha256')
  let before: Buffer | null = null
  for await (const { line } of linesOf(bytes)) {
    if (before) digest.update(before).update('\n')
    before = line
  }
  return digest.digest('hex')
}

const CUT = 'the file ends before its last line: it was cut off'
const EVENT =
  /^\{"hash":"([0-9a-f]{64})"(?:,"previous":"((?:[0-9a-f]{64})?)")?(?:,"left":"([0-9a-f]{64})")?,"event":(\{.*\})\}$/s

/** An event of a file; undefined where the line is none. */
function eventOf(line: string): MonthLine | undefined {
  const [, hash, previous, left, text] = EVENT.exec(line) ?? []
  if (hash === undefined || text === undefined) return undefined
  const { sequence } = parsed(text) as { sequence?: unknown }
  if (typeof sequence !== 'number') return undefined
  return {
    sequence,
    hash,
    text,
    ...(previous === undefined ? {} : { previous }),
    ...(left === undefined ? {} : { left }),
  }
}

function parsed(text: string): object {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

/** The last line of a file; undefined where it is another one. */
function endOf(line: string): MonthEnd | undefined {
  if (!line.startsWith('{"end":')) return undefined
  const { end } = parsed(line) as { end?: Partial<MonthEnd> }
  const isEnd = typeof end?.signature === 'string' && typeof end.events === 'number' && typeof end.month === 'string'
  return isEnd ? (end as MonthEnd) : undefined
}

/** What is known of a file while it is read. */
interface Reading {
  events: number
  last: MonthLine | null
  readonly digest: Hash
  /** The seal of the event asked for. */
  seal: string | null
}

/** What is asked for while a file is read. */
interface Asked {
  /** Number of a seal. */
  wanted?: number | undefined
  /** Gets each event. */
  seen?: (event: MonthLine) => void
}

/** What is wrong with an event after the lines before it, or null. */
function eventProblem(event: MonthLine, { last }: Reading, number: number): string | null {
  const isNext = last !== null && event.sequence === last.sequence + 1
  if (last && event.sequence <= last.sequence)
    return `line ${number} is not in its order: event ${event.sequence} stands after event ${last.sequence}`
  if (!isNext && event.previous === undefined)
    return `before line ${number} a line is missing: event ${last ? last.sequence + 1 : event.sequence - 1}`
  return fits(event, event.previous ?? last?.hash ?? '')
    ? null
    : `line ${number} has been changed: event ${event.sequence} does not fit its seal`
}

/** What is wrong with the last line, or null. */
function endProblem(end: MonthEnd, reading: Reading, keys: KeyRing): string | null {
  const key = end.signature.split('.', 1)[0] ?? ''
  if (!keys.ids.includes(key)) return `it is signed with the key ${key}, which PORTAL_SECRET_KEYS does not have`
  if (!keys.verify(PURPOSE, signedText(end), end.signature))
    return `its signature is none of the key ${key} of PORTAL_SECRET_KEYS`
  if (end.events !== reading.events)
    return `${end.events} events were signed, and the file has ${reading.events}: lines are missing`
  return end.digest === reading.digest.digest('hex') ? null : 'its lines are not those that were signed'
}

/** What is wrong with a line that is not the last one, or null; an event is counted. */
function lineProblem(text: string, reading: Reading, number: number, { wanted, seen }: Asked): string | null {
  if (number === 1)
    return (parsed(text) as { format?: unknown }).format === FORMAT
      ? null
      : 'it is no file of a month of the audit trail'
  const event = eventOf(text)
  if (!event) return `line ${number} has been changed: it is no event`
  const problem = eventProblem(event, reading, number)
  if (problem !== null) return problem
  reading.events += 1
  reading.last = event
  if (event.sequence === wanted) reading.seal = event.hash
  seen?.(event)
  return null
}

/** Reads the file of a month. Returns what is wrong with it in half a sentence, or its last line and the seal asked for. */
export async function readMonthFile(
  bytes: AsyncIterable<Buffer>,
  keys: KeyRing,
  asked: Asked = {},
): Promise<{ problem: string } | { problem: null; end: MonthEnd; seal: string | null }> {
  const reading: Reading = { events: 0, last: null, digest: createHash('sha256'), seal: null }
  let number = 0
  let end: MonthEnd | undefined
  for await (const { line, isCut } of linesOf(bytes)) {
    number += 1
    if (isCut) return { problem: CUT }
    if (end) return { problem: `after its last line there is another one, line ${number}` }
    const text = line.toString('utf8')
    end = endOf(text)
    const problem = end ? null : lineProblem(text, reading, number, asked)
    if (problem !== null) return { problem }
    if (!end) reading.digest.update(line).update('\n')
  }
  if (!end) return { problem: CUT }
  const problem = endProblem(end, reading, keys)
  return problem === null ? { problem, end, seal: reading.seal } : { problem }
}

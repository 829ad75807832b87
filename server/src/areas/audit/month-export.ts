import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'
import path from 'node:path'
import type { KeyRing } from '../../crypto/key-ring.ts'
import type { Db } from '../../db/database.ts'
import type { StreamRows } from '../../db/row-stream.ts'
import { everything } from '../../db/scope.ts'
import { findSealHash } from './audit-checkpoints.ts'
import { type AttachedMonth, type DetachedMonth, findNewestDetached, findSealsOf } from './detached-months.ts'
import { type MonthEnd, MonthWriter, readMonthFile } from './month-file.ts'
import { nameOfMonthFile, partialFile, placeMonthFile } from './month-folder.ts'

export interface MonthExportDeps {
  db: Db
  stream: StreamRows
  keys: KeyRing
  /** Where the files of months are written. */
  folder: string
}

interface SealedRow {
  id: number
  /** Null: not sealed. */
  sequence: number | null
  hash: string | null
  left: string | null
  text: string
}

const eventsOfMonth = `
  select entry.id::float8 as id, seal.sequence::float8 as sequence, encode(seal.hash, 'hex') as hash,
         encode(redaction.text_hash, 'hex') as left, audit_event_text(seal.sequence, entry) as text
    from audit_events entry
    left join audit_seals seal on seal.event_id = entry.id
    left join audit_redactions redaction on redaction.event_id = entry.id
   where entry.at >= coalesce($1::timestamptz, '-infinity') and entry.at < $2
   order by seal.sequence nulls first`

/** At the turn of a month some events are sealed in turn; more than these are no ordinary month. */
const LATER_EVENTS_MAX = 10_000

/** Where the seals of events in files end: all up to `sequence`, and single ones after it. */
class SealedPrefix {
  sequence: number
  hash: string
  readonly later = new Set<number>()
  readonly #before: Map<number, number>

  constructor({ sequence, hash }: { sequence: number; hash: string }, before: ReadonlyMap<number, number>) {
    this.sequence = sequence
    this.hash = hash
    this.#before = new Map([...before].map(([event, seal]) => [seal, event]))
  }

  /** Adds an event; they come in the order of their seals. */
  add(id: number, sequence: number, hash: string): void {
    while (this.later.size === 0 && this.#before.delete(this.sequence + 1)) this.sequence += 1
    if (this.later.size > 0 || sequence !== this.sequence + 1) {
      this.later.add(id)
      return
    }
    this.sequence = sequence
    this.hash = hash
  }

  /** Events in files after the seal at which the prefix ends, those of months before this one included. */
  get laterEvents(): number[] {
    return [...this.#before.values(), ...this.later].toSorted((one, other) => one - other)
  }
}

export interface MonthExport {
  /** SHA-256 over the redactions that the file has, as 64 hexadecimal digits. */
  readonly redactions: string
  /** Null: the month has no events, and there is no file. */
  readonly record: DetachedMonth | null
  /** Removes the file again, where this export made it: an erasure has changed the month since. */
  readonly discard: () => Promise<void>
}

/**
 * Writes a month to a file, signs it, and reads it again. No file that there is gets replaced.
 * @throws Error where an event does not fit its seal, or cannot leave the trail yet, and where the signal ends it
 */
export async function exportMonth(
  deps: MonthExportDeps,
  month: AttachedMonth,
  signal: AbortSignal,
): Promise<MonthExport> {
  const { newest, before } = await deps.db.transact(everything, async (tx) => {
    const found = await findNewestDetached(tx)
    return { newest: found, before: found ? await findSealsOf(tx, found.laterEvents) : new Map<number, number>() }
  })
  const prefix = new SealedPrefix(newest ?? { sequence: 0, hash: '' }, before)
  const partial = partialFile(deps.folder, month.month)
  try {
    const { end, redactions } = await writeMonth(deps, month, { prefix, file: partial, signal })
    if (!end) return { redactions, record: null, discard: () => Promise.resolve() }
    if (prefix.later.size > LATER_EVENTS_MAX)
      throw new Error(
        `${prefix.later.size} events of ${month.month} were sealed after seal ${prefix.sequence + 1}, whose event is of a later month`,
      )
    await readAgain(deps.keys, partial)
    signal.throwIfAborted()
    const file = path.join(deps.folder, nameOfMonthFile(month.month, end.digest))
    const isNew = await placeMonthFile(partial, file, end.digest)
    // Another portal, such as a copy of this one, may have signed it.
    if (!isNew) await readAgain(deps.keys, file)
    return {
      redactions,
      record: await recordOf(deps.db, path.basename(file), end, prefix),
      discard: () => (isNew ? rm(file, { force: true }) : Promise.resolve()),
    }
  } finally {
    await rm(partial, { force: true })
  }
}

async function readAgain(keys: KeyRing, file: string): Promise<void> {
  const { problem } = await readMonthFile(createReadStream(file), keys)
  if (problem !== null) throw new Error(`the file ${file} is not as it was written: ${problem}`)
}

/** What is recorded of a file. */
async function recordOf(db: Db, file: string, end: MonthEnd, prefix: SealedPrefix): Promise<DetachedMonth> {
  const { sequence, laterEvents } = prefix
  const hash = await db.transact(everything, (tx) => findSealHash(tx, sequence))
  return {
    month: end.month,
    file,
    events: end.events,
    sequence,
    hash: hash ?? prefix.hash,
    laterEvents,
    fileHash: end.digest,
  }
}

const FLUSHED_BYTES = 4 * 1024 ** 2

/** Writes to a file and flushes it every few MiB. All at once, hundreds of them keep commits of others from the disk. */
function flushedWrites(handle: FileHandle): (text: string) => Promise<void> {
  let waiting = 0
  return async (text) => {
    waiting += (await handle.write(text)).bytesWritten
    if (waiting < FLUSHED_BYTES) return
    await handle.datasync()
    waiting = 0
  }
}

/** Returns what the last line says, null where the month has no events, and a hash over the redactions in the file. */
async function writeMonth(
  { db, stream, keys }: MonthExportDeps,
  { month, fromAt, untilAt }: AttachedMonth,
  { prefix, file, signal }: { prefix: SealedPrefix; file: string; signal: AbortSignal },
): Promise<{ end: MonthEnd | null; redactions: string }> {
  const writer = new MonthWriter(month)
  const redactions = createHash('sha256')
  const rows = await stream<SealedRow>(everything, { text: eventsOfMonth, values: [fromAt, untilAt] })
  const handle = await open(file, 'wx', 0o600)
  let last: { sequence: number; hash: string } | null = null
  const write = flushedWrites(handle)
  try {
    await write(writer.begin())
    for await (const batch of rows) {
      signal.throwIfAborted()
      const lines: string[] = []
      for (const { id, sequence, hash, left, text } of batch) {
        if (sequence === null || hash === null) throw new Error(`event ${id} of ${month} is not sealed`)
        const previous =
          last?.sequence === sequence - 1
            ? last.hash
            : ((await db.transact(everything, (tx) => findSealHash(tx, sequence - 1))) ?? '')
        const line = writer.event({ sequence, hash, previous, text, ...(left === null ? {} : { left }) })
        if (line === null) throw new Error(`event ${id} of ${month} does not fit its seal`)
        lines.push(line)
        if (left !== null) redactions.update(`${id}:${left}\n`)
        prefix.add(id, sequence, hash)
        last = { sequence, hash }
      }
      await write(lines.join(''))
    }
    if (!last) return { end: null, redactions: redactions.digest('hex') }
    const { line, end } = writer.end(keys)
    await handle.write(line)
    await handle.sync()
    return { end, redactions: redactions.digest('hex') }
  } finally {
    await handle.close()
    await rows.close()
  }
}

import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { KeyRing } from '../../crypto/key-ring.ts'
import type { Db } from '../../db/database.ts'
import { databaseTime } from '../../db/clock.ts'
import type { StreamRows } from '../../db/row-stream.ts'
import { everything } from '../../db/scope.ts'
import { findSealHash } from './audit-checkpoints.ts'
import { type AttachedMonth, type DetachedMonth, findNewestDetached, findSealsOf } from './detached-months.ts'
import { type MonthEnd, MonthWriter, readMonthFile } from './month-file.ts'

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
  /** Events as they were at this moment. */
  readonly since: Date
  /** Null: the month has no events, and there is no file. */
  readonly record: DetachedMonth | null
}

/**
 * Writes a month to its file, signs it, and reads it again. A file that a run before left is replaced.
 * @throws Error where an event does not fit its seal, or cannot leave the trail yet
 */
export async function exportMonth(deps: MonthExportDeps, month: AttachedMonth): Promise<MonthExport> {
  const since = await deps.db.transact(everything, databaseTime)
  const { newest, before } = await deps.db.transact(everything, async (tx) => {
    const found = await findNewestDetached(tx)
    return { newest: found, before: found ? await findSealsOf(tx, found.laterEvents) : new Map<number, number>() }
  })
  const prefix = new SealedPrefix(newest ?? { sequence: 0, hash: '' }, before)
  const file = path.join(deps.folder, `audit-${month.month}.jsonl`)
  await mkdir(deps.folder, { recursive: true, mode: 0o700 })
  const end = await writeMonth(deps, month, prefix, `${file}.partial`)
  if (!end) {
    await rm(`${file}.partial`)
    return { since, record: null }
  }
  if (prefix.later.size > LATER_EVENTS_MAX)
    throw new Error(`${prefix.later.size} events of ${month.month} were sealed after events of later months`)
  const read = await readMonthFile(createReadStream(`${file}.partial`), deps.keys)
  if (read.problem !== null) throw new Error(`the file of ${month.month} is not as it was written: ${read.problem}`)
  await rename(`${file}.partial`, file)
  await syncFolder(deps.folder)
  const { sequence, laterEvents } = prefix
  const hash = await deps.db.transact(everything, (tx) => findSealHash(tx, sequence))
  return {
    since,
    record: {
      month: month.month,
      file: path.basename(file),
      events: end.events,
      sequence,
      hash: hash ?? prefix.hash,
      laterEvents,
      fileHash: end.digest,
    },
  }
}

/** Returns what the last line says; null where the month has no events. */
async function writeMonth(
  { db, stream, keys }: MonthExportDeps,
  { month, fromAt, untilAt }: AttachedMonth,
  prefix: SealedPrefix,
  file: string,
): Promise<MonthEnd | null> {
  const writer = new MonthWriter(month)
  const rows = await stream<SealedRow>(everything, { text: eventsOfMonth, values: [fromAt, untilAt] })
  const handle = await open(file, 'w', 0o600)
  let last: { sequence: number; hash: string } | null = null
  try {
    await handle.write(writer.begin())
    for await (const batch of rows) {
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
        prefix.add(id, sequence, hash)
        last = { sequence, hash }
      }
      await handle.write(lines.join(''))
    }
    if (!last) return null
    const { line, end } = writer.end(keys)
    await handle.write(line)
    await handle.sync()
    return end
  } finally {
    await handle.close()
    await rows.close()
  }
}

/** A file that was renamed is there after a crash only when its folder is on disk. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

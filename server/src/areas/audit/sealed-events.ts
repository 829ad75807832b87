import type { AuditedEvent } from '@portico/contract/audit/audit.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'
import { run, runOne } from '../../db/run.ts'
import { everything } from '../../db/scope.ts'
import { int, nullable, statement, text } from '../../db/statement.ts'
import type { Translate } from '../../http/sentences.ts'
import { auditSource } from './audit-list.ts'

/**
 * An event with the number of its seal. Seals are numbered without gaps and in the order in which they are committed:
 * who has read all up to a number misses none, whenever the transaction of an event was committed (decision 62).
 */
export type SealedEvent = AuditedEvent & { sequence: number }

/**
 * Others who seal or erase wait for so many, and detaching a month for 50 ms at most before it gives way; each time the
 * newest 100,000 ids are looked through.
 */
export const SEALED_AT_ONCE = 2_000
const sealStatement = statement([int], {
  name: 'audit: seal next',
  text: `
  select sealed, head_sequence as sequence, encode(head_hash, 'hex') as head from seal_audit_events($1)`,
  row: { sealed: int, sequence: int, head: text },
})

/** Seals so many events at most that have no seal yet. */
export const sealNext = (tx: Tx, limit: number) => runOne(tx, sealStatement(limit))

/** Seals events that have no seal yet, in batches until there is none; returns what each batch did. */
export async function* sealEvents(db: Db, signal: AbortSignal) {
  for (let sealed = SEALED_AT_ONCE; sealed === SEALED_AT_ONCE && !signal.aborted;) {
    const done = await db.transact(everything, (tx) => sealNext(tx, SEALED_AT_ONCE))
    yield done
    sealed = done.sealed
  }
}

/** Seals of one answer that are looked through for events of one employer. */
const SEALS_READ = 5000

const readWindow = statement([int], {
  name: 'audit: seals after',
  text: `
  select count(*) as seals, max(sequence) as last
    from (select sequence from audit_seals where sequence > $1 order by sequence limit ${SEALS_READ}) seal`,
  row: { seals: int, last: nullable(int) },
})

interface EventReader {
  /** Null: of all clients. */
  clientId: number | null
  translate: Translate
}

/** Reads sealed events after a number, oldest first, as an administrator of this client sees them; and where to go on. */
export async function readEventsAfter(
  tx: Tx,
  reader: EventReader,
  { after, limit }: { after: number; limit: number },
): Promise<{ events: SealedEvent[]; next: number; hasMore: boolean }> {
  const { seals, last } = await runOne(tx, readWindow(after))
  if (last === null) return { events: [], next: after, hasMore: false }
  const events = await run(
    tx,
    selectEvents(reader, sql`seal.sequence > ${after} and seal.sequence <= ${last}`, sql`limit ${limit}`),
  )
  const end = events.length === limit ? events.at(-1)?.sequence : undefined
  return { events, next: end ?? last, hasMore: end !== undefined || seals === SEALS_READ }
}

/** Reads sealed events by their numbers; those that are gone, or not for this client, are left out. */
export const readEventsOf = (tx: Tx, reader: EventReader, sequences: readonly number[]): Promise<SealedEvent[]> =>
  run(tx, selectEvents(reader, sql`seal.sequence = any (${[...sequences]}::bigint[])`, sql``))

function selectEvents(
  { clientId, translate }: EventReader,
  condition: RawBuilder<unknown>,
  limit: RawBuilder<unknown>,
): RawBuilder<SealedEvent> {
  const { rows, where = sql`true` } = auditSource(clientId, translate)
  return sql<SealedEvent>`
    select seal.sequence::float8 as sequence, ${rows.select}
      from ${rows.from} join audit_seals seal on seal.event_id = event.id
     where ${condition} and ${where} order by seal.sequence ${limit}`
}

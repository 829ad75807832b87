import type { KeyRing } from '../../crypto/key-ring.ts'
import type { SealedRows } from '../../crypto/sealed-rows.ts'
import type { Tx } from '../../db/database.ts'
import { run, runFirst, runOne } from '../../db/run.ts'
import { arrayOf, bool, int, instant, nullable, statement, text } from '../../db/statement.ts'
import { sentences, translateAsShipped } from '../../http/sentences.ts'

/** What is recorded of a month that was written to a file and detached. */
export interface DetachedMonth {
  readonly month: string
  readonly file: string
  readonly events: number
  /** All seals up to this number are of events in files. */
  readonly sequence: number
  readonly hash: string
  /** Events in files whose seals come later. */
  readonly laterEvents: readonly number[]
  readonly fileHash: string
}

/** The oldest month that lies in the database; null: open. */
export interface AttachedMonth {
  readonly partition: string
  readonly month: string
  readonly fromAt: Date | null
  readonly untilAt: Date
}

const PURPOSE = 'audit detached month'

const signedText = (each: DetachedMonth): string =>
  [each.month, each.file, each.events, each.sequence, each.hash, each.laterEvents.join(','), each.fileHash].join(':')

const detachedColumns = `
  select number, month, file, event_count as events, sequence, encode(hash, 'hex') as hash, later_events as "laterEvents",
         encode(file_hash, 'hex') as "fileHash", signature
    from audit_detached_months`

const detachedRow = {
  number: int,
  month: text,
  file: text,
  events: int,
  sequence: int,
  hash: text,
  laterEvents: arrayOf(int),
  fileHash: text,
  signature: text,
}

const newest = statement([], {
  name: 'audit: newest detached month',
  text: `${detachedColumns} order by number desc limit 1`,
  row: detachedRow,
})

const all = statement([], {
  name: 'audit: detached months',
  text: `${detachedColumns} order by number`,
  row: detachedRow,
})

/** All months that were detached, the oldest first. */
export const listDetached = (tx: Tx): Promise<readonly DetachedMonth[]> => run(tx, all())

/** The month that was detached last, with its signature; undefined: none was. */
export const findNewestDetached = (
  tx: Tx,
): Promise<(DetachedMonth & { number: number; signature: string }) | undefined> => runFirst(tx, newest())

/** Returns why the record at which verification begins cannot be trusted, or null. It covers all before it. */
export async function detachedMonthProblem(keys: KeyRing, tx: Tx): Promise<string | null> {
  const found = await findNewestDetached(tx)
  if (!found || keys.verify(PURPOSE, signedText(found), found.signature)) return null
  const signingKey = found.signature.split('.', 1)[0] ?? ''
  return translateAsShipped(sentences.audit_problem_month({ month: found.month, signingKey }))
}

const signAgain = statement([int, text], {
  name: 'audit: sign detached month again',
  text: 'update audit_detached_months set signature = $2 where number = $1',
})

/** Signs the newest record of a key that is lost, as `signRedactionsAgain`: only for an operator who gives the key up. */
export async function signDetachedMonthAgain(keys: KeyRing, tx: Tx, lostKey: string): Promise<void> {
  const found = await findNewestDetached(tx)
  if (found?.signature.startsWith(`${lostKey}.`))
    await run(tx, signAgain(found.number, keys.sign(PURPOSE, signedText(found))))
}

/** The newest record is signed anew when a key is replaced; it covers the others. */
export const newestDetachedMonth: SealedRows = {
  name: ['detached month of the audit trail', 'detached months of the audit trail'],
  table: 'audit_detached_months',
  id: 'number',
  sealed: 'signature',
  where: 'number = (select max(number) from audit_detached_months)',
  encryption: null,
  signed: {
    purpose: PURPOSE,
    text: `concat_ws(':', month, file, event_count, sequence, encode(hash, 'hex'), array_to_string(later_events, ','), encode(file_hash, 'hex'))`,
  },
  whenLost: null,
}

const due = statement([int], {
  name: 'audit: due month',
  text: `
  select partition, month, from_at as "fromAt", until_at as "untilAt" from oldest_audit_month()
   where until_at <= clock_now() - make_interval(days => $1::integer)`,
  row: { partition: text, month: text, fromAt: nullable(instant), untilAt: instant },
})

/** The oldest month, where it ended so many days ago or earlier. */
export const findDueMonth = (tx: Tx, keptDays: number): Promise<AttachedMonth | undefined> =>
  runFirst(tx, due(keptDays))

const detach = statement(
  [text, text, nullable(text), nullable(text), int, int, nullable(text), arrayOf(int), nullable(text), nullable(text)],
  {
    name: 'audit: detach month',
    text: `
  select detach_audit_month($1, decode($2, 'hex'), row(null, $3, $4, $5, $6, decode($7, 'hex'), $8::bigint[], decode($9, 'hex'), $10, null)) as "isDone"`,
    row: { isDone: bool },
  },
)

const withoutFile = { month: null, file: null, events: 0, sequence: 0, hash: null, laterEvents: [], fileHash: null }

/**
 * Detaches a month in this transaction; `record` is null for one without events. False: an event of it was redacted
 * since the file was written, and it has to be written anew.
 */
export async function detachMonth(
  tx: Tx,
  keys: KeyRing,
  { partition, redactions, record }: { partition: string; redactions: string; record: DetachedMonth | null },
): Promise<boolean> {
  const { month, file, events, sequence, hash, laterEvents, fileHash } = record ?? withoutFile
  const signature = record && keys.sign(PURPOSE, signedText(record))
  const values = detach(
    partition,
    redactions,
    month,
    file,
    events,
    sequence,
    hash,
    [...laterEvents],
    fileHash,
    signature,
  )
  const { isDone } = await runOne(tx, values)
  return isDone
}

const dropSeals = statement([int], {
  name: 'audit: drop seals',
  text: 'select drop_seals_of_detached_months($1::integer) as gone',
  row: { gone: int },
})

/** Deletes seals that only events in files have; returns how many, of at most so many. */
export const dropSealsOfMonths = async (tx: Tx, most: number): Promise<number> =>
  (await runOne(tx, dropSeals(most))).gone

const laterSeals = statement([arrayOf(int)], {
  name: 'audit: seals of later events',
  text: 'select event_id as "eventId", sequence from audit_seals where event_id = any ($1::bigint[])',
  row: { eventId: int, sequence: int },
})

/** Numbers of the seals of events, by event. */
export const findSealsOf = async (tx: Tx, eventIds: readonly number[]): Promise<Map<number, number>> =>
  new Map((await run(tx, laterSeals(eventIds))).map(({ eventId, sequence }) => [eventId, sequence]))

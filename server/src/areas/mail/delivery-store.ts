import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { mailFieldsColumn, mailBrandColumns, mailBrandJoins, mailBrandRow, type MailBrandRow } from './mail-brand.ts'
import { mailFields, secretTemplates } from './mail-fields.ts'
import { queries } from '../../db/queries.ts'
import { run, runFirst } from '../../db/run.ts'
import { arrayOf, bool, instant, int, json, nullable, statement, text } from '../../db/statement.ts'

/** A mail that this node has leased for delivery. */
export interface DueMail extends MailBrandRow {
  id: number
  attempts: number
  to: string
  template: string
  fields: unknown
  createdAt: Date
  lastError: string | null
  isTooOld: boolean
}

/** Minutes of a lease; far beyond the longest delivery of a batch. */
const LEASE_MINUTES = 5

/** Templates of a later version are left to the nodes that know them. */
const takeDue = statement([arrayOf(text), int], {
  name: 'mail: take due',
  text: `
  with due as (
    select id from outbox_mails
     where state = 'waiting' and next_attempt_at <= clock_now() and template = any ($1)
     order by next_attempt_at, id limit $2 for update skip locked),
  taken as (
    update outbox_mails set next_attempt_at = clock_now() + make_interval(mins => ${LEASE_MINUTES})
     where id in (select id from due) returning *)
  select mail.id, mail.attempts, mail.to_address as "to", mail.template, ${mailFieldsColumn}, mail.created_at as "createdAt",
         mail.last_error as "lastError", mail.good_until < clock_now() as "isTooOld", ${mailBrandColumns}
    from taken mail ${mailBrandJoins} order by mail.id`,
  row: {
    id: int,
    attempts: int,
    to: text,
    template: text,
    fields: json<unknown>(),
    createdAt: instant,
    lastError: nullable(text),
    isTooOld: bool,
    ...mailBrandRow,
  },
})

const readContent = statement([int], {
  name: 'mail: read content',
  text: 'select template, fields from outbox_mails where id = $1',
  row: { template: text, fields: json<unknown>() },
})
const stillWaits = statement([int], {
  name: 'mail: still waits',
  text: `select from outbox_mails where id = $1 and state = 'waiting'`,
})

// Delivery from the table `outbox_mails`.

const updateWaiting = (id: number) =>
  queries.updateTable('outbox_mails').where('id', '=', id).where('state', '=', 'waiting')

/** Leases the next due mails: when a node dies, others take them after the lease. */
export const takeDueMails = (
  tx: Tx,
  limit: number,
  templates: readonly string[] = Object.keys(mailFields),
): Promise<DueMail[]> => run(tx, takeDue(templates, limit))

/** Returns the content of a leased mail as it is now. */
export const readMailContent = async (tx: Tx, id: number): Promise<Pick<DueMail, 'template' | 'fields'> | undefined> =>
  await runFirst(tx, readContent(id))

/** False for a leased mail that was discarded meanwhile, for example because its reader was deleted. */
export const isMailWaiting = async (tx: Tx, id: number): Promise<boolean> => (await run(tx, stillWaits(id))).length > 0

/** Records that the mail server accepted the mail. Erases its secrets. */
export const markMailSent = (tx: Tx, id: number, template: string) =>
  run(
    tx,
    updateWaiting(id).set({
      state: 'sent',
      attempts: sql<number>`attempts + 1`,
      sent_at: sql<Date>`clock_now()`,
      last_error: null,
      ...(secretTemplates.some((each) => each === template) && { fields: '{}' }),
    }),
  )

/** Gives the mail up; its secrets stay until they expire, for another attempt. */
export const markMailDead = (tx: Tx, id: number, error: string) =>
  run(tx, updateWaiting(id).set({ state: 'dead', attempts: sql<number>`attempts + 1`, last_error: error }))

export const postponeMail = (tx: Tx, id: number, minutes: number, error: string) =>
  run(
    tx,
    updateWaiting(id).set({
      attempts: sql<number>`attempts + 1`,
      next_attempt_at: sql<Date>`clock_now() + make_interval(mins => ${minutes})`,
      last_error: error,
    }),
  )

/** Releases mails that were leased and not attempted. */
export const giveBackMails = (tx: Tx, ids: readonly number[], minutes: number) =>
  run(
    tx,
    queries
      .updateTable('outbox_mails')
      .set({ next_attempt_at: sql<Date>`clock_now() + make_interval(mins => ${minutes})` })
      .where('id', 'in', ids)
      .where('state', '=', 'waiting'),
  )

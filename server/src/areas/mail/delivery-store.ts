import { sql } from 'kysely'
import { query } from '../../db/query.ts'
import type { Tx } from '../../db/database.ts'
import { mailFieldsColumn, mailBrandColumns, mailBrandJoins, type MailBrandRow } from './mail-brand.ts'
import { mailFields, secretTemplates } from './mail-fields.ts'

/** A mail that this node has leased for delivery. */
export interface DueMail extends MailBrandRow {
  id: number
  attempts: number
  to_address: string
  template: string
  fields: unknown
  created_at: Date
  last_error: string | null
  is_too_old: boolean
}

/** Minutes of a lease; far beyond the longest delivery of a batch. */
const LEASE_MINUTES = 5

/** Templates of a later version are left to the nodes that know them. */
const takeDue = `
  with due as (
    select id from outbox_mails
     where state = 'waiting' and next_attempt_at <= clock_now() and template = any ($1)
     order by next_attempt_at, id limit $2 for update skip locked),
  taken as (
    update outbox_mails set next_attempt_at = clock_now() + make_interval(mins => ${LEASE_MINUTES})
     where id in (select id from due) returning *)
  select mail.id, mail.attempts, mail.to_address, mail.template, ${mailFieldsColumn}, mail.created_at, mail.last_error,
         mail.good_until < clock_now() as is_too_old, ${mailBrandColumns}
    from taken mail ${mailBrandJoins} order by mail.id`

const readContent = 'select template, fields from outbox_mails where id = $1'

/** Delivery from the table `outbox_mails`. */
export function deliveryStore(tx: Tx) {
  const waiting = (id: number) => tx.updateTable('outbox_mails').where('id', '=', id).where('state', '=', 'waiting')
  return {
    /** Leases the next due mails: when a node dies, others take them after the lease. */
    takeDue: (limit: number, templates: readonly string[] = Object.keys(mailFields)): Promise<DueMail[]> =>
      query<DueMail>(tx, takeDue, [templates, limit]),

    /** Returns the content of a leased mail as it is now. */
    readContent: async (id: number): Promise<Pick<DueMail, 'template' | 'fields'> | undefined> =>
      (await query<Pick<DueMail, 'template' | 'fields'>>(tx, readContent, [id]))[0],

    /** Records that the mail server accepted the mail. Erases its secrets. */
    markSent: (id: number, template: string) =>
      waiting(id)
        .set({
          state: 'sent',
          attempts: sql<number>`attempts + 1`,
          sent_at: sql<Date>`clock_now()`,
          last_error: null,
          ...(secretTemplates.some((each) => each === template) && { fields: '{}' }),
        })
        .execute(),

    /** Gives the mail up; its secrets stay until they expire, for another attempt. */
    markDead: (id: number, error: string) =>
      waiting(id)
        .set({ state: 'dead', attempts: sql<number>`attempts + 1`, last_error: error })
        .execute(),

    postpone: (id: number, minutes: number, error: string) =>
      waiting(id)
        .set({
          attempts: sql<number>`attempts + 1`,
          next_attempt_at: sql<Date>`clock_now() + make_interval(mins => ${minutes})`,
          last_error: error,
        })
        .execute(),

    /** Releases mails that were leased and not attempted. */
    giveBack: (ids: readonly number[], minutes: number) =>
      tx
        .updateTable('outbox_mails')
        .set({ next_attempt_at: sql<Date>`clock_now() + make_interval(mins => ${minutes})` })
        .where('id', 'in', ids)
        .where('state', '=', 'waiting')
        .execute(),
  }
}

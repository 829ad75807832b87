import { sql } from 'kysely'
import { ask } from '../../db/ask.ts'
import type { Tx } from '../../db/database.ts'
import { mailBrandColumns, mailBrandJoins, type MailBrandRow } from './mail-brand.ts'
import { mailFields, secretTemplates } from './mail-templates.ts'

/** A mail that this node has taken for delivery. */
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

/** Minutes for which taken mails are this node's own; far beyond the longest delivery of a batch. */
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
  select mail.id, mail.attempts, mail.to_address, mail.template, mail.fields, mail.created_at, mail.last_error,
         mail.good_until < clock_now() as is_too_old, ${mailBrandColumns}
    from taken mail ${mailBrandJoins} order by mail.id`

/** The table `outbox_mails`, as it is emptied. */
export function deliveryStore(tx: Tx) {
  const waiting = (id: number) => tx.updateTable('outbox_mails').where('id', '=', id).where('state', '=', 'waiting')
  return {
    /** The next mails that are due, nobody else's until the lease is over: a node that dies loses none. */
    takeDue: (most: number): Promise<DueMail[]> =>
      ask<DueMail>(tx, 'due-mails', takeDue, [Object.keys(mailFields), most]),

    /** Notes that the mail server has taken the mail over. What was secret in it is erased. */
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

    /** Puts the mail aside; what was secret in it stays until `mail-purge` finds it out of date, for a second try. */
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

    /** Gives back what was taken and not tried. */
    giveBack: (ids: readonly number[], minutes: number) =>
      tx
        .updateTable('outbox_mails')
        .set({ next_attempt_at: sql<Date>`clock_now() + make_interval(mins => ${minutes})` })
        .where('id', 'in', ids)
        .where('state', '=', 'waiting')
        .execute(),
  }
}

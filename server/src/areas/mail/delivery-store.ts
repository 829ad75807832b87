import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

export interface DueMail {
  id: number
  attempts: number
  to_address: string
  subject: string
  text_body: string
  html_body: string | null
}

/** The table `outbox_mails`, as it is emptied. */
export function deliveryStore(tx: Tx) {
  const close = (
    id: number,
    columns: { state: 'sent' | 'dead'; sent_at?: ReturnType<typeof sql<Date>>; last_error: string | null },
  ) =>
    tx
      .updateTable('outbox_mails')
      .set({ ...columns, attempts: sql<number>`attempts + 1` })
      .where('id', '=', id)
      .execute()
  return {
    /** The next mail that is due, kept from everybody else until the transaction ends. */
    claimDue: async (): Promise<DueMail | undefined> =>
      tx
        .selectFrom('outbox_mails')
        .select(['id', 'attempts', 'to_address', 'subject', 'text_body', 'html_body'])
        .where('state', '=', 'waiting')
        .where('next_attempt_at', '<=', sql<Date>`clock_now()`)
        .orderBy('next_attempt_at')
        .limit(1)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst(),
    markSent: (id: number) => close(id, { state: 'sent', sent_at: sql<Date>`clock_now()`, last_error: null }),
    markDead: (id: number, error: string) => close(id, { state: 'dead', last_error: error }),
    postpone: (id: number, minutes: number, error: string) =>
      tx
        .updateTable('outbox_mails')
        .set({
          attempts: sql<number>`attempts + 1`,
          next_attempt_at: sql<Date>`clock_now() + make_interval(mins => ${minutes})`,
          last_error: error,
        })
        .where('id', '=', id)
        .execute(),
  }
}

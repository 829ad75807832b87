import { type UndeliveredMailState, undeliveredMailList } from '@portico/contract/mail/mail.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { type ListPage, listPage, type ListSource } from '../../db/list-page.ts'
import type { ListRequest } from '@portico/contract/kit/list.ts'
import { everything } from '../../db/scope.ts'

/** A mail that was given up ('dead'), or that waits after a failure. */
export interface UndeliveredRow {
  id: number
  to: string
  template: string
  state: 'waiting' | 'dead'
  attempts: number
  lastError: string | null
  createdAt: Date
  nextAttemptAt: Date
  /** Null: the recipient has no employer in the portal. */
  clientName: string | null
  /** What it says is out of date. */
  isTimeOver: boolean
}

type Column = (typeof undeliveredMailList.columns)[number]

interface Filters {
  nm?: string | undefined
  stateCd?: UndeliveredMailState | undefined
  kindCd?: string | undefined
}

const from = sql`outbox_mails mail left join clients client on client.id = mail.client_id`

const states = { failed: 'dead', retrying: 'waiting' } as const

/** The condition is that of the index `undelivered_outbox_mails`. */
const undeliveredMails: ListSource<Column, Filters, UndeliveredRow> = {
  from,
  id: sql`mail.id`,
  where: sql`(mail.state = 'dead' or (mail.state = 'waiting' and mail.last_error is not null))`,
  columns: {
    createdDt: sql`mail.created_at`,
    toAddress: sql`lower(mail.to_address)`,
    clientNm: sql`lower(client.name::text)`,
    attemptsCnt: sql`mail.attempts`,
  },
  filters: {
    nm: (text) =>
      sql`(strpos(lower(mail.to_address), lower(${text.trim()})) > 0
        or strpos(lower(client.name::text), lower(${text.normalize('NFC').trim()})) > 0)`,
    stateCd: (state) => sql`mail.state = ${states[state]}`,
    kindCd: (template) => sql`mail.template = ${template}`,
  },
  rows: {
    from: sql`(${from})`,
    id: sql`mail.id`,
    select: sql<UndeliveredRow>`
      mail.id, mail.to_address as "to", mail.template, mail.state, mail.attempts, mail.last_error as "lastError",
      mail.created_at as "createdAt", mail.next_attempt_at as "nextAttemptAt", client.name::text as "clientName",
      mail.good_until < clock_now() as "isTimeOver"`,
  },
}

/** Selects the mails that were given up. */
export const failedMails = sql`select from outbox_mails mail where mail.state = ${sql.lit(states.failed)}`

/** Reads one page of the mails that were given up, or that wait after a failure; newest first unless asked otherwise. */
export const readUndeliveredMails = (
  db: Db,
  request: ListRequest<Column> & Filters = {},
): Promise<ListPage<UndeliveredRow>> =>
  db.read(everything, (tx) => listPage(tx, undeliveredMailList, undeliveredMails, request))

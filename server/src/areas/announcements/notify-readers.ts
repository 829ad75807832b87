import type { AnnouncementAudience } from '@portico/contract/announcements/announcement-admin.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'
import { everything } from '../../db/scope.ts'
import type { SmsGateway } from '../../ports/sms/sms-gateway.ts'
import { isPlainAddress } from '../../ports/mail/plain-address.ts'
import { type NewMail, addMails } from '../mail/public.ts'
import { type Addressees, reachedUsers } from './announcement-reach.ts'
import { readAnnouncementTargets } from './announcement-targets.ts'
import { getsSms } from './sms-recipients.ts'
import { run, runFirst } from '../../db/run.ts'
import { bool, int, present, type RowOf, statement, text, textOf } from '../../db/statement.ts'

export interface NotifyDeps {
  db: Db
  /** Business time zone. */
  timeZone: string
  sms: SmsGateway
}

/** Readers per transaction. */
export const MAILED_AT_ONCE = 1_000

type Announced = RowOf<typeof nextAnnounced>

interface Recipient {
  id: number
  email: string
  clientId: number
  wantsMail: boolean
  /** Null when the reader wants no texts, or number or carrier is missing. */
  mobilePhone: string | null
  carrierDomain: string | null
}

const nextAnnounced = statement([text], {
  name: 'announcements: next announced',
  text: `
  select id, announced_body_id as "bodyId", notified_through as "notifiedThrough", audience,
         status = 'published' and effective_from <= business_today($1)
           and (effective_to is null or effective_to >= business_today($1)) as "isInForce"
    from announcements
   where announced_at is not null and notified_at is null and announced_body_id is not null
   order by id limit 1 for update skip locked`,
  row: {
    id: int,
    bodyId: present(int),
    notifiedThrough: int,
    audience: textOf<AnnouncementAudience>(),
    isInForce: bool,
  },
})

/** The next active users after the given one whom the announcement is for, and how they are notified. */
const nextReaders = (addressees: Addressees, after: number) => sql<Recipient>`
  select reader.id, reader.email, reader.client_id as "clientId", reader.wants_mail as "wantsMail",
         case when ${sql.raw(getsSms('reader'))} then reader.mobile_phone end as "mobilePhone",
         case when ${sql.raw(getsSms('reader'))} then carrier.email_domain end as "carrierDomain"
    from (select person.* from ${reachedUsers(addressees)} and person.id > ${after}
             and (person.wants_mail or ${sql.raw(getsSms('person'))})
           order by person.id limit ${MAILED_AT_ONCE}) reader
    left join sms_carriers carrier on carrier.id = reader.sms_carrier_id
   order by reader.id`

/**
 * Sends an announcement to its readers by email and text message, a batch in a transaction. Each batch records its
 * last reader, so that after a kill the next run continues there and no reader is notified twice. Returns the number
 * of messages written.
 */
export async function notifyReaders(deps: NotifyDeps, signal: AbortSignal): Promise<number> {
  let total = 0
  while (!signal.aborted) {
    const written = await deps.db.transact(everything, (tx) => notifyBatch(tx, deps))
    if (written === undefined) break
    total += written
  }
  return total
}

const updateAnnouncements = statement([int, int, bool], {
  name: 'announcements: update announcements',
  text: `update announcements set notified_through = greatest(notified_through, $2),
            notified_at = case when $3::boolean then clock_now() end where id = $1`,
})

/** Returns undefined when no reader is left, or another node holds the lock. */
async function notifyBatch(tx: Tx, deps: NotifyDeps): Promise<number | undefined> {
  const announced = await runFirst(tx, nextAnnounced(deps.timeZone))
  if (!announced) return undefined
  const readers = await findReaders(tx, announced)
  const written = await addMails(
    tx,
    readers.flatMap((reader) => messagesTo(reader, announced, deps)),
  )
  const isOver = readers.length < MAILED_AT_ONCE
  await run(tx, updateAnnouncements(announced.id, readers.at(-1)?.id ?? 0, isOver))
  return written
}

async function findReaders(tx: Tx, announced: Announced): Promise<Recipient[]> {
  const { id, audience, isInForce, notifiedThrough: after } = announced
  if (!isInForce) return []
  return run(tx, nextReaders({ audience, targets: await readAnnouncementTargets(tx, id) }, after))
}

function messagesTo(recipient: Recipient, { id, bodyId }: Announced, { sms }: NotifyDeps): NewMail[] {
  const { mobilePhone: number, carrierDomain, clientId } = recipient
  const phone = number !== null && carrierDomain !== null ? sms.addressOf({ number, carrierDomain }) : null
  const message = { fields: {}, bodyId, clientId, readerId: recipient.id } as const
  return [
    ...(recipient.wantsMail && isPlainAddress(recipient.email)
      ? [
          {
            ...message,
            template: 'announcement' as const,
            to: recipient.email,
            dedupeKey: `announcement:${id}:${recipient.id}`,
          },
        ]
      : []),
    ...(phone !== null && isPlainAddress(phone)
      ? [
          {
            ...message,
            template: 'announcement-text' as const,
            to: phone,
            dedupeKey: `announcement-text:${id}:${recipient.id}`,
          },
        ]
      : []),
  ]
}

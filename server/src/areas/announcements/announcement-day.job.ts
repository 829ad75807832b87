import { ask } from '../../db/ask.ts'
import { everything } from '../../db/scope.ts'
import type { JobDefinition } from '../../jobs/job.ts'
import type { Stores, Transact } from '../../stores.ts'
import { plainText } from '../mail/public.ts'
import { announcementsInForce } from './announcement-list.ts'

export interface AnnouncementDayParts {
  transact: Transact
  /** Zone that decides what day it is. */
  timeZone: string
}

interface NewInForce {
  id: number
  title: string
  message_html: string
}

/**
 * Takes note of the business day: announcements that are over become expired, and those that have
 * come into force are mailed to their readers. What people see does not wait for this.
 */
export function announcementDayJob(parts: AnnouncementDayParts): JobDefinition<'announcement-day'> {
  return {
    name: 'announcement-day',
    run: async (_, { logger }) => {
      // One transaction: after a kill anywhere in it nothing has happened, and the next run does all.
      const did = await parts.transact(everything, async (stores) => {
        await ask(
          stores.tx,
          'one-at-a-time',
          `select pg_advisory_xact_lock(hashtextextended('portal announcement day', 0))`,
          [],
        )
        const expired = await expire(stores, parts.timeZone)
        const published = await findNewInForce(stores, parts.timeZone)
        const mails = await mailReaders(stores, published, parts)
        for (const { id } of published) record(stores, 'announcement_published', id)
        return { expired: expired.length, published: published.length, mails }
      })
      if (did.expired + did.published > 0) logger.info(did, 'announcements follow the business day')
    },
  }
}

async function expire(stores: Stores, timeZone: string): Promise<{ id: number }[]> {
  const ended = `update announcements set status = 'expired'
    where status = 'published' and effective_to < business_today($1) returning id`
  const expired = await ask<{ id: number }>(stores.tx, 'expire-announcements', ended, [timeZone])
  for (const { id } of expired) record(stores, 'announcement_expired', id)
  return expired
}

/** In force, and never noted as such: the note is the audit event that nobody but this job writes without an actor. */
function findNewInForce({ tx }: Stores, timeZone: string): Promise<NewInForce[]> {
  return ask<NewInForce>(
    tx,
    'new-announcements',
    `select a.id, a.title, a.message_html from announcements a
      where a.status = 'published' and a.effective_from <= business_today($1)
        and (a.effective_to is null or a.effective_to >= business_today($1))
        and not exists (
          select from audit_events e where e.target_kind = 'announcement' and e.target_id = a.id::text
             and e.event = 'announcement_published' and e.actor_user_id is null)
      order by a.id`,
    [timeZone],
  )
}

/** Active users who see one of the announcements and want them by e-mail. $1 announcements, $2 time zone, then what the mails say. */
const readersOfMails = `
  select 'announcement:' || mail.announcement_id || ':' || reader.id as dedupe_key, reader.email as to_address,
         reader.client_id, 'announcement' as template, jsonb_build_object('title', mail.title, 'text', mail.text) as fields,
         null::timestamptz as good_until
    from unnest($1::integer[], $3::text[], $4::text[]) mail (announcement_id, title, text)
    cross join users reader
   where reader.status = 1
     and exists (select from user_notification_types chosen join notification_types type on type.id = chosen.notification_type_id
                  where chosen.user_id = reader.id and not type.is_text_message)
     and exists (select from (${announcementsInForce.replaceAll('$1', 'reader.id')}) shown
                  where shown.announcement_id = mail.announcement_id)`

async function mailReaders(
  { outbox }: Stores,
  published: readonly NewInForce[],
  { timeZone }: AnnouncementDayParts,
): Promise<number> {
  if (published.length === 0) return 0
  return outbox.addSelected(readersOfMails, [
    published.map(({ id }) => id),
    timeZone,
    published.map(({ title }) => title),
    // The words only: HTML leaves the portal once it is cleaned where it is stored.
    published.map(({ message_html: message }) => plainText(message)),
  ])
}

const record = ({ audit }: Stores, event: 'announcement_published' | 'announcement_expired', id: number): void =>
  audit.record(null, { event, actorId: null, subjectId: null, sessionId: null, target: { kind: 'announcement', id } })

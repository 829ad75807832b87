import { query } from '../../db/query.ts'
import { everything } from '../../db/scope.ts'
import type { JobDefinition } from '../../jobs/job.ts'
import type { TextMessages } from '../../ports/text-message/text-message.ts'
import type { Stores, Transact } from '../../stores.ts'
import { plainText } from '../mail/public.ts'
import { notifyReaders } from './notify-readers.ts'

export interface AnnouncementSyncDeps {
  transact: Transact<'audit' | 'outbox' | 'tx'>
  /** Business time zone. */
  timeZone: string
  texts: TextMessages
}

interface NewInForce {
  id: number
  title: string
  message_html: string
}

/**
 * Runs at each business day: announcements past their last day become expired, and those newly in force are sent to
 * their readers by email and text message. What users see does not depend on it.
 */
export function announcementSyncJob(deps: AnnouncementSyncDeps): JobDefinition<'announcement-sync'> {
  return {
    name: 'announcement-sync',
    run: async (_, { signal, logger }) => {
      const day = await deps.transact(everything, async (stores) => {
        const expired = await expire(stores, deps.timeZone)
        const announced = await announce(stores, deps.timeZone)
        return { expired, announced }
      })
      const notices = await notifyReaders(deps, signal)
      if (day.expired + day.announced + notices > 0) logger.info({ ...day, notices }, 'announcements follow the day')
    },
  }
}

async function expire(stores: Pick<Stores, 'audit' | 'tx'>, timeZone: string): Promise<number> {
  const ended = `update announcements set status = 'expired', changed_by = null
    where status = 'published' and effective_to < business_today($1) returning id`
  const expired = await query<{ id: number }>(stores.tx, ended, [timeZone])
  for (const { id } of expired) record(stores, 'announcement_expired', id)
  return expired.length
}

const newInForce = `
  select id, title, message_html from announcements
   where status = 'published' and announced_at is null and effective_from <= business_today($1)
     and (effective_to is null or effective_to >= business_today($1))
   order by id for update skip locked`

/** Records what has come into force, with the text that its readers are sent. */
async function announce(stores: Pick<Stores, 'audit' | 'outbox' | 'tx'>, timeZone: string): Promise<number> {
  const found = await query<NewInForce>(stores.tx, newInForce, [timeZone])
  for (const { id, title, message_html: message } of found) {
    // Text only: the HTML is shown in the portal, sanitized when it is stored.
    const bodyId = await stores.outbox.addBody('announcement', { title, text: plainText(message) })
    await query(
      stores.tx,
      `update announcements set announced_at = clock_now(), announced_version = content_version, announced_body_id = $2
        where id = $1`,
      [id, bodyId],
    )
    record(stores, 'announcement_published', id)
  }
  return found.length
}

const record = (
  { audit }: Pick<Stores, 'audit'>,
  event: 'announcement_published' | 'announcement_expired',
  id: number,
): void =>
  audit.record(null, { event, actorId: null, subjectId: null, sessionId: null, target: { kind: 'announcement', id } })

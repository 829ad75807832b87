import { everything } from '../../db/scope.ts'
import type { JobDefinition } from '../../jobs/job.ts'
import { plainText, addMailBody } from '../mail/public.ts'
import type { StoredTranslations } from './announcement-languages.ts'
import { type NotifyDeps, notifyReaders } from './notify-readers.ts'
import type { Tx } from '../../db/database.ts'
import { recordAudit } from '../audit/public.ts'
import { run } from '../../db/run.ts'
import { int, json, statement, text } from '../../db/statement.ts'

/**
 * Runs at each business day: announcements past their last day become expired, and those newly in force are sent to
 * their readers by email and text message. What users see does not depend on it.
 */
export function announcementSyncJob(deps: NotifyDeps): JobDefinition<'announcement-sync'> {
  return {
    name: 'announcement-sync',
    run: async (_, { signal, logger }) => {
      const day = await deps.db.transact(everything, async (tx) => {
        const expired = await expire(tx, deps.timeZone)
        const announced = await announce(tx, deps.timeZone)
        return { expired, announced }
      })
      const notices = await notifyReaders(deps, signal)
      if (day.expired + day.announced + notices > 0) logger.info({ ...day, notices }, 'announcements follow the day')
    },
  }
}

const expireEnded = statement([text], {
  name: 'announcements: expire ended',
  text: `update announcements set status = 'expired', changed_by = null
    where status = 'published' and effective_to < business_today($1) returning id`,
  row: { id: int },
})

async function expire(tx: Tx, timeZone: string): Promise<number> {
  const expired = await run(tx, expireEnded(timeZone))
  for (const { id } of expired) record(tx, 'announcement_expired', id)
  return expired.length
}

const newInForce = statement([text], {
  name: 'announcements: new in force',
  text: `
  select id, title, message_html as "messageHtml", translations from announcements
   where status = 'published' and announced_at is null and effective_from <= business_today($1)
     and (effective_to is null or effective_to >= business_today($1))
   order by id for update skip locked`,
  row: { id: int, title: text, messageHtml: text, translations: json<StoredTranslations>() },
})

const updateAnnouncements = statement([int, int], {
  name: 'announcement sync: update announcements',
  text: `update announcements set announced_at = clock_now(), announced_version = content_version, announced_body_id = $2
        where id = $1`,
})

/** Records what has come into force, with the text that its readers are sent. */
async function announce(tx: Tx, timeZone: string): Promise<number> {
  const found = await run(tx, newInForce(timeZone))
  for (const { id, title, messageHtml: message, translations } of found) {
    // Text only: the HTML is shown in the portal, sanitized when it is stored.
    const bodyId = await addMailBody(tx, 'announcement', {
      title,
      text: plainText(message),
      ...(Object.keys(translations).length > 0 && { translations: plainTranslations(translations) }),
    })
    await run(tx, updateAnnouncements(id, bodyId))
    record(tx, 'announcement_published', id)
  }
  return found.length
}

const plainTranslations = (translations: StoredTranslations) =>
  Object.fromEntries(
    Object.entries(translations).map(([language, { title, message }]) => [
      language,
      { title, text: plainText(message) },
    ]),
  )

const record = (tx: Tx, event: 'announcement_published' | 'announcement_expired', id: number): void =>
  recordAudit(tx, null, {
    event,
    actorId: null,
    subjectId: null,
    sessionId: null,
    target: { kind: 'announcement', id },
  })

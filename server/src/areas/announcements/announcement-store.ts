import type { AnnouncementStatus } from '@portico/contract/announcements/announcement-admin.ts'
import { languageOfCode } from '@portico/contract/texts/languages.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { updateLocked } from '../../db/row-version.ts'
import { userNameSql } from '../../db/user-name-sql.ts'
import { isReworded, type StoredTranslations, storedTranslations, translationsOf } from './announcement-languages.ts'
import { type AnnouncementContent, announcementDigest } from './announcement-rules.ts'
import { readAnnouncementTargets, replaceTargets } from './announcement-targets.ts'
import { queries } from '../../db/queries.ts'
import { run, runOne, runFirst } from '../../db/run.ts'
import { day, instant, int, json, nullable, statement, text, textOf } from '../../db/statement.ts'

/** An announcement that is held until the transaction ends. */
export interface LockedAnnouncement extends AnnouncementContent {
  id: number
  status: AnnouncementStatus
  version: number
  /** Who saved it for review last. Null: nobody, or a user who no longer exists. */
  submittedBy: number | null
  /** Null: it was not sent back since. */
  sentBackAt: Date | null
  changedAt: Date
  /** Null: the portal itself, or a user who no longer exists. */
  changedByName: string | null
}

const lockedAnnouncement = statement([int], {
  name: 'announcements: locked announcement',
  text: `
  select a.id, a.title, a.message_html as message, a.language, a.translations, a.kind, a.audience, a.status, a.effective_from as "from",
         a.effective_to as "to", a.version, a.submitted_by as "submittedBy", a.sent_back_at as "sentBackAt",
         a.changed_at as "changedAt",
         ${userNameSql('a.changed_by')} as "changedByName"
    from announcements a where a.id = $1 for update of a`,
  row: {
    id: int,
    title: text,
    message: text,
    language: nullable(text),
    translations: json<StoredTranslations>(),
    kind: textOf<LockedAnnouncement['kind']>(),
    audience: textOf<LockedAnnouncement['audience']>(),
    status: textOf<AnnouncementStatus>(),
    from: day,
    to: nullable(day),
    version: int,
    submittedBy: nullable(int),
    sentBackAt: nullable(instant),
    changedAt: instant,
    changedByName: nullable(text),
  },
})

const columnsOf = (content: AnnouncementContent, status: AnnouncementStatus, changedBy: number) => ({
  title: content.title,
  message_html: content.message,
  language: content.language,
  translations: JSON.stringify(storedTranslations(content.translations)),
  kind: content.kind,
  audience: content.audience,
  status,
  effective_from: content.from,
  effective_to: content.to,
  digest: announcementDigest(content),
  changed_by: changedBy,
})

/** What saving an announcement does to its review: it waits for one anew, or needs none. */
const reviewAfter = (status: AnnouncementStatus, savedBy: number) => ({
  ...(status === 'review' && { submitted_by: savedBy, submitted_at: sql<Date>`clock_now()` }),
  ...NOT_SENT_BACK,
})

/** `status` is among the columns so that the version counts it. */
const sentBack = (note: string, sentBackBy: number) => ({
  status: 'review' as const,
  sent_back_by: sentBackBy,
  sent_back_at: sql<Date>`clock_now()`,
  sent_back_note: note,
  changed_by: sentBackBy,
})

const NOT_SENT_BACK = { sent_back_by: null, sent_back_at: null, sent_back_note: null }

/** One that is shown again is sent to those whom the job had not reached. */
const publishedBy = (userId: number) => ({
  status: 'published' as const,
  published_at: sql<Date>`clock_now()`,
  published_by: userId,
  changed_by: userId,
  notified_at: null,
})

// The tables `announcements`, with their targets, and `user_announcements`, whose rows begin at the first dismissal.

/** Dismisses this version; a later edit of the text shows the announcement again. */
export async function dismissAnnouncement(
  tx: Tx,
  userId: number,
  announcementId: number,
  contentVersion: number,
): Promise<void> {
  const dismissed = { dismissed_at: sql<Date>`clock_now()`, dismissed_version: contentVersion }
  await run(
    tx,
    queries
      .insertInto('user_announcements')
      .values({ user_id: userId, announcement_id: announcementId, ...dismissed })
      .onConflict((conflict) => conflict.columns(['user_id', 'announcement_id']).doUpdateSet(dismissed)),
  )
}

const showAgain = statement([int, int], {
  name: 'announcements: show again',
  text: `update user_announcements set dismissed_at = null, dismissed_version = null
          where user_id = $1 and announcement_id = $2 and dismissed_version is not null returning id`,
  row: { id: int },
})

/** Shows a dismissed announcement again; false where the user has not dismissed it. */
export async function undoDismissal(tx: Tx, userId: number, announcementId: number): Promise<boolean> {
  const shown = await runFirst(tx, showAgain(userId, announcementId))
  return shown !== undefined
}

/** Locks an announcement; undefined where there is none. */
export async function lockAnnouncement(tx: Tx, id: number): Promise<LockedAnnouncement | undefined> {
  const held = await runFirst(tx, lockedAnnouncement(id))
  return (
    held && {
      ...held,
      language: languageOfCode(held.language),
      translations: translationsOf(held.translations),
      targets: await readAnnouncementTargets(tx, id),
    }
  )
}

/** Returns the id. */
export async function insertAnnouncement(
  tx: Tx,
  content: AnnouncementContent,
  status: AnnouncementStatus,
  addedBy: number,
): Promise<number> {
  const { id } = await runOne(
    tx,
    queries
      .insertInto('announcements')
      .values({
        ...columnsOf(content, status, addedBy),
        ...(status === 'published' && publishedBy(addedBy)),
        ...reviewAfter(status, addedBy),
        created_by: addedBy,
      })
      .returning('id'),
  )
  await replaceTargets(tx, id, content.targets)
  return id
}

/** Saves an announcement that the caller holds. A changed text is shown again to users who dismissed the old one. */
export async function changeAnnouncement(
  tx: Tx,
  held: LockedAnnouncement,
  content: AnnouncementContent,
  status: AnnouncementStatus,
  changedBy: number,
): Promise<void> {
  await updateLocked(tx, 'announcements', held, {
    ...columnsOf(content, status, changedBy),
    ...(isReworded(held, content) && { content_version: sql`content_version + 1` }),
    ...(status === 'published' && held.status !== 'published' && publishedBy(changedBy)),
    ...reviewAfter(status, changedBy),
  })
  await replaceTargets(tx, held.id, content.targets)
}

/** Publishes an announcement that the caller holds. */
export async function publishAnnouncement(tx: Tx, held: LockedAnnouncement, changedBy: number): Promise<void> {
  await updateLocked(tx, 'announcements', held, publishedBy(changedBy))
}

/** Sends an announcement that the caller holds, and that waits for review, back to its author. */
export async function sendAnnouncementBack(
  tx: Tx,
  held: LockedAnnouncement,
  note: string,
  sentBackBy: number,
): Promise<void> {
  await updateLocked(tx, 'announcements', held, sentBack(note, sentBackBy))
}

/**
 * Sets the status of an announcement that the caller holds. One that is shown again is sent to those whom the job
 * had not reached.
 */
export async function setAnnouncementStatus(
  tx: Tx,
  held: LockedAnnouncement,
  status: AnnouncementStatus,
  changedBy: number,
): Promise<void> {
  await updateLocked(tx, 'announcements', held, {
    status,
    changed_by: changedBy,
    ...(status === 'published' && { notified_at: null }),
  })
}

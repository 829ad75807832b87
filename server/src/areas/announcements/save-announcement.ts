import { Answer, refuse, refuseFields, refuseStale, isStaleVersion } from '../../http/answers.ts'
import { adminScope } from '../../http/authority.ts'
import type { CallContext } from '../../http/caller.ts'
import { type Message, sentences } from '../../http/sentences.ts'
import { findAnnouncementForAdmin } from './announcement-admin-list.ts'
import { storedTranslations } from './announcement-languages.ts'
import { type AnnouncementContent, statusAfter } from './announcement-rules.ts'
import {
  type LockedAnnouncement,
  insertAnnouncement,
  lockAnnouncement,
  changeAnnouncement,
} from './announcement-store.ts'
import { type Asked, checkContent } from './check-content.ts'
import { mailReviewers } from './review-mails.ts'
import type { Db, Tx } from '../../db/database.ts'
import { enqueue } from '../../jobs/queue.ts'
import { auditChange } from '../audit/public.ts'

export interface AnnouncementAdminDeps {
  db: Db
  /** Business time zone. */
  timeZone: string
  /** True: nobody publishes what they submitted themselves. */
  requiresReview: boolean
}

/** Adds an announcement. The same one twice is refused, so that a repeated request adds one. */
export function addAnnouncement(deps: AnnouncementAdminDeps, by: CallContext, { sent, request }: Asked) {
  return inTransaction(deps, by, async (tx) => {
    if (deps.requiresReview && request === 'publish') return refuseUnreviewed()
    const content = await checkContent(tx, deps.timeZone, { sent, request, before: null })
    if (!('title' in content)) return content
    const id = await insertAnnouncement(tx, content, statusAfter(request), by.caller.user.id)
    recordChange(tx, by, id, { before: null, after: { ...content, status: statusAfter(request) } })
    const saved = request === 'publish' ? sentences.announcement_saved : sentences.announcement_saved_for_review
    return afterSave(tx, deps, id, saved)
  })
}

/** Changes an announcement that is not deleted, and of the version that the caller knows. */
export function updateAnnouncement(
  deps: AnnouncementAdminDeps,
  by: CallContext,
  { id, version, sent, request }: Asked & { id: number; version: number | undefined },
) {
  return inTransaction(deps, by, async (tx) => {
    const held = await lockAnnouncement(tx, id)
    const refusal = refuseLocked(held, version)
    if (refusal || !held) return refusal ?? refuse('404', sentences.not_found)
    if (deps.requiresReview && request === 'publish') return refuseUnreviewed()
    const content = await checkContent(tx, deps.timeZone, { sent, request, before: held })
    if (!('title' in content)) return content
    const status = statusAfter(request)
    const isChanged = recordChange(tx, by, id, { before: held, after: { ...content, status } })
    if (!isChanged && held.sentBackAt === null) return new Saved(id, sentences.announcement_edited)
    await changeAnnouncement(tx, held, content, status, by.caller.user.id)
    return afterSave(tx, deps, id, sentences.announcement_edited)
  })
}

const refuseUnreviewed = () => refuseFields('422', sentences.announcement_needs_review, [])

/** Notifies the reviewers where the announcement needs one. */
async function afterSave(
  tx: Tx,
  { requiresReview }: Pick<AnnouncementAdminDeps, 'requiresReview'>,
  id: number,
  message: Message,
): Promise<Saved> {
  if (!requiresReview) return new Saved(id, message)
  await mailReviewers(tx, id)
  return new Saved(id, sentences.announcement_submitted)
}

/** Why an announcement can't be changed; null where it can. */
export function refuseLocked(held: LockedAnnouncement | undefined, version: number | undefined) {
  if (!held) return refuse('404', sentences.not_found)
  if (isStaleVersion(version, held.version))
    return refuseStale(held, sentences.announcement_stale, sentences.announcement_stale_unknown)
  return held.status === 'deleted' ? refuseFields('422', sentences.announcement_is_deleted, []) : null
}

/** An announcement that was saved, and what the answer says about it. */
export class Saved {
  readonly id: number
  readonly message: Message
  constructor(id: number, message: Message) {
    this.id = id
    this.message = message
  }
}

/** Runs the work, wakes the job that sends what is in force, and answers with the announcement as it is now. */
export async function inTransaction<R>(
  { db, timeZone }: AnnouncementAdminDeps,
  { caller }: CallContext,
  work: (tx: Tx) => Promise<Saved | R>,
) {
  try {
    return await db.transact(adminScope(caller), async (tx) => {
      const done = await work(tx)
      if (!(done instanceof Saved)) return done
      await enqueue(tx, 'announcement-sync', {})
      return new Answer(await findAnnouncementForAdmin(tx, done.id, timeZone), { message: done.message })
    })
  } catch (error) {
    return refuseDuplicate(error)
  }
}

/** The refusal of an announcement that is there already; throws any other error again. */
export function refuseDuplicate(error: unknown) {
  const isDuplicate =
    typeof error === 'object' &&
    error !== null &&
    'constraint' in error &&
    error.constraint === 'announcements_by_digest'
  if (!isDuplicate) throw error
  return refuse('409', sentences.announcement_duplicate)
}

type RecordedAnnouncement = AnnouncementContent & { status: string; sentBackAt?: Date | null }

/** Records what differs; false where nothing does. */
export function recordChange(
  tx: Tx,
  by: CallContext,
  id: number,
  { before, after }: { before: RecordedAnnouncement | null; after: RecordedAnnouncement },
): boolean {
  const stateOf = ({
    title,
    message,
    language,
    translations,
    kind,
    audience,
    from,
    to,
    targets,
    status,
    sentBackAt,
  }: RecordedAnnouncement) => ({
    title,
    message,
    language,
    translations: storedTranslations(translations),
    kind,
    audience,
    status,
    from,
    to,
    ...targets,
    // Submitted again as it is, it differs in this alone.
    ...(sentBackAt && { isSentBack: true }),
  })
  const target = { event: 'announcement_changed', kind: 'announcement', id, clientId: null } as const
  return auditChange(tx, by, target, before && stateOf(before), stateOf(after))
}

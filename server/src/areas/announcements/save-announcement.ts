import { Answer, refuse, refuseFields, refuseStale, isStaleVersion } from '../../http/answers.ts'
import { adminScope } from '../../http/authority.ts'
import type { CallContext } from '../../http/caller.ts'
import { type Message, sentences } from '../../http/sentences.ts'
import type { Stores, Transact } from '../../stores.ts'
import { findAnnouncementForAdmin } from './announcement-admin-list.ts'
import { type AnnouncementContent, statusAfter } from './announcement-rules.ts'
import type { LockedAnnouncement } from './announcement-store.ts'
import { type Asked, checkContent } from './check-content.ts'
import { mailReviewers } from './review-mails.ts'

export interface AnnouncementAdminDeps {
  transact: Transact<'announcements' | 'audit' | 'jobs' | 'outbox' | 'tx' | 'undo'>
  /** Business time zone. */
  timeZone: string
  /** True: nobody publishes what they submitted themselves. */
  requiresReview: boolean
}

type AdminStores = Pick<Stores, 'announcements' | 'audit' | 'jobs' | 'outbox' | 'tx' | 'undo'>

/** Adds an announcement. The same one twice is refused, so that a repeated request adds one. */
export function addAnnouncement(deps: AnnouncementAdminDeps, by: CallContext, { sent, request }: Asked) {
  return inTransaction(deps, by, async (stores) => {
    if (deps.requiresReview && request === 'publish') return refuseUnreviewed()
    const content = await checkContent(stores.tx, deps.timeZone, { sent, request, before: null })
    if (!('title' in content)) return content
    const id = await stores.announcements.add(content, statusAfter(request), by.caller.user.id)
    recordChange(stores, by, id, { before: null, after: { ...content, status: statusAfter(request) } })
    return afterSave(stores, deps, id, sentences.announcement_saved)
  })
}

/** Changes an announcement that is not deleted, and of the version that the caller knows. */
export function updateAnnouncement(
  deps: AnnouncementAdminDeps,
  by: CallContext,
  { id, version, sent, request }: Asked & { id: number; version: number | undefined },
) {
  return inTransaction(deps, by, async (stores) => {
    const held = await stores.announcements.lock(id)
    const refusal = refuseLocked(held, version)
    if (refusal || !held) return refusal ?? refuse('404', sentences.not_found)
    if (deps.requiresReview && request === 'publish') return refuseUnreviewed()
    const content = await checkContent(stores.tx, deps.timeZone, { sent, request, before: held })
    if (!('title' in content)) return content
    const status = statusAfter(request)
    const isChanged = recordChange(stores, by, id, { before: held, after: { ...content, status } })
    if (!isChanged && held.sentBackAt === null) return new Saved(id, sentences.announcement_edited)
    await stores.announcements.change(held, content, status, by.caller.user.id)
    return afterSave(stores, deps, id, sentences.announcement_edited)
  })
}

const refuseUnreviewed = () => refuseFields('422', sentences.announcement_needs_review, [])

/** Notifies the reviewers where the announcement needs one. */
async function afterSave(
  stores: Pick<Stores, 'outbox'>,
  { requiresReview }: Pick<AnnouncementAdminDeps, 'requiresReview'>,
  id: number,
  message: Message,
): Promise<Saved> {
  if (!requiresReview) return new Saved(id, message)
  await mailReviewers(stores, id)
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
  { transact, timeZone }: AnnouncementAdminDeps,
  { caller }: CallContext,
  work: (stores: AdminStores) => Promise<Saved | R>,
) {
  try {
    return await transact(adminScope(caller), async (stores) => {
      const done = await work(stores)
      if (!(done instanceof Saved)) return done
      await stores.jobs.enqueue('announcement-sync', {})
      return new Answer(await findAnnouncementForAdmin(stores.tx, done.id, timeZone), { message: done.message })
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
  { audit }: Pick<Stores, 'audit'>,
  by: CallContext,
  id: number,
  { before, after }: { before: RecordedAnnouncement | null; after: RecordedAnnouncement },
): boolean {
  const stateOf = ({
    title,
    message,
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
  return audit.change(by, target, before && stateOf(before), stateOf(after))
}

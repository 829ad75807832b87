import { ANNOUNCEMENT_NOTE_MAX } from '@portico/contract/limits.ts'
import { refuse, refuseField, refuseFields, refuseIssues } from '../../http/answers.ts'
import type { CallContext } from '../../http/caller.ts'
import { sentences } from '../../http/sentences.ts'
import { plainLines } from '../../plain-lines.ts'
import { auditActor, recordAudit } from '../audit/public.ts'
import { reachesAnybody } from './announcement-reach.ts'
import { reviewRefusal } from './announcement-rules.ts'
import { businessToday, targetIssues } from './check-content.ts'
import { mailAuthor } from './review-mails.ts'
import { type AnnouncementAdminDeps, inTransaction, refuseLocked, Saved } from './save-announcement.ts'
import { publishAnnouncement, sendAnnouncementBack, lockAnnouncement } from './announcement-store.ts'
import type { Tx } from '../../db/database.ts'

interface Reviewed {
  id: number
  /** The version that the reviewer has seen. */
  version: number
}

/** Publishes an announcement that waits for review, as its reviewer has seen it (decision F1). */
export function publishReviewed(deps: AnnouncementAdminDeps, by: CallContext, reviewed: Reviewed) {
  return inTransaction(deps, by, async (tx) => {
    const held = await lockForReview(tx, deps, by, { ...reviewed, decision: 'publish' })
    if (!('title' in held)) return held
    const issues = await targetIssues(tx, held.targets)
    if (issues.length > 0) return refuseIssues(issues)
    if (!(await reachesAnybody(tx, held))) return refuseFields('422', sentences.announcement_review_reaches_nobody, [])
    await publishAnnouncement(tx, held, by.caller.user.id)
    record(tx, by, { event: 'announcement_reviewed', id: held.id, after: { submittedBy: held.submittedBy } })
    return new Saved(held.id, sentences.announcement_review_published)
  })
}

/** Sends an announcement that waits for review back to its author, who is notified. */
export function sendBack(
  deps: AnnouncementAdminDeps,
  by: CallContext,
  { note: sent, ...reviewed }: Reviewed & { note: string },
) {
  const note = plainLines(sent)
  return inTransaction(deps, by, async (tx) => {
    if (note === '') return refuseField('noteTxt', sentences.announcement_review_note_missing)
    if (note.length > ANNOUNCEMENT_NOTE_MAX) return refuseField('noteTxt', sentences.announcement_review_note_too_long)
    const held = await lockForReview(tx, deps, by, { ...reviewed, decision: 'send_back' })
    if (!('title' in held)) return held
    await sendAnnouncementBack(tx, held, note, by.caller.user.id)
    await mailAuthor(tx, held.id)
    record(tx, by, { event: 'announcement_sent_back', id: held.id, after: { note } })
    return new Saved(held.id, sentences.announcement_review_was_sent_back)
  })
}

/** Locks the announcement if the caller can decide about it. */
async function lockForReview(
  tx: Tx,
  { requiresReview, timeZone }: AnnouncementAdminDeps,
  { caller }: CallContext,
  { id, version, decision }: Reviewed & { decision: 'publish' | 'send_back' },
) {
  const held = await lockAnnouncement(tx, id)
  const refusal = refuseLocked(held, version)
  if (refusal || !held) return refusal ?? refuse('404', sentences.not_found)
  const today = await businessToday(tx, timeZone)
  const reason = reviewRefusal(held, decision, { reviewerId: caller.user.id, requiresOther: requiresReview, today })
  return reason === null ? held : refuseFields('422', sentences[reason], [])
}

const record = (
  tx: Tx,
  { caller, request }: CallContext,
  {
    event,
    id,
    after,
  }: { event: 'announcement_reviewed' | 'announcement_sent_back'; id: number; after: Record<string, unknown> },
): void => recordAudit(tx, request, { event, ...auditActor(caller), target: { kind: 'announcement', id }, after })

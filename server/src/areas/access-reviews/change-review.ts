import { databaseTime } from '../../db/clock.ts'
import type { Db } from '../../db/database.ts'
import { everything } from '../../db/scope.ts'
import { Answer, refuse, refuseField } from '../../http/answers.ts'
import type { CallContext } from '../../http/caller.ts'
import { sentences } from '../../http/sentences.ts'
import { auditActor, recordAudit } from '../audit/public.ts'
import { countPendingItems, lockReview, setReviewDue } from './access-review-store.ts'
import { dueIssue } from './review-rules.ts'

/**
 * Ends a review now, as if its due date had passed: what nobody has decided stays as it is, and the audit trail says how
 * much that was. Decisions stand.
 */
export function closeReview({ db }: { db: Db }, { caller, request }: CallContext, id: number) {
  return db.transact(everything, async (tx) => {
    const review = await lockReview(tx, id)
    if (!review) return refuse('404', sentences.not_found)
    if (review.isOver) return refuse('409', sentences.review_item_over)
    const open = await countPendingItems(tx, id)
    const now = await databaseTime(tx)
    await setReviewDue(tx, id, now)
    recordAudit(tx, request, {
      event: 'access_review_closed',
      ...auditActor(caller),
      target: { kind: 'access-review', id },
      clientId: review.clientId,
      before: { dueAt: review.dueAt },
      after: { dueAt: now, undecided: open },
    })
    return new Answer(null, { message: sentences.review_closed({ open }) })
  })
}

/** Changes until when a review under way takes decisions. */
export function changeReviewDue(
  { db }: { db: Db },
  { caller, request }: CallContext,
  { id, dueAt }: { id: number; dueAt: Date },
) {
  return db.transact(everything, async (tx) => {
    const review = await lockReview(tx, id)
    if (!review) return refuse('404', sentences.not_found)
    if (review.isOver) return refuse('409', sentences.review_item_over)
    const due = dueIssue(await databaseTime(tx), dueAt)
    if (due !== null)
      return refuseField('dueDt', due === 'past' ? sentences.review_due_past : sentences.review_due_too_far)
    if (review.dueAt.getTime() !== dueAt.getTime()) {
      await setReviewDue(tx, id, dueAt)
      recordAudit(tx, request, {
        event: 'access_review_due_changed',
        ...auditActor(caller),
        target: { kind: 'access-review', id },
        clientId: review.clientId,
        before: { dueAt: review.dueAt },
        after: { dueAt },
      })
    }
    return new Answer(null, { message: sentences.review_due_changed })
  })
}

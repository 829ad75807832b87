import { REVIEW_ITEMS_MAX } from '@portico/contract/limits.ts'
import { databaseTime } from '../../db/clock.ts'
import { everything } from '../../db/scope.ts'
import { Answer, refuse, refuseField } from '../../http/answers.ts'
import type { CallContext } from '../../http/caller.ts'
import { sentences } from '../../http/sentences.ts'
import { auditActor, recordAudit } from '../audit/public.ts'
import { dueIssue } from './review-rules.ts'
import type { Db, Tx } from '../../db/database.ts'
import { isReviewUnderWay, addReview, type ReviewScope } from './access-review-store.ts'
import { runJobNow } from '../../jobs/queue.ts'
import { runFirst } from '../../db/run.ts'
import { int, nullable, statement } from '../../db/statement.ts'

interface Input {
  clientId: number | null
  systemId: number | null
  dueAt: Date
}

/** Starts a review of what users hold now. The job `access-review-notices` mails those who decide. */
export function startReview({ db }: { db: Db }, { caller, request }: CallContext, input: Input) {
  return db.transact(everything, async (tx) => {
    const issue = await scopeIssue(tx, input)
    if (issue) return refuseField(issue.field, issue.message)
    const due = dueIssue(await databaseTime(tx), input.dueAt)
    if (due !== null)
      return refuseField('dueDt', due === 'past' ? sentences.review_due_past : sentences.review_due_too_far)
    if (await isReviewUnderWay(tx, input)) return refuse('409', sentences.review_under_way)
    const { id, items } = await addReview(tx, { ...input, startedBy: caller.user.id })
    if (items === 0) return refuse('422', sentences.review_scope_empty)
    if (items > REVIEW_ITEMS_MAX) return tooLarge(input)
    recordAudit(tx, request, {
      event: 'access_review_started',
      ...auditActor(caller),
      target: { kind: 'access-review', id },
      clientId: input.clientId,
      after: { ...input, grants: items },
    })
    await runJobNow(tx, 'access-review-notices')
    const data = { accessReviewId: id, itemCnt: items }
    return new Answer(data, { message: sentences.review_started({ count: items }) })
  })
}

/** Refuses a scope with more grants than a review can have, with what to do instead. */
export function tooLarge({ systemId }: ReviewScope) {
  const max = REVIEW_ITEMS_MAX
  return systemId === null
    ? refuseField('employerId', sentences.review_employer_too_large({ max }))
    : refuseField('systemId', sentences.review_application_too_large({ max }))
}

const selectClients = statement([nullable(int), nullable(int)], {
  name: 'access-reviews: select clients',
  text: `select from clients where id = $1 and not is_deleted
     union all select from systems where id = $2 and deleted_at is null`,
})

/** Why a review cannot be about this; null where it can. */
export async function scopeIssue(tx: Tx, { clientId, systemId }: ReviewScope) {
  const field = systemId === null ? 'employerId' : 'systemId'
  if ((clientId === null) === (systemId === null)) return { field, message: sentences.review_scope_missing }
  const found = await runFirst(tx, selectClients(clientId, systemId))
  return found ? null : { field, message: sentences.review_scope_unknown }
}

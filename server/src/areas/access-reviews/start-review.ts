import { REVIEW_ITEMS_MAX } from '@portico/contract/limits.ts'
import { query } from '../../db/query.ts'
import { everything } from '../../db/scope.ts'
import { Answer, refuse, refuseField } from '../../http/answers.ts'
import type { CallContext } from '../../http/caller.ts'
import { sentences } from '../../http/sentences.ts'
import type { Stores, Transact } from '../../stores.ts'
import { auditActor } from '../audit/public.ts'
import { dueIssue } from './review-rules.ts'

interface Input {
  clientId: number | null
  systemId: number | null
  dueAt: Date
}

/** Starts a review of what users hold now. The job `access-review-notices` mails those who decide. */
export function startReview(
  { transact }: { transact: Transact<'accessReviews' | 'audit' | 'jobs' | 'tx'> },
  { caller, request }: CallContext,
  input: Input,
) {
  return transact(everything, async (stores) => {
    const { accessReviews, audit, jobs } = stores
    const issue = await scopeIssue(stores, input)
    if (issue) return refuseField(issue.field, issue.message)
    const due = dueIssue(await databaseTime(stores), input.dueAt)
    if (due !== null)
      return refuseField('dueDt', due === 'past' ? sentences.review_due_past : sentences.review_due_too_far)
    if (await accessReviews.isUnderWay(input)) return refuse('409', sentences.review_under_way)
    const { id, items } = await accessReviews.add({ ...input, startedBy: caller.user.id })
    if (items === 0) return refuse('422', sentences.review_scope_empty)
    if (items > REVIEW_ITEMS_MAX) return tooLarge(input)
    audit.record(request, {
      event: 'access_review_started',
      ...auditActor(caller),
      target: { kind: 'access-review', id },
      clientId: input.clientId,
      after: { ...input, grants: items },
    })
    await jobs.runNow('access-review-notices')
    const data = { accessReviewId: id, itemCnt: items }
    return new Answer(data, { message: sentences.review_started({ count: items }) })
  })
}

function tooLarge({ systemId }: Input) {
  const max = REVIEW_ITEMS_MAX
  return systemId === null
    ? refuseField('employerId', sentences.review_employer_too_large({ max }))
    : refuseField('systemId', sentences.review_application_too_large({ max }))
}

async function scopeIssue({ tx }: Pick<Stores, 'tx'>, { clientId, systemId }: Input) {
  const field = systemId === null ? 'employerId' : 'systemId'
  if ((clientId === null) === (systemId === null)) return { field, message: sentences.review_scope_missing }
  const [found] = await query(
    tx,
    `select from clients where id = $1 and not is_deleted
     union all select from systems where id = $2 and deleted_at is null`,
    [clientId, systemId],
  )
  return found ? null : { field, message: sentences.review_scope_unknown }
}

async function databaseTime({ tx }: Pick<Stores, 'tx'>): Promise<Date> {
  const [row] = await query<{ now: Date }>(tx, 'select clock_now() as now', [])
  return row?.now ?? new Date()
}

import { REVIEW_ITEMS_MAX } from '@portico/contract/limits.ts'
import type { Db } from '../../db/database.ts'
import { runOne } from '../../db/run.ts'
import { everything } from '../../db/scope.ts'
import { int, nullable, statement } from '../../db/statement.ts'
import { Answer, refuseField } from '../../http/answers.ts'
import { heldInScope, type ReviewScope } from './access-review-store.ts'
import { recipientsOf } from './review-recipients.ts'
import { scopeIssue, tooLarge } from './start-review.ts'

const countScope = statement([nullable(int), nullable(int), int], {
  name: 'access-reviews: count scope',
  text: `with items as materialized (
    select 0 as review_id, held.user_id, held.system_id ${heldInScope} limit $3::integer + 1),
  ${recipientsOf('items')}
  select (select count(*) from items)::integer as grants, (select count(distinct user_id) from items)::integer as users,
         (select count(distinct id) from recipients)::integer as deciders`,
  row: { grants: int, users: int, deciders: int },
})

/** What a review would be about that started now, and how many administrators it would mail. */
export function countReviewScope({ db }: { db: Db }, scope: ReviewScope) {
  return db.read(everything, async (tx) => {
    const issue = await scopeIssue(tx, scope)
    if (issue) return refuseField(issue.field, issue.message)
    const { grants, users, deciders } = await runOne(tx, countScope(scope.clientId, scope.systemId, REVIEW_ITEMS_MAX))
    if (grants > REVIEW_ITEMS_MAX) return tooLarge(scope)
    return new Answer({ grantCnt: grants, userCnt: users, deciderCnt: deciders })
  })
}

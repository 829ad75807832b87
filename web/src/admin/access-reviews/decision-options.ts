import {
  type decideReviewItems,
  getAccessReview,
  listAccessReviews,
  listReviewItems,
  undoReviewDecisions,
} from '@portico/contract/access-reviews/access-reviews.ts'
import {
  listPermissionSetHolders,
  listPermissionSetsOfUser,
} from '@portico/contract/permission-sets/permission-sets.ts'
import { getUserDetail } from '@portico/contract/users/user-profile.ts'
import { listUsers } from '@portico/contract/users/users.ts'
import { type Answer, request } from '../../api/call.ts'
import type { ActionOptions } from '../../patterns/use-action.ts'

/** The profiles of users show what has been ended, and their list whose access ends soon. */
export const changedByDecisions = [
  listReviewItems,
  getAccessReview,
  listAccessReviews,
  getUserDetail,
  listUsers,
  listPermissionSetsOfUser,
  listPermissionSetHolders,
]

/** What came of the decisions of a call. */
export type DecisionResults = Extract<Answer<typeof decideReviewItems>['data'], { undoId: number }>

/** What decisions change, and how they are taken back. `onDecided` comes before the list is read anew. */
export const decisionOptions = (
  uid: number,
  onDecided: (results: DecisionResults) => void,
): ActionOptions<typeof decideReviewItems> => ({
  invalidate: changedByDecisions,
  success: ({ data, message }) => {
    if ('undoId' in data) onDecided(data)
    return message
  },
  undo: async ({ data }) => {
    // The other answer asks for a fresh sign-in, and the call is repeated after it.
    if (!('undoId' in data)) return ''
    const { message } = await request(undoReviewDecisions, { params: { uid }, body: { undoId: data.undoId } })
    return message
  },
})

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
import { request } from '../../api/call.ts'
import type { ActionOptions } from '../../patterns/use-action.ts'

/** What decisions change, and how they are taken back. */
export const decisionOptions = (uid: number): ActionOptions<typeof decideReviewItems> => ({
  // The profiles of users show what has been ended, and their list whose access ends soon.
  invalidate: [
    listReviewItems,
    getAccessReview,
    listAccessReviews,
    getUserDetail,
    listUsers,
    listPermissionSetsOfUser,
    listPermissionSetHolders,
  ],
  undo: async ({ data }) => {
    // The other answer asks for a fresh sign-in, and the call is repeated after it.
    if (!('undoId' in data)) return ''
    const { message } = await request(undoReviewDecisions, { params: { uid }, body: { undoId: data.undoId } })
    return message
  },
})

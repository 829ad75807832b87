import { getPlannedHandOvers } from '@portico/contract/access-changes/planned-hand-overs.ts'
import { query } from '../../api/query.ts'

/** The planned hand-overs of a user; they begin by themselves. */
export const plannedHandOversQuery = (uid: number, userId: number) => ({
  ...query(getPlannedHandOvers, { params: { uid, userId } }),
  staleTime: 0,
})

import * as z from 'zod/mini'
import { Id, Instant, OwnUid, YesNo } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { admin } from '../kit/guard.ts'
import { ReauthenticationNeeded } from '../kit/reauthentication.ts'
import { userAdmin } from '../users/users.ts'
import { AccessChange } from './access-changes.ts'

const guard = admin('User Administration')

export const planHandOver = endpoint({
  name: 'planHandOver',
  method: 'POST',
  path: `${userAdmin}/hand-over-plans`,
  guard,
  params: OwnUid,
  body: z.strictObject({
    userId: Id,
    /** An active user of the same employer who gets the documents; null: they stay with the inactive account. */
    recipientId: z.nullable(Id),
    /** Later than now. */
    plannedDt: Instant,
  }),
  data: AccessChange,
  codes: {
    '401': { message: 'The account of an administrator needs a fresh sign-in (S52)', data: ReauthenticationNeeded },
  },
})

/** A hand-over that waits for its date. */
export const PlannedHandOver = z.object({
  accessChangeId: z.int(),
  plannedDt: Instant,
  leaverId: z.int(),
  leaverNm: z.string(),
  /** Null: the documents stay with the inactive account. */
  recipientNm: z.nullable(z.string()),
  /** Null: somebody outside of the reader's scope. */
  plannedByNm: z.nullable(z.string()),
  /** Whether the reader can undo it. */
  undoFlg: YesNo,
})
export type PlannedHandOver = z.output<typeof PlannedHandOver>

export const getPlannedHandOvers = endpoint({
  name: 'getPlannedHandOvers',
  method: 'GET',
  path: `${userAdmin}/cpusers/{userId}/planned-hand-overs`,
  guard,
  params: z.strictObject({ uid: Id, userId: Id }),
  data: z.object({ leaving: z.array(PlannedHandOver), receiving: z.array(PlannedHandOver) }),
})

export const summaries = {
  planHandOver:
    'Close the account of a leaver on a date, as a hand-over does; checked now and again then. Until then nothing changes, and it can be undone like any planned change of access',
  getPlannedHandOvers: 'The planned hand-overs in which a user leaves or gets the documents',
}

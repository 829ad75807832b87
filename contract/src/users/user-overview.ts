import * as z from 'zod/mini'
import { Id, Instant, YesNo } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { admin } from '../kit/guard.ts'
import { userAdmin } from './users.ts'

/** Second factors that a user can have; 'duo' is the enrollment at the provider. */
export const secondFactorKinds = ['authenticator', 'passkey', 'duo'] as const

/** What an administrator sees of a user's account at one look, besides the profile. */
export const UserOverview = z.object({
  /** Since when the user has their status. */
  statusDt: Instant,
  /** Who gave it; null: the portal itself, or nobody whom the reader may see. */
  statusByNm: z.nullable(z.string()),
  /** Who locked the user: wrong passwords, for a time, or an administrator; null: nobody. */
  lockCd: z.nullable(z.enum(['passwords', 'administrator'])),
  /** When the lock ends by itself; null: it does not, or there is none. */
  lockEndDt: z.nullable(Instant),
  /** Wrong passwords of the last minutes, since the last sign-in. */
  failedSignInCnt: z.int(),
  passwordDt: z.nullable(Instant),
  /** When a temporary password ends, or has ended; null: the password is the user's own. */
  temporaryPasswordEndDt: z.nullable(Instant),
  secondFactors: z.array(
    z.object({
      kindCd: z.enum(secondFactorKinds),
      factorCnt: z.int(),
      /** When the first of the kind was added. */
      addedDt: Instant,
      lastUsedDt: z.nullable(Instant),
    }),
  ),
  recoveryCodeCnt: z.int(),
  /** Open sessions, without those of administrators who act as the user. */
  sessionCnt: z.int(),
  lastActiveDt: z.nullable(Instant),
  /** Requests for applications and permission sets that wait, the oldest first. */
  requests: z.array(
    z.object({
      accessRequestId: z.int(),
      /** The application, or the permission set. */
      pageNm: z.string(),
      /** Null: a permission set was asked for. */
      systemNm: z.nullable(z.string()),
      requestedDt: Instant,
      /** The reader can decide it. */
      decidableFlg: YesNo,
    }),
  ),
})
export type UserOverview = z.output<typeof UserOverview>

export const getUserOverview = endpoint({
  name: 'getUserOverview',
  method: 'GET',
  path: `${userAdmin}/cpusers/{userId}/overview`,
  guard: admin('User Administration'),
  params: z.strictObject({ uid: Id, userId: Id }),
  data: UserOverview,
})

export const summaries = {
  getUserOverview: 'Status, lock, sessions, second factors and waiting requests of a user',
}

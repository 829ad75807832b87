import * as z from 'zod/mini'
import { Id, Instant, OwnUid, text } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { admin } from '../kit/guard.ts'
import { ERASURE_REASON_MAX, goingKinds, stayingKinds } from './erasure-kinds.ts'
import { userAdmin } from './users.ts'

const guard = admin('User Administration', { portalAdminOnly: true })

/** What an erasure of a user takes and leaves. */
export const ErasurePlan = z.object({
  /** Numbers of rows. */
  goes: z.array(z.object({ kindCd: z.enum(goingKinds), rowCnt: z.int() })),
  stays: z.array(z.object({ kindCd: z.enum(stayingKinds), rowCnt: z.int() })),
  /** From when on the user would be erased, were it asked for now. */
  erasedFromDt: Instant,
})
export type ErasurePlan = z.output<typeof ErasurePlan>

export const getErasurePlan = endpoint({
  name: 'getErasurePlan',
  method: 'GET',
  path: `${userAdmin}/cpusers/{userId}/erasure`,
  guard,
  params: z.strictObject({ uid: Id, userId: Id }),
  data: ErasurePlan,
})

export const requestErasure = endpoint({
  name: 'requestErasure',
  method: 'POST',
  path: `${userAdmin}/erasure-service`,
  guard: admin('User Administration', { portalAdminOnly: true, freshSignIn: true }),
  params: OwnUid,
  body: z.strictObject({
    userId: Id,
    // Above the limit, so that the field's own rule refuses a longer text with its own message.
    reasonTxt: text(ERASURE_REASON_MAX * 10),
  }),
})

export const takeBackErasure = endpoint({
  name: 'takeBackErasure',
  method: 'POST',
  path: `${userAdmin}/take-back-erasure-service`,
  guard,
  params: OwnUid,
  body: z.strictObject({ userId: Id }),
})

export const getErasureCertificate = endpoint({
  name: 'getErasureCertificate',
  method: 'GET',
  path: `${userAdmin}/cpusers/{userId}/erasure-certificate`,
  kind: 'attachment',
  guard,
  params: z.strictObject({ uid: Id, userId: Id }),
})

export const summaries = {
  getErasurePlan:
    'What an erasure of a user takes and what it leaves, also before the user is deleted; for portal administrators',
  requestErasure: 'Erase a deleted user once the waiting time of the installation is over; for portal administrators',
  takeBackErasure: 'Take back an erasure that still waits; the user stays deleted; for portal administrators',
  getErasureCertificate: 'The certificate of a user who is erased, without personal data; for portal administrators',
}

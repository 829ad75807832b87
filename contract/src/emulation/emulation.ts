import * as z from 'zod/mini'
import { Id, Instant, text, YesNo } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { admin, gates, signedIn } from '../kit/guard.ts'
import { userAdmin } from '../users/users.ts'

/** An emulation ends after this time at the latest (decision E8). */
export const EMULATION_MINUTES = 30
export const EMULATION_REASON_MAX = 300

const OneUser = z.strictObject({ uid: Id, userId: Id })
const host = text(300)

/** What the administrator begins with: the host name alone, as text or JSON, or with a reason (decision E9). */
export const EmulationRequest = z.union([
  host,
  z.strictObject({
    host,
    reason: z.optional(text(EMULATION_REASON_MAX)),
    /** True: nothing can be changed. False when absent. */
    readOnly: z.optional(z.boolean()),
  }),
])

/** The session in which the administrator acts as the user; its request token is in the header x-csrf-token. */
export const EmulatedLogin = z.object({
  userId: z.int(),
  userNm: z.string(),
  firstNm: z.string(),
  lastNm: z.string(),
  loginSessionId: z.string(),
  internalUserFlg: YesNo,
  idmuser: YesNo,
  federatedUser: YesNo,
  readOnlyFlg: YesNo,
  emulationEndDt: Instant,
  /** Time until then, for a browser whose clock is wrong. */
  secondsLeft: z.int(),
})
export type EmulatedLogin = z.output<typeof EmulatedLogin>

export const emulatedLogin = endpoint({
  name: 'emulatedLogin',
  method: 'POST',
  path: `${userAdmin}/cpusers/{userId}/emulated-login`,
  guard: admin('User Administration', { signOnAs: true }),
  rate: 'sign-in',
  params: OneUser,
  alsoTakes: ['text/plain'],
  body: EmulationRequest,
  data: EmulatedLogin,
})

export const emulatedLogout = endpoint({
  name: 'emulatedLogout',
  method: 'PUT',
  path: `${userAdmin}/cpusers/{userId}/emulated-logout`,
  guard: signedIn({ alsoAt: gates, emulation: 'always', whileClosing: true }),
  params: OneUser,
  ownIds: [],
  actingIds: ['uid'],
})

export const summaries = {
  emulatedLogin: `Sign on as a user for up to ${EMULATION_MINUTES} minutes, with a session of its own; the user gets an email`,
  emulatedLogout: 'End the session in which the administrator acts as the user; that of the administrator stays open',
}

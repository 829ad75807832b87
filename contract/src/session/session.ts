import * as z from 'zod/mini'
import { Id, Instant, OwnUid, YesNo } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { gates, signedIn } from '../kit/guard.ts'

const area = '/ccservices/secure/user/rest/db'

/** Links for users who signed in at their company: sign in again, or sign out there too. */
export const CompanySignOut = z.object({ signInUrl: z.string(), signOutUrl: z.nullable(z.string()) })
export type CompanySignOut = z.output<typeof CompanySignOut>

export const logout = endpoint({
  name: 'logout',
  method: 'PUT',
  path: `${area}/signin/cpusers/{uid}/logout-service`,
  guard: signedIn({ alsoAt: gates, emulation: 'always', whileClosing: true }),
  params: OwnUid,
  data: z.nullable(CompanySignOut),
})

export const getWebSessionId = endpoint({
  name: 'getWebSessionId',
  method: 'GET',
  path: `${area}/signin/web-session-id`,
  guard: signedIn(),
  data: z.string(),
})

export const getSessionTimeout = endpoint({
  name: 'getSessionTimeout',
  method: 'GET',
  path: `${area}/auth/cpusers/{uid}/systems/session-timeout-mins`,
  guard: signedIn({ alsoAt: ['question'] }),
  params: OwnUid,
  data: z.int(),
  background: true,
})

export const getLastAccess = endpoint({
  name: 'getLastAccess',
  method: 'GET',
  path: `${area}/signin/cpusers/{uid}/active-login/last-access-dt`,
  guard: signedIn({ alsoAt: ['question'] }),
  params: OwnUid,
  data: z.object({ lastAccessDt: Instant }),
  background: true,
})

export const staySignedIn = endpoint({
  name: 'staySignedIn',
  method: 'POST',
  path: `${area}/signin/cpusers/{uid}/active-login/stay`,
  guard: signedIn({ alsoAt: ['question'], emulation: 'always' }),
  params: OwnUid,
  data: z.object({ lastAccessDt: Instant }),
})

/** An open session of the user, in any browser. */
export const SessionRow = z.object({
  sessionId: z.int(),
  device: z.string(),
  place: z.string(),
  startDt: Instant,
  lastAccessDt: Instant,
  /** The session that makes this call. */
  currentFlg: YesNo,
})
export type SessionRow = z.output<typeof SessionRow>

export const listSessions = endpoint({
  name: 'listSessions',
  method: 'GET',
  path: `${area}/account-settings/cpusers/{uid}/sessions`,
  guard: signedIn({ alsoAt: ['question'] }),
  params: OwnUid,
  data: z.array(SessionRow),
})

export const endOtherSessions = endpoint({
  name: 'endOtherSessions',
  method: 'POST',
  path: `${area}/account-settings/cpusers/{uid}/sessions/end-others`,
  guard: signedIn({ emulation: 'refuse' }),
  params: OwnUid,
  data: z.object({ endedCnt: z.int() }),
})

/** An attempt to sign in as the user, by anyone. */
export const SignInRow = z.object({
  signInId: z.int(),
  signInDt: Instant,
  /**
   * opened: a session began. failed: wrong password, or locked account. With the right password, duplicate: another
   * session had to end first and this was not confirmed; factor: the second factor was not verified; stopped: the
   * account may not sign in.
   */
  outcome: z.enum(['opened', 'duplicate', 'factor', 'stopped', 'failed']),
  /** Null after a wrong password. */
  device: z.nullable(z.string()),
  place: z.string(),
  /** The session that makes this call, or an attempt from the same browser. */
  currentFlg: YesNo,
})
export type SignInRow = z.output<typeof SignInRow>

export const listSignIns = endpoint({
  name: 'listSignIns',
  method: 'GET',
  path: `${area}/account-settings/cpusers/{uid}/sign-ins`,
  guard: signedIn({ alsoAt: ['question'] }),
  params: OwnUid,
  data: z.array(SignInRow),
})

export const reportSignIn = endpoint({
  name: 'reportSignIn',
  method: 'POST',
  path: `${area}/account-settings/cpusers/{uid}/sign-ins/{signInId}/not-me`,
  guard: signedIn({ emulation: 'refuse' }),
  params: z.strictObject({ uid: Id, signInId: Id }),
  data: z.object({
    endedCnt: z.int(),
    /** Y: this session must now choose a new password. */
    passwordChangeFlg: YesNo,
  }),
})

export const summaries = {
  logout:
    'End the session, an emulated one together with its administrator’s; federated and directory users also get the links of their company’s sign-on',
  getWebSessionId: 'Opaque id of the upload workspace of this session',
  getSessionTimeout: 'Minutes without activity after which the session ends',
  getLastAccess: 'When this session was last used in any tab; this call does not count as activity',
  staySignedIn: 'Count as activity without any other request',
  listSessions: 'Open sessions of the user, most recently used first',
  endOtherSessions: 'End every session of the user except this one',
  listSignIns: 'The latest twenty sign-ins and failed attempts for the user, newest first',
  reportSignIn: 'Report a sign-in as someone else’s: all other sessions end and the password stops working',
}

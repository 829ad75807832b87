import * as z from 'zod/mini'
import { Id, Instant, OwnUid, YesNo } from './kit/codecs.ts'
import { endpoint } from './kit/endpoint.ts'
import { signedIn, signedInAt, signedInAtAnyGate } from './kit/guard.ts'

const area = '/ccservices/secure/user/rest/db'

/** Where somebody may go who signed in at his company: back in, or out there too. */
export const CompanySignOut = z.object({ signInUrl: z.string(), signOutUrl: z.nullable(z.string()) })
export type CompanySignOut = z.output<typeof CompanySignOut>

export const logout = endpoint({
  name: 'logout',
  method: 'PUT',
  path: `${area}/signin/cpusers/{uid}/logout-service`,
  guard: signedInAtAnyGate,
  summary: 'End the session; for federated and directory users the answer says where their company’s sign-on is',
  params: OwnUid,
  data: z.nullable(CompanySignOut),
})

export const getWebSessionId = endpoint({
  name: 'getWebSessionId',
  method: 'GET',
  path: `${area}/signin/web-session-id`,
  guard: signedIn,
  summary: 'Opaque id of the upload workspace of this session',
  data: z.string(),
})

export const getSessionTimeout = endpoint({
  name: 'getSessionTimeout',
  method: 'GET',
  path: `${area}/auth/cpusers/{uid}/systems/session-timeout-mins`,
  guard: signedInAt('question'),
  summary: 'Minutes without activity after which the session ends',
  params: OwnUid,
  data: z.int(),
  background: true,
})

export const getLastAccess = endpoint({
  name: 'getLastAccess',
  method: 'GET',
  path: `${area}/signin/cpusers/{uid}/active-login/last-access-dt`,
  guard: signedInAt('question'),
  summary: 'When this session was last used, in whichever tab; asking is no use',
  params: OwnUid,
  data: z.object({ lastAccessDt: Instant }),
  background: true,
})

export const staySignedIn = endpoint({
  name: 'staySignedIn',
  method: 'POST',
  path: `${area}/signin/cpusers/{uid}/active-login/stay`,
  guard: signedInAt('question'),
  summary: 'Count as activity although nothing else is asked',
  params: OwnUid,
  data: z.object({ lastAccessDt: Instant }),
})

/** An open session of the user's own, in whichever browser. */
export const SessionRow = z.object({
  sessionId: z.int(),
  device: z.string(),
  place: z.string(),
  startDt: Instant,
  lastAccessDt: Instant,
  /** The session that asks. */
  currentFlg: YesNo,
})
export type SessionRow = z.output<typeof SessionRow>

export const listSessions = endpoint({
  name: 'listSessions',
  method: 'GET',
  path: `${area}/account-settings/cpusers/{uid}/sessions`,
  guard: signedInAt('question'),
  summary: 'Open sessions of the user, latest used first',
  params: OwnUid,
  data: z.array(SessionRow),
})

export const endOtherSessions = endpoint({
  name: 'endOtherSessions',
  method: 'POST',
  path: `${area}/account-settings/cpusers/{uid}/sessions/end-others`,
  guard: signedIn,
  summary: 'End every session of the user but this one',
  params: OwnUid,
  data: z.object({ endedCnt: z.int() }),
})

/** One try to sign in as the user, whoever made it. */
export const SignInRow = z.object({
  signInId: z.int(),
  signInDt: Instant,
  /**
   * opened: a session began. failed: the password was wrong, or the account was locked. With a right password,
   * duplicate: another session was to end first, and nobody said so; factor: a second factor was not shown;
   * stopped: the account lets nobody in.
   */
  outcome: z.enum(['opened', 'duplicate', 'factor', 'stopped', 'failed']),
  /** Null where the password was wrong. */
  device: z.nullable(z.string()),
  place: z.string(),
  /** The session that asks, or a try of the same browser. */
  currentFlg: YesNo,
})
export type SignInRow = z.output<typeof SignInRow>

export const listSignIns = endpoint({
  name: 'listSignIns',
  method: 'GET',
  path: `${area}/account-settings/cpusers/{uid}/sign-ins`,
  guard: signedInAt('question'),
  summary: 'The latest twenty sign-ins of the user and tries at it, newest first',
  params: OwnUid,
  data: z.array(SignInRow),
})

export const reportSignIn = endpoint({
  name: 'reportSignIn',
  method: 'POST',
  path: `${area}/account-settings/cpusers/{uid}/sign-ins/{signInId}/not-me`,
  guard: signedIn,
  summary: 'Say that a sign-in was somebody else: all other sessions end and the password opens nothing any more',
  params: z.strictObject({ uid: Id, signInId: Id }),
  data: z.object({
    endedCnt: z.int(),
    /** Y: this session now stands where a new password is chosen. */
    passwordChangeFlg: YesNo,
  }),
})

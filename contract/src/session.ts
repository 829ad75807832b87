import * as z from 'zod/mini'
import { Instant, OwnUid } from './kit/codecs.ts'
import { endpoint } from './kit/endpoint.ts'
import { signedIn, signedInAt, signedInAtAnyGate } from './kit/guard.ts'

const area = '/ccservices/secure/user/rest/db'

export const logout = endpoint({
  name: 'logout',
  method: 'PUT',
  path: `${area}/signin/cpusers/{uid}/logout-service`,
  guard: signedInAtAnyGate,
  summary: 'End the session',
  params: OwnUid,
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

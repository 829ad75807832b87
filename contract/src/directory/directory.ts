import * as z from 'zod/mini'
import { text } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { anyone, anyoneWithPreLoginToken } from '../kit/guard.ts'
import { ReturnPath } from '../kit/return-path.ts'
import { loginCodes, LoginResult } from '../sign-in/sign-in.ts'

const directory = '/ccservices/secure/user/rest/db/signin/directory'

export const findSignInMethod = endpoint({
  name: 'findSignInMethod',
  method: 'POST',
  path: `${directory}/way-in`,
  guard: anyoneWithPreLoginToken,
  rate: 'sign-in',
  body: z.strictObject({ userNm: text(254) }),
  codes: { '207': { message: 'The sign-in continues at this address.', data: z.string() } },
})

export const startDirectorySignIn = endpoint({
  name: 'startDirectorySignIn',
  method: 'GET',
  path: `${directory}/start`,
  kind: 'redirect',
  guard: anyone,
  rate: 'sign-in',
  query: z.strictObject({
    userNm: z.optional(text(254)),
    returnTo: z.optional(ReturnPath),
    /** For a user who is signed in: the provider must ask who they are again (S52). */
    reauth: z.optional(z.literal('true')),
  }),
})

export const finishDirectorySignIn = endpoint({
  name: 'finishDirectorySignIn',
  method: 'GET',
  path: `${directory}/callback`,
  kind: 'redirect',
  guard: anyone,
  rate: 'sign-in',
  // Providers add parameters of their own.
  query: z.looseObject({
    code: z.optional(text(4000)),
    state: z.optional(text(1200)),
    iss: z.optional(text(1000)),
    error: z.optional(text(200)),
  }),
})

/** OpenID Connect Back-Channel Logout 1.0: called by the provider, which may send more than the portal reads. */
export const endDirectorySessions = endpoint({
  name: 'endDirectorySessions',
  method: 'POST',
  path: `${directory}/backchannel-logout`,
  kind: 'form',
  guard: anyone,
  body: z.looseObject({ logout_token: text(8000) }),
})

export const checkDirectoryUser = endpoint({
  name: 'checkDirectoryUser',
  method: 'GET',
  path: `${directory}/check-user`,
  guard: anyone,
  rate: 'sign-in',
  query: z.strictObject({
    token: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))),
    confirmedHangingSession: z.optional(z.enum(['true', 'false'])),
  }),
  data: LoginResult,
  codes: loginCodes,
})

export const summaries = {
  findSignInMethod: 'How this user name signs in: with a password here, or at another address',
  startDirectorySignIn: 'Redirect to the company’s sign-in page; returnTo is the portal page to open afterwards',
  finishDirectorySignIn: 'Return from the company’s sign-in page with an authorization code',
  endDirectorySessions:
    'Back-channel logout: the company’s provider reports a sign-out; ends the sessions that its sign-in opened',
  checkDirectoryUser:
    'Continue a sign-in that the directory has verified; the ticket is single-use and bound to this browser',
}

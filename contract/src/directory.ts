import * as z from 'zod/mini'
import { text } from './kit/codecs.ts'
import { endpoint } from './kit/endpoint.ts'
import { anyone, anyoneWithPreLoginToken } from './kit/guard.ts'
import { OwnPage } from './kit/own-page.ts'
import { entryCodes, LoginResult } from './sign-in.ts'

const directory = '/ccservices/secure/user/rest/db/signin/directory'

export const findWayIn = endpoint({
  name: 'findWayIn',
  method: 'POST',
  path: `${directory}/way-in`,
  guard: anyoneWithPreLoginToken,
  summary: 'How somebody of this name signs in: here with a password, or at another address',
  rate: 'sign-in',
  body: z.strictObject({ userNm: text(254) }),
  codes: { '207': { says: 'Sign-in goes on at this address.', data: z.string() } },
})

export const startDirectorySignIn = endpoint({
  name: 'startDirectorySignIn',
  method: 'GET',
  path: `${directory}/start`,
  kind: 'redirect',
  guard: anyone,
  summary: 'On to the sign-in of the company; returnTo is a page of the portal to stand on afterwards',
  rate: 'sign-in',
  query: z.strictObject({
    userNm: z.optional(text(254)),
    returnTo: z.optional(OwnPage),
  }),
})

export const finishDirectorySignIn = endpoint({
  name: 'finishDirectorySignIn',
  method: 'GET',
  path: `${directory}/callback`,
  kind: 'redirect',
  guard: anyone,
  summary: 'Back from the sign-in of the company, with a code',
  rate: 'sign-in',
  // Providers add words of their own.
  query: z.looseObject({
    code: z.optional(text(4000)),
    state: z.optional(text(1200)),
    iss: z.optional(text(1000)),
    error: z.optional(text(200)),
  }),
})

/** OpenID Connect Back-Channel Logout 1.0: the provider itself calls, which may send more than we read. */
export const endDirectorySessions = endpoint({
  name: 'endDirectorySessions',
  method: 'POST',
  path: `${directory}/backchannel-logout`,
  kind: 'form',
  guard: anyone,
  summary: 'The provider of the company says that somebody has signed out there; ends what that sign-in opened',
  body: z.looseObject({ logout_token: text(8000) }),
})

export const checkDirectoryUser = endpoint({
  name: 'checkDirectoryUser',
  method: 'GET',
  path: `${directory}/check-user`,
  guard: anyone,
  summary: 'Go on with a sign-in that the directory has vouched for; the ticket is good once, in this browser',
  rate: 'sign-in',
  query: z.strictObject({
    token: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))),
    confirmedHangingSession: z.optional(z.enum(['true', 'false'])),
  }),
  data: LoginResult,
  codes: entryCodes,
})

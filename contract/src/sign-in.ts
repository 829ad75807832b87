import * as z from 'zod/mini'
import { humanCheckCodes } from './human-check.ts'
import { Instant, OwnUid, YesNo, text } from './kit/codecs.ts'
import { endpoint } from './kit/endpoint.ts'
import { anyone, anyoneWithPreLoginToken, signedInAt } from './kit/guard.ts'

const signin = '/ccservices/secure/user/rest/db/signin'

export const getApplicationResources = endpoint({
  name: 'getApplicationResources',
  method: 'GET',
  path: `${signin}/application-resources`,
  guard: anyone,
  summary: 'Every text of the portal by its key',
  data: z.record(z.string(), z.string()),
})

export const getManifest = endpoint({
  name: 'getManifest',
  method: 'GET',
  path: `${signin}/manifest`,
  guard: anyone,
  summary: 'Version of the running build',
  data: z.object({ buildVersion: z.string(), buildDate: z.nullable(Instant), commit: z.nullable(z.string()) }),
})

export const getPreloginCsrfToken = endpoint({
  name: 'getPreloginCsrfToken',
  method: 'GET',
  path: `${signin}/prelogin-csrf-token`,
  guard: anyone,
  summary: 'A token for one sign-in, in the header x-csrf-token; good for ten minutes in this browser',
  rate: 'sign-in',
  /** True: sign-in from here will ask for a human check, so that the browser may begin at once. */
  data: z.object({ humanCheck: z.boolean() }),
})

/** What a sign-in answers (SIGN-016..029). `loginSessionId` is null for a locked or inactive user (decision B2). */
export const LoginResult = z.object({
  userId: z.int(),
  userNm: z.string(),
  firstNm: z.string(),
  userStatus: z.enum(['1', '2', '3']),
  acctLockedFlg: YesNo,
  loginSessionId: z.nullable(z.string()),
  pswdChngDt: z.nullable(Instant),
  securityQuestionId: z.nullable(z.int()),
  /** Never sent (decision B10). */
  pswdPhrase: z.null(),
  idmuser: YesNo,
  federatedUser: YesNo,
  internalUserFlg: YesNo,
  eulaAcceptedDt: z.nullable(Instant),
  passwordExpiredFlg: YesNo,
  /** Whole days until the password expires; null where it does not age (decision B13). */
  daysBeforePasswordExpire: z.nullable(z.int()),
  signOnAsFlg: YesNo,
})
export type LoginResult = z.output<typeof LoginResult>

/** The other session that a 409 tells of (decision B8). */
export const OtherSession = z.object({ lastAccessDt: Instant, device: z.string(), place: z.string() })
export type OtherSession = z.output<typeof OtherSession>

/** The offer to enrol a second factor (decision B5); the token is good once, in this browser. */
export const Enrolment = z.object({
  token: z.string(),
  enrollUrl: z.string(),
  canSkip: z.boolean(),
  skipsLeft: z.int(),
})
export type Enrolment = z.output<typeof Enrolment>

/** What anybody may be told who has shown who he is, whichever way. */
export const entryCodes = {
  '204': 'The user name or password is wrong; the message is to be shown.',
  '207': { says: 'Sign-in goes on at this address.', data: z.string() },
  '309': { says: 'A second factor is to be enrolled first.', data: Enrolment },
  '409': { says: 'The user has another session; resend with confirmedHangingSession to end it.', data: OtherSession },
} as const

export const login = endpoint({
  name: 'login',
  method: 'POST',
  path: `${signin}/login-service`,
  guard: anyoneWithPreLoginToken,
  summary: 'Sign in with user name and password',
  rate: 'sign-in',
  body: z.strictObject({
    userNm: text(254),
    password: text(1024),
    host: text(300),
    confirmedHangingSession: z.optional(z.enum(['true', 'false'])),
  }),
  data: LoginResult,
  codes: {
    ...entryCodes,
    ...humanCheckCodes,
  },
})

export const acceptLicence = endpoint({
  name: 'acceptLicence',
  method: 'POST',
  path: `${signin}/cpusers/{uid}/update-eula-accepteddt`,
  guard: signedInAt('licence'),
  summary: 'Record that the user accepts the licence',
  params: OwnUid,
  data: z.object({ eulaAcceptedDt: Instant }),
})

export const getLicence = endpoint({
  name: 'getLicence',
  method: 'GET',
  path: `${signin}/cpusers/{uid}/licence`,
  guard: signedInAt('licence'),
  summary: 'The licence text that applies to the user: that of the client, else the default',
  params: OwnUid,
  data: z.object({ version: z.int(), title: z.string(), html: z.string() }),
})

import * as z from 'zod/mini'
import { humanCheckCodes } from '../human-check/human-check.ts'
import { exactText, Id, Instant, OwnUid, text, YesNo } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { anyone, anyoneUsingUpPreLoginToken, signedIn } from '../kit/guard.ts'
import { languages } from '../texts/languages.ts'

const signin = '/ccservices/secure/user/rest/db/signin'

/** Key of the resource that is no text: the id of the notification type that is sent as a text message (UIGN-031). */
export const TEXT_MESSAGE_TYPE_ID = 'text_message_type_id'

export const getApplicationResources = endpoint({
  name: 'getApplicationResources',
  method: 'GET',
  path: `${signin}/application-resources`,
  guard: anyone,
  query: z.strictObject({ language: z.optional(z.enum(languages)) }),
  data: z.record(z.string(), z.string()),
})

export const getManifest = endpoint({
  name: 'getManifest',
  method: 'GET',
  path: `${signin}/manifest`,
  guard: anyone,
  data: z.object({ buildVersion: z.string(), buildDate: z.nullable(Instant), commit: z.nullable(z.string()) }),
})

export const getPreloginCsrfToken = endpoint({
  name: 'getPreloginCsrfToken',
  method: 'GET',
  path: `${signin}/prelogin-csrf-token`,
  guard: anyone,
  rate: 'sign-in',
  /** True: this sign-in will require a human check, so the browser may start solving it. */
  data: z.object({ humanCheck: z.boolean() }),
})

/** The sign-in result (SIGN-016..029). `loginSessionId` is null for a locked or inactive user (decision B2). */
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
  /** Whole days until the password expires; null: it does not expire (decision B13). */
  daysBeforePasswordExpire: z.nullable(z.int()),
  signOnAsFlg: YesNo,
})
export type LoginResult = z.output<typeof LoginResult>

/** The other session reported by a 409 (decision B8). */
export const OtherSession = z.object({ lastAccessDt: Instant, device: z.string(), place: z.string() })
export type OtherSession = z.output<typeof OtherSession>

/** The offer to enroll a second factor (decision B5); the token is single-use and bound to this browser. */
export const Enrollment = z.object({
  token: z.string(),
  enrollUrl: z.string(),
  canSkip: z.boolean(),
  skipsLeft: z.int(),
})
export type Enrollment = z.output<typeof Enrollment>

/** Code of a sign-in whose account is unknown, or no longer what it was when the sign-in began. */
export const unknownAccountCode = { '204': 'Wrong user name or password; show the message.' } as const

/** Codes of a sign-in that needs a second factor. */
export const secondFactorCodes = {
  '207': { message: 'The sign-in continues at this address.', data: z.string() },
  '309': { message: 'A second factor must be enrolled first.', data: Enrollment },
} as const

/** Code of a sign-in while the user has a session elsewhere. */
export const otherSessionCode = {
  '409': {
    message: 'The user has another session; resend with confirmedHangingSession to end it.',
    data: OtherSession,
  },
} as const

/** Refusals that a user may receive after proving their identity. */
export const loginCodes = { ...unknownAccountCode, ...secondFactorCodes, ...otherSessionCode } as const

export const login = endpoint({
  name: 'login',
  method: 'POST',
  path: `${signin}/login-service`,
  guard: anyoneUsingUpPreLoginToken,
  rate: 'sign-in',
  body: z.strictObject({
    userNm: text(254),
    password: exactText(1024),
    host: text(300),
    confirmedHangingSession: z.optional(z.enum(['true', 'false'])),
  }),
  data: LoginResult,
  codes: {
    ...loginCodes,
    ...humanCheckCodes,
  },
})

export const acceptLicense = endpoint({
  name: 'acceptLicense',
  method: 'POST',
  path: `${signin}/cpusers/{uid}/update-eula-accepteddt`,
  guard: signedIn({ alsoAt: ['license'], emulation: 'refuse' }),
  params: OwnUid,
  /** The version that the user has read: another one in force is not accepted. Without a body the one in force is. */
  body: z.optional(z.strictObject({ licenseId: z.optional(Id) })),
  data: z.object({ eulaAcceptedDt: Instant }),
})

export const getLicense = endpoint({
  name: 'getLicense',
  method: 'GET',
  path: `${signin}/cpusers/{uid}/licence`,
  guard: signedIn({ alsoAt: ['license'] }),
  params: OwnUid,
  data: z.object({
    /** Names the version when it is accepted; servers of 0.2.0 do not say it. */
    licenseId: z.optional(z.int()),
    version: z.int(),
    title: z.string(),
    html: z.string(),
    /** The language of the text; null: not said. */
    languageCd: z.optional(z.nullable(z.enum(languages))),
  }),
})

export const summaries = {
  getApplicationResources:
    'Every text of the portal by key, in a language or else in that of the browser; and the id of the notification type that is sent as a text message',
  getManifest: 'Version of the running build',
  getPreloginCsrfToken: 'A token for one sign-in, in the header x-csrf-token; valid for ten minutes in this browser',
  login: 'Sign in with user name and password',
  acceptLicense:
    'Record that the user accepts the license; refused where the one that they have read is not in force any more',
  getLicense:
    'The license text that applies to the user: that of the client, or else the default; in their language where it is kept in it',
}

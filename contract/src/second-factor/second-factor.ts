import * as z from 'zod/mini'
import { exactText, Id, Instant, OwnUid, text } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { anyone, anyoneWithPreLoginToken, signedIn } from '../kit/guard.ts'
import { LoginResult, otherSessionCode, unknownAccountCode } from '../sign-in/sign-in.ts'
import { NewPasskey, PasskeyCheck, PasskeyCreation, PasskeyProof } from './passkey.ts'

const prefix = '/ccservices/secure/user/rest/second-factor'
const own = `${prefix}/cpusers/{uid}`

/** A single-use token, bound to the browser that received it (decision B6). */
const Token = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))
const OneTimeToken = z.object({ token: z.string() })
const OneTimeTokenBody = z.strictObject({ token: Token })

/**
 * The four calls of the external provider: each takes the token of the previous step and returns a ticket for
 * check-user.
 */
const providerCall = {
  method: 'POST',
  guard: anyoneWithPreLoginToken,
  rate: 'sign-in',
  body: OneTimeTokenBody,
  data: OneTimeToken,
} as const
/** Code of a step that took too long, at the user or at the provider (SIGN-072). */
const timeoutCode = {
  '408': { message: 'The time for this step is over; show the text in data.', data: z.string() },
} as const

export const secondFactorLogin = endpoint({
  ...providerCall,
  name: 'secondFactorLogin',
  path: `${prefix}/login`,
  codes: timeoutCode,
})

export const skipEnrollment = endpoint({
  ...providerCall,
  name: 'skipEnrollment',
  path: `${prefix}/skip_enrollment`,
  codes: timeoutCode,
})

export const skipSsoEnrollment = endpoint({
  ...providerCall,
  name: 'skipSsoEnrollment',
  path: `${prefix}/sso_skip_enrollment`,
  codes: timeoutCode,
})

export const ssoEnrollmentLogin = endpoint({
  ...providerCall,
  name: 'ssoEnrollmentLogin',
  path: `${prefix}/sso_enrollment_login`,
  codes: timeoutCode,
})

export const checkSecondFactorUser = endpoint({
  name: 'checkSecondFactorUser',
  method: 'GET',
  path: '/ccservices/secure/user/rest/db/signin/second-factor/check-user',
  guard: anyone,
  rate: 'sign-in',
  query: z.strictObject({
    token: Token,
    confirmedHangingSession: z.optional(z.enum(['true', 'false'])),
  }),
  data: LoginResult,
  codes: { ...unknownAccountCode, ...otherSessionCode },
})

/** What the second factor page shows. */
export const SecondFactorPrompt = z.object({
  step: z.enum(['show', 'enrol']),
  provider: z.enum(['built-in', 'duo']),
  userNm: z.string(),
  hasPasskey: z.boolean(),
  hasAuthenticator: z.boolean(),
  recoveryCodesLeft: z.int(),
  /** True: signed in at a directory or employer, which has completion calls of its own. */
  isSso: z.boolean(),
})
export type SecondFactorPrompt = z.output<typeof SecondFactorPrompt>

export const getSecondFactorPrompt = endpoint({
  name: 'getSecondFactorPrompt',
  method: 'GET',
  path: `${prefix}/prompt`,
  guard: anyone,
  rate: 'sign-in',
  data: SecondFactorPrompt,
})

const promptCall = { method: 'POST', guard: anyoneWithPreLoginToken, rate: 'sign-in' } as const
/** An empty JSON object: before sign-in, the JSON content type is part of the cross-site request check. */
const EmptyBody = z.strictObject({})

/** Codes as users type them: with spaces, in any case. */
const Code = text(40)

export const verifyCode = endpoint({
  ...promptCall,
  name: 'verifyCode',
  path: `${prefix}/verify-code`,
  body: z.strictObject({ code: Code, trustDevice: z.boolean() }),
  data: OneTimeToken,
})

export const verifyRecoveryCode = endpoint({
  ...promptCall,
  name: 'verifyRecoveryCode',
  path: `${prefix}/verify-recovery-code`,
  body: z.strictObject({ code: Code }),
  data: z.object({ token: z.string(), recoveryCodesLeft: z.int() }),
})

export const startPasskeyCheck = endpoint({
  ...promptCall,
  name: 'startPasskeyCheck',
  path: `${prefix}/passkey-challenge`,
  body: EmptyBody,
  data: PasskeyCheck,
})

export const verifyPasskey = endpoint({
  ...promptCall,
  name: 'verifyPasskey',
  path: `${prefix}/verify-passkey`,
  body: z.strictObject({ credential: PasskeyProof, trustDevice: z.boolean() }),
  data: OneTimeToken,
})

/** Where to verify or enroll at the external provider; the portal's own second factor has no such address. */
export const startAtProvider = endpoint({
  ...promptCall,
  name: 'startAtProvider',
  path: `${prefix}/start-at-provider`,
  body: EmptyBody,
  data: z.object({ address: z.string() }),
  codes: timeoutCode,
})

export const returnFromProvider = endpoint({
  ...promptCall,
  name: 'returnFromProvider',
  path: `${prefix}/return-from-provider`,
  body: z.strictObject({ state: text(1024), code: text(1024), trustDevice: z.boolean() }),
  data: OneTimeToken,
  // SIGN-073
  codes: { ...timeoutCode, '400': 'The provider refused the user.' },
})

/** A seed for an authenticator app, as text and as an otpauth address for a QR code. */
const AuthenticatorSeed = z.object({ secret: z.string(), address: z.string() })
/** Recovery codes, shown once; empty if the user already has some. */
const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })
const EnrollmentDone = z.object({ token: z.string(), recoveryCodes: z.array(z.string()) })

export const startAuthenticatorEnrollment = endpoint({
  ...promptCall,
  name: 'startAuthenticatorEnrollment',
  path: `${prefix}/enrolment/authenticator`,
  body: EmptyBody,
  data: AuthenticatorSeed,
})

export const confirmAuthenticatorEnrollment = endpoint({
  ...promptCall,
  name: 'confirmAuthenticatorEnrollment',
  path: `${prefix}/enrolment/authenticator/confirm`,
  body: z.strictObject({ code: Code }),
  data: EnrollmentDone,
})

export const startPasskeyEnrollment = endpoint({
  ...promptCall,
  name: 'startPasskeyEnrollment',
  path: `${prefix}/enrolment/passkey`,
  body: EmptyBody,
  data: PasskeyCreation,
})

export const confirmPasskeyEnrollment = endpoint({
  ...promptCall,
  name: 'confirmPasskeyEnrollment',
  path: `${prefix}/enrolment/passkey/confirm`,
  body: z.strictObject({ credential: NewPasskey }),
  data: EnrollmentDone,
})

/** The second factor settings that users see of their own account. */
export const OwnFactors = z.object({
  provider: z.enum(['built-in', 'duo', 'off']),
  isRequired: z.boolean(),
  /** False: signs in elsewhere, so a fresh sign-in replaces the password. */
  hasPassword: z.boolean(),
  authenticator: z.nullable(z.object({ addedDt: Instant, lastUsedDt: z.nullable(Instant) })),
  passkeys: z.array(
    z.object({ passkeyId: z.int(), name: z.string(), addedDt: Instant, lastUsedDt: z.nullable(Instant) }),
  ),
  recoveryCodesLeft: z.int(),
  trustedDevices: z.array(
    z.object({
      deviceId: z.int(),
      device: z.string(),
      place: z.string(),
      lastUsedDt: Instant,
      expiresDt: Instant,
      isThisOne: z.boolean(),
    }),
  ),
})
export type OwnFactors = z.output<typeof OwnFactors>

const ownCall = { guard: signedIn({ emulation: 'refuse' }), params: OwnUid, rate: 'sign-in' } as const
/** Changes require the password again; empty for users who have none here. */
const currentPassword = exactText(1024)

export const getOwnFactors = endpoint({
  ...ownCall,
  name: 'getOwnFactors',
  method: 'GET',
  path: `${own}/factors`,
  guard: signedIn(),
  rate: 'ordinary',
  data: OwnFactors,
})

export const addAuthenticator = endpoint({
  ...ownCall,
  name: 'addAuthenticator',
  method: 'POST',
  path: `${own}/authenticator`,
  body: z.strictObject({ currentPassword }),
  data: AuthenticatorSeed,
})

export const confirmAuthenticator = endpoint({
  ...ownCall,
  name: 'confirmAuthenticator',
  method: 'POST',
  path: `${own}/authenticator/confirm`,
  body: z.strictObject({ code: Code }),
  data: RecoveryCodes,
})

export const removeAuthenticator = endpoint({
  ...ownCall,
  name: 'removeAuthenticator',
  method: 'POST',
  path: `${own}/authenticator/remove`,
  body: z.strictObject({ currentPassword }),
})

export const addPasskey = endpoint({
  ...ownCall,
  name: 'addPasskey',
  method: 'POST',
  path: `${own}/passkeys`,
  body: z.strictObject({ currentPassword }),
  data: PasskeyCreation,
})

export const confirmPasskey = endpoint({
  ...ownCall,
  name: 'confirmPasskey',
  method: 'POST',
  path: `${own}/passkeys/confirm`,
  body: z.strictObject({ credential: NewPasskey }),
  data: RecoveryCodes,
})

export const removePasskey = endpoint({
  ...ownCall,
  name: 'removePasskey',
  method: 'POST',
  path: `${own}/passkeys/remove`,
  body: z.strictObject({ passkeyId: Id, currentPassword }),
})

export const renewRecoveryCodes = endpoint({
  ...ownCall,
  name: 'renewRecoveryCodes',
  method: 'POST',
  path: `${own}/recovery-codes`,
  body: z.strictObject({ currentPassword }),
  data: RecoveryCodes,
})

export const revokeTrustedDevice = endpoint({
  ...ownCall,
  name: 'revokeTrustedDevice',
  method: 'POST',
  path: `${own}/trusted-devices/revoke`,
  body: z.strictObject({ deviceId: Id }),
})

export const summaries = {
  secondFactorLogin: 'Continue the sign-in after the second factor was verified',
  skipEnrollment: 'Postpone the enrollment of a second factor, where the client allows it',
  skipSsoEnrollment: 'Postpone the enrollment, for a user who signed in at a directory or employer',
  ssoEnrollmentLogin: 'Continue after enrolling, for a user who signed in at a directory or employer',
  checkSecondFactorUser:
    'The sign-in result after the second factor; the ticket is single-use and valid for one minute',
  getSecondFactorPrompt: 'The sign-in in this browser that awaits its second factor',
  verifyCode: 'Verify the second factor with a code of the authenticator app',
  verifyRecoveryCode: 'Verify the second factor with a recovery code, which uses up the code',
  startPasskeyCheck: 'A passkey challenge for the user who is signing in',
  verifyPasskey: 'Verify the second factor with a passkey',
  startAtProvider: 'The address of the provider’s own prompt for the user who is signing in',
  returnFromProvider: 'The parameters with which the provider redirected the browser back',
  startAuthenticatorEnrollment: 'A new authenticator app seed for the user who is signing in',
  confirmAuthenticatorEnrollment: 'Activate the authenticator app with its first code',
  startPasskeyEnrollment: 'A challenge to create the first passkey of the user who is signing in',
  confirmPasskeyEnrollment: 'Activate the passkey',
  getOwnFactors: 'The user’s own second factors and trusted devices',
  addAuthenticator: 'A new authenticator app seed; replaces the current one once confirmed',
  confirmAuthenticator: 'Activate the new authenticator app with its first code',
  removeAuthenticator: 'Remove the authenticator app',
  addPasskey: 'A challenge for a new passkey',
  confirmPasskey: 'Activate the new passkey',
  removePasskey: 'Remove one passkey',
  renewRecoveryCodes: 'Ten new recovery codes; earlier ones become invalid',
  revokeTrustedDevice: 'Stop trusting this device, so that it needs the second factor again',
}

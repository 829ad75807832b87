import * as z from 'zod/mini'
import { Id, Instant, OwnUid, text } from './kit/codecs.ts'
import { endpoint } from './kit/endpoint.ts'
import { anyone, anyoneWithPreLoginToken, signedIn } from './kit/guard.ts'
import { entryCodes, LoginResult } from './sign-in.ts'
import { NewPasskey, PasskeyCheck, PasskeyCreation, PasskeyProof } from './passkey.ts'

const prefix = '/ccservices/secure/user/rest/second-factor'
const own = `${prefix}/cpusers/{uid}`

/** A token that is good once, in the browser that got it (decision B6). */
const Token = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))
const OneUse = z.object({ token: z.string() })
const OneUseBody = z.strictObject({ token: Token })

/** The four calls of the provider: each takes the token of the step before and gives a ticket for check-user. */
const providerCall = {
  method: 'POST',
  guard: anyoneWithPreLoginToken,
  rate: 'sign-in',
  body: OneUseBody,
  data: OneUse,
} as const
/** What an enrolment may answer beside (SIGN-072, SIGN-073). */
const enrolmentCodes = {
  '400': 'The provider did not let the user pass.',
  '408': { says: 'The time for this step is over; the data is to be shown.', data: z.string() },
} as const

export const secondFactorLogin = endpoint({
  ...providerCall,
  name: 'secondFactorLogin',
  path: `${prefix}/login`,
  summary: 'Go on after the second factor was shown',
  codes: enrolmentCodes,
})

export const skipEnrolment = endpoint({
  ...providerCall,
  name: 'skipEnrolment',
  path: `${prefix}/skip_enrollment`,
  summary: 'Put off the enrolment of a second factor, where the client allows it',
  codes: enrolmentCodes,
})

export const skipSsoEnrolment = endpoint({
  ...providerCall,
  name: 'skipSsoEnrolment',
  path: `${prefix}/sso_skip_enrollment`,
  summary: 'The same for somebody who signed in at his directory or employer',
  codes: enrolmentCodes,
})

export const ssoEnrolmentLogin = endpoint({
  ...providerCall,
  name: 'ssoEnrolmentLogin',
  path: `${prefix}/sso_enrollment_login`,
  summary: 'Go on after enrolling, for somebody who signed in at his directory or employer',
  codes: enrolmentCodes,
})

export const checkSecondFactorUser = endpoint({
  name: 'checkSecondFactorUser',
  method: 'GET',
  path: '/ccservices/secure/user/rest/db/signin/second-factor/check-user',
  guard: anyone,
  summary: 'The login result, once the second factor is behind the user; the ticket is good once, for a minute',
  rate: 'sign-in',
  query: z.strictObject({
    token: Token,
    confirmedHangingSession: z.optional(z.enum(['true', 'false'])),
  }),
  data: LoginResult,
  codes: entryCodes,
})

/** What the page of the second factor has to show. */
export const SecondFactorPrompt = z.object({
  step: z.enum(['show', 'enrol']),
  provider: z.enum(['built-in', 'duo']),
  userNm: z.string(),
  hasPasskey: z.boolean(),
  hasAuthenticator: z.boolean(),
  recoveryCodesLeft: z.int(),
  /** True: signed in at a directory or employer, which ends by the calls of its own. */
  isSso: z.boolean(),
})
export type SecondFactorPrompt = z.output<typeof SecondFactorPrompt>

export const getSecondFactorPrompt = endpoint({
  name: 'getSecondFactorPrompt',
  method: 'GET',
  path: `${prefix}/prompt`,
  guard: anyone,
  summary: 'The sign-in that waits in this browser for its second factor',
  rate: 'sign-in',
  data: SecondFactorPrompt,
})

const promptCall = { method: 'POST', guard: anyoneWithPreLoginToken, rate: 'sign-in' } as const
/** Says nothing, in JSON: before sign-in a body of that type is part of the proof that a page of ours asks. */
const Nothing = z.strictObject({})

/** Codes as people type them: with spaces, in any case. */
const Code = text(40)

export const verifyCode = endpoint({
  ...promptCall,
  name: 'verifyCode',
  path: `${prefix}/verify-code`,
  summary: 'Show the second factor by a code of the authenticator app',
  body: z.strictObject({ code: Code, trustDevice: z.boolean() }),
  data: OneUse,
})

export const verifyRecoveryCode = endpoint({
  ...promptCall,
  name: 'verifyRecoveryCode',
  path: `${prefix}/verify-recovery-code`,
  summary: 'Show the second factor by a recovery code, which is used up by it',
  body: z.strictObject({ code: Code }),
  data: z.object({ token: z.string(), recoveryCodesLeft: z.int() }),
})

export const startPasskeyCheck = endpoint({
  ...promptCall,
  name: 'startPasskeyCheck',
  path: `${prefix}/passkey-challenge`,
  summary: 'A challenge for a passkey of the user who signs in',
  body: Nothing,
  data: PasskeyCheck,
})

export const verifyPasskey = endpoint({
  ...promptCall,
  name: 'verifyPasskey',
  path: `${prefix}/verify-passkey`,
  summary: 'Show the second factor by a passkey',
  body: z.strictObject({ credential: PasskeyProof, trustDevice: z.boolean() }),
  data: OneUse,
})

/** Where to show or enrol the factor at the provider; the portal's own pages have no such place. */
export const startAtProvider = endpoint({
  ...promptCall,
  name: 'startAtProvider',
  path: `${prefix}/start-at-provider`,
  summary: 'The address of the provider’s own prompt for the user who signs in',
  body: Nothing,
  data: z.object({ address: z.string() }),
  codes: enrolmentCodes,
})

export const returnFromProvider = endpoint({
  ...promptCall,
  name: 'returnFromProvider',
  path: `${prefix}/return-from-provider`,
  summary: 'What the provider sent back by the browser',
  body: z.strictObject({ state: text(1024), code: text(1024), trustDevice: z.boolean() }),
  data: OneUse,
  codes: enrolmentCodes,
})

/** A seed to be taken over by an authenticator app, as text and as an otpauth address for a QR code. */
const AuthenticatorSeed = z.object({ secret: z.string(), address: z.string() })
/** Codes told once; none where the user has some from before. */
const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })
const EnrolmentDone = z.object({ token: z.string(), recoveryCodes: z.array(z.string()) })

export const startAuthenticatorEnrolment = endpoint({
  ...promptCall,
  name: 'startAuthenticatorEnrolment',
  path: `${prefix}/enrolment/authenticator`,
  summary: 'A new seed for the authenticator app of the user who signs in',
  body: Nothing,
  data: AuthenticatorSeed,
})

export const confirmAuthenticatorEnrolment = endpoint({
  ...promptCall,
  name: 'confirmAuthenticatorEnrolment',
  path: `${prefix}/enrolment/authenticator/confirm`,
  summary: 'Take the authenticator app into use by its first code',
  body: z.strictObject({ code: Code }),
  data: EnrolmentDone,
})

export const startPasskeyEnrolment = endpoint({
  ...promptCall,
  name: 'startPasskeyEnrolment',
  path: `${prefix}/enrolment/passkey`,
  summary: 'A challenge for the first passkey of the user who signs in',
  body: Nothing,
  data: PasskeyCreation,
})

export const confirmPasskeyEnrolment = endpoint({
  ...promptCall,
  name: 'confirmPasskeyEnrolment',
  path: `${prefix}/enrolment/passkey/confirm`,
  summary: 'Take the passkey into use',
  body: z.strictObject({ credential: NewPasskey }),
  data: EnrolmentDone,
})

/** Everything about somebody's second factor that he may see of it. */
export const OwnFactors = z.object({
  provider: z.enum(['built-in', 'duo', 'off']),
  isRequired: z.boolean(),
  /** False: signs in elsewhere, so that a fresh sign-in stands for the password. */
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

const ownCall = { guard: signedIn, params: OwnUid, rate: 'sign-in' } as const
/** Changes ask for the password again; empty for somebody who has none here. */
const currentPassword = text(1024)

export const getOwnFactors = endpoint({
  ...ownCall,
  name: 'getOwnFactors',
  method: 'GET',
  path: `${own}/factors`,
  rate: 'ordinary',
  summary: 'The user’s own second factor: what he has, and which devices are trusted',
  data: OwnFactors,
})

export const addAuthenticator = endpoint({
  ...ownCall,
  name: 'addAuthenticator',
  method: 'POST',
  path: `${own}/authenticator`,
  summary: 'A new seed for an authenticator app; takes the place of the present one once it is confirmed',
  body: z.strictObject({ currentPassword }),
  data: AuthenticatorSeed,
})

export const confirmAuthenticator = endpoint({
  ...ownCall,
  name: 'confirmAuthenticator',
  method: 'POST',
  path: `${own}/authenticator/confirm`,
  summary: 'Take the new authenticator app into use by its first code',
  body: z.strictObject({ code: Code }),
  data: RecoveryCodes,
})

export const removeAuthenticator = endpoint({
  ...ownCall,
  name: 'removeAuthenticator',
  method: 'POST',
  path: `${own}/authenticator/remove`,
  summary: 'Remove the authenticator app',
  body: z.strictObject({ currentPassword }),
})

export const addPasskey = endpoint({
  ...ownCall,
  name: 'addPasskey',
  method: 'POST',
  path: `${own}/passkeys`,
  summary: 'A challenge for a new passkey',
  body: z.strictObject({ currentPassword }),
  data: PasskeyCreation,
})

export const confirmPasskey = endpoint({
  ...ownCall,
  name: 'confirmPasskey',
  method: 'POST',
  path: `${own}/passkeys/confirm`,
  summary: 'Take the new passkey into use',
  body: z.strictObject({ credential: NewPasskey }),
  data: RecoveryCodes,
})

export const removePasskey = endpoint({
  ...ownCall,
  name: 'removePasskey',
  method: 'POST',
  path: `${own}/passkeys/remove`,
  summary: 'Remove one passkey',
  body: z.strictObject({ passkeyId: Id, currentPassword }),
})

export const renewRecoveryCodes = endpoint({
  ...ownCall,
  name: 'renewRecoveryCodes',
  method: 'POST',
  path: `${own}/recovery-codes`,
  summary: 'Ten new recovery codes; those before are void',
  body: z.strictObject({ currentPassword }),
  data: RecoveryCodes,
})

export const revokeTrustedDevice = endpoint({
  ...ownCall,
  name: 'revokeTrustedDevice',
  method: 'POST',
  path: `${own}/trusted-devices/revoke`,
  summary: 'Ask for the second factor on this device again',
  body: z.strictObject({ deviceId: Id }),
})

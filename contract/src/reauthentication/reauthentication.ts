import * as z from 'zod/mini'
import { exactText, OwnUid, text } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { signedIn } from '../kit/guard.ts'
import { PasskeyCheck, PasskeyProof } from '../second-factor/passkey.ts'

const own = '/ccservices/secure/user/rest/signin/cpusers/{uid}/reauthentication'
const ownCall = { guard: signedIn({ emulation: 'refuse' }), params: OwnUid, rate: 'sign-in' } as const
const write = { ...ownCall, method: 'POST' } as const

/** Issued by one step for the next one, good in this browser only. */
const Token = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))
const Code = text(40)

export const getReauthentication = endpoint({
  ...ownCall,
  name: 'getReauthentication',
  method: 'GET',
  path: own,
  data: z.object({
    /** 'none': neither is possible; only signing out and in again helps. */
    method: z.enum(['password', 'provider', 'none']),
    /** Where the trip to the provider begins; takes `returnTo`. Null unless the method is 'provider'. */
    startUrl: z.nullable(z.string()),
  }),
  background: true,
})

/** What is still to be shown after the password. */
export const FactorStep = z.object({
  token: z.string(),
  hasPasskey: z.boolean(),
  hasAuthenticator: z.boolean(),
  recoveryCodesLeft: z.int(),
})
export type FactorStep = z.output<typeof FactorStep>

export const reauthenticateByPassword = endpoint({
  ...write,
  name: 'reauthenticateByPassword',
  path: `${own}/password`,
  body: z.strictObject({ password: exactText(1024) }),
  /** Null: confirmed. */
  data: z.nullable(FactorStep),
})

export const reauthenticateByCode = endpoint({
  ...write,
  name: 'reauthenticateByCode',
  path: `${own}/code`,
  body: z.strictObject({ token: Token, code: Code }),
})

export const reauthenticateByRecoveryCode = endpoint({
  ...write,
  name: 'reauthenticateByRecoveryCode',
  path: `${own}/recovery-code`,
  body: z.strictObject({ token: Token, code: Code }),
})

export const startReauthenticationPasskey = endpoint({
  ...write,
  name: 'startReauthenticationPasskey',
  path: `${own}/passkey-challenge`,
  body: z.strictObject({ token: Token }),
  data: PasskeyCheck,
})

export const reauthenticateByPasskey = endpoint({
  ...write,
  name: 'reauthenticateByPasskey',
  path: `${own}/passkey`,
  body: z.strictObject({ token: Token, credential: PasskeyProof }),
})

export const reauthenticateByTicket = endpoint({
  ...write,
  name: 'reauthenticateByTicket',
  path: `${own}/ticket`,
  body: z.strictObject({ token: Token }),
})

export const summaries = {
  getReauthentication: 'How the user confirms who they are: by password here, or at the provider where they sign in',
  reauthenticateByPassword: 'Confirm by password; a user with a second factor goes on with that',
  reauthenticateByCode: 'Confirm by a code of the authenticator app, after the password',
  reauthenticateByRecoveryCode: 'Confirm by a recovery code, which is used up by it, after the password',
  startReauthenticationPasskey: 'A challenge for a passkey of the user, after the password',
  reauthenticateByPasskey: 'Confirm by a passkey, after the password',
  reauthenticateByTicket:
    'Confirm by the ticket that the trip to the provider ended in; good once, for a minute, in this browser',
}

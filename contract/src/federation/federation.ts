import * as z from 'zod/mini'
import { exactText, Id, text } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { anyone } from '../kit/guard.ts'
import { ReturnPath } from '../kit/return-path.ts'
import { LoginResult, otherSessionCode, secondFactorCodes } from '../sign-in/sign-in.ts'

const signin = '/ccservices/secure/user/rest/db/signin'

export const startFederatedSignIn = endpoint({
  name: 'startFederatedSignIn',
  method: 'GET',
  path: `${signin}/saml/start`,
  kind: 'redirect',
  guard: anyone,
  rate: 'sign-in',
  query: z.strictObject({
    provider: Id,
    returnTo: z.optional(ReturnPath),
    /** For a user who is signed in: the provider must ask who they are again (S52). */
    reauth: z.optional(z.literal('true')),
  }),
})

export const finishFederatedSignIn = endpoint({
  name: 'finishFederatedSignIn',
  method: 'POST',
  path: `${signin}/saml/acs`,
  kind: 'redirect',
  guard: anyone,
  rate: 'sign-in',
  body: z.strictObject({ SAMLResponse: exactText(250_000), RelayState: z.optional(text(200)) }),
})

export const getSamlMetadata = endpoint({
  name: 'getSamlMetadata',
  method: 'GET',
  path: `${signin}/saml/metadata`,
  kind: 'file',
  guard: anyone,
})

/** '401': the user may not sign in; the message follows 'Error calling SSO services :' (SIGN-071). */
export const checkActiveUser = endpoint({
  name: 'checkActiveUser',
  method: 'GET',
  path: `${signin}/federated/check-active-user`,
  guard: anyone,
  rate: 'sign-in',
  query: z.strictObject({
    token: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))),
    confirmedHangingSession: z.optional(z.enum(['true', 'false'])),
  }),
  data: LoginResult,
  codes: { ...secondFactorCodes, ...otherSessionCode },
})

export const summaries = {
  startFederatedSignIn: 'Redirect to the company’s sign-in page; returnTo is the portal page to open afterwards',
  finishFederatedSignIn:
    'Receive the response of an identity provider, posted by its page; redirects to the page that checks the user',
  getSamlMetadata: 'The portal’s SAML 2.0 service provider metadata',
  checkActiveUser: 'Finish a federated sign-in with its ticket; single-use and bound to the browser that began',
}

import * as z from 'zod/mini'
import { Id, text } from './kit/codecs.ts'
import { endpoint } from './kit/endpoint.ts'
import { anyone } from './kit/guard.ts'
import { OwnPage } from './kit/own-page.ts'
import { entryCodes, LoginResult } from './sign-in.ts'

const signin = '/ccservices/secure/user/rest/db/signin'

export const startFederatedSignIn = endpoint({
  name: 'startFederatedSignIn',
  method: 'GET',
  path: `${signin}/saml/start`,
  kind: 'redirect',
  guard: anyone,
  summary: 'On to the sign-in of the company; returnTo is a page of the portal to stand on afterwards',
  rate: 'sign-in',
  query: z.strictObject({
    provider: Id,
    returnTo: z.optional(OwnPage),
  }),
})

export const finishFederatedSignIn = endpoint({
  name: 'finishFederatedSignIn',
  method: 'POST',
  path: `${signin}/saml/acs`,
  kind: 'redirect',
  guard: anyone,
  summary: 'Take the answer of an identity provider, posted by its page; leads to the page that checks the user',
  rate: 'sign-in',
  body: z.strictObject({ SAMLResponse: text(250_000), RelayState: z.optional(text(200)) }),
})

export const getSamlMetadata = endpoint({
  name: 'getSamlMetadata',
  method: 'GET',
  path: `${signin}/saml/metadata`,
  kind: 'file',
  guard: anyone,
  summary: 'What an identity provider has to know of this portal, as SAML 2.0 metadata',
})

/** '401' where the user may not come in; its message follows 'Error calling SSO services :' (SIGN-071). */
export const checkActiveUser = endpoint({
  name: 'checkActiveUser',
  method: 'GET',
  path: `${signin}/federated/check-active-user`,
  guard: anyone,
  summary: 'Finish a federated sign-in with the ticket that it ended in; good once, in the browser that began',
  rate: 'sign-in',
  query: z.strictObject({
    token: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))),
    confirmedHangingSession: z.optional(z.enum(['true', 'false'])),
  }),
  data: LoginResult,
  codes: entryCodes,
})

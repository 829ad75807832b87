import * as z from 'zod/mini'
import { text } from './kit/codecs.ts'
import { endpoint } from './kit/endpoint.ts'
import { anyone, anyoneWithPreLoginToken } from './kit/guard.ts'

const humanCheck = '/ccservices/secure/user/rest/db/signin/human-check'

/** A proof of work as ALTCHA states it: find the counter whose key begins with the prefix. */
export const ProofOfWork = z.object({
  parameters: z.object({
    algorithm: z.string(),
    nonce: z.string(),
    salt: z.string(),
    cost: z.int(),
    keyLength: z.int(),
    keyPrefix: z.string(),
    keySignature: z.optional(z.string()),
    expiresAt: z.optional(z.int()),
  }),
  signature: z.string(),
})
export type ProofOfWork = z.output<typeof ProofOfWork>

/** A check by somebody else's service, whose own script draws it; `kind` names the script's interface. */
export const CheckService = z.object({
  kind: z.enum(['turnstile', 'hcaptcha', 'recaptcha']),
  scriptUrl: z.string(),
  siteKey: z.string(),
})
export type CheckService = z.output<typeof CheckService>

/** What the check is for, told to the service and told back by it where it knows actions. */
export const CHECK_ACTION = 'sign-in'

export const getHumanCheck = endpoint({
  name: 'getHumanCheck',
  method: 'GET',
  path: `${humanCheck}/challenge`,
  guard: anyone,
  summary: 'A check that a browser with time for it solves unseen; exactly one of the two kinds is given',
  rate: 'sign-in',
  data: z.object({ proofOfWork: z.nullable(ProofOfWork), service: z.nullable(CheckService) }),
})

export const passHumanCheck = endpoint({
  name: 'passHumanCheck',
  method: 'POST',
  path: `${humanCheck}/siteverify`,
  guard: anyoneWithPreLoginToken,
  summary: 'Hand in the solved check; it holds for the pre-login token it comes with',
  rate: 'sign-in',
  body: z.strictObject({ token: text(8_000) }),
  data: z.object({ success: z.literal(true) }),
  codes: { '400': 'The check was not passed; the message is to be shown.' },
})

/** What a call before sign-in answers while the check is missing; null with any other message to be shown. */
export const HumanCheckNeeded = z.object({ humanCheck: z.literal(true) })

/** The code of such an answer: back to the form, which solves the check and sends the same once more. */
export const humanCheckCodes = {
  '204': {
    says: 'Not let on; the message is to be shown. With data, a human check comes first: pass it and resend.',
    data: z.nullable(HumanCheckNeeded),
  },
} as const

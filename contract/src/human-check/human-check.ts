import * as z from 'zod/mini'
import { text } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { anyone, anyoneWithPreLoginToken } from '../kit/guard.ts'

const humanCheck = '/ccservices/secure/user/rest/db/signin/human-check'

/** A proof of work as ALTCHA defines it: find the counter whose key begins with the prefix. */
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

/** A check by an external service, which draws its own widget; `kind` names the script's interface. */
export const CheckService = z.object({
  kind: z.enum(['turnstile', 'hcaptcha', 'recaptcha']),
  scriptUrl: z.string(),
  siteKey: z.string(),
})
export type CheckService = z.output<typeof CheckService>

/** Action name sent to the service, which returns it with the result if it supports actions. */
export const CHECK_ACTION = 'sign-in'

export const getHumanCheck = endpoint({
  name: 'getHumanCheck',
  method: 'GET',
  path: `${humanCheck}/challenge`,
  guard: anyone,
  rate: 'sign-in',
  data: z.object({ proofOfWork: z.nullable(ProofOfWork), service: z.nullable(CheckService) }),
})

export const passHumanCheck = endpoint({
  name: 'passHumanCheck',
  method: 'POST',
  path: `${humanCheck}/siteverify`,
  guard: anyoneWithPreLoginToken,
  rate: 'sign-in',
  body: z.strictObject({ token: text(8_000) }),
  data: z.object({ success: z.literal(true) }),
  codes: { '400': 'The check failed; show the message.' },
})

/** Data of a call before sign-in while the check is missing; null: show the message instead. */
export const HumanCheckNeeded = z.object({ humanCheck: z.literal(true) })

/** Code of such an answer: the form solves the check and sends the same request again. */
export const humanCheckCodes = {
  '204': {
    message: 'Refused; show the message. With data, a human check is required first: solve it and resend.',
    data: z.nullable(HumanCheckNeeded),
  },
} as const

export const summaries = {
  getHumanCheck: 'A check that a browser can solve in the background; exactly one of the two kinds is set',
  passHumanCheck: 'Submit the solved check; it is bound to the pre-login token it comes with',
}

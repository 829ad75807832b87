import { CHECK_ACTION } from '@portico/contract/human-check.ts'
import { z } from 'zod'
import { hashToken } from '../../crypto/tokens.ts'
import { circuit } from '../circuit.ts'
import { type HearTrouble, whyOf } from '../hear-trouble.ts'
import { postForm } from '../post-form.ts'
import { CheckServiceAway, type HumanCheck } from './human-check.ts'

export interface SiteVerifySettings {
  kind: 'turnstile' | 'hcaptcha' | 'recaptcha'
  scriptUrl: string
  verifyUrl: string
  siteKey: string
  secret: string
  /** Where people open the portal: a check passed at another site does not count here. */
  hostName: string
  /** How long a person waits for the service. */
  patienceMs: number
}

/** One failure is enough to help oneself for a minute: everybody who signs in meanwhile would wait as long. */
const CIRCUIT = { failures: 1, restMs: 60_000 }

/** What the services have in common; not every one tells host name and action. */
const Verdict = z.object({
  success: z.boolean(),
  hostname: z.string().nullish(),
  action: z.string().nullish(),
  'error-codes': z.array(z.string()).nullish(),
})

/** About the portal's own account there or the service itself, not about the browser. */
const NOT_THE_BROWSERS_FAULT = [
  'missing-input-secret',
  'invalid-input-secret',
  'sitekey-secret-mismatch',
  'bad-request',
  'internal-error',
]

/**
 * The check of a service that speaks siteverify (Turnstile, hCaptcha, reCAPTCHA and others). While it
 * does not answer, `own` takes its place: nobody is locked out, and nobody comes in unchecked.
 */
export function siteVerify(settings: SiteVerifySettings, own: HumanCheck, hear: HearTrouble): HumanCheck {
  const { kind, scriptUrl, siteKey } = settings
  const rests = circuit(CIRCUIT)
  return {
    offer: () =>
      rests.isOpen() ? own.offer() : Promise.resolve({ proofOfWork: null, service: { kind, scriptUrl, siteKey } }),
    judge: async (token) => {
      // Only who was offered one holds a solution of our own.
      const solved = await own.judge(token)
      if (solved !== null || token === '') return solved
      try {
        const isPassed = isOfThisSite(await verdictOf(settings, token), settings.hostName)
        rests.succeeded()
        return isPassed ? hashToken(token) : null
      } catch (error) {
        rests.failed()
        hear({ reason: `the service of the human check does not help: ${whyOf(error)}` })
        throw new CheckServiceAway(error)
      }
    },
  }
}

async function verdictOf({ verifyUrl, secret, patienceMs }: SiteVerifySettings, token: string) {
  const form = { secret, response: token }
  const verdict = Verdict.parse(await postForm(verifyUrl, form, patienceMs))
  const codes = verdict['error-codes'] ?? []
  if (!verdict.success && codes.some((code) => NOT_THE_BROWSERS_FAULT.includes(code)))
    throw new Error(`The service refuses the portal: ${codes.join(', ').slice(0, 200)}`)
  return verdict
}

function isOfThisSite({ success, hostname, action }: z.output<typeof Verdict>, ours: string): boolean {
  return success && (!hostname || hostname === ours) && (!action || action === CHECK_ACTION)
}

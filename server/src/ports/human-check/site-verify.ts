import { CHECK_ACTION } from '@portico/contract/human-check/human-check.ts'
import { z } from 'zod'
import { hashToken } from '../../crypto/tokens.ts'
import { circuit } from '../circuit.ts'
import { type ReportProblem, errorChain } from '../report-problem.ts'
import { postForm } from '../post-form.ts'
import { CheckServiceUnavailable, type HumanCheck } from './human-check.ts'

export interface SiteVerifySettings {
  kind: 'turnstile' | 'hcaptcha' | 'recaptcha'
  scriptUrl: string
  verifyUrl: string
  siteKey: string
  secret: string
  /** Public host of the portal: a check passed at another site does not count. */
  hostName: string
  /** Timeout of the service. */
  upstreamTimeoutMs: number
}

/** One failure is enough to use the portal's own check for a minute: all sign-ins in that time would wait as long. */
const CIRCUIT = { failures: 1, cooldownMs: 60_000 }

/** Fields that the services share; some report neither host name nor action. */
const Verdict = z.object({
  success: z.boolean(),
  hostname: z.string().nullish(),
  action: z.string().nullish(),
  'error-codes': z.array(z.string()).nullish(),
})

/** Errors of the portal's account or of the service, not of the browser. */
const NOT_THE_BROWSERS_FAULT = [
  'missing-input-secret',
  'invalid-input-secret',
  'sitekey-secret-mismatch',
  'bad-request',
  'internal-error',
]

/**
 * The check of a service that implements siteverify (Turnstile, hCaptcha, reCAPTCHA and others). While it does not
 * answer, `own` replaces it: no user is locked out, and none signs in unchecked.
 */
export function siteVerify(settings: SiteVerifySettings, own: HumanCheck, reportProblem: ReportProblem): HumanCheck {
  const { kind, scriptUrl, siteKey } = settings
  const breaker = circuit(CIRCUIT)
  return {
    offer: () =>
      breaker.isOpen() ? own.offer() : Promise.resolve({ proofOfWork: null, service: { kind, scriptUrl, siteKey } }),
    verify: async (token) => {
      // Only browsers that were offered the portal's own check have a solution of it.
      const solved = await own.verify(token)
      if (solved !== null || token === '') return solved
      try {
        const isPassed = isOfThisSite(await verdictOf(settings, token), settings.hostName)
        breaker.succeeded()
        return isPassed ? hashToken(token) : null
      } catch (error) {
        breaker.failed()
        reportProblem({ reason: `the service of the human check does not help: ${errorChain(error)}` })
        throw new CheckServiceUnavailable(error)
      }
    },
  }
}

async function verdictOf({ verifyUrl, secret, upstreamTimeoutMs }: SiteVerifySettings, token: string) {
  const form = { secret, response: token }
  const verdict = Verdict.parse(await postForm(verifyUrl, form, upstreamTimeoutMs))
  const codes = verdict['error-codes'] ?? []
  if (!verdict.success && codes.some((code) => NOT_THE_BROWSERS_FAULT.includes(code)))
    throw new Error(`The service refuses the portal: ${codes.join(', ').slice(0, 200)}`)
  return verdict
}

function isOfThisSite({ success, hostname, action }: z.output<typeof Verdict>, ours: string): boolean {
  return success && (!hostname || hostname === ours) && (!action || action === CHECK_ACTION)
}

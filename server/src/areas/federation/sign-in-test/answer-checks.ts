import { X509Certificate } from 'node:crypto'
import type {
  CheckResult,
  ExaminedCheck,
  SignInTestCheck,
  SignInTestReason,
} from '@portico/contract/federation/identity-providers.ts'
import type { AnswerFacts } from './answer-facts.ts'
import type { Provider } from '../providers/provider.ts'
import { type Addressee, CLOCK_SKEW_MS } from '../saml/saml-rules.ts'

/** Days before its end from which on a certificate is a warning. */
const CERTIFICATE_WARNING_DAYS = 30
const DAY_MS = 86_400_000

export interface CheckedAgainst {
  provider: Provider
  us: Addressee
  requestId: string
  now: Date
}

interface CheckFacts {
  reason?: SignInTestReason | null
  found?: string | null
  expected?: string | null
}

/** A check with what the answer has and what it should have. */
export const checked = (
  checkCd: SignInTestCheck,
  result: CheckResult | boolean,
  { reason = null, found = null, expected = null }: CheckFacts = {},
): ExaminedCheck => {
  const resultCd = typeof result === 'string' ? result : result ? 'passed' : 'failed'
  return { checkCd, resultCd, reasonCd: reason, foundTxt: found === '' ? null : found, expectedTxt: expected }
}

/**
 * Compares each statement of an answer with what this portal expects, all of them and not only up to the first that is
 * wrong. Whether the answer holds is decided by the rules of sign-ins; these say why not.
 */
export function compareFacts(facts: AnswerFacts, { provider, us, requestId, now }: CheckedAgainst): ExaminedCheck[] {
  const isOnly = (found: readonly string[], expected: string) =>
    found.length > 0 && found.every((one) => one === expected)
  const list = (texts: readonly string[]) => texts.join(', ')
  const requests = [facts.inResponseTo, ...facts.confirmedInResponseTo]
  const hasAssertion = facts.assertionId !== ''
  const ofAssertion = (isRight: boolean): CheckResult | boolean => (hasAssertion ? isRight : 'skipped')
  return [
    checked('STATUS', facts.status === 'Success', { found: facts.status, expected: 'Success' }),
    checked('ISSUER', isOnly(facts.issuers, provider.entityId), {
      found: list(facts.issuers),
      expected: provider.entityId,
    }),
    certificateCheck(provider, now),
    checked('DESTINATION', facts.destination === us.acsUrl, { found: facts.destination, expected: us.acsUrl }),
    checked('REQUEST', isOnly(requests, requestId), { found: list([...new Set(requests)]), expected: requestId }),
    checked('AUDIENCE', ofAssertion(facts.audiences.includes(us.entityId)), {
      found: list(facts.audiences),
      expected: us.entityId,
    }),
    checked('RECIPIENT', ofAssertion(facts.recipients.includes(us.acsUrl)), {
      found: list(facts.recipients),
      expected: us.acsUrl,
    }),
    checked('TIME', ofAssertion(isTimely(facts, now)), { found: timesOf(facts), expected: now.toISOString() }),
  ]
}

/** Sign-ins do not ask how long a certificate is valid; it is said because providers replace it by then. */
function certificateCheck({ certificates }: Provider, now: Date): ExaminedCheck {
  const end = new X509Certificate(certificates[0] ?? '').validToDate
  const isEnding = end.getTime() < now.getTime() + CERTIFICATE_WARNING_DAYS * DAY_MS
  return checked('CERTIFICATE', isEnding ? 'warning' : 'passed', { found: end.toISOString() })
}

function isTimely({ notBefore, notOnOrAfter }: AnswerFacts, now: Date): boolean {
  const begins = notBefore.map((text) => Date.parse(text))
  const ends = notOnOrAfter.map((text) => Date.parse(text))
  return (
    ends.length > 0 &&
    begins.every((begin) => begin <= now.getTime() + CLOCK_SKEW_MS) &&
    ends.every((end) => end > now.getTime() - CLOCK_SKEW_MS)
  )
}

const timesOf = ({ notBefore, notOnOrAfter }: AnswerFacts): string =>
  [notBefore[0] ?? '', notOnOrAfter[0] ?? ''].filter((text) => text !== '').join(' – ')

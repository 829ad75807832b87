import {
  type ExaminedCheck,
  type SignInTestCheck,
  signInTestChecks,
} from '@portico/contract/federation/identity-providers.ts'
import { checked, type CheckedAgainst, compareFacts } from './answer-checks.ts'
import { type AnswerFacts, readFacts } from './answer-facts.ts'
import { planSignIn, type SignInPlan } from '../sign-in/known-person.ts'
import { personOfAssertion } from '../sign-in/person-rules.ts'
import { answerSummary, type Identity, shapeProblem } from '../saml/saml-rules.ts'
import { accountOf } from './tested-account.ts'
import { reasonOf } from './sign-in-test-reasons.ts'
import {
  type SignInTestResult,
  isAssertionUsed,
  describeTestedUser,
  findTestedClientName,
} from './sign-in-test-store.ts'
import { signatureProblem, verifyAnswer } from '../sign-in/verify-answer.ts'
import { decodeBase64Text, readXml, type XmlElement } from '../saml/xml-document.ts'
import type { Tx } from '../../../db/database.ts'

/** The result of a test without an answer. */
export const nothingFound: SignInTestResult = {
  kindCd: 'saml',
  outcomeCd: 'refused',
  checks: [],
  nameIdTxt: null,
  nameIdFormatTxt: null,
  attributes: [],
  user: null,
}

/** Examines an answer to a test: every check of a sign-in, and who would be signed in. Changes nothing. */
export async function examineSamlAnswer(tx: Tx, posted: string, against: CheckedAgainst): Promise<SignInTestResult> {
  const xml = decodeBase64Text(posted)
  const response = xml === undefined ? undefined : readXml(xml)
  if (xml === undefined || !response)
    return { ...nothingFound, checks: allChecks([checked('FORM', false, { reason: 'unreadable' })]) }
  const facts = readFacts(response)
  const outcome = await identityOrProblem(xml, response, against)
  const checks = [
    formCheck(response),
    ...compareFacts(facts, against),
    await signatureCheck(xml, facts, against),
    await freshCheck(tx, facts, against),
  ]
  const found = typeof outcome === 'string' ? unnamed(outcome) : await examinePerson(tx, outcome, against)
  const named = checked('NAME', found.nameResult, { reason: found.nameReason, found: facts.nameId })
  const made = explained([...checks, named, ...found.checks], outcome)
  const isRefused = found.user === null || made.some(hasFailed)
  return {
    kindCd: 'saml',
    outcomeCd: isRefused ? 'refused' : found.outcomeCd,
    checks: allChecks(made),
    nameIdTxt: facts.nameId || null,
    nameIdFormatTxt: facts.nameIdFormat || null,
    attributes: facts.attributes,
    user: isRefused ? null : found.user,
  }
}

const hasFailed = ({ resultCd }: ExaminedCheck) => resultCd === 'failed'

/** The rules of sign-ins decide: what they refuse never looks as if it had passed. */
const explained = (made: readonly ExaminedCheck[], outcome: Identity | string): readonly ExaminedCheck[] =>
  typeof outcome !== 'string' || made.some(hasFailed)
    ? made
    : [checked(checkOf(outcome), false, { reason: reasonOf(outcome) }), ...made]

/** Of an answer that names nobody who could sign in. */
function unnamed(problem: string) {
  const isAboutName = problem === 'no name' || problem === 'transient name'
  return {
    nameResult: isAboutName ? ('failed' as const) : ('skipped' as const),
    nameReason: isAboutName ? reasonOf(problem) : null,
    checks: [],
    user: null,
    outcomeCd: 'refused' as const,
  }
}

/** The identity that a sign-in would take from the answer, or why it would take none. */
async function identityOrProblem(
  xml: string,
  response: XmlElement,
  { provider, us, requestId, now }: CheckedAgainst,
): Promise<Identity | string> {
  const summary = answerSummary(response, us)
  if (typeof summary === 'string') return summary
  if (summary.issuer !== provider.entityId) return 'wrong issuer'
  if (summary.inResponseTo !== requestId) return 'answer to another request'
  if (!summary.isSuccess) return 'refused by the provider'
  return verifyAnswer(xml, provider, us, { requestId, now })
}

/** The check that a reason of the rules belongs to, where comparing alone does not find it. */
function checkOf(problem: string): SignInTestCheck {
  if (problem === 'unsolicited') return 'REQUEST'
  if (problem === 'no subject confirmation') return 'RECIPIENT'
  return problem === 'issued in the future' || problem.startsWith('expired') ? 'TIME' : 'FORM'
}

/** The first of each kind, in their order; those that could not be made are skipped. */
const allChecks = (made: readonly ExaminedCheck[]): ExaminedCheck[] =>
  signInTestChecks.map((code) => made.find(({ checkCd }) => checkCd === code) ?? checked(code, 'skipped'))

function formCheck(response: XmlElement): ExaminedCheck {
  const problem = shapeProblem(response)
  return checked('FORM', problem === null, { reason: problem && reasonOf(problem) })
}

async function signatureCheck(xml: string, facts: AnswerFacts, { provider, us }: CheckedAgainst) {
  if (facts.assertionId === '') return checked('SIGNATURE', 'skipped')
  const problem = await signatureProblem(xml, provider, us)
  return checked('SIGNATURE', problem === null, {
    reason: problem === null ? null : reasonOf(problem, 'bad_signature'),
  })
}

async function freshCheck(tx: Tx, { assertionId }: AnswerFacts, { provider }: CheckedAgainst) {
  if (assertionId === '') return checked('FRESH', 'skipped')
  return checked('FRESH', !(await isAssertionUsed(tx, provider.id, assertionId)))
}

const refusedPerson = { nameResult: 'passed', nameReason: null, user: null, outcomeCd: 'refused' } as const

/** What the statement about a person leads to at a sign-in. */
async function examinePerson(tx: Tx, identity: Identity, { provider }: CheckedAgainst) {
  const person = personOfAssertion(identity, provider)
  const plan = await planSignIn(tx, { provider, identity })
  const stated = [person.firstName, person.lastName, person.email].filter((text) => text !== undefined)
  const isWhole = stated.length === 3
  // A user who is linked is found by the provider's name for them.
  const personCheck = checked('PERSON', isWhole ? 'passed' : typeof plan === 'string' ? 'failed' : 'warning', {
    found: stated.join(', '),
  })
  if (typeof plan === 'string')
    return { ...refusedPerson, checks: [personCheck, checked('ACCOUNT', false, { reason: reasonOf(plan) })] }
  const { user, check } = await userOf(tx, plan)
  return {
    nameResult: 'passed' as const,
    nameReason: null,
    checks: [personCheck, check],
    user,
    outcomeCd: outcomes[plan.kind],
  }
}

const outcomes = { known: 'signs-in', link: 'links', create: 'creates' } as const

async function userOf(tx: Tx, plan: Exclude<SignInPlan, string>) {
  if (plan.kind !== 'create') return accountOf(await describeTestedUser(tx, plan.userId))
  const { firstName, lastName, email } = plan.person
  const clientNm = await findTestedClientName(tx, plan.clientId)
  const user = { userNm: null, fullNm: `${firstName} ${lastName}`, emailAddress: email, clientNm }
  return { user, check: checked('ACCOUNT', true, { found: email }) }
}

import {
  type ExaminedCheck,
  oidcTestChecks,
  type SignInTest,
  type SignInTestReason,
} from '@portico/contract/federation/identity-providers.ts'
import type { OidcExamination, OidcIdentity } from '../../ports/directory/directory.ts'
import { accountOf, checked, type SignInTestResult, describeTestedUser } from '../federation/public.ts'
import { claimOf } from './linking-rules.ts'
import type { Tx } from '../../db/database.ts'
import { findUserOfSubject, findUnlinkedUser } from './identity-store.ts'

/** Seconds by which the provider's clock may differ from ours. */
const CLOCK_SKEW_S = 30
/** Characters of a value, and claims that a test shows. */
const VALUE_MAX = 500
const CLAIMS_MAX = 100
/** Claims that bind a token to a request or session: they say nothing about the user. */
const HIDDEN_CLAIMS = new Set(['nonce', 'at_hash', 'c_hash', 's_hash', 'sid', 'jti'])

type Claims = Readonly<Record<string, unknown>>

const refused = (checks: readonly ExaminedCheck[], claims: Claims | null): SignInTestResult => ({
  kindCd: 'oidc',
  outcomeCd: 'refused',
  checks: inOrder(checks),
  nameIdTxt: null,
  nameIdFormatTxt: null,
  attributes: attributesOf(claims ?? {}),
  user: null,
})

/** The result of a test whose provider could not be asked. */
export const providerDidNotAnswer = refused([checked('CODE', false, { reason: 'no_answer' })], null)

const hasFailed = ({ resultCd }: ExaminedCheck) => resultCd === 'failed'

/** What the answer to a test has, and whom it would sign in. Changes nothing. */
export async function examineOidcAnswer(tx: Tx, examined: OidcExamination, now: Date): Promise<SignInTestResult> {
  const { identity, problem, claims } = examined
  const compared = compareClaims(examined, now)
  // The rules of sign-ins decide: what they refuse never looks as if it had passed.
  const isExplained = identity !== null || compared.some(hasFailed)
  const made = isExplained
    ? compared
    : [checked('CODE', false, { reason: 'not_verified', found: problem }), ...compared]
  if (identity === null || made.some(hasFailed)) return refused(made, claims)
  const claim = claimOf(identity)
  const stated = [identity.userName, identity.email].filter((text) => text !== null).join(', ')
  const person = checked('PERSON', claim === null ? 'warning' : 'passed', {
    reason: claim === null ? 'no_claim' : null,
    found: stated,
  })
  const { user, check, outcomeCd } = await examineAccount(tx, identity)
  const result = refused([...made, person, check], claims)
  return user === null ? result : { ...result, user, outcomeCd }
}

async function examineAccount(
  tx: Tx,
  identity: OidcIdentity,
): Promise<{ user: SignInTest['user']; check: ExaminedCheck; outcomeCd: 'signs-in' | 'links' }> {
  const { issuer, subject } = identity
  const known = await findUserOfSubject(tx, issuer, subject)
  if (known !== undefined) return { ...accountOf(await describeTestedUser(tx, known)), outcomeCd: 'signs-in' }
  const claim = claimOf(identity)
  const found = claim && (await findUnlinkedUser(tx, issuer, claim.userName, claim.email))
  if (found !== null && found !== undefined)
    return { ...accountOf(await describeTestedUser(tx, found)), outcomeCd: 'links' }
  const reason: SignInTestReason = claim === null ? 'no_claim' : 'not_linked'
  return { user: null, check: checked('ACCOUNT', false, { reason, found: identity.userName }), outcomeCd: 'links' }
}

/** Compares each part of the answer with what this portal expects, all of them and not only up to the first wrong one. */
function compareClaims(
  { error, problem, claims, isSigned, isMember, expected }: OidcExamination,
  now: Date,
): ExaminedCheck[] {
  const status = checked('STATUS', error === null, { found: error })
  if (claims === null) {
    // A provider that refused the user sent no code.
    const code = error === null ? checked('CODE', false, { found: problem }) : checked('CODE', 'skipped')
    return [status, code]
  }
  const audiences = [claims['aud']].flat().map(String)
  const groups = [claims['groups']].flat().filter((group) => typeof group === 'string')
  return [
    status,
    checked('CODE', true),
    checked('ISSUER', claims['iss'] === expected.issuer, { found: textOf(claims['iss']), expected: expected.issuer }),
    checked('SIGNATURE', isSigned === true, { reason: isSigned === true ? null : 'bad_signature' }),
    checked('REQUEST', claims['nonce'] === expected.nonce, {
      reason: claims['nonce'] === expected.nonce ? null : 'mismatch',
    }),
    checked('AUDIENCE', audiences.includes(expected.audience), {
      found: audiences.join(', '),
      expected: expected.audience,
    }),
    checked('TIME', isTimely(claims, now), { found: timesOf(claims), expected: now.toISOString() }),
    expected.groups.length === 0
      ? checked('GROUPS', 'skipped')
      : checked('GROUPS', isMember, {
          reason: isMember ? null : 'no_member',
          found: groups.join(', '),
          expected: expected.groups.join(', '),
        }),
  ]
}

const secondsOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)

function isTimely({ exp, iat }: Claims, now: Date): boolean {
  const seconds = now.getTime() / 1000
  const [issued, end] = [secondsOf(iat), secondsOf(exp)]
  return issued !== null && end !== null && issued <= seconds + CLOCK_SKEW_S && end > seconds - CLOCK_SKEW_S
}

const timesOf = ({ iat, exp }: Claims): string =>
  [secondsOf(iat), secondsOf(exp)]
    .flatMap((seconds) => (seconds === null ? [] : [new Date(seconds * 1000).toISOString()]))
    .join(' – ')

/** The first of each kind, in their order; those that could not be made are skipped. */
function inOrder(made: readonly ExaminedCheck[]): ExaminedCheck[] {
  return oidcTestChecks.map((code) => made.find(({ checkCd }) => checkCd === code) ?? checked(code, 'skipped'))
}

const textOf = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, VALUE_MAX)

function attributesOf(claims: Claims): SignInTest['attributes'] {
  return Object.entries(claims)
    .filter(([name]) => !HIDDEN_CLAIMS.has(name))
    .slice(0, CLAIMS_MAX)
    .map(([attributeNm, value]) => ({
      attributeNm: attributeNm.slice(0, VALUE_MAX),
      values: [value].flat().map(textOf),
    }))
}

import { startDirectoryTest } from '@portico/contract/directory/company-directory.ts'
import { finishDirectorySignIn, startDirectorySignIn } from '@portico/contract/directory/directory.ts'
import {
  getSignInTest,
  type SignInTest,
  type SignInTestCheck,
} from '@portico/contract/federation/identity-providers.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Browser, Raw } from '../../../test/browser.ts'
import { freePort } from '../../../test/free-port.ts'
import type { MadeUser } from '../../../test/make.ts'
import {
  claimsOf,
  CLIENT,
  oidcSettings,
  type OidcPeer,
  startOidcPeer,
  visitProvider,
} from '../../../test/oidc-provider.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'

let portal: Portal
/** Another node, whose secret the provider does not know. */
let misled: Portal
let peer: OidcPeer
let admin: MadeUser
let browser: Browser
let grace: MadeUser
const staffClaimsOf = (userName: string, over: object = {}) => claimsOf(userName, { groups: ['staff'], ...over })

beforeAll(async () => {
  const port = await freePort()
  const environment = { ...oidcSettings(port), PORTAL_DIRECTORY_GROUPS: 'staff' }
  portal = await startPortal({ environment })
  misled = await startPortal({
    environment: { ...environment, PORTAL_DIRECTORY_CLIENT_SECRET: 'another' },
    beside: portal,
  })
  peer = await startOidcPeer({
    port,
    callbacks: [portal, misled].map(({ origin }) => origin + finishDirectorySignIn.path),
    accounts: {
      'subject-grace': staffClaimsOf('grace', { given_name: 'Amazing' }),
      'subject-stranger': staffClaimsOf('stranger'),
      'subject-unverified': staffClaimsOf('grace', { email_verified: false }),
      'subject-outside': staffClaimsOf('grace', { groups: ['guests'] }),
    },
  })
  const directory = { sign_in_kind: 'directory', password_hash: null }
  grace = await portal.make.user({ user_name: 'grace', email: 'grace@example.test', ...directory })
  admin = await portal.make.user({ is_internal: true })
  await portal.make.adminPages(admin, ['Database Maintenance'])
})
afterAll(async () => {
  await peer.stop()
  await misled.close()
  await portal.close()
})
beforeEach(async () => {
  await portal.owner('update sessions set ended_at = clock_now() where user_id = $1', [admin.id])
  browser = await portal.as(admin)
})

const locationOf = (answer: Raw) => answer.headers.get('location') ?? ''
const uid = () => admin.id
const begin = (from = browser) => from.call(startDirectoryTest, { params: { uid: uid() } })
const comeBack = (address: string, from = browser) => {
  const { pathname, search } = new URL(address)
  return from.request('GET', pathname + search)
}
const read = (signInTestId: number, from = browser) =>
  from.call(getSignInTest, { params: { uid: uid(), signInTestId } })
const failing = ({ checks }: SignInTest) =>
  checks.filter(({ resultCd }) => resultCd === 'failed').map(({ checkCd }) => checkCd)
const checkOf = ({ checks }: SignInTest, code: SignInTestCheck) => checks.find(({ checkCd }) => checkCd === code)

/** A whole test, as the pages make it. */
async function examined(account: string, from = browser): Promise<SignInTest> {
  const { signInTestId, urlTxt } = await begin(from)
  const back = await comeBack(await visitProvider(urlTxt, account), from)
  expect(locationOf(back)).toBe(`/content-authenticated/database-maintenance/identity-providers?test=${signInTestId}`)
  return read(signInTestId, from)
}

const traces = () =>
  portal.owner(`select (select count(*) from sign_in_tickets)::int as tickets,
    (select count(*) from directory_identities)::int as links, (select count(*) from provider_sessions)::int as sessions`)

test('the claims are decoded with every check, and whom they would link; nobody is linked or signed in', async () => {
  const before = await traces()
  const result = await examined('subject-grace')
  expect(failing(result)).toEqual([])
  expect(new Set(result.checks.map(({ resultCd }) => resultCd))).toEqual(new Set(['passed']))
  expect(result).toMatchObject({ kindCd: 'oidc', outcomeCd: 'links', user: { userNm: 'grace' } })
  expect(result.samlIdentityProviderNm).toContain(peer.issuer)
  expect(result.attributes).toContainEqual({ attributeNm: 'given_name', values: ['Amazing'] })
  expect(result.attributes).toContainEqual({ attributeNm: 'sub', values: ['subject-grace'] })
  expect(await traces()).toEqual(before)
})

test('no token, code or secret is in the result, the audit trail or the log', async () => {
  const result = await examined('subject-grace')
  const events = await portal.owner("select * from audit_events where event = 'identity_provider_tested'")
  expect(events.at(-1)).toMatchObject({ actor_user_id: admin.id, after: { outcome: 'links', failed: [] } })
  for (const text of [JSON.stringify(result), JSON.stringify(events), portal.logged.join('')]) {
    expect(text).not.toContain(CLIENT.secret)
    expect(text).not.toMatch(/eyJ[\w-]{20}/)
  }
  expect(result.attributes.map(({ attributeNm }) => attributeNm)).not.toContain('nonce')
})

test('a user who is linked already would be signed in', async () => {
  await portal.owner('insert into directory_identities (issuer, subject, user_id) values ($1, $2, $3)', [
    peer.issuer,
    'subject-grace',
    grace.id,
  ])
  expect(await examined('subject-grace')).toMatchObject({ outcomeCd: 'signs-in', user: { userNm: 'grace' } })
  await portal.owner('update users set status = 2 where id = $1', [grace.id])
  expect(checkOf(await examined('subject-grace'), 'ACCOUNT')).toMatchObject({ reasonCd: 'account_inactive' })
  await portal.owner('update users set status = 1 where id = $1', [grace.id])
  await portal.owner('delete from directory_identities')
})

test.each([
  ['subject-stranger', 'ACCOUNT', 'not_linked'],
  ['subject-unverified', 'ACCOUNT', 'no_claim'],
  ['subject-outside', 'GROUPS', 'no_member'],
] as const)('%s is refused at the check %s with its reason', async (account, code, reason) => {
  const result = await examined(account)
  expect(failing(result)).toEqual([code])
  expect(checkOf(result, code)).toMatchObject({ reasonCd: reason })
  expect(result).toMatchObject({ outcomeCd: 'refused', user: null })
})

test('a user who cancels at the provider, and a secret that it does not know, fail at their check', async () => {
  const canceled = await examined('')
  expect(failing(canceled)).toEqual(['STATUS'])
  expect(checkOf(canceled, 'STATUS')).toMatchObject({ foundTxt: 'access_denied' })
  await portal.owner('update sessions set ended_at = clock_now() where user_id = $1', [admin.id])
  const there = await misled.as(admin)
  const refused = await examined('subject-grace', there)
  expect(failing(refused)).toEqual(['CODE'])
  expect(checkOf(refused, 'CODE')?.foundTxt).toMatch(/invalid_client/)
})

test('a test takes one return, of its own browser, and is no sign-in; a sign-in is no test', async () => {
  const { signInTestId, urlTxt } = await begin()
  const back = await visitProvider(urlTxt, 'subject-grace')
  const stranger = portal.browser()
  expect(await comeBack(back, stranger)).toMatchObject({ status: 401 })
  expect(await read(signInTestId)).toMatchObject({ answeredDt: null, checks: [], kindCd: 'oidc' })
  expect(await comeBack(back)).toMatchObject({ status: 303 })
  const first = await read(signInTestId)
  expect(await comeBack(back)).toMatchObject({ status: 401 })
  expect(await read(signInTestId)).toEqual(first)
  const real = await browser.send(startDirectorySignIn, { query: {} })
  expect(locationOf(await comeBack(await visitProvider(locationOf(real), 'subject-grace')))).toMatch(/^\/login#/)
  await portal.owner('delete from directory_identities')
})

test('a provider that cannot be reached is refused before the test begins, with what to check', async () => {
  const unreachable = await startPortal({
    environment: { PORTAL_DIRECTORY: 'oidc:http://127.0.0.1:1', PORTAL_DIRECTORY_CLIENT_ID: 'portal' },
    beside: portal,
  })
  const there = unreachable.browser()
  await there.trySignIn(admin.userName, admin.password, { confirmed: true })
  expect(await there.send(startDirectoryTest, { params: { uid: uid() } })).toMatchObject({
    status: 503,
    message: 'The provider didn’t answer. Check PORTAL_DIRECTORY and the network.',
  })
  await unreachable.close()
})

test('a provider that does not answer is refused at once with what to check', async () => {
  const { urlTxt } = await begin()
  const back = await visitProvider(urlTxt, 'subject-grace')
  expect(new URL(back).origin).toBe(portal.origin)
  await peer.stop()
  const location = locationOf(await comeBack(back))
  const result = await read(Number(new URL(location, portal.origin).searchParams.get('test')))
  expect(failing(result)).toEqual(['CODE'])
  expect(checkOf(result, 'CODE')).toMatchObject({ reasonCd: 'no_answer' })
})

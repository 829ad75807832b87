import {
  getCompanyDirectory,
  startDirectoryTest,
  testDirectoryPassword,
} from '@portico/contract/directory/company-directory.ts'
import {
  getSignInTest,
  type SignInTest,
  type SignInTestCheck,
} from '@portico/contract/federation/identity-providers.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from '../../../test/browser.ts'
import type { MadeUser } from '../../../test/make.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { BASE, groups, type Slapd, startSlapd } from '../../../test/slapd.ts'

const GRACE = 'grace-in-the-directory'

let slapd: Slapd
let portal: Portal
let grace: MadeUser
let admin: Browser
beforeAll(async () => {
  slapd = await startSlapd()
  portal = await startPortal({ environment: environment() })
  grace = await portal.make.user({ user_name: 'grace', sign_in_kind: 'directory', password_hash: null })
  admin = await adminOf(portal)
})
afterAll(async () => {
  await portal.close()
  await slapd.stop()
})

const environment = (over: Record<string, string> = {}) => ({
  PORTAL_DIRECTORY: `ldaps://localhost:${slapd.ldapsPort}/ou=people,${BASE}?uid?sub`,
  PORTAL_DIRECTORY_CA: slapd.authorityFile,
  PORTAL_DIRECTORY_BIND_DN: slapd.account.dn,
  PORTAL_DIRECTORY_BIND_PASSWORD: slapd.account.password,
  PORTAL_DIRECTORY_GROUPS: groups.staff,
  PORTAL_DIRECTORY_ATTRIBUTES: 'firstName=givenName,email=mail',
  PORTAL_HUMAN_CHECK: 'never',
  ...over,
})

async function adminOf(at: Portal): Promise<Browser> {
  const user = await at.make.user({ is_internal: true })
  await at.make.adminPages(user, ['Database Maintenance'])
  return at.as(user)
}

const tryAt = (browser: Browser, userNm: string, password?: string) =>
  browser.send(testDirectoryPassword, { params: { uid: browser.userId as number }, body: { userNm, password } })

async function examined(userNm: string, password?: string, browser = admin): Promise<SignInTest> {
  const uid = browser.userId as number
  const { signInTestId } = await browser.call(testDirectoryPassword, { params: { uid }, body: { userNm, password } })
  return browser.call(getSignInTest, { params: { uid, signInTestId } })
}
const failing = ({ checks }: SignInTest) =>
  checks.filter(({ resultCd }) => resultCd === 'failed').map(({ checkCd }) => checkCd)
const checkOf = ({ checks }: SignInTest, code: SignInTestCheck) => checks.find(({ checkCd }) => checkCd === code)

test('every step of a directory user’s sign-in is shown with the attributes, and nobody is signed in', async () => {
  const result = await examined('Grace', GRACE)
  expect(result).toMatchObject({
    kindCd: 'ldap',
    samlIdentityProviderNm: `ldaps://localhost:${slapd.ldapsPort}`,
    outcomeCd: 'signs-in',
    user: { userNm: 'grace' },
  })
  expect(new Set(result.checks.map(({ resultCd }) => resultCd))).toEqual(new Set(['passed']))
  expect(checkOf(result, 'ENTRY')).toMatchObject({ foundTxt: `uid=grace,ou=people,${BASE}` })
  expect(checkOf(result, 'PERSON')).toMatchObject({ foundTxt: 'Given grace, grace@example.test' })
  expect(result.attributes).toContainEqual({ attributeNm: 'title', values: ['Rear \u202eAdmiral'] })
  expect(await portal.owner('select from sessions where user_id = $1', [grace.id])).toEqual([])
})

test('neither a password nor its hash is in the result, the audit trail or the log', async () => {
  const result = await examined('grace', GRACE)
  const events = await portal.owner("select * from audit_events where event like 'identity_provider_test%'")
  expect(events.length).toBeGreaterThan(1)
  for (const text of [JSON.stringify(result), JSON.stringify(events), portal.logged.join('')]) {
    expect(text).not.toContain(GRACE)
    expect(text.toLowerCase()).not.toContain('userpassword')
    expect(text).not.toContain(slapd.account.password)
  }
  expect(events.at(-1)).toMatchObject({
    event: 'identity_provider_tested',
    after: { outcome: 'signs-in', failed: [] },
  })
})

test('without a password all but the password is tried', async () => {
  const result = await examined('grace')
  expect(checkOf(result, 'PASSWORD')?.resultCd).toBe('skipped')
  expect(checkOf(await examined('grace', ' '), 'PASSWORD')?.resultCd).toBe('skipped')
  expect(result.outcomeCd).toBe('signs-in')
})

test('what fails says why, and the steps after it are not tried', async () => {
  const wrong = await examined('grace', 'wrong')
  expect(failing(wrong)).toEqual(['PASSWORD'])
  expect(checkOf(wrong, 'PASSWORD')).toMatchObject({ reasonCd: 'wrong_password' })
  expect(wrong).toMatchObject({ outcomeCd: 'refused', user: null })

  await portal.make.user({ user_name: 'nobody.there', sign_in_kind: 'directory', password_hash: null })
  const nobody = await examined('nobody.there', GRACE)
  expect(failing(nobody)).toEqual(['ENTRY'])
  expect(checkOf(nobody, 'ACCOUNT')?.resultCd).toBe('skipped')
  expect(checkOf(nobody, 'ENTRY')).toMatchObject({ reasonCd: 'no_entry' })
  expect(checkOf(nobody, 'PASSWORD')?.resultCd).toBe('skipped')

  const outside = await examined('boss', 'boss-in-the-directory')
  expect(failing(outside)).toEqual(['GROUPS', 'ACCOUNT'])
  expect(checkOf(outside, 'GROUPS')).toMatchObject({ reasonCd: 'no_member' })
  expect(checkOf(outside, 'ACCOUNT')).toMatchObject({ reasonCd: 'no_directory_user' })
  expect(checkOf(outside, 'PASSWORD')?.resultCd).toBe('skipped')
})

test('a user ID is a name and no filter (S60)', async () => {
  const fresh = await adminOf(portal)
  for (const userNm of ['*', '*)(uid=boss', 'boss)(objectClass=*'])
    expect(failing(await examined(userNm, GRACE, fresh))).toEqual(['ENTRY'])
})

test('an account that cannot be signed in to says why', async () => {
  await portal.owner('update users set status = 2 where id = $1', [grace.id])
  const result = await examined('grace', GRACE)
  expect(checkOf(result, 'ACCOUNT')).toMatchObject({ reasonCd: 'account_inactive', foundTxt: 'grace' })
  expect(result.outcomeCd).toBe('refused')
  await portal.owner('update users set status = 1 where id = $1', [grace.id])
})

test.each([
  ['a wrong password of the account that searches', { PORTAL_DIRECTORY_BIND_PASSWORD: 'wrong' }, 'SEARCH_ACCOUNT'],
  ['an authority that did not sign its certificate', { PORTAL_DIRECTORY_CA: '' }, 'CONNECTION'],
] as const)('a directory that is set up with %s shows so', async (_what, over, failed) => {
  const other = over as Record<string, string>
  const broken = environment(other)
  if (other['PORTAL_DIRECTORY_CA'] === '') Reflect.deleteProperty(broken, 'PORTAL_DIRECTORY_CA')
  const misled = await startPortal({ environment: broken })
  const result = await examined('grace', GRACE, await adminOf(misled))
  expect(failing(result)).toEqual([failed])
  // A code: what a directory says has names and search bases.
  expect(checkOf(result, failed)?.foundTxt).toMatch(/^\w+(, result code \d+)?$/)
  await misled.close()
})

test('ten tests in a quarter of an hour are enough for one administrator: each can be a guess', async () => {
  const guessing = await adminOf(portal)
  for (let n = 0; n < 10; n++) expect(await tryAt(guessing, 'grace', 'wrong')).toMatchObject({ status: 200 })
  expect(await tryAt(guessing, 'grace', GRACE)).toMatchObject({ status: 429 })
})

test('I see how the directory is set up, without its secrets', async () => {
  const shown = await admin.call(getCompanyDirectory, { params: { uid: admin.userId as number } })
  expect(shown).toEqual({
    kindCd: 'ldap',
    addressTxt: `ldaps://localhost:${slapd.ldapsPort}`,
    nameTxt: 'uid',
    groups: [groups.staff],
    attributes: [
      { fieldCd: 'firstName', attributeNm: 'givenName' },
      { fieldCd: 'email', attributeNm: 'mail' },
    ],
  })
  expect(await admin.send(startDirectoryTest, { params: { uid: admin.userId as number } })).toMatchObject({
    status: 404,
  })
})

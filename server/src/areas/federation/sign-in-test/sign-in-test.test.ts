import type { SignInTest, SignInTestCheck } from '@portico/contract/federation/identity-providers.ts'
import { getSignInTest, startSignInTest } from '@portico/contract/federation/identity-providers.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startWithAdmin } from '../../../../test/administrator.ts'
import type { Browser } from '../../../../test/browser.ts'
import {
  begin,
  check,
  federatedEmployer,
  type FederatedEmployer,
  federatedUser,
  post,
} from '../../../../test/federated-world.ts'
import { type AnswerOptions, type AskedFor, newId, readRequest } from '../../../../test/identity-provider.ts'
import type { MadeUser } from '../../../../test/make.ts'
import type { Portal } from '../../../../test/portal.ts'
import { selfSigned } from '../../../../test/self-signed.ts'

let portal: Portal
let admin: MadeUser
let browser: Browser
let employer: FederatedEmployer
const MAIL = 'urn:oid:0.9.2342.19200300.100.1.3'
const strangerKeys = selfSigned()

beforeAll(async () => {
  ;({ portal, admin, browser } = await startWithAdmin(['Database Maintenance']))
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.moveClock('0')
  employer = await federatedEmployer(portal)
})

const params = (providerId = employer.providerId) => ({ uid: browser.userId as number, providerId })
async function start(): Promise<AskedFor & { testId: number }> {
  const { signInTestId, urlTxt } = await browser.call(startSignInTest, { params: params() })
  return { ...readRequest(urlTxt), testId: signInTestId }
}
const tryRead = (signInTestId: number, as = browser) =>
  as.send(getSignInTest, { params: { uid: as.userId as number, signInTestId } })
const read = (signInTestId: number): Promise<SignInTest> =>
  browser.call(getSignInTest, { params: { uid: browser.userId as number, signInTestId } })

/** Sends an answer to a new test as the provider’s page does; returns what the screen then shows. */
async function examined(over: Partial<AnswerOptions> = {}): Promise<SignInTest> {
  const asked = await start()
  const { headers, ticket } = await post(portal, employer.provider.answer(asked, over), asked.relayState)
  expect(headers.get('location')).toBe(
    `/content-authenticated/database-maintenance/identity-providers?test=${asked.testId}`,
  )
  expect(ticket).toBe('')
  const result = await read(asked.testId)
  // Whom a refused answer names is nobody’s business.
  expect(result.user === null).toBe(result.outcomeCd === 'refused')
  return result
}
const failing = ({ checks }: SignInTest) =>
  checks.filter(({ resultCd }) => resultCd === 'failed').map(({ checkCd }) => checkCd)
const resultOf = ({ checks }: SignInTest, code: SignInTestCheck) => checks.find(({ checkCd }) => checkCd === code)

/** What a real sign-in leaves behind; a test must leave none of it. */
const traces = () =>
  portal.owner(`select (select count(*) from sessions)::int as sessions, (select count(*) from sign_in_tickets)::int as tickets,
    (select count(*) from users)::int as users, (select count(*) from federated_identities)::int as identities,
    (select count(*) from used_assertions)::int as assertions, (select count(*) from saml_requests)::int as requests`)

describe('the answer to a test is decoded', () => {
  test('with every check passed, the attributes and whom it would sign in, and nobody is signed in', async () => {
    const user = await federatedUser(portal, employer, 'ada', { first_name: 'Ada', last_name: 'Olsen' })
    // As most users meet it: signed in there, they are not asked again.
    expect((await start()).isForced).toBe(false)
    const before = await traces()
    const attributes = { [MAIL]: 'ada@elsewhere.test', givenName: 'Ada', sn: 'Olsen', groups: 'Finance' }
    const result = await examined({ nameId: 'ada', attributes })
    expect(failing(result)).toEqual([])
    expect(new Set(result.checks.map(({ resultCd }) => resultCd))).toEqual(new Set(['passed']))
    expect(result).toMatchObject({
      samlIdentityProviderNm: 'Test',
      outcomeCd: 'signs-in',
      nameIdTxt: 'ada',
      user: { userNm: user.userName, fullNm: 'Ada Olsen' },
    })
    expect(result.attributes).toContainEqual({ attributeNm: 'groups', values: ['Finance'] })
    expect(await traces()).toEqual(before)
  })

  test('for a user at their first sign-on, who would be linked but is not', async () => {
    const email = `grace@${employer.domain}`
    const user = await federatedUser(portal, employer, null, { email })
    const result = await examined({ attributes: { mail: email } })
    expect(result).toMatchObject({ outcomeCd: 'links', user: { userNm: user.userName } })
    expect(resultOf(result, 'PERSON')).toMatchObject({ resultCd: 'warning', foundTxt: email })
    expect(await portal.owner('select from federated_identities where user_id = $1', [user.id])).toEqual([])
  })

  test('for a new user, who would get an account but does not', async () => {
    await portal.owner('insert into sso_employers (client_id) values ($1)', [employer.clientId])
    const email = `new@${employer.domain}`
    const before = await traces()
    const result = await examined({ attributes: { mail: email, givenName: 'Nell', sn: 'New' } })
    expect(result).toMatchObject({
      outcomeCd: 'creates',
      user: { userNm: null, fullNm: 'Nell New', emailAddress: email },
    })
    expect(await traces()).toEqual(before)
  })

  test('for a user who would be refused, with the reason', async () => {
    const unknown = await examined({ attributes: { mail: 'ada@elsewhere.test' } })
    expect(unknown).toMatchObject({ outcomeCd: 'refused', user: null })
    expect(failing(unknown)).toEqual(['PERSON', 'ACCOUNT'])
    expect(resultOf(unknown, 'ACCOUNT')?.reasonCd).toBe('other_domain')
    const user = await federatedUser(portal, employer, 'gone', { status: 2 })
    const inactive = await examined({ nameId: 'gone' })
    expect(resultOf(inactive, 'ACCOUNT')).toMatchObject({
      resultCd: 'failed',
      reasonCd: 'account_inactive',
      foundTxt: user.userName,
    })
  })

  test('for a user whose employer is deleted, who is refused for that', async () => {
    const user = await federatedUser(portal, employer, 'left')
    await portal.owner('update clients set is_deleted = true where id = $1', [employer.clientId])
    expect(resultOf(await examined({ nameId: 'left' }), 'ACCOUNT')).toMatchObject({
      resultCd: 'failed',
      reasonCd: 'client_deleted',
      foundTxt: user.userName,
    })
  })

  test('with every value of an attribute, also where the provider states it twice', async () => {
    await federatedUser(portal, employer, 'ada')
    const twice = (xml: string) =>
      xml.replace(
        /(<saml:Attribute Name="groups">)<saml:AttributeValue>staff<\/saml:AttributeValue><\/saml:Attribute>/,
        '$1<saml:AttributeValue>staff</saml:AttributeValue><saml:AttributeValue>billing</saml:AttributeValue></saml:Attribute>' +
          '$1<saml:AttributeValue>audit</saml:AttributeValue></saml:Attribute>',
      )
    const result = await examined({ nameId: 'ada', attributes: { groups: 'staff' }, before: twice })
    expect(result.attributes).toEqual([{ attributeNm: 'groups', values: ['staff', 'billing', 'audit'] }])
  })

  test('with a warning where the certificate ends soon', async () => {
    const user = await federatedUser(portal, employer, 'ada')
    const ending = selfSigned(undefined, new Date(Date.now() + 29 * 86_400_000))
    await portal.owner('update saml_providers set certificate = $2 where id = $1', [
      employer.providerId,
      ending.certificate,
    ])
    const asked = await start()
    await post(portal, employer.provider.answer(asked, { nameId: 'ada', key: ending }), asked.relayState)
    const result = await read(asked.testId)
    expect(resultOf(result, 'CERTIFICATE')?.resultCd).toBe('warning')
    expect(result).toMatchObject({ outcomeCd: 'signs-in', user: { userNm: user.userName } })
  })
})

const attacks: [string, SignInTestCheck[], (asked: AskedFor) => Partial<AnswerOptions>][] = [
  ['a signature by another key', ['SIGNATURE'], () => ({ key: strangerKeys })],
  ['no signature', ['SIGNATURE'], () => ({ signs: 'nothing' })],
  ['a name changed after it was signed', ['SIGNATURE'], () => ({ after: (xml) => xml.replace('>ada<', '>boss<') })],
  ['an end that has passed', ['TIME'], () => ({ notBefore: -600, notOnOrAfter: -300 })],
  ['a beginning to come', ['TIME'], () => ({ notBefore: 300, notOnOrAfter: 600 })],
  ['another audience', ['AUDIENCE'], () => ({ audience: 'https://other.test' })],
  ['another recipient', ['RECIPIENT'], () => ({ recipient: 'https://other.test/acs' })],
  ['another destination', ['DESTINATION'], () => ({ destination: 'https://other.test/acs' })],
  ['another issuer', ['ISSUER'], () => ({ issuer: 'https://other.test/metadata' })],
  ['another request', ['REQUEST'], () => ({ inResponseTo: newId() })],
  ['no request at all', ['REQUEST'], () => ({ inResponseTo: null })],
  ['a broken algorithm', ['FORM'], () => ({ digestAlgorithm: 'http://www.w3.org/2000/09/xmldsig#sha1' })],
  [
    'a name that changes with every sign-in',
    ['NAME'],
    () => ({ nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' }),
  ],
]

describe('an answer that does not hold fails at its check, and signs nobody in (S62, S63)', () => {
  test.each(attacks)('with %s', async (_what, codes, over) => {
    await federatedUser(portal, employer, 'ada')
    const before = await traces()
    const asked = await start()
    await post(portal, employer.provider.answer(asked, { nameId: 'ada', ...over(asked) }), asked.relayState)
    const result = await read(asked.testId)
    expect(failing(result)).toEqual(codes)
    expect(result).toMatchObject({ outcomeCd: 'refused', user: null })
    expect(await traces()).toEqual(before)
  })

  test('with a status of the provider’s refusal', async () => {
    const result = await examined({ status: 'urn:oasis:names:tc:SAML:2.0:status:Responder' })
    expect(failing(result)).toEqual(['STATUS'])
    expect(resultOf(result, 'STATUS')).toMatchObject({ foundTxt: 'Responder', expectedTxt: 'Success' })
  })

  test.each(['no base64!', Buffer.from('<!DOCTYPE a><a/>'), Buffer.from('<a/>')])(
    'that is no answer: %s',
    async (sent) => {
      const asked = await start()
      await post(portal, sent, asked.relayState)
      expect(failing(await read(asked.testId))).toContain('FORM')
    },
  )

  test('an assertion that signed somebody in before is not fresh (S64)', async () => {
    await federatedUser(portal, employer, 'ada')
    const assertionId = newId()
    const real = portal.browser()
    const request = await begin(real, employer.providerId)
    const { ticket } = await post(
      portal,
      employer.provider.answer(request, { nameId: 'ada', assertionId }),
      request.relayState,
    )
    expect(await check(real, ticket)).toMatchObject({ code: '200' })
    const again = await examined({ nameId: 'ada', assertionId })
    expect(failing(again)).toEqual(['FRESH'])
    expect(again).toMatchObject({ outcomeCd: 'refused', user: null })
  })
})

describe('a test takes one answer, and is its administrator’s alone', () => {
  test('a second answer changes nothing and signs nobody in', async () => {
    await federatedUser(portal, employer, 'ada')
    const asked = await start()
    const xml = employer.provider.answer(asked, { nameId: 'ada' })
    await post(portal, xml, asked.relayState)
    const first = await read(asked.testId)
    const again = await post(portal, employer.provider.answer(asked, { nameId: 'eve' }), asked.relayState)
    expect(again).toMatchObject({ status: 401, ticket: '' })
    expect(await read(asked.testId)).toEqual(first)
    // Neither does it open a session without the mark of a test.
    expect(await post(portal, xml, asked.relayState.replace('test-', ''))).toMatchObject({ status: 401, ticket: '' })
  })

  test('of twenty answers at once one is examined (R17)', async () => {
    const asked = await start()
    const xml = employer.provider.answer(asked)
    const posts = await Promise.all(Array.from({ length: 20 }, () => post(portal, xml, asked.relayState)))
    expect(posts.filter(({ status }) => status === 303)).toHaveLength(1)
  })

  test('an answer to a real sign-in is none to a test', async () => {
    await federatedUser(portal, employer, 'ada')
    const real = portal.browser()
    const request = await begin(real, employer.providerId)
    const asked = await start()
    await post(portal, employer.provider.answer(request, { nameId: 'ada' }), asked.relayState)
    expect(failing(await read(asked.testId))).toEqual(['REQUEST'])
  })

  test('another administrator, and I after the next sign-in, do not see it; nor anybody after its time', async () => {
    const other = await portal.make.user({ is_internal: true })
    await portal.make.adminPages(other, ['Database Maintenance'])
    const asked = await start()
    expect(await read(asked.testId)).toMatchObject({ answeredDt: null, checks: [], user: null })
    expect(await tryRead(asked.testId, await portal.as(other))).toMatchObject({ status: 404 })
    await post(portal, employer.provider.answer(asked), asked.relayState)
    await portal.moveClock('14 minutes')
    expect(await tryRead(asked.testId)).toMatchObject({ code: '200' })
    await portal.moveClock('16 minutes')
    expect(await tryRead(asked.testId)).toMatchObject({
      status: 404,
      message: 'This test is no longer available. Start a new one.',
    })
    await portal.moveClock('0')
    await portal.owner('update sessions set ended_at = clock_now() where user_id = $1', [admin.id])
    browser = await portal.as(admin)
    expect(await tryRead(asked.testId)).toMatchObject({ status: 404 })
  })

  test('an answer after ten minutes is refused', async () => {
    const asked = await start()
    await portal.moveClock('11 minutes')
    const late = await post(portal, employer.provider.answer(asked, { notOnOrAfter: 900 }), asked.relayState)
    expect(late).toMatchObject({ status: 401, ticket: '' })
    await portal.moveClock('0')
  })

  test('both steps are in the audit trail, with what failed', async () => {
    await examined({ audience: 'https://other.test' })
    const events = await portal.owner(
      `select event, actor_user_id as actor, after from audit_events where target_kind = 'saml_provider' and target_id = $1 order by id`,
      [String(employer.providerId)],
    )
    expect(events).toEqual([
      { event: 'identity_provider_test_started', actor: admin.id, after: null },
      { event: 'identity_provider_tested', actor: admin.id, after: { outcome: 'refused', failed: ['AUDIENCE'] } },
    ])
  })

  test('a provider that is gone is not tested', async () => {
    expect(await browser.send(startSignInTest, { params: params(987_654) })).toMatchObject({ status: 404 })
  })
})

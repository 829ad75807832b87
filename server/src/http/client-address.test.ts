import { logAnonymously } from '@portico/contract/client-log/client-log.ts'
import { login } from '@portico/contract/sign-in/sign-in.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendRaw } from '../../test/guards/raw-http.ts'
import { type Portal, startPortal } from '../../test/portal.ts'

let direct: Portal
let behindProxy: Portal
beforeAll(async () => {
  direct = await startPortal()
  behindProxy = await startPortal({ beside: direct, environment: { PORTAL_TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8' } })
})
afterAll(async () => {
  await behindProxy.close()
  await direct.close()
})

/** The address that a wrong password is recorded under, in the audit trail and in the log. */
async function recordedAddress(
  portal: Portal,
  headers: Record<string, string>,
): Promise<{ audited: unknown; logged: unknown; status: number }> {
  const before = portal.logged.length
  const browser = portal.browser(headers)
  const answer = await browser.trySignIn('nobody.there', 'guess')
  const id = answer.headers.get('x-request-id')
  const [row] = await direct.owner('select host(address) as address from audit_events where request_id = $1', [id])
  const lines = portal.logged.slice(before).map((line) => JSON.parse(line) as Record<string, unknown>)
  return {
    audited: row?.['address'],
    logged: lines.find(({ reqId, msg }) => reqId === id && msg === 'request')?.['ip'],
    status: answer.status,
  }
}

const from = (address: string) => ({ audited: address, logged: address, status: 200 })
const here = from('127.0.0.1')
const forged: [string, Record<string, string>][] = [
  ['one address', { 'x-forwarded-for': '203.0.113.7' }],
  ['a letter', { 'x-forwarded-for': 'a' }],
  ['nothing', { 'x-forwarded-for': '' }],
  ['commas', { 'x-forwarded-for': ',,,' }],
  ['200 hops', { 'x-forwarded-for': Array.from({ length: 200 }, (_, n) => `203.0.113.${n}`).join(', ') }],
  ['an address with a port', { 'x-forwarded-for': '203.0.113.7:8080' }],
  ['an address of another family', { 'x-forwarded-for': '2001:db8::7' }],
  ['an address with a zone', { 'x-forwarded-for': 'fe80::1%eth0' }],
  ['half a statement', { 'x-forwarded-for': "127.0.0.1'; select 1; --" }],
  ['the standard header', { forwarded: 'for=203.0.113.7;host=evil.test;proto=https' }],
  [
    'other headers',
    {
      'x-real-ip': '203.0.113.7',
      'cf-connecting-ip': '203.0.113.7',
      'true-client-ip': '203.0.113.7',
      'x-client-ip': '203.0.113.7',
    },
  ],
]

describe('an address that a client claims (S08)', () => {
  test.each(forged)('%s: is ignored from untrusted sources', async (_what, headers) => {
    expect(await recordedAddress(direct, headers)).toEqual(here)
  })

  test.each([
    ['one address', from('203.0.113.7')],
    ['a letter', here],
    ['nothing', here],
    ['commas', here],
    ['200 hops', from('203.0.113.199')],
    ['an address with a port', here],
    ['an address of another family', from('2001:db8::7')],
    ['an address with a zone', from('fe80::1')],
    ['half a statement', here],
    ['the standard header', here],
    ['other headers', here],
  ])('%s: from a trusted proxy it counts if it is an address, the nearest that no proxy has', async (what, wanted) => {
    const [, headers = {}] = forged.find(([name]) => name === what) ?? []
    expect(await recordedAddress(behindProxy, headers)).toEqual(wanted)
  })

  test('proxies behind each other are looked through', async () => {
    expect(await recordedAddress(behindProxy, { 'x-forwarded-for': '198.51.100.1, 203.0.113.7, 10.1.2.3' })).toEqual(
      from('203.0.113.7'),
    )
  })

  test('is the one reported with a second session', async () => {
    const user = await direct.make.user()
    await behindProxy.browser({ 'x-forwarded-for': '203.0.113.7' }).signIn(user.userName, user.password)
    const answer = await direct.browser().trySignIn(user.userName, user.password)
    expect(answer).toMatchObject({ code: '409', data: { place: expect.stringContaining('203.0.113.7') } })
  })
})

describe('the host that a caller names (S11)', () => {
  const signInAs = async (portal: Portal, headers: Record<string, string>) => {
    const user = await direct.make.user()
    const browser = portal.browser()
    const token = await browser.openSignInPage()
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    return sendRaw(portal.origin, login.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-csrf-token': token, origin: portal.origin, cookie, ...headers },
      body: JSON.stringify({ userNm: user.userName, password: user.password, host: new URL(portal.origin).host }),
    })
  }
  const refused = JSON.stringify({ code: '401', data: null, message: 'Request origin is not authorized.' })

  test.each([
    'evil.test',
    'localhost@evil.test',
    'localhost',
    'localhost:1',
    'localhost.evil.test:80',
    '127.0.0.1.nip.io',
  ])('%j is refused', async (host) => {
    const { text } = await signInAs(direct, { host })
    expect(text).toBe(refused)
  })

  test('is ours by each of its names, in any case', async () => {
    const { port } = new URL(direct.origin)
    for (const host of [`localhost:${port}`, `LOCALHOST:${port}`, `127.0.0.1:${port}`])
      expect((await signInAs(direct, { host })).text).toContain('"code":"200"')
  })

  test('counts when a trusted proxy passes it on, and from no other source', async () => {
    expect((await signInAs(behindProxy, { 'x-forwarded-host': 'evil.test' })).text).toBe(refused)
    expect((await signInAs(direct, { 'x-forwarded-host': 'evil.test' })).text).toContain('"code":"200"')
  })

  test('never turns up in an answer', async () => {
    for (const path of [
      '/ccservices/nothing',
      '/login',
      '/ccservices/secure/user/rest/db/signin/manifest',
      '/ccservices/openapi.json',
    ]) {
      const { text, headers } = await sendRaw(direct.origin, path, {
        headers: { host: 'evil.test', 'x-forwarded-host': 'evil.test' },
      })
      expect(text + JSON.stringify(headers)).not.toContain('evil')
    }
    const logged = await sendRaw(direct.origin, logAnonymously.path, {
      method: 'POST',
      headers: { host: 'evil.test', 'content-type': 'application/json' },
      body: '{}',
    })
    expect(logged.text).toBe('{"code":"200","data":null,"message":""}')
  })
})

import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Browser, Raw } from '../../test/browser.ts'
import { type KitServer, kit, startKitServer } from '../../test/guards/kit-server.ts'
import { openSession } from '../../test/guards/people.ts'
import { sendRaw } from '../../test/guards/raw-http.ts'
import { type Portal, startPortal } from '../../test/portal.ts'
import { REPORT_PAGE } from '../areas/reports/report-tickets.ts'
import { networkOf } from './network.ts'

let portal: Portal
let server: KitServer
beforeAll(async () => {
  portal = await startPortal({
    environment: { PORTAL_DEMO: 'off', PORTAL_RATE_LIMIT: 'on', PORTAL_TRUSTED_PROXIES: '127.0.0.1' },
  })
  server = await startKitServer(portal)
})
afterAll(async () => {
  await server.close()
  await portal.close()
})

const TOO_MANY = JSON.stringify({
  code: '429',
  data: null,
  message: 'Too many requests. Wait a moment and try again.',
})
const json = { 'content-type': 'application/json' }
const tokenPath = '/ccservices/secure/user/rest/db/signin/prelogin-csrf-token'

/** Divides every limit: the library refuses a whole burst that crosses one. */
const BURST = 30

/** Asks that often, in bursts, and answers how often it was allowed, with the first refusal. */
async function query(times: number, once: () => Promise<Raw>): Promise<{ allowed: number; refusal: Raw | undefined }> {
  const answers: Raw[] = []
  for (let asked = 0; asked < times; asked += BURST)
    answers.push(...(await Promise.all(Array.from({ length: Math.min(BURST, times - asked) }, once))))
  return {
    allowed: answers.filter(({ status }) => status === 200).length,
    refusal: answers.find(({ status }) => status !== 200),
  }
}

function expectTooMany(refusal: Raw | undefined): void {
  expect(refusal).toMatchObject({ status: 429, text: TOO_MANY })
  const seconds = Number(refusal?.headers.get('retry-after'))
  expect(seconds).toBeGreaterThanOrEqual(1)
  expect(seconds).toBeLessThanOrEqual(60)
}

describe('a call that is repeated too often (S74)', () => {
  // The counted minute does not end before the last call, however slow the machine.
  beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'] }))
  afterAll(() => void vi.useRealTimers())

  test('of one user, in any number of browsers, is refused for a while; others continue', async () => {
    const user = await portal.make.user()
    const [one, two] = [await openSession(portal, user), await openSession(portal, user)]
    const other = await openSession(portal, await portal.make.user())
    const announcements = (browser: Browser) =>
      browser.request('GET', '/ccservices/secure/user/rest/notif/announcements')
    const first = await query(480, () => announcements(one))
    const second = await query(150, () => announcements(two))
    expect(first.allowed + second.allowed).toBe(600)
    expectTooMany(second.refusal)
    expect((await announcements(other)).status).toBe(200)
    expect((await portal.browser().request('GET', tokenPath)).status).toBe(200)
  })

  test('of an administrator who acts as a user is counted as the administrator’s', async () => {
    const [admin, user] = [await portal.make.user({ is_internal: true }), await portal.make.user()]
    const [own, acting] = [await openSession(portal, admin), await openSession(portal, user)]
    await portal.make.emulation(admin, user)
    const ofUser = await openSession(portal, user)
    const announcements = (browser: Browser) =>
      browser.request('GET', '/ccservices/secure/user/rest/notif/announcements')
    const first = await query(480, () => announcements(acting))
    const second = await query(150, () => announcements(own))
    expect(first.allowed + second.allowed).toBe(600)
    expectTooMany(second.refusal)
    expect((await announcements(acting)).status).toBe(429)
    expect((await announcements(ofUser)).status).toBe(200)
  })

  test('before sign-in is counted by address, and an IPv6 network is one (S08)', async () => {
    const at = (address: string) => portal.browser({ 'x-forwarded-for': address }).request('GET', tokenPath)
    let host = 0
    const { allowed, refusal } = await query(310, () => at(`2001:db8:1:2::${(++host).toString(16)}`))
    expect(allowed).toBe(300)
    expectTooMany(refusal)
    expect((await at('2001:db8:1:3::1')).status).toBe(200)
    expect((await at('203.0.113.9')).status).toBe(200)
  })

  test('reports of errors are thirty a minute, whatever address a caller makes up (S61c)', async () => {
    let made = 0
    const report = () =>
      portal
        .browser({ 'x-forwarded-for': `no address ${++made}` })
        .request('POST', made % 2 ? '/logger' : '/ccservices/clientlogger', { headers: json, body: '{}' })
    const { allowed, refusal } = await query(40, report)
    expect(allowed).toBe(30)
    expectTooMany(refusal)
    const [stored] = await portal.owner('select count(*)::int as entries from client_log_entries')
    expect(stored).toEqual({ entries: 30 })
  })

  test('searches have a limit of their own', async () => {
    const browser = await server.open(await portal.make.user())
    const { allowed, refusal } = await query(130, () => browser.request('GET', kit.search.path))
    expect(allowed).toBe(120)
    expectTooMany(refusal)
  })

  test('the page of a report may be opened as often as any call', async () => {
    const from = portal.browser({ 'x-forwarded-for': '203.0.113.77' })
    const statuses: number[] = []
    while (statuses.length <= 600) {
      const answers = Array.from({ length: BURST }, () => from.request('GET', `${REPORT_PAGE}?ticket=none`))
      statuses.push(...(await Promise.all(answers)).map(({ status }) => status))
    }
    expect(statuses.slice(0, 600)).not.toContain(429)
    expect(statuses.slice(600)).toContain(429)
  })

  test('is accepted again a minute after the first, and Retry-After says when', async () => {
    const browser = await server.open(await portal.make.user())
    const search = () => browser.request('GET', kit.search.path)
    const began = Date.now()
    await query(120, search)
    vi.setSystemTime(began + 20_000)
    const early = await search()
    expect({ status: early.status, wait: early.headers.get('retry-after') }).toEqual({ status: 429, wait: '40' })
    vi.setSystemTime(began + 59_999)
    const late = await search()
    expect({ status: late.status, wait: late.headers.get('retry-after') }).toEqual({ status: 429, wait: '1' })
    vi.setSystemTime(began + 60_001)
    expect((await search()).status).toBe(200)
  })

  test('is refused before its body is looked at, and counted even when refused for something else', async () => {
    const browser = await server.open(await portal.make.user())
    await query(120, () => browser.request('GET', `${kit.search.path}?unknownKey=1`))
    expectTooMany(await browser.request('GET', `${kit.search.path}?unknownKey=1`))
  })
})

test('an IPv6 address counts as its network, an IPv4 one as itself', () => {
  expect(networkOf('203.0.113.9')).toBe('203.0.113.9')
  expect(networkOf('::FFFF:203.0.113.9')).toBe('203.0.113.9')
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe(networkOf('2001:db8:1:2::1'))
  expect(networkOf('2001:DB8:1:2::1')).toBe(networkOf('2001:db8:1:2::1'))
  expect(networkOf('2001:0db8:0001:0002::1')).toBe(networkOf('2001:db8:1:2::1'))
  expect(networkOf('2001:db8::1')).not.toBe(networkOf('2001:db8:1::1'))
  expect(networkOf('::1')).toBe(networkOf('::2'))
})

/** A request of which only the head is sent, and what is answered to it. */
function headOnly(path: string, headers: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server.origin)
    const socket = connect(Number(port), hostname, () =>
      socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n\r\n`),
    )
    socket.once('data', (chunk: Buffer) => {
      socket.destroy()
      resolve(chunk.toString())
    })
    socket.on('error', reject)
  })
}

describe('more than a body may be (S74)', () => {
  test('is refused by its announced length, before it arrives', async () => {
    expect(await headOnly(kit.fail.path, 'Content-Type: application/json\r\nContent-Length: 10485760')).toMatch(
      /^HTTP\/1.1 413 /,
    )
  })

  test('is refused while it arrives when no length is announced', async () => {
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
    expect(
      await headOnly(
        kit.fail.path,
        `Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.repeat(5)}`,
      ),
    ).toMatch(/^HTTP\/1.1 413 /)
  })

  test.each([
    ['entries', `[${'0,'.repeat(30_000)}0]`],
    ['nested lists', `${'['.repeat(30_002)}${']'.repeat(30_002)}`],
    ['fields', `{${Array.from({ length: 15_001 }, (_, at) => `"${at}":[0]`).join(',')}}`],
  ])('is more than 30,000 %s in JSON', async (_, body) => {
    const headers = { 'content-type': 'application/json' }
    const { status } = await sendRaw(server.origin, kit.fail.path, { method: 'POST', headers, body })
    expect(status).toBe(413)
  })

  test('of a form is much less', async () => {
    const body = `sessionToken=${'x'.repeat(20_000)}`
    const answer = await sendRaw(server.origin, kit.download.path.replace('{id}', '1'), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
    })
    expect(answer.status).toBe(413)
  })
})

describe('connections that never finish what they say (S74)', () => {
  const slow: Socket[] = []
  afterAll(() => {
    for (const socket of slow) socket.destroy()
  })

  test('200 of them do not block other requests', async () => {
    const { hostname, port } = new URL(server.origin)
    await Promise.all(
      Array.from(
        { length: 200 },
        (_, n) =>
          new Promise<void>((resolve, reject) => {
            const socket = connect(Number(port), hostname, () =>
              socket.write(
                n % 2
                  ? 'GET / HTTP/1.1\r\nHost: x\r\nX-a: '
                  : 'POST /ccservices/kit/fail HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 20\r\n\r\n{',
                () => resolve(),
              ),
            )
            socket.on('error', reject)
            slow.push(socket)
          }),
      ),
    )
    const statuses = new Set<number>()
    for (let n = 0; n < 50; n++) statuses.add((await sendRaw(server.origin, kit.show.path)).status)
    expect([...statuses]).toEqual([200])
  })

  test('are cut off: heads after 20 seconds, looked at every five; bodies have limits of their own', () => {
    const { headersTimeout, requestTimeout } = portal.app.server
    const every = Reflect.get(portal.app.server, 'connectionsCheckingInterval') as number
    expect({ headersTimeout, requestTimeout, every }).toEqual({
      headersTimeout: 20_000,
      requestTimeout: 0,
      every: 5_000,
    })
  })
})

import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js'
import { Severity } from 'csp_evaluator/dist/finding.js'
import { CspParser } from 'csp_evaluator/dist/parser.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeWorld, openSession, type World } from '../../test/guards/people.ts'
import { BRAND_IMAGE_KEY } from '../../test/guards/sample-rows.ts'

import { type RawAnswer, sendBytes, sendRaw } from '../../test/guards/raw-http.ts'
import { tinyFrontEnd } from '../../test/guards/tiny-front-end.ts'
import { type Portal, startPortal } from '../../test/portal.ts'
import { REPORT_PAGE } from '../areas/reports/report-tickets.ts'

const frontEnd = tinyFrontEnd()
let portal: Portal
let world: World
beforeAll(async () => {
  portal = await startPortal({ webDist: frontEnd.webDist })
  world = await makeWorld(portal)
})
afterAll(async () => {
  await portal.close()
  frontEnd.remove()
})

const area = '/ccservices/secure/user/rest/db'
const html = { accept: 'text/html' }
const json = { 'content-type': 'application/json' }

const every = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  vary: 'Origin, Accept-Language',
  'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
}
const envelope = { ...every, 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' }
const page = {
  ...every,
  'cache-control': 'no-cache',
  'content-type': 'text/html; charset=utf-8',
  'cross-origin-opener-policy': 'same-origin',
}
const application = {
  ...page,
  'content-language': 'en',
  vary: 'Origin, Accept-Language, Cookie',
  'content-security-policy': expect.stringMatching(
    /^default-src 'none'; script-src 'self' 'nonce-([\w+/=]{24})' 'strict-dynamic'; style-src 'self' 'nonce-\1'; img-src 'self' blob: data:; font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; object-src 'none'; report-uri \/clientlogger$/,
  ) as string,
}
const standalone = {
  ...page,
  'content-security-policy': expect.stringMatching(
    /^default-src 'none'; style-src 'nonce-[\w+/=]{24}'; img-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'$/,
  ) as string,
}
const image = {
  ...every,
  'content-type': 'image/png',
  'content-security-policy': "sandbox; default-src 'none'",
  etag: expect.stringMatching(/^"[0-9a-f]{32}"$/) as string,
}
const forAYear = 'public, max-age=31536000, immutable'

/** Headers that belong to the connection, the moment or the length. */
const passing = ['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding']
const lasting = ({ headers }: RawAnswer) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !passing.includes(name)))

const get = (path: string, headers: Record<string, string> = {}) => sendRaw(portal.origin, path, { headers })

/** Every kind of content with all the headers that it has, and no other. */
const kinds: [string, () => Promise<RawAnswer>, number, object][] = [
  ['a call', () => get(`${area}/signin/manifest`), 200, envelope],
  ['a call without a session', () => get('/ccservices/secure/user/rest/notif/announcements'), 401, envelope],
  ['a bad request', () => get(`${area}/signin/manifest?a=1`), 400, envelope],
  ['a malformed address', () => get('/%'), 400, envelope],
  ['an unknown address', () => get('/ccservices/nothing'), 404, envelope],
  [
    'a method not offered',
    () => sendRaw(portal.origin, '/logger', { method: 'PUT' }),
    405,
    { ...envelope, allow: 'POST' },
  ],
  [
    'a body of another type',
    () => sendRaw(portal.origin, '/logger', { method: 'POST', headers: { 'content-type': 'text/xml' }, body: '<x/>' }),
    415,
    envelope,
  ],
  [
    'a body too large',
    () => sendRaw(portal.origin, '/logger', { method: 'POST', headers: json, body: `"${'x'.repeat(300_000)}"` }),
    413,
    envelope,
  ],
  ['the page', () => get('/login', html), 200, application],
  ['the page at any of its addresses', () => get('/content-authenticated/home', html), 200, application],
  ['the page that says there is none', () => get('/nothing/here', html), 404, application],
  [
    'a hashed file',
    () => get('/assets/app-1a2b3c4d.js'),
    200,
    {
      ...every,
      'cache-control': forAYear,
      vary: 'Origin, Accept-Language, accept-encoding',
      'content-type': 'application/javascript; charset=utf-8',
      'accept-ranges': 'bytes',
      etag: expect.any(String),
      'last-modified': expect.any(String),
    },
  ],
  [
    'the icon',
    () => get('/favicon.svg'),
    200,
    { ...every, 'cache-control': 'public, max-age=86400', 'content-type': 'image/svg+xml' },
  ],
  [
    'the image of a tile',
    () => get(`/images/tiles/${world.ids['sectionId']}.png`),
    200,
    { ...image, 'cache-control': 'public, max-age=300' },
  ],
  [
    'an image of a brand, which mails show too',
    () => get(`/ccservices/images/branding/${BRAND_IMAGE_KEY}`),
    200,
    { ...image, 'cache-control': forAYear, 'cross-origin-resource-policy': 'cross-origin' },
  ],
  ['the description of the calls', () => get('/ccservices/openapi.json'), 200, envelope],
  ['its page', () => get('/ccservices/docs', html), 200, standalone],
  [
    'an application of the demo',
    () => get(`/demo-application/${world.ids['pageId']}`, html),
    200,
    { ...standalone, 'cache-control': 'no-store' },
  ],
]

describe('response headers (S75)', () => {
  test.each(kinds)('of %s are exactly the intended ones', async (_kind, query, status, headers) => {
    const answer = await query()
    expect(answer.status).toBe(status)
    expect(lasting(answer)).toEqual(headers)
  })

  test('name neither server nor framework', async () => {
    for (const [, query] of kinds)
      expect(JSON.stringify((await query()).headers).replaceAll(/'nonce-[^']+'/g, '')).not.toMatch(
        /fastify|express|"server"|x-powered-by|node/i,
      )
  })

  test('of what is no HTTP are there as well', async () => {
    const answer = await sendBytes(portal.origin, 'no HTTP\r\n\r\n')
    const { 'x-request-id': _, ...known } = envelope
    for (const [name, value] of Object.entries(known))
      expect(answer.toLowerCase()).toContain(`\r\n${name}: ${value.toLowerCase()}\r\n`)
  })

  test('of an unchanged image carry no bytes', async () => {
    const path = `/images/tiles/${world.ids['sectionId']}.png`
    const { headers } = await get(path)
    const again = await get(path, { 'if-none-match': String(headers['etag']) })
    expect({ status: again.status, text: again.text }).toEqual({ status: 304, text: '' })
    expect(lasting(again)).toMatchObject({ ...every, etag: headers['etag'] })
  })

  test('require https when the public address uses it, and only then', async () => {
    const secure = await startPortal({
      beside: portal,
      webDist: frontEnd.webDist,
      environment: { PORTAL_DEMO: 'off', PORTAL_PUBLIC_URL: 'https://portal.example.test' },
    })
    for (const path of [
      `${area}/signin/manifest`,
      '/login',
      '/assets/app-1a2b3c4d.js',
      '/ccservices/nothing',
      '/%',
      `/images/tiles/${world.ids['sectionId']}.png`,
    ])
      expect((await sendRaw(secure.origin, path)).headers['strict-transport-security']).toBe(
        'max-age=63072000; includeSubDomains',
      )
    await secure.close()
    for (const [, query] of kinds) expect((await query()).headers['strict-transport-security']).toBeUndefined()
  })
})

test('the binding cookie is for this host, this site and no script (A6)', async () => {
  const { headers } = await get(`${area}/signin/prelogin-csrf-token`)
  expect(headers['set-cookie']).toEqual([
    expect.stringMatching(
      /^__Host-portal-binding=[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    ),
  ])
  const again = await get(`${area}/signin/prelogin-csrf-token`, {
    cookie: String(headers['set-cookie']).split(';', 1)[0] ?? '',
  })
  expect(again.headers['set-cookie']).toBeUndefined()
})

test('the page names the time zone that decides what day it is for reports', async () => {
  const elsewhere = await startPortal({
    beside: portal,
    webDist: frontEnd.webDist,
    environment: { PORTAL_BUSINESS_TIME_ZONE: 'Pacific/Kiritimati' },
  })
  const { text } = await sendRaw(elsewhere.origin, '/login', { headers: html })
  expect(text).toMatch(/<html data-time-zone="Pacific\/Kiritimati" lang="en" /)
  await elsewhere.close()
})

test.each([
  ['en', 'en', 'en'],
  ['en', 'de', 'de'],
  ['de', 'en', 'en'],
  ['de', 'fr', 'de'],
])(
  'the page of a portal in %s is, for a browser that asks for %s, in %s, and names both',
  async (own, asked, shown) => {
    const environment = { PORTAL_LANGUAGE: own }
    const elsewhere = await startPortal({ beside: portal, webDist: frontEnd.webDist, environment })
    const { text } = await sendRaw(elsewhere.origin, '/login', { headers: { ...html, 'accept-language': asked } })
    expect(text).toContain(` lang="${shown}" data-default-language="${own}">`)
    await elsewhere.close()
  },
)

test('the page names the country of telephone numbers where those of all countries are taken', async () => {
  const elsewhere = await startPortal({
    beside: portal,
    webDist: frontEnd.webDist,
    environment: { PORTAL_PHONE_NUMBERS: 'international', PORTAL_PHONE_COUNTRY: 'DE' },
  })
  const { text } = await sendRaw(elsewhere.origin, '/login', { headers: html })
  expect(text).toContain(' data-phone-country="DE" lang="en" ')
  await elsewhere.close()
  expect((await sendRaw(portal.origin, '/login', { headers: html })).text).not.toContain('data-phone-country')
})

describe('the content security policy (S75)', () => {
  const policyOf = (answer: RawAnswer) => String(answer.headers['content-security-policy'])
  const severe = (policy: string) =>
    new CspEvaluator(new CspParser(policy).csp)
      .evaluate()
      .filter(
        ({ severity }) => severity === Severity.HIGH || severity === Severity.MEDIUM || severity === Severity.SYNTAX,
      )

  test('of every page and file has no grave finding', async () => {
    for (const path of [
      '/login',
      '/ccservices/docs',
      `/demo-application/${world.ids['pageId']}`,
      `/images/tiles/${world.ids['sectionId']}.png`,
    ])
      expect({ path, findings: severe(policyOf(await get(path, html))).map(({ description }) => description) }).toEqual(
        {
          path,
          findings: [],
        },
      )
  })

  test('would have, were inline scripts allowed', () => {
    expect(severe("script-src 'self' 'unsafe-inline' *; object-src *")).not.toEqual([])
  })

  test.each([
    '/login',
    '/ccservices/docs',
    // Without a ticket: the page says so.
    REPORT_PAGE,
  ])('%s has a nonce of its own in every answer, which the page carries', async (path) => {
    const nonces = new Set<string | undefined>()
    for (let n = 0; n < 20; n++) {
      const answer = await get(path, html)
      const nonce = /'nonce-([^']+)'/.exec(policyOf(answer))?.[1]
      expect(answer.text).toContain(`nonce="${nonce}"`)
      expect(answer.text).not.toContain('__CSP_NONCE__')
      nonces.add(nonce)
    }
    expect(nonces.size).toBe(20)
    for (const nonce of nonces) expect(Buffer.from(nonce ?? '', 'base64')).toHaveLength(16)
  })
})

describe('another site (S28)', () => {
  const evil = ['https://evil.test', 'null', 'http://localhost.evil.test']

  test('gets no header that would let its scripts read an answer', async () => {
    const browser = await openSession(portal, world.users.external)
    for (const origin of evil) {
      const read = await browser.request('GET', '/ccservices/secure/user/rest/notif/announcements', {
        headers: { origin },
      })
      const preflight = await browser.request('OPTIONS', '/ccservices/secure/user/rest/notif/announcements', {
        headers: {
          origin,
          'access-control-request-method': 'PUT',
          'access-control-request-headers': 'authorization,x-csrf-token',
        },
      })
      expect(preflight.status).toBe(405)
      for (const { headers } of [read, preflight])
        expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
    }
  })

  test('cannot have anything written', async () => {
    const browser = await openSession(portal, world.users.external)
    for (const origin of evil)
      expect(
        (
          await browser.request('PUT', `${area}/signin/cpusers/${browser.userId}/logout-service`, {
            headers: { origin },
          })
        ).status,
      ).toBe(403)
    expect((await browser.request('GET', '/ccservices/secure/user/rest/notif/announcements')).status).toBe(200)
  })
})

import { endpoint, type Endpoint } from '@portico/contract/kit/endpoint.ts'
import {
  admin,
  anyone,
  anyoneUsingUpPreLoginToken,
  anyoneWithPreLoginToken,
  signedIn,
  type EmulationRule,
} from '@portico/contract/kit/guard.ts'
import type { FastifyRequest } from 'fastify'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { refuseForNow } from './answers.ts'
import type { Authority, Caller } from './caller.ts'
import { originRule } from './origin.ts'
import { checkGuards, type RequestGuards, requestContextOf } from './request-guards.ts'
import { sentences } from './sentences.ts'

/** The guards alone, on callers and requests written out: what sessions and databases refuse besides cannot help them. */
const TOKEN = 't'.repeat(43)
const EMULATION = 'e'.repeat(43)
const ORIGIN = 'https://portal.test'

const AUDIT_TRAIL = { id: 1, name: 'Audit Trail' } as const
const authority: Authority = {
  userId: 5,
  clientId: 1,
  isInternal: true,
  isPortalAdmin: true,
  adminSystemIds: [2],
  pageIds: [1],
  maySignOnAs: true,
  isUsAssociate: false,
}
type Held = Partial<Omit<Caller, 'user' | 'authority' | 'adminPages'>> & {
  isInternal?: boolean
  authority?: Partial<Authority>
  isFresh?: boolean
}
/** A caller who may do everything, as far as `held` does not say otherwise. */
const callerWith = ({ isInternal = true, authority: own = {}, isFresh = true, ...held }: Held = {}): Caller => ({
  user: { id: 5, userName: 'ada', firstName: 'Ada', clientId: 1, isInternal, language: null },
  actorId: null,
  service: null,
  isClosing: false,
  isReadOnly: false,
  sessionId: 9,
  gate: null,
  adminPages: () => Promise.resolve([AUDIT_TRAIL]),
  authority: () => Promise.resolve({ ...authority, ...own }),
  isSignInFresh: () => Promise.resolve(isFresh),
  idleMinutes: 15,
  lastActiveAt: new Date(0),
  ...held,
})

interface Sent {
  headers?: Record<string, string | string[]>
  params?: Record<string, string>
  body?: unknown
  csrfToken?: string | undefined
  host?: string
}
const requestWith = ({ headers = {}, params = {}, body, csrfToken = 'csrf', host = 'portal.test' }: Sent) =>
  ({
    headers: { authorization: `Bearer ${TOKEN}`, ...headers },
    params,
    body,
    host,
    requestContext: { binding: 'binding', csrfToken },
    caller: null,
  }) as unknown as FastifyRequest

type Options = Partial<Pick<RequestGuards, 'preLogin' | 'rates'>> & { found?: unknown; isCsrf?: boolean }

/** What the guards say: 'passed', or the name of the guard that refused with its status, code and sentence. */
async function visit(one: Endpoint, sent: Sent = {}, { found = callerWith(), isCsrf = true, ...over }: Options = {}) {
  const read: unknown[] = []
  let denied = ''
  const request = requestWith(sent)
  const guards: RequestGuards = {
    sessions: {
      read: (proof, _context, isActivity) => {
        read.push({ ...proof, isActivity })
        return Promise.resolve(found as Caller)
      },
      checkCsrf: (_caller, token) => isCsrf && token === 'csrf',
    },
    services: {
      authenticate: () => Promise.resolve(null),
      callerOf: () => callerWith(),
      findExposed: () => [],
      revokeExposed: () => Promise.reject(new Error('no token was exposed')),
    },
    preLogin: { isAuthentic: () => true, isUnused: () => Promise.resolve(true) },
    origin: originRule(new URL(ORIGIN)),
    rates: { check: () => Promise.resolve(null) },
    onDenied: (check) => {
      denied = check
    },
    ...over,
  }
  const refusal = await checkGuards(one, request, guards)
  return { result: refusal ? `${denied}: ${refusal.status} ${refusal.code}` : 'passed', refusal, read, request }
}
const call = (over: Partial<Parameters<typeof endpoint>[0]> = {}) =>
  endpoint({
    name: 'x',
    method: 'GET',
    path: '/ccservices/x',
    guard: signedIn(),
    ...over,
  } as never) as Endpoint
const result = async (...args: Parameters<typeof visit>) => (await visit(...args)).result

describe('a call that needs a session', () => {
  test('is made with the token and the browser’s binding, and counts as activity unless it polls', async () => {
    const { read, request } = await visit(call())
    expect(read).toEqual([{ token: TOKEN, binding: 'binding', isActivity: true }])
    expect(request.caller).toMatchObject({ sessionId: 9 })
    expect((await visit(call({ background: true }))).read).toMatchObject([{ isActivity: false }])
  })

  test.each([
    '',
    TOKEN,
    `Bearer ${'t'.repeat(42)}`,
    `Bearer ${TOKEN}t`,
    `bearer ${TOKEN}`,
    `Bearer  ${TOKEN}`,
    `xBearer ${TOKEN}`,
    `Bearer ${'t'.repeat(42)}!`,
  ])('is refused with %j, which is looked up nowhere', async (authorization) => {
    const { result: refused, read, refusal } = await visit(call(), { headers: { authorization } })
    expect([refused, read, refusal?.message]).toEqual(['session: 401 401', [], sentences.session_missing])
  })

  test('is refused where there is no such session, with the reason of one that has ended', async () => {
    expect(await visit(call(), {}, { found: null })).toMatchObject({ refusal: { data: null } })
    const ended = await visit(call(), {}, { found: { endReason: 'idle' } })
    expect(ended).toMatchObject({ result: 'session: 401 401', refusal: { data: { endReason: 'idle' } } })
    expect(ended.request.caller).toBeNull()
  })

  test('is limited for strangers by itself, and for callers after their permission', async () => {
    const asked: string[] = []
    const limited = (which: string): Options => ({
      rates: {
        check: (rate) => {
          asked.push(rate)
          return Promise.resolve(rate === which ? refuseForNow('429', sentences.too_many_requests, 1) : null)
        },
      },
    })
    expect(await result(call(), {}, { ...limited('anonymous'), found: null })).toBe('session: 429 429')
    expect(await result(call({ rate: 'search' }), {}, limited('search'))).toBe('rate: 429 429')
    expect(await result(call({ guard: admin('Mail Delivery') }), {}, limited('ordinary'))).toBe('guard: 403 403')
    expect(asked).toEqual(['anonymous', 'search'])
  })
})

describe('a tab of an emulation (E8)', () => {
  const headers = { 'x-emulation-token': EMULATION }

  test('acts as the user, and never as the administrator, whatever became of the emulation', async () => {
    const inside = await visit(call(), { headers }, { found: callerWith({ actorId: 7 }) })
    expect([inside.result, inside.read]).toEqual(['passed', [expect.objectContaining({ token: EMULATION })]])
    expect(await result(call(), { headers }, { found: callerWith() })).toBe('session: 401 401')
    expect(await visit(call(), { headers }, { found: { endReason: 'limit' } })).toMatchObject({
      refusal: { data: { endReason: 'limit' } },
    })
    expect(await result(call(), { headers }, { found: null })).toBe('session: 401 401')
  })

  test('opens no administration, even if its user held every right (S46)', async () => {
    const found = callerWith({ actorId: 7 })
    const { refusal } = await visit(call({ guard: admin('Audit Trail') }), {}, { found })
    expect([refusal?.status, refusal?.message]).toEqual([403, sentences.not_allowed])
  })

  const acting = callerWith({ actorId: 7 })
  const looking = callerWith({ actorId: 7, isReadOnly: true })
  test.each<[EmulationRule, 'GET' | 'POST', boolean, boolean]>([
    ['allow', 'GET', true, true],
    ['allow', 'POST', true, false],
    ['always', 'GET', true, true],
    ['always', 'POST', true, true],
    ['acting', 'GET', true, false],
    ['acting', 'POST', true, false],
    ['refuse', 'GET', false, false],
    ['refuse', 'POST', false, false],
  ])('may make calls of rule %s by %s: acting %s, looking %s', async (emulation, method, mayAct, mayLook) => {
    const one = call({ method, guard: signedIn({ emulation }) })
    const inside = [await visit(one, {}, { found: acting }), await visit(one, {}, { found: looking })]
    expect(inside.map((each) => each.result === 'passed')).toEqual([mayAct, mayLook])
    const sentence = emulation === 'refuse' ? sentences.not_while_emulating : sentences.not_while_looking
    const refusals = inside.flatMap(({ refusal }) => (refusal ? [[refusal.code, refusal.message]] : []))
    expect(refusals).toEqual(refusals.map(() => ['403', sentence]))
    expect(await result(one)).toBe('passed')
  })
})

test('a session at a gate makes only calls of that gate, and the answer names it (B7)', async () => {
  const found = callerWith({ gate: 'expired' })
  expect(await visit(call(), {}, { found })).toMatchObject({
    result: 'guard: 403 403',
    refusal: { data: { closedGate: 'expired' }, message: sentences.gate_closed },
  })
  expect(await result(call({ guard: signedIn({ alsoAt: ['license'] }) }), {}, { found })).toBe('guard: 403 403')
  expect(await result(call({ guard: signedIn({ alsoAt: ['license', 'expired'] }) }), {}, { found })).toBe('passed')
  expect(await result(call({ guard: admin('Audit Trail') }), {}, { found })).toBe('guard: 403 403')
})

describe('a call of the administration (S50, E4)', () => {
  const guard = (rules: Parameters<typeof admin>[1] = {}) =>
    call({ guard: admin(['Mail Delivery', 'Audit Trail'], rules) })

  test('opens with one of its pages, and with no other', async () => {
    expect(await result(guard())).toBe('passed')
    const other = await visit(call({ guard: admin('Mail Delivery') }))
    expect([other.result, other.refusal?.message]).toEqual(['guard: 403 403', sentences.not_allowed])
    expect(await result(guard(), {}, { found: callerWith({ isInternal: false }) })).toBe('passed')
    const several = { adminPages: () => Promise.resolve([{ id: 2, name: 'Report Queue' }, AUDIT_TRAIL] as const) }
    expect(await result(guard(), {}, { found: { ...callerWith(), ...several } })).toBe('passed')
  })

  test.each([
    ['staffOnly', { isInternal: false }],
    ['portalAdminOnly', { authority: { isPortalAdmin: false } }],
    ['signOnAs', { authority: { maySignOnAs: false } }],
  ] as const)('with %s is closed to %o', async (rule, held) => {
    expect(await result(guard({ [rule]: true }))).toBe('passed')
    expect(await result(guard({ [rule]: true }), {}, { found: callerWith(held) })).toBe('guard: 403 403')
    expect(await result(guard(), {}, { found: callerWith(held) })).toBe('passed')
  })

  test('needs both of two rules', async () => {
    const both = guard({ portalAdminOnly: true, signOnAs: true })
    expect(await result(both)).toBe('passed')
    for (const right of ['isPortalAdmin', 'maySignOnAs'])
      expect(await result(both, {}, { found: callerWith({ authority: { [right]: false } }) })).toBe('guard: 403 403')
  })

  test('asks for a fresh sign-in last of all, and only where it is sensitive (S52)', async () => {
    const found = callerWith({ isFresh: false })
    const one = guard({ freshSignIn: true })
    expect(await visit(one, {}, { found })).toMatchObject({
      result: 'fresh-sign-in: 200 401',
      refusal: { data: { reauth: true }, message: sentences.reauth_needed },
    })
    expect(await result(one)).toBe('passed')
    expect(await result(guard(), {}, { found })).toBe('passed')
    expect(await result(call(), {}, { found })).toBe('passed')
    const text = { headers: { 'content-type': 'text/plain' } }
    expect(await result(one, text, { found })).toBe('content-type: 415 415')
  })
})

describe('an id in the address (A7)', () => {
  const one = (rules: Partial<Parameters<typeof endpoint>[0]> = {}) =>
    call({ path: '/ccservices/x/{uid}', params: z.strictObject({ uid: z.string() }), ...rules })

  test.each(['6', '05', '5.0', ' 5', '+5', '5e0'])('that is not the caller’s own is refused: %j', async (uid) => {
    const { result: refused, refusal } = await visit(one(), { params: { uid } })
    expect([refused, refusal?.message]).toEqual(['own-id: 403 403', sentences.not_allowed])
  })

  test('is the user’s own, or that of the person who acts', async () => {
    const emulated: Options = { found: callerWith({ actorId: 7 }) }
    const of = (rule: 'ownIds' | 'actingIds', uid: string, options?: Options) =>
      result(one({ ownIds: [], [rule]: ['uid'] }), { params: { uid } }, options)
    expect([await of('ownIds', '5'), await of('ownIds', '5', emulated)]).toEqual(['passed', 'passed'])
    expect(await of('ownIds', '7', emulated)).toBe('own-id: 403 403')
    expect([await of('actingIds', '5'), await of('actingIds', '7', emulated)]).toEqual(['passed', 'passed'])
    expect(await of('actingIds', 'null')).toBe('own-id: 403 403')
    expect(await of('actingIds', '5', emulated)).toBe('own-id: 403 403')
  })

  test('counts with every other one', async () => {
    const two = one({ path: '/ccservices/x/{uid}/{adminuid}', ownIds: ['uid', 'adminuid'] })
    expect(await result(two, { params: { uid: '5', adminuid: '5' } })).toBe('passed')
    expect(await result(two, { params: { uid: '5', adminuid: '6' } })).toBe('own-id: 403 403')
  })
})

describe('a call from another site (S27, S28)', () => {
  const post = call({ method: 'POST' })

  test('is refused by the browser’s own word, whatever it is', async () => {
    for (const one of [post, call()])
      for (const site of ['cross-site', 'same-site', 'none'])
        expect(await visit(one, { headers: { 'sec-fetch-site': site } })).toMatchObject({
          result: 'csrf: 403 403',
          refusal: { message: sentences.request_refused },
        })
    expect(await result(post, { headers: { 'sec-fetch-site': 'same-origin' } })).toBe('passed')
  })

  test('is refused by its origin or a missing token where it writes; reading needs neither', async () => {
    expect(await result(post)).toBe('passed')
    expect(await result(post, { headers: { origin: ORIGIN } })).toBe('passed')
    for (const sent of [{ headers: { origin: 'https://evil.test' } }, { csrfToken: '' }, { csrfToken: 'x' }]) {
      expect(await result(post, sent)).toBe('csrf: 403 403')
      expect(await result(call(), sent)).toBe('passed')
    }
    expect(await result(post, {}, { isCsrf: false })).toBe('csrf: 403 403')
  })

  test('by a form carries its tokens in its body (J8)', async () => {
    const form = call({ method: 'POST', kind: 'form-download' })
    const headers = { 'x-emulation-token': EMULATION, 'content-type': 'application/x-www-form-urlencoded' }
    const sent = await visit(form, { headers, body: { sessionToken: TOKEN, csrfToken: 'csrf' }, csrfToken: 'x' })
    expect([sent.result, sent.read]).toEqual(['passed', [expect.objectContaining({ token: TOKEN })]])
    const body = { sessionToken: TOKEN, csrfToken: 'x' }
    expect(await result(form, { headers, body })).toBe('csrf: 403 403')
    expect(await result(form, { headers, body: { sessionToken: [TOKEN], csrfToken: 'csrf' } })).toBe('session: 401 401')
    expect(await result(form, { headers })).toBe('session: 401 401')
  })
})

describe('the type of a body (S27)', () => {
  const typed = (type: string, over: Partial<Parameters<typeof endpoint>[0]> = {}) =>
    result(call({ method: 'POST', ...over }), { headers: { 'content-type': type } })

  test.each([
    'application/json',
    'Application/JSON; charset=UTF-8',
    'application/json;charset="utf-8"',
    'application/json; x=y',
  ])('%s is taken', async (type) => expect(await typed(type)).toBe('passed'))

  test.each([
    '',
    'text/plain',
    'application/jsonx',
    'application/json; charset=utf-16',
    'application/json; charset=xcharset=utf-8',
    'application/json; charset=xutf-8',
    'application/json; charset=utf-8x',
    'multipart/form-data; boundary=x',
  ])('%j is refused', async (type) => expect(await typed(type)).toBe('content-type: 415 415'))

  test('is what the call takes: a form, files, or a further type', async () => {
    expect(await typed('multipart/form-data; boundary=x', { kind: 'upload' })).toBe('passed')
    expect(await typed('application/json', { kind: 'upload' })).toBe('content-type: 415 415')
    expect(await typed('application/csp-report', { alsoTakes: ['application/csp-report'] })).toBe('passed')
    expect(await typed('application/x-www-form-urlencoded; charset=windows-1252', { kind: 'form' })).toBe('passed')
    expect(await typed('text/plain', { guard: anyone })).toBe('content-type: 415 415')
    const { refusal } = await visit(call({ guard: anyone }), { headers: { 'content-type': 'text/plain' } })
    expect(refusal?.message).toBe(sentences.body_type_refused)
  })
})

describe('a call without a session', () => {
  const headers = { 'content-type': 'application/json' }
  const login = call({ method: 'POST', guard: anyoneWithPreLoginToken, rate: 'sign-in' })

  test('asks nobody who they are, but is limited', async () => {
    const open = await visit(call({ guard: anyone }), { headers: { 'sec-fetch-site': 'cross-site' } }, { found: null })
    expect([open.result, open.read]).toEqual(['passed', []])
    const rates = { check: () => Promise.resolve(refuseForNow('429', sentences.too_many_requests, 1)) }
    expect(await result(call({ guard: anyone }), {}, { rates })).toBe('rate: 429 429')
    expect(await result(login, { headers }, { rates })).toBe('rate: 429 429')
  })

  test('signs in from our own page only (S10, S11)', async () => {
    for (const more of [{}, { 'sec-fetch-site': 'same-origin', origin: ORIGIN }])
      expect(await result(login, { headers: { ...headers, ...more } })).toBe('passed')
    const refused = async (sent: Sent, options?: Options) => {
      const { result: answer, refusal } = await visit(login, sent, options)
      expect([answer, refusal?.message]).toEqual(['pre-login: 401 401', sentences.login_origin_refused])
    }
    await refused({ headers: { ...headers, 'sec-fetch-site': 'same-site' } })
    await refused({ headers: { ...headers, origin: 'https://evil.test' } })
    await refused({ headers, host: 'evil.test' })
    await refused({ headers: { 'content-type': 'text/plain' } })
    await refused({})
    await refused({ headers }, { preLogin: { isAuthentic: () => false, isUnused: () => Promise.resolve(true) } })
    await refused({ headers }, { preLogin: { isAuthentic: () => true, isUnused: () => Promise.resolve(false) } })
  })

  test('checks itself whether its token is used where its guard says so, but never takes a foreign one (S10)', async () => {
    const own = call({ method: 'POST', guard: anyoneUsingUpPreLoginToken, rate: 'sign-in' })
    const isUnused = () => Promise.resolve(false)
    expect(await result(own, { headers }, { preLogin: { isAuthentic: () => true, isUnused } })).toBe('passed')
    expect(await result(own, { headers }, { preLogin: { isAuthentic: () => false, isUnused } })).toBe(
      'pre-login: 401 401',
    )
  })
})

describe('what handlers may know of a request', () => {
  const contextOf = (over: object = {}) => {
    const context = requestContextOf({
      id: 'req-1',
      ip: '192.0.2.7',
      host: 'portal.test',
      raw: { url: '/' },
      socket: { remoteAddress: '10.0.0.1' },
      headers: {},
      cookies: {},
      server: { texts: { defaultLanguage: 'en' } },
      ...over,
    } as unknown as FastifyRequest)
    return {
      ...context,
      header: (name: string) => context.header(name),
      cookie: (name: string) => context.cookie(name),
    }
  }

  test('is empty where the browser sent nothing', () => {
    const { header, cookie, ...rest } = contextOf({ socket: {} })
    expect([header('x-anything'), cookie('anything')]).toEqual([undefined, undefined])
    expect(rest).toEqual({
      id: 'req-1',
      address: '192.0.2.7',
      peerAddress: '',
      userAgent: '',
      binding: undefined,
      host: 'portal.test',
      rawQuery: '',
      csrfToken: undefined,
      signIn: undefined,
      trustedDevice: undefined,
      ifNoneMatch: undefined,
      language: 'en',
    })
  })

  test('has the query as it was sent, encoded and with every question mark', () => {
    expect(contextOf({ raw: { url: '/sso?SAMLRequest=a%2Bb&x=?' } }).rawQuery).toBe('SAMLRequest=a%2Bb&x=?')
  })

  test('has its tokens, and of a header that comes twice nothing', () => {
    const { header, ...rest } = contextOf({
      headers: {
        'user-agent': 'u'.repeat(301),
        'x-csrf-token': 'c',
        'x-sign-in': 's',
        'if-none-match': '"e"',
        twice: ['a', 'b'],
      },
      cookies: { '__Host-portal-binding': 'b', '__Host-portal-trusted-device': 't' },
    })
    expect(rest).toMatchObject({
      userAgent: 'u'.repeat(300),
      binding: 'b',
      csrfToken: 'c',
      trustedDevice: 't',
      ifNoneMatch: '"e"',
      peerAddress: '10.0.0.1',
    })
    expect([header('x-csrf-token'), header('twice')]).toEqual(['c', undefined])
  })

  test.each<[string, object, string]>([
    ['was chosen in the browser', { cookies: { 'portal-language': 'de' }, headers: { 'accept-language': 'en' } }, 'de'],
    ['the browser asks for', { headers: { 'accept-language': 'fr, de;q=0.8, en;q=0.7' } }, 'de'],
    ['is the portal’s', { headers: { 'accept-language': 'fr' } }, 'en'],
    ['is the portal’s', { cookies: { 'portal-language': 'fr' } }, 'en'],
    ['the browser asks for', { cookies: { 'portal-language': '<x>' }, headers: { 'accept-language': 'de' } }, 'de'],
  ])('has the language that %s: %j', (_what, over, language) => {
    expect(contextOf(over).language).toBe(language)
  })

  test('has as address what a proxy names if that is one, without its zone', () => {
    expect(contextOf({ ip: 'unknown' }).address).toBe('10.0.0.1')
    expect(contextOf({ ip: 'unknown', socket: {} }).address).toBe('')
    expect(contextOf({ ip: 'fe80::1%eth0' }).address).toBe('fe80::1')
  })
})

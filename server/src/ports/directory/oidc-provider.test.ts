import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OidcSettings } from '../../config/directory-settings.ts'
import { withoutEachName } from '../../../test/left-out.ts'
import { oidcProvider } from './oidc-provider.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** A provider whose answers the test controls. */
let issuer: string
let server: Server
let idToken: string
let answers: Map<string, Answer>
let tokenRequest: URLSearchParams
let keys: Awaited<ReturnType<typeof generateKeyPair>>
let publicKey: object

const json =
  (body: unknown): Answer =>
  (_request, response) =>
    void response.setHeader('content-type', 'application/json').end(JSON.stringify(body))

beforeAll(async () => {
  keys = await generateKeyPair('RS256', { extractable: true })
  publicKey = { ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }
  server = createServer((request, response) => {
    const answer = answers.get(new URL(request.url ?? '', issuer).pathname)
    if (answer) answer(request, response)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

const description = (over: object = {}) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
  authorization_response_iss_parameter_supported: true,
  ...over,
})

beforeEach(async () => {
  answers = new Map([
    ['/.well-known/openid-configuration', json(description())],
    ['/keys', json({ keys: [publicKey] })],
    [
      '/token',
      (request, response) => {
        let body = ''
        request.on('data', (chunk: Buffer) => (body += chunk.toString()))
        request.on('end', () => {
          tokenRequest = new URLSearchParams(body)
          json({ access_token: 'access', token_type: 'Bearer', id_token: idToken })(request, response)
        })
      },
    ],
  ])
  idToken = await signed()
})

const checks = { state: 'the-state', nonce: 'the-nonce', codeVerifier: 'v'.repeat(43), anewWithinSeconds: null }

const claims = (over: JWTPayload = {}): JWTPayload => ({
  iss: issuer,
  aud: 'portal',
  sub: 'subject',
  nonce: checks.nonce,
  iat: Math.floor(Date.now() / 1000),
  exp: Math.floor(Date.now() / 1000) + 60,
  preferred_username: 'grace',
  email: 'grace@example.test',
  ...over,
})

const signed = (over: JWTPayload = {}, header: object = {}, key = keys.privateKey) =>
  new SignJWT(claims(over)).setProtectedHeader({ alg: 'RS256', kid: 'one', ...header }).sign(key)

const settings = (over: Partial<OidcSettings> = {}): OidcSettings => ({
  kind: 'oidc',
  issuer: new URL(issuer),
  clientId: 'portal',
  clientSecret: 'secret',
  nameClaim: 'preferred_username',
  groups: [],
  attributes: {},
  ...over,
})

const provider = (over: Partial<OidcSettings> = {}) =>
  oidcProvider(settings(over), new URL('https://portal.test/callback'), () => undefined, 50_000)

const cameBack = (iss = issuer) =>
  new URL(`https://portal.test/callback?code=the-code&state=the-state&iss=${encodeURIComponent(iss)}`)

const identity = (over: Partial<OidcSettings> = {}) => provider(over).identityFrom(cameBack(), checks)

describe('an answer of the provider', () => {
  test('identifies the user when valid, and the code is exchanged with the verifier', async () => {
    expect(await identity()).toEqual({
      issuer,
      subject: 'subject',
      userName: 'grace',
      email: 'grace@example.test',
      isEmailVerified: null,
      person: {},
      providerSession: null,
    })
    expect(Object.fromEntries(tokenRequest)).toMatchObject({
      grant_type: 'authorization_code',
      code: 'the-code',
      code_verifier: checks.codeVerifier,
    })
  })

  const forged: [string, () => string | Promise<string>][] = [
    ['another nonce', () => signed({ nonce: 'another' })],
    ['no nonce', () => signed({ nonce: undefined as unknown as string })],
    ['another audience', () => signed({ aud: 'another-client' })],
    ['another issuer', () => signed({ iss: 'https://other.test' })],
    ['a time that is over', () => signed({ exp: Math.floor(Date.now() / 1000) - 300 })],
    ['a time of issue to come', () => signed({ iat: Math.floor(Date.now() / 1000) + 45 })],
    ['no subject', () => signed({ sub: undefined as unknown as string })],
    ['no signature at all (alg none)', () => new UnsecuredJWT(claims()).encode()],
    [
      'a signature by the public key as a shared secret (HS256)',
      () =>
        new SignJWT(claims())
          .setProtectedHeader({ alg: 'HS256', kid: 'one' })
          .sign(new TextEncoder().encode(JSON.stringify(publicKey))),
    ],
    [
      'a signature by the secret of the client (HS256)',
      () =>
        new SignJWT(claims())
          .setProtectedHeader({ alg: 'HS256' })
          .sign(new TextEncoder().encode('secret'.padEnd(32, 'x'))),
    ],
    ['a signature by a key of somebody else', async () => signed({}, {}, (await generateKeyPair('RS256')).privateKey)],
    ['a key that leads elsewhere', () => signed({}, { kid: '../../etc/passwd' })],
    [
      'a key of its own in the header',
      async () => {
        const own = await generateKeyPair('RS256', { extractable: true })
        return signed({}, { jwk: await exportJWK(own.publicKey) }, own.privateKey)
      },
    ],
    [
      'a changed claim',
      async () => (await signed()).replace(/\.[^.]+\./, `.${btoa(JSON.stringify(claims({ sub: 'boss' })))}.`),
    ],
  ]
  test.each(forged)('with %s is refused (S66)', async (_what, forge) => {
    idToken = await forge()
    expect(await identity()).toBe('refused')
  })

  test('for another state, or in the name of another issuer, is refused before the code is sent (S66)', async () => {
    tokenRequest = new URLSearchParams()
    expect(await provider().identityFrom(cameBack(), { ...checks, state: 'another' })).toBe('refused')
    expect(await provider().identityFrom(cameBack('https://other.test'), checks)).toBe('refused')
    expect(tokenRequest.size).toBe(0)
  })

  test('accepts members of the named groups only', async () => {
    const groups = ['staff', 'guests']
    expect(await identity({ groups })).toBe('refused')
    idToken = await signed({ groups: ['staffing'] })
    expect(await identity({ groups })).toBe('refused')
    idToken = await signed({ groups: ['guests'] })
    expect(await identity({ groups })).toMatchObject({ subject: 'subject' })
  })
})

describe('what an answer of the provider lacks (S66)', () => {
  const sign = (payload: JWTPayload, header: object = { alg: 'RS256', kid: 'one' }) =>
    new SignJWT(payload).setProtectedHeader(header as { alg: string }).sign(keys.privateKey)
  /** The parts without which the user is still identified. */
  async function acceptedWithout<T extends object>(
    whole: T,
    ask: (rest: Partial<T>) => Promise<unknown>,
  ): Promise<string[]> {
    const accepted: string[] = []
    for (const { part, rest } of withoutEachName(whole)) {
      const found = await ask(rest)
      if (found !== 'refused' && found !== 'unavailable') accepted.push(part)
    }
    return accepted
  }

  test('in the address of the return: code, state and issuer are refused, each left out in turn', async () => {
    const whole = Object.fromEntries(cameBack().searchParams)
    const ask = (rest: Record<string, string>) =>
      provider().identityFrom(new URL(`https://portal.test/callback?${new URLSearchParams(rest).toString()}`), checks)
    expect(Object.keys(whole)).toEqual(['code', 'state', 'iss'])
    expect(await acceptedWithout(whole, (rest) => ask(rest as Record<string, string>))).toEqual([])
  })

  test('in the answer with the tokens: each of them and their type', async () => {
    const whole = { access_token: 'access', token_type: 'Bearer', id_token: idToken, expires_in: 60 }
    const ask = (rest: object) => {
      answers.set('/token', json(rest))
      return identity()
    }
    expect(await acceptedWithout(whole, ask)).toEqual(['expires_in'])
  })

  test('in the identity token: what is required of it, and the moment of the sign-in where it was asked for', async () => {
    const now = Math.floor(Date.now() / 1000)
    const whole = claims({ auth_time: now, aud: ['portal', 'another'], azp: 'portal' })
    const anew = { ...checks, anewWithinSeconds: 900 }
    const ask = async (rest: JWTPayload) => {
      idToken = await sign(rest)
      return provider().identityFrom(cameBack(), anew)
    }
    expect(await ask(whole)).toMatchObject({ subject: 'subject' })
    expect(await acceptedWithout(whole, ask)).toEqual(['preferred_username', 'email'])
    // One published key needs no name.
    idToken = await sign(whole, { alg: 'RS256' })
    expect(await provider().identityFrom(cameBack(), anew)).toMatchObject({ subject: 'subject' })
    const [, payload, signature] = (await sign(whole)).split('.')
    idToken = [Buffer.from(JSON.stringify({ kid: 'one' })).toString('base64url'), payload, signature].join('.')
    expect(await provider().identityFrom(cameBack(), anew)).toBe('refused')
    const parts = (await sign(whole)).split('.')
    for (const at of parts.keys()) {
      idToken = parts.map((part, n) => (n === at ? '' : part)).join('.')
      expect(['refused', 'unavailable']).toContain(await identity())
    }
  })

  test('in the facts of the user: the subject', async () => {
    answers.set('/.well-known/openid-configuration', json(description({ userinfo_endpoint: `${issuer}/facts` })))
    idToken = await sign({ ...claims(), email: undefined } as JWTPayload)
    const whole = { sub: 'subject', email: 'grace@example.test', preferred_username: 'grace' }
    const ask = (rest: object) => {
      answers.set('/facts', json(rest))
      return identity()
    }
    expect(await ask(whole)).toMatchObject({ email: 'grace@example.test' })
    expect(await acceptedWithout(whole, ask)).toEqual(['email', 'preferred_username'])
  })
})

describe('a logout token of the provider (S67)', () => {
  const logoutClaims = (over: JWTPayload = {}): JWTPayload => ({
    iss: issuer,
    aud: 'portal',
    iat: Math.floor(Date.now() / 1000),
    exp: Math.floor(Date.now() / 1000) + 120,
    jti: 'this-one',
    sub: 'subject',
    sid: 'visit',
    events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    ...over,
  })
  const logout = (over: JWTPayload = {}, header: object = {}, key = keys.privateKey) =>
    new SignJWT(logoutClaims(over))
      .setProtectedHeader({ alg: 'RS256', kid: 'one', typ: 'logout+jwt', ...header })
      .sign(key)

  test('names user, session and itself when valid', async () => {
    expect(await provider().signOutFrom(await logout())).toMatchObject({
      issuer,
      subject: 'subject',
      providerSession: 'visit',
      id: 'this-one',
    })
  })

  test.each([
    ['the person alone', { sid: undefined }],
    ['the visit alone', { sub: undefined }],
  ])('may name %s', async (_what, over) => {
    expect(await provider().signOutFrom(await logout(over as JWTPayload))).toMatchObject({ id: 'this-one' })
  })

  const forged: [string, () => string | Promise<string>][] = [
    ['nobody', () => logout({ sub: undefined as unknown as string, sid: undefined })],
    ['an empty name', () => logout({ sid: '' })],
    ['a nonce', () => logout({ nonce: 'of an identity token' })],
    ['no event', () => logout({ events: undefined })],
    ['another event', () => logout({ events: { 'http://schemas.openid.net/event/other': {} } })],
    ['an event that is none', () => logout({ events: { 'http://schemas.openid.net/event/backchannel-logout': 'x' } })],
    ['no id', () => logout({ jti: undefined as unknown as string })],
    ['no time', () => logout({ iat: undefined as unknown as number })],
    ['a time long ago', () => logout({ iat: Math.floor(Date.now() / 1000) - 400 })],
    ['a time to come', () => logout({ iat: Math.floor(Date.now() / 1000) + 120 })],
    ['an end that is over', () => logout({ exp: Math.floor(Date.now() / 1000) - 60 })],
    ['another audience', () => logout({ aud: 'another-client' })],
    ['another issuer', () => logout({ iss: 'https://other.test' })],
    ['another type', () => logout({}, { typ: 'at+jwt' })],
    ['no signature at all (alg none)', () => new UnsecuredJWT(logoutClaims()).encode()],
    ['a key of somebody else', async () => logout({}, {}, (await generateKeyPair('RS256')).privateKey)],
    [
      'the public key as a shared secret (HS256)',
      () =>
        new SignJWT(logoutClaims())
          .setProtectedHeader({ alg: 'HS256', kid: 'one' })
          .sign(new TextEncoder().encode(JSON.stringify(publicKey))),
    ],
    ['an identity token in its place', () => signed()],
  ]
  test.each(forged)('with %s is refused', async (_what, forge) => {
    expect(await provider().signOutFrom(await forge())).toBe('refused')
  })

  test('that lacks a required claim or field of its header is refused, each left out in turn', async () => {
    const accepted: string[] = []
    const ask = async (part: string, payload: JWTPayload, header: object) => {
      const token = await new SignJWT(payload).setProtectedHeader(header as { alg: string }).sign(keys.privateKey)
      if ((await provider().signOutFrom(token)) !== 'refused') accepted.push(part)
    }
    const header = { alg: 'RS256', kid: 'one', typ: 'logout+jwt' }
    for (const { part, rest } of withoutEachName(logoutClaims())) await ask(part, rest, header)
    for (const { part, rest } of withoutEachName({ kid: 'one', typ: 'logout+jwt' }))
      await ask(part, logoutClaims(), { alg: 'RS256', ...rest })
    // Either of user and session is enough; one published key needs no name, and the type is recommended.
    expect(accepted).toEqual(['sub', 'sid', 'kid', 'typ'])
  })

  test('cannot be verified while the keys are unavailable, and forgeries do not open the circuit', async () => {
    const lied = provider()
    for (let n = 0; n < 6; n++) expect(await lied.signOutFrom('no.token.atall')).toBe('refused')
    expect(await lied.signOutFrom(await logout())).toMatchObject({ subject: 'subject' })
    answers.delete('/keys')
    expect(await provider().signOutFrom(await logout())).toBe('unavailable')
  })
})

describe('the metadata of a provider', () => {
  let hits: number
  let canary: Server
  let canaryAddress: string
  beforeAll(async () => {
    canary = createServer((_request, response) => {
      hits++
      response.end('{}')
    })
    await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve))
    canaryAddress = `http://127.0.0.1:${(canary.address() as AddressInfo).port}`
  })
  beforeEach(() => {
    hits = 0
  })
  afterAll(() => new Promise((resolve) => canary.close(resolve)))

  test.each(['token_endpoint', 'jwks_uri'])('are not followed to plain http by its %s (S69)', async (name) => {
    answers.set('/.well-known/openid-configuration', json(description({ [name]: `${canaryAddress}/inside` })))
    expect(await identity()).toBe('unavailable')
    expect(hits).toBe(0)
  })

  test.each(['/.well-known/openid-configuration', '/token', '/keys'])(
    'are not followed when %s redirects (S69)',
    async (path) => {
      answers.set(path, (_request, response) => void response.writeHead(302, { location: canaryAddress }).end())
      expect(['unavailable', 'refused']).toContain(await identity())
      expect(hits).toBe(0)
    },
  )

  test('are read for a megabyte and no further (S69)', async () => {
    answers.set('/keys', (_request, response) => {
      response.setHeader('content-type', 'application/json')
      const more = () =>
        void (
          response.destroyed || (response.write('x'.repeat(65_536)) ? setImmediate(more) : response.once('drain', more))
        )
      more()
    })
    expect(await identity()).toBe('unavailable')
  })

  test('cannot send users to a plain http page, or one of another scheme (S68)', async () => {
    expect((await provider().addressFor(checks, null))?.origin).toBe(issuer)
    for (const evil of ['http://evil.test/authorize', 'javascript:alert(1)', 'data:text/html,hello']) {
      answers.set('/.well-known/openid-configuration', json(description({ authorization_endpoint: evil })))
      expect(await provider().addressFor(checks, null)).toBeNull()
    }
  })

  test('must be of the issuer that the operator configured', async () => {
    answers.set('/.well-known/openid-configuration', json(description({ issuer: 'https://other.test' })))
    expect(await provider().addressFor(checks, null)).toBeNull()
  })
})

test('a provider that fails is not called for a while, forged answers do not cause that (R21)', async () => {
  let asked = 0
  answers.set('/token', (_request, response) => {
    asked++
    response.writeHead(500).end('out of order')
  })
  const failing = provider()
  for (let n = 0; n < 6; n++) expect(await failing.identityFrom(cameBack(), checks)).toBe('unavailable')
  expect(asked).toBe(3)
  const denied = new URL('https://portal.test/callback?error=server_error&state=the-state')
  denied.searchParams.set('iss', issuer)
  const sound = provider()
  for (let n = 0; n < 6; n++) expect(await sound.identityFrom(denied, checks)).toBe('refused')
  expect(await sound.addressFor(checks, null)).not.toBeNull()
})

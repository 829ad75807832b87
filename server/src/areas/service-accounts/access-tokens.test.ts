import { serviceScopes } from '@portico/contract/kit/service-scopes.ts'
import { OPENID_PATH } from '@portico/contract/openid-provider/openid-provider.ts'
import { SERVICE_OAUTH_PATH } from '@portico/contract/service-accounts/service-account-rules.ts'
import { inactivateUser } from '@portico/contract/users/user-actions.ts'
import { listUsers } from '@portico/contract/users/users.ts'
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose'
import { allowInsecureRequests, clientCredentialsGrant, discovery } from 'openid-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startWithAdmin } from '../../../test/administrator.ts'
import type { MadeUser } from '../../../test/make.ts'
import { makeApplication } from '../../../test/openid-application.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { type MadeServiceAccount, makeServiceAccount, program } from '../../../test/service-accounts.ts'
import { keyRing } from '../../crypto/key-ring.ts'
import { signingKeys } from '../signing-keys/public.ts'
import { newServiceToken } from './service-token.ts'

let portal: Portal
let owner: MadeUser
let member: MadeUser
beforeAll(async () => {
  ;({ portal, admin: owner } = await startWithAdmin())
  member = await portal.make.user({})
})
afterAll(() => portal.close())

const make = (over: Partial<Parameters<typeof makeServiceAccount>[1]> = {}) =>
  makeServiceAccount(portal, { owner, scopes: ['users:read', 'users:write'], ...over })

interface TokenAnswer {
  status: number
  body: Record<string, unknown>
}

/** Asks for an access token as a program does, by default with the secret in the header. */
async function ask(
  { prefix, token }: Pick<MadeServiceAccount, 'prefix' | 'token'>,
  form: Readonly<Record<string, string>> = {},
  headers: Readonly<Record<string, string>> = {
    authorization: `Basic ${Buffer.from(`${prefix}:${token}`).toString('base64')}`,
  },
): Promise<TokenAnswer> {
  const answer = await fetch(`${portal.origin}${SERVICE_OAUTH_PATH}/token`, {
    method: 'POST',
    headers: { ...headers },
    body: new URLSearchParams({ grant_type: 'client_credentials', ...form }),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

async function accessTokenFor(account: MadeServiceAccount, form?: Readonly<Record<string, string>>): Promise<string> {
  const { body } = await ask(account, form)
  expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 600 })
  return String(body['access_token'])
}

const users = () => ({ params: { uid: owner.id }, body: {} })
const reading = (token: string) => program(portal, token).send(listUsers, users())
const changing = (token: string) =>
  program(portal, token).send(inactivateUser, { params: { uid: owner.id }, body: { userId: member.id } })
const refused = { status: 401, code: '401', message: 'This token doesn’t work: it is unknown, expired or revoked.' }

describe('a program that gets access tokens by client credentials', () => {
  test('calls with one as with its token, through a client that others wrote', async () => {
    const { prefix, token } = await make()
    const server = new URL(portal.origin + SERVICE_OAUTH_PATH)
    const config = await discovery(server, prefix, token, undefined, { execute: [allowInsecureRequests] })
    const granted = await clientCredentialsGrant(config)
    expect(granted.expires_in).toBe(600)
    const { result } = await program(portal, granted.access_token).call(listUsers, users())
    expect(result.map(({ userId }) => userId)).toContain(member.id)
    expect(decodeProtectedHeader(granted.access_token)).toMatchObject({ typ: 'at+jwt', alg: 'RS256' })
    expect(decodeJwt(granted.access_token)).toMatchObject({ iss: server.href, aud: server.href, client_id: prefix })
  })

  test('may send its secret in the body', async () => {
    const { prefix, token } = await make()
    const { status, body } = await ask({ prefix, token }, { client_id: prefix, client_secret: token }, {})
    expect(status).toBe(200)
    expect((await reading(String(body['access_token']))).status).toBe(200)
  })

  test('gets the scopes that it asks for and no others, and none that its account lacks', async () => {
    const account = await make()
    const token = await accessTokenFor(account, { scope: 'users:read' })
    expect((await reading(token)).status).toBe(200)
    expect(await changing(token)).toMatchObject({
      status: 403,
      message: expect.stringContaining('users:write') as string,
    })
    expect(await ask(account, { scope: 'users:read audit:read' })).toMatchObject({
      status: 400,
      body: { error: 'invalid_scope', scope: 'audit:read' },
    })
    expect(await ask(account, { resource: 'https://elsewhere.example.test/' })).toMatchObject({
      status: 400,
      body: { error: 'invalid_target' },
    })
  })

  test('reads in the answer which scopes it has, and in the discovery document which there are', async () => {
    const account = await make()
    const { body } = await ask(account)
    expect(body['scope']).toBe('users:read users:write')
    expect(decodeJwt(String(body['access_token']))['scope']).toBe('users:read users:write')
    expect((await ask(account, { scope: '' })).body['scope']).toBe('users:read users:write')
    expect((await ask(account, { scope: 'users:write' })).body['scope']).toBe('users:write')
    const document = await fetch(`${portal.origin}${SERVICE_OAUTH_PATH}/.well-known/openid-configuration`)
    expect(await document.json()).toMatchObject({ scopes_supported: serviceScopes })
  })

  test('loses a scope with its account, also for an access token that it has', async () => {
    const account = await make()
    const token = await accessTokenFor(account)
    await portal.owner("update service_accounts set scopes = '{users:write}' where id = $1", [account.id])
    expect((await reading(token)).status).toBe(403)
  })

  test.each([
    ['was revoked', 'update service_tokens set revoked_at = clock_now() where id = $1'],
    ['has expired', 'update service_tokens set expires_at = clock_now() where id = $1'],
  ])('is refused at once when the token %s', async (_what, end) => {
    const account = await make()
    const token = await accessTokenFor(account)
    expect((await reading(token)).status).toBe(200)
    await portal.owner(end, [account.tokenId])
    expect(await reading(token)).toMatchObject(refused)
    expect(await ask(account)).toMatchObject({ status: 401, body: { error: 'invalid_client' } })
  })

  test('calls a node that has just started many times at once', async () => {
    const token = await accessTokenFor(await make())
    const node = await startPortal({ beside: portal, environment: { PORTAL_PUBLIC_URL: portal.origin } })
    try {
      const answers = await Promise.all(Array.from({ length: 20 }, () => program(node, token).send(listUsers, users())))
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    } finally {
      await node.close()
    }
  })

  test('calls from its allowed addresses alone', async () => {
    const token = await accessTokenFor(await make({ networks: ['10.1.0.0/16'] }))
    expect((await reading(token)).status).toBe(403)
  })
})

describe('no access token', () => {
  test('comes for another token, an unknown one, an application or the wrong grant, and the answers are the same', async () => {
    const [account, other] = [await make(), await make()]
    const application = await makeApplication(portal)
    const unknown = newServiceToken()
    const broken = { prefix: account.prefix, token: `${account.token.slice(0, -1)}~` }
    const answers = [
      await ask({ prefix: account.prefix, token: other.token }),
      await ask(unknown),
      await ask(broken),
      await ask({ prefix: application.clientId, token: 'secret-of-the-application' }),
      await ask({ prefix: 'nobody', token: 'secret' }),
    ]
    for (const answer of answers) expect(answer).toEqual({ status: 401, body: answers[0]?.body })
    expect(answers[0]?.body).toMatchObject({ error: 'invalid_client' })
    expect(await ask(account, { grant_type: 'authorization_code', code: 'x' })).toMatchObject({ status: 400 })
  })

  test('comes from the provider of applications, nor is anything of one stored', async () => {
    const account = await make()
    const before = await portal.owner('select from oidc_state', [])
    const token = await accessTokenFor(account)
    expect(await portal.owner('select from oidc_state', [])).toEqual(before)
    const answer = await fetch(`${portal.origin}${OPENID_PATH}/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${account.prefix}:${account.token}`).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    })
    expect(answer.status).toBe(401)
    const info = await fetch(`${portal.origin}${OPENID_PATH}/userinfo`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(info.status).toBe(401)
  })
})

describe('a forged access token', () => {
  const issuer = () => portal.origin + SERVICE_OAUTH_PATH
  const portalKey = async () => {
    const { id, privateKey } = await signingKeys(
      portal.database.requests,
      keyRing(portal.config.secretKeys),
      'oidc',
    ).current()
    return { kid: `portal-${id}`, privateKey }
  }
  interface Forged {
    privateKey: KeyObject
    kid: string
    typ?: string
    iss?: string
    aud?: string
    expires?: string
  }
  const sign = (prefix: string, { privateKey, kid, typ = 'at+jwt', iss, aud, expires = '10m' }: Forged) =>
    new SignJWT({ client_id: prefix })
      .setProtectedHeader({ alg: 'RS256', kid, typ })
      .setIssuer(iss ?? issuer())
      .setAudience(aud ?? issuer())
      .setIssuedAt()
      .setExpirationTime(expires)
      .sign(privateKey)

  test('is refused: another key, another issuer or audience, another kind of token, expired, unsigned', async () => {
    const { prefix, ...account } = await make()
    await accessTokenFor({ prefix, ...account })
    const own = await portalKey()
    expect((await reading(await sign(prefix, own))).status).toBe(200)
    const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
    const claims = { client_id: prefix, iss: issuer(), aud: issuer(), exp: 4_000_000_000 }
    const forged = [
      await sign(prefix, { ...own, privateKey: foreign }),
      await sign(prefix, { ...own, kid: 'portal-999' }),
      await sign(prefix, { ...own, iss: portal.origin + OPENID_PATH }),
      await sign(prefix, { ...own, aud: 'application' }),
      await sign(prefix, { ...own, typ: 'JWT' }),
      await sign(prefix, { ...own, expires: '-1s' }),
      await sign('portico_AAAAAAAA', own),
      `${encode({ alg: 'none', typ: 'at+jwt' })}.${encode(claims)}.AA`,
      'a.b.c',
    ]
    for (const token of forged) expect(await reading(token)).toMatchObject(refused)
  })
})

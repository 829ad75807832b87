import { createHash } from 'node:crypto'
import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose'
import { customFetch } from 'openid-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { logout } from '@portico/contract/session/session.ts'
import { OPENID_PATH } from '@portico/contract/openid-provider/openid-provider.ts'
import { jobContext } from '../../../test/job-context.ts'
import type { MadeUser } from '../../../test/make.ts'
import {
  CALLBACK,
  complete,
  follow,
  forbid,
  interactionIn,
  type MadeApplication,
  makeApplication,
  openPeer,
  permit,
  visit,
} from '../../../test/openid-application.ts'
import { withoutEachName } from '../../../test/left-out.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { keyRing } from '../../crypto/key-ring.ts'
import { openIdKeysJob } from './openid-jobs.job.ts'

let portal: Portal
let node: Portal
let application: MadeApplication
beforeAll(async () => {
  portal = await startPortal()
  node = await startPortal({ beside: portal, environment: { PORTAL_PUBLIC_URL: portal.origin } })
  application = await makeApplication(portal)
})
afterAll(async () => {
  await node.close()
  await portal.close()
})

const peer = (parameters: Readonly<Record<string, string>> = {}, at = portal) =>
  openPeer(portal.origin, application, parameters, at.origin)

async function permitted(): Promise<MadeUser> {
  const user = await portal.make.user()
  await permit(portal, user, application)
  return user
}

/** A permitted user in a browser of their own, and the application that asks for them. */
async function signedIn(parameters?: Readonly<Record<string, string>>) {
  const user = await permitted()
  return { user, browser: await portal.as(user), one: await peer(parameters) }
}
const invalidGrant = { error: 'invalid_grant' }

describe('an application with OpenID Connect', () => {
  test('gets the user under the mapped claims, and nothing but the code flow is offered', async () => {
    const { user, browser, one } = await signedIn()
    const tokens = await one.redeem(await visit(browser, one))
    const claims = tokens.claims()
    expect(claims).toMatchObject({ sub: user.userName, email: `${user.userName}@example.test` })
    expect(claims?.['https://portal.test/employer']).toMatch(/^Client/)
    expect(claims).not.toHaveProperty('name')
    expect(await one.ask(tokens.access_token, user.userName)).toMatchObject({ email: `${user.userName}@example.test` })
    const stored = await portal.owner('select from oidc_state where id = $1 or payload::text like $2', [
      tokens.access_token,
      `%${tokens.access_token}%`,
    ])
    expect(stored).toEqual([])
    expect(one.config.serverMetadata()).toMatchObject({
      issuer: portal.origin + OPENID_PATH,
      grant_types_supported: ['authorization_code'],
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      code_challenge_methods_supported: ['S256'],
      id_token_signing_alg_values_supported: ['RS256'],
    })
    expect(tokens.refresh_token).toBeUndefined()
    expect(one.config.serverMetadata().registration_endpoint).toBeUndefined()
  })

  test('is in the audit trail, and among the applications that the sign-out closes', async () => {
    const { user, browser, one } = await signedIn()
    await visit(browser, one)
    const events = await portal.owner(
      `select target_id from audit_events where event = 'application_opened' and subject_user_id = $1`,
      [user.id],
    )
    expect(events).toEqual([{ target_id: String(application.pageId) }])
    const open = await portal.owner(
      `select open.system_id from application_sessions open join sessions on sessions.id = session_id where user_id = $1`,
      [user.id],
    )
    expect(open).toEqual([{ system_id: application.systemId }])
  })

  test('may know users by a random name that no other application learns', async () => {
    const user = await permitted()
    const browser = await portal.as(user)
    const subjects = []
    for (const _each of [1, 2]) {
      const other = await makeApplication(portal, { name_source: 'pairwise', attributes: {} })
      await permit(portal, user, other)
      const one = await openPeer(portal.origin, other)
      const again = await openPeer(portal.origin, other)
      const first = (await one.redeem(await visit(browser, one))).claims()?.sub
      expect((await again.redeem(await visit(browser, again))).claims()?.sub).toBe(first)
      subjects.push(first)
    }
    expect(new Set([...subjects, user.userName])).toHaveProperty('size', 3)
  })

  test('is told which administrator acts as the user, and only then (E8)', async () => {
    const { user, browser, one } = await signedIn()
    expect((await one.redeem(await visit(browser, one))).claims()).not.toHaveProperty('actor')
    const admin = await portal.make.user({ is_internal: true })
    await portal.make.emulation(admin, user)
    const again = await peer()
    const tokens = await again.redeem(await visit(browser, again))
    expect(tokens.claims()).toMatchObject({ sub: user.userName, actor: admin.userName })
  })

  test('is opened after signing in on the way, and never completed in another browser', async () => {
    const user = await permitted()
    const [browser, one] = [portal.browser(), await peer()]
    const page = await follow(browser, one.url)
    expect(interactionIn(page)).not.toBe('')
    expect(await complete(browser, page)).toMatchObject({ status: 401 })
    expect(await complete(await portal.as(await permitted()), page)).toMatchObject({ status: 200, code: '404' })
    await browser.signIn(user.userName, user.password)
    const { data } = await complete(browser, page)
    expect((await one.redeem(await follow(browser, data.returnUrl))).claims()?.sub).toBe(user.userName)
  })

  test('is signed in to on one node, completed on another and answered by the first', async () => {
    const user = await permitted()
    const [browser, one] = [await portal.as(user), await peer({}, node)]
    const page = await follow(browser, one.url)
    const atNode = Object.assign(node.browser({ origin: portal.origin }), {
      sessionToken: browser.sessionToken,
      csrfToken: browser.csrfToken,
    })
    for (const [name, value] of browser.cookies) atNode.cookies.set(name, value)
    const { data } = await complete(atNode, page)
    expect((await one.redeem(await follow(browser, data.returnUrl))).claims()?.sub).toBe(user.userName)
  })

  test('gets another user of the same browser as that user', async () => {
    const { browser, one } = await signedIn()
    await visit(browser, one)
    const other = await permitted()
    await browser.signIn(other.userName, other.password)
    const again = await peer()
    expect((await again.redeem(await visit(browser, again))).claims()?.sub).toBe(other.userName)
  })
})

describe('the provider refuses', () => {
  test('the second use of a code, and what the first use gave, also at the same moment on two nodes (S66)', async () => {
    const { user, browser, one } = await signedIn()
    const back = await visit(browser, one)
    const { access_token: token } = await one.redeem(back)
    await expect(one.redeem(back)).rejects.toMatchObject(invalidGrant)
    await expect(one.ask(token, user.userName)).rejects.toThrow(/./)
    const next = await peer()
    const again = await visit(browser, next)
    let turn = 0
    next.config[customFetch] = (url, options) =>
      fetch(url.replace(portal.origin, (turn++ % 2 === 0 ? portal : node).origin), options as never)
    const all = await Promise.allSettled([1, 2, 3, 4].map(() => next.redeem(again)))
    const given = all.filter((each) => each.status === 'fulfilled')
    expect(given.length).toBeLessThan(2)
    for (const { value } of given) await expect(next.ask(value.access_token, user.userName)).rejects.toThrow(/./)
  })

  test('a wrong proof key, and tells the application of a request that it does not support (S66)', async () => {
    const { browser, one } = await signedIn()
    const wrong = { pkceCodeVerifier: 'x'.repeat(43) }
    await expect(one.redeem(await visit(browser, one), wrong)).rejects.toMatchObject(invalidGrant)
    for (const [parameters, error] of [
      [{ code_challenge: '', code_challenge_method: '' }, 'invalid_request'],
      [{ code_challenge_method: 'plain' }, 'invalid_request'],
      [{ response_type: 'token' }, 'unsupported_response_type'],
    ] as const) {
      const back = new URL(await follow(browser, (await peer(parameters)).url))
      expect(back.href.startsWith(CALLBACK)).toBe(true)
      expect(back.href).toMatch(new RegExp(`[?#&]error=${error}&`))
    }
  })

  test('a code that another application redeems, for another address, or after a minute (S66)', async () => {
    const user = await permitted()
    const verifier = 'v'.repeat(43)
    const [browser, one] = [
      await portal.as(user),
      await peer({ code_challenge: createHash('sha256').update(verifier).digest('base64url') }),
    ]
    const back = await visit(browser, one)
    const proof = { pkceCodeVerifier: verifier, expectedState: new URL(back).searchParams.get('state') ?? '' }
    const attacker = await openPeer(portal.origin, await makeApplication(portal))
    await expect(attacker.redeem(back, proof)).rejects.toMatchObject(invalidGrant)
    await expect(one.redeem(back.replace(CALLBACK, `${CALLBACK}/2`), proof)).rejects.toMatchObject(invalidGrant)
    await portal.moveClock('61 seconds')
    await expect(one.redeem(back, proof)).rejects.toMatchObject(invalidGrant)
    await portal.moveClock('0')
    expect((await one.redeem(back, proof)).claims()?.sub).toBe(user.userName)
  })

  test.for([
    [{ redirect_uri: `${CALLBACK}s` }, 'invalid_redirect_uri'],
    [{ redirect_uri: CALLBACK.slice(0, -1) }, 'invalid_redirect_uri'],
    [{ response_mode: 'form_post' }, 'unsupported_response_mode'],
    [{ client_id: 'nobody' }, 'invalid_client'],
  ] as const)('%j on a page of its own, with the reason in the log (S68)', async ([parameters, reason]) => {
    const { browser } = await signedIn()
    const before = portal.logged.length
    const page = await follow(browser, (await peer(parameters)).url)
    expect(page).toBe(`/sign-on-refused?reason=${reason}`)
    expect(portal.logged.slice(before).join('')).toContain('sign-on to an application refused')
  })

  test('everything with a permission that was taken away before completion, before the code or before the token', async () => {
    const { user, browser, one } = await signedIn()
    const page = await follow(browser, one.url)
    await forbid(portal, user, application)
    const { data } = await complete(browser, page)
    expect(data.permissionFlg).toBe('N')
    expect(await follow(browser, data.returnUrl)).toContain('error=access_denied')

    await permit(portal, user, application)
    const completed = await complete(browser, await follow(browser, one.url))
    await forbid(portal, user, application)
    expect(interactionIn(await follow(browser, completed.data.returnUrl))).not.toBe('')

    await permit(portal, user, application)
    const back = await visit(browser, one)
    await forbid(portal, user, application)
    await expect(one.redeem(back)).rejects.toMatchObject(invalidGrant)
  })

  test('an application whose page is switched off, until it is on again', async () => {
    const { browser, one } = await signedIn()
    const switchPages = (isOn: boolean) =>
      portal.owner('update pages set is_link_enabled = $2 where system_id = $1', [application.systemId, isOn])
    await switchPages(false)
    const { data } = await complete(browser, await follow(browser, one.url))
    await switchPages(true)
    expect(data.permissionFlg).toBe('N')
    const again = await peer()
    const back = await visit(browser, again)
    await switchPages(false)
    await expect(again.redeem(back)).rejects.toMatchObject(invalidGrant)
    await switchPages(true)
  })

  test('a session that only looks around, and one that has ended', async () => {
    const { user, browser, one } = await signedIn()
    const page = await follow(browser, one.url)
    await portal.make.emulation(await portal.make.user(), user)
    await portal.owner('update sessions set is_look_only = true where user_id = $1', [user.id])
    expect(await complete(browser, page)).toMatchObject({ status: 403 })
  })

  test('a session that only looks around from now on, at every step after the sign-in', async () => {
    const { user, browser, one } = await signedIn()
    const { access_token: token } = await one.redeem(await visit(browser, one))
    const userInfo = () =>
      fetch(`${portal.origin}${OPENID_PATH}/userinfo`, { headers: { authorization: `Bearer ${token}` } })
    expect((await userInfo()).status).toBe(200)
    const again = await peer()
    const back = await visit(browser, again)
    await portal.make.emulation(await portal.make.user(), user)
    await portal.owner('update sessions set is_look_only = true where user_id = $1', [user.id])
    await expect(again.redeem(back)).rejects.toMatchObject(invalidGrant)
    expect((await userInfo()).status).toBe(401)
  })

  test('every other site: no answer about a user or a token may be read by a page of another origin', async () => {
    const { user, browser, one } = await signedIn()
    const { access_token: token } = await one.redeem(await visit(browser, one))
    const foreign = 'https://elsewhere.example'
    const call = (path: string, headers: Record<string, string> = {}, body?: string) =>
      fetch(portal.origin + OPENID_PATH + path, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { origin: foreign, ...headers },
        ...(body === undefined ? {} : { body }),
      })
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const answers = await Promise.all([
      call('/userinfo'),
      call('/userinfo', { authorization: `Bearer ${token}` }),
      call('/userinfo', { authorization: 'Bearer wrong' }),
      call('/userinfo', form, `access_token=${token}`),
      call('/userinfo', form, ''),
      call('/token', form, 'grant_type=authorization_code&code=x'),
      call('/token', form, ''),
    ])
    for (const answer of answers) {
      const exposed = [...answer.headers].filter(
        ([name, value]) => name.startsWith('access-control-') || value === foreign,
      )
      expect({ url: answer.url, status: answer.status, exposed }).toMatchObject({
        status: expect.any(Number),
        exposed: [],
      })
      expect(await answer.text()).not.toContain(user.userName)
    }
    // What is published for everyone says so, to every origin.
    for (const path of ['/jwks', '/.well-known/openid-configuration'])
      expect((await call(path)).headers.get('access-control-allow-origin')).toBe('*')
  })
})

describe('what an application leaves out, each part in turn', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const VERIFIER = 'v'.repeat(43)
  const code_challenge = createHash('sha256').update(VERIFIER).digest('base64url')
  const SECRET = 'secret-of-the-application'
  const basic = (name: string, secret: string) => ({
    authorization: `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`,
  })

  test('of the request for a user: all but the state is required (S66)', async () => {
    const { browser, one } = await signedIn()
    const url = new URL(one.url)
    const whole = Object.fromEntries(url.searchParams)
    expect(Object.keys(whole)).toHaveLength(7)
    const accepted: string[] = []
    for (const { part, rest } of withoutEachName(whole)) {
      url.search = new URLSearchParams(rest as Record<string, string>).toString()
      const page = await follow(browser, url.href)
      if (!/[?&]error=|^\/sign-on-refused/.test(page)) accepted.push(part)
    }
    expect(accepted).toEqual(['state'])
  })

  test('of the exchange of a code: no token is given, and the code still is good for the whole (S66)', async () => {
    const { user, browser, one } = await signedIn({ code_challenge })
    const { searchParams } = new URL(await visit(browser, one))
    const ask = async (body: object, headers: object) => {
      const init = { method: 'POST', headers: { ...form, ...headers }, body: new URLSearchParams({ ...body }) }
      const answer = await fetch(`${portal.origin}${OPENID_PATH}/token`, init)
      return { status: answer.status, data: (await answer.json()) as Record<string, unknown> }
    }
    const whole = {
      grant_type: 'authorization_code',
      code: searchParams.get('code') ?? '',
      redirect_uri: CALLBACK,
      code_verifier: VERIFIER,
    }
    const known = basic(application.clientId, SECRET)
    const refusals = [
      ...withoutEachName(whole).map(({ part, rest }) => ({ part, body: rest, headers: known })),
      { part: 'the client', body: whole, headers: {} },
      { part: 'the name of the client', body: whole, headers: basic('', SECRET) },
      { part: 'the secret of the client', body: whole, headers: basic(application.clientId, '') },
      {
        part: 'the secret, with the name in the form',
        body: { ...whole, client_id: application.clientId },
        headers: {},
      },
    ]
    for (const { part, body, headers } of refusals) {
      const { status, data } = await ask(body, headers)
      expect([part, status >= 400 && status < 500, Object.keys(data)]).toEqual([
        part,
        true,
        expect.not.arrayContaining(['access_token']),
      ])
    }
    const { data } = await ask(whole, known)
    expect(Object.keys(data).toSorted()).toEqual(['access_token', 'expires_in', 'id_token', 'scope', 'token_type'])
    // What the portal says itself lacks nothing that the standard requires.
    const token = String(data['id_token'])
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'RS256', kid: expect.stringMatching(/./) })
    expect(decodeJwt(token)).toMatchObject({
      iss: portal.origin + OPENID_PATH,
      sub: user.userName,
      aud: application.clientId,
      exp: expect.any(Number),
      iat: expect.any(Number),
      auth_time: expect.any(Number),
    })
    expect(searchParams.get('iss')).toBe(portal.origin + OPENID_PATH)
  })

  test('of the question for the facts of a user: neither type nor token may be missing', async () => {
    const { browser, one } = await signedIn()
    const { access_token: token } = await one.redeem(await visit(browser, one))
    const ask = async (headers: Record<string, string>, body?: string) =>
      (
        await fetch(`${portal.origin}${OPENID_PATH}/userinfo`, {
          headers,
          ...(body === undefined ? {} : { method: 'POST', body }),
        })
      ).status
    expect(await ask({ authorization: `Bearer ${token}` })).toBe(200)
    for (const authorization of [token, 'Bearer', 'Bearer ', `Basic ${token}`])
      expect([authorization, [400, 401]]).toEqual([
        authorization,
        expect.arrayContaining([await ask({ authorization })]),
      ])
    for (const body of ['', 'access_token=', `token=${token}`])
      expect([body, [400, 401]]).toEqual([body, expect.arrayContaining([await ask(form, body)])])
  })
})

describe('the live session decides', () => {
  test('without a page: with prompt=none after an earlier visit, in the same browser, until it ends', async () => {
    const { user, browser, one } = await signedIn()
    const none = async () => follow(browser, (await peer({ prompt: 'none' })).url)
    expect(await none()).toContain('error=login_required')
    await visit(browser, one)
    expect(await none()).toContain('code=')
    expect(interactionIn(await follow(browser, one.url))).not.toBe('')
    const binding = browser.cookies.get('__Host-portal-binding') ?? ''
    browser.cookies.set('__Host-portal-binding', 'that of another browser')
    expect(await none()).toContain('error=login_required')
    browser.cookies.set('__Host-portal-binding', binding)
    expect(await none()).toContain('code=')
    await browser.call(logout, { params: { uid: user.id } })
    expect(await none()).toContain('error=login_required')
  })

  test('a newer sign-in is asked for with prompt=login and max_age', async () => {
    const { user, browser } = await signedIn()
    await portal.owner(`update sessions set authenticated_at = clock_now() - interval '1 minute' where user_id = $1`, [
      user.id,
    ])
    for (const parameters of [{ prompt: 'login' }, { max_age: '30' }] as const) {
      const page = await follow(browser, (await peer(parameters)).url)
      expect(await complete(browser, page)).toMatchObject({ status: 200, code: '401', data: { reauth: true } })
    }
    const recent = await follow(browser, (await peer({ max_age: '600' })).url)
    expect(await complete(browser, recent)).toMatchObject({ code: '200' })
  })

  test('nothing works any more while the session is closing (LOUT-019)', async () => {
    const { user, browser, one } = await signedIn()
    const { access_token: token } = await one.redeem(await visit(browser, one))
    const next = await peer()
    const back = await visit(browser, next)
    await portal.owner('update sessions set closing_at = clock_now() where user_id = $1', [user.id])
    await expect(next.redeem(back)).rejects.toMatchObject(invalidGrant)
    await expect(one.ask(token, user.userName)).rejects.toThrow(/./)
    expect(await follow(browser, (await peer({ prompt: 'none' })).url)).toContain('error=login_required')
    const page = await follow(browser, (await peer()).url)
    expect(await complete(browser, page)).toMatchObject({ status: 401, data: { endReason: 'closing' } })
  })

  test('tokens stop working with the session, however it ends', async () => {
    const { user, browser, one } = await signedIn()
    const { access_token: token } = await one.redeem(await visit(browser, one))
    await one.ask(token, user.userName)
    await portal.owner('update users set status = 2 where id = $1', [user.id])
    await expect(one.ask(token, user.userName)).rejects.toThrow(/./)
  })
})

test('keys change while tokens live: published first, then signing, and the former one still verifies', async () => {
  const { browser, one } = await signedIn()
  const published = createRemoteJWKSet(new URL(`${portal.origin}${OPENID_PATH}/jwks`))
  const keyOf = (token: string | undefined) => decodeProtectedHeader(token ?? '').kid
  const former = await one.redeem(await visit(browser, one))
  const db = portal.database.jobs
  const job = openIdKeysJob({ db, keys: keyRing(portal.config.secretKeys) })
  const context = jobContext()
  await job.run({}, context)
  await portal.owner("update signing_keys set signs_from = clock_now() - interval '91 days' where purpose = 'oidc'")
  expect(await job.run({}, context)).toBe('A new key is published.')
  // An application that fetches the keys now finds the next one among them.
  const other = await peer()
  const early = await other.redeem(await visit(browser, other))
  expect(keyOf(early.id_token)).toBe(keyOf(former.id_token))
  await portal.owner(`update signing_keys set signs_from = clock_now() where signs_from > clock_now()`)
  const later = await other.redeem(await visit(browser, other))
  expect(keyOf(later.id_token)).not.toBe(keyOf(former.id_token))
  const issuer = portal.origin + OPENID_PATH
  await jwtVerify(former.id_token ?? '', published, { issuer })
  const [key] = await portal.owner('select private_key as key from signing_keys limit 1')
  expect(key?.['key']).not.toContain('PRIVATE')
})

test('every answer of the provider carries the portal’s headers and no page of the library', async () => {
  const { browser, one } = await signedIn()
  const { pathname, search } = new URL(one.url)
  for (const path of [pathname + search, `${OPENID_PATH}/.well-known/openid-configuration`, `${OPENID_PATH}/jwks`]) {
    const { headers } = await browser.request('GET', path, { headers: { accept: 'text/html' } })
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
  }
  for (const path of ['/session/end', '/session/end/confirm', '/request', '/reg', '/device'])
    expect(await browser.request('GET', OPENID_PATH + path)).toMatchObject({ status: 404 })
})

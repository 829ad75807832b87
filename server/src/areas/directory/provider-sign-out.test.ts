import { createServer, type Server } from 'node:http'
import {
  checkDirectoryUser,
  endDirectorySessions,
  finishDirectorySignIn,
  startDirectorySignIn,
} from '@portico/contract/directory/directory.ts'
import { getWebSessionId } from '@portico/contract/session/session.ts'
import type { LoginResult } from '@portico/contract/sign-in/sign-in.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Browser, Raw } from '../../../test/browser.ts'
import { freePort } from '../../../test/free-port.ts'
import { openSession } from '../../../test/guards/people.ts'
import type { MadeUser } from '../../../test/make.ts'
import {
  claimsOf,
  type Cookies,
  oidcSettings,
  type OidcPeer,
  signOutAtProvider,
  startOidcPeer,
  visitProvider,
} from '../../../test/oidc-provider.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { everything } from '../../db/scope.ts'
import { queries } from '../../db/queries.ts'
import { run } from '../../db/run.ts'

let portal: Portal
let peer: OidcPeer
let grace: MadeUser
let ada: MadeUser

/** Proxy between provider and portal: keeps the provider's requests, and forwards them when a test asks for it. */
let listener: Server
let received: string[]
let isHandedOn: boolean
let answers: Response[]

beforeAll(async () => {
  const [port, logoutPort] = [await freePort(), await freePort()]
  portal = await startPortal({ environment: oidcSettings(port) })
  listener = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      received.push(new URLSearchParams(Buffer.concat(parts).toString()).get('logout_token') ?? '')
      const passed = isHandedOn ? say(received.at(-1) ?? '') : undefined
      void Promise.resolve(passed).then(() => response.end())
    })
  })
  await new Promise<void>((resolve) => listener.listen(logoutPort, '127.0.0.1', resolve))
  peer = await startOidcPeer({
    port,
    callbacks: [portal.origin + finishDirectorySignIn.path],
    accounts: { 'subject-grace': claimsOf('grace'), 'subject-ada': claimsOf('ada') },
    logoutAddress: `http://localhost:${logoutPort}/`,
  })
  const directory = { sign_in_kind: 'directory', password_hash: null }
  grace = await portal.make.user({ user_name: 'grace', ...directory })
  ada = await portal.make.user({ user_name: 'ada', ...directory })
  reset()
})
afterEach(async () => {
  reset()
  await portal.owner('update sessions set ended_at = clock_now() where ended_at is null')
})
afterAll(async () => {
  await peer.stop()
  await new Promise((resolve) => listener.close(resolve))
  await portal.close()
})

function reset() {
  received = []
  answers = []
  isHandedOn = true
}

/** Sends it to the portal as the provider does. */
async function say(token: string, form: Record<string, string> = {}): Promise<Response> {
  const body = new URLSearchParams({ logout_token: token, ...form })
  const answer = await fetch(portal.origin + endDirectorySessions.path, { method: 'POST', body })
  answers.push(answer)
  return answer
}

/** Returns from the provider; the fragment of the address is a ticket. */
async function arrive(browser: Browser, account: string, cookies: Cookies): Promise<string> {
  const start = (await browser.send(startDirectorySignIn, { query: {} })).headers.get('location') ?? ''
  const { pathname, search } = new URL(await visitProvider(start, account, cookies))
  const arrived: Raw = await browser.request('GET', pathname + search)
  return new URLSearchParams((arrived.headers.get('location') ?? '').split('#')[1]).get('directory') ?? ''
}

async function signIn(account: string): Promise<{ browser: Browser; cookies: Cookies }> {
  const [browser, cookies] = [portal.browser(), new Map<string, string>()]
  const token = await arrive(browser, account, cookies)
  const { code, data } = (await browser.send(checkDirectoryUser, { query: { token } })) as Raw<LoginResult>
  expect(code).toBe('200')
  browser.sessionToken = data.loginSessionId ?? undefined
  return { browser, cookies }
}

const isIn = async (browser: Browser) => (await browser.send(getWebSessionId, {})).code === '200'

const openOf = (user: MadeUser) =>
  portal.owner('select 1 from sessions where user_id = $1 and ended_at is null', [user.id])

/** Number of statements of this portal that wait for a lock. */
const waiting = async () =>
  (await portal.owner("select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"))
    .length

describe('a user who signs out of the company account (S67)', () => {
  test('is signed out here at once with the reason, and other users are not', async () => {
    const [mine, hers] = [await signIn('subject-grace'), await signIn('subject-ada')]
    await signOutAtProvider(peer.issuer, mine.cookies)
    await expect.poll(() => answers.length).toBe(1)
    expect(answers[0]).toMatchObject({ status: 200 })
    expect(answers[0]?.headers.get('cache-control')).toBe('no-store')
    expect(await mine.browser.send(getWebSessionId, {})).toMatchObject({ status: 401, data: { endReason: 'company' } })
    expect(await isIn(hers.browser)).toBe(true)
    const events = await portal.owner(
      "select after from audit_events where event = 'session_logout' and subject_user_id = $1",
      [grace.id],
    )
    expect(events).toEqual([{ after: { by: 'identity provider' } }])
  })

  test('is signed out of the sessions in which they act as others too, each with its record', async () => {
    const { cookies } = await signIn('subject-grace')
    const other = await portal.make.user()
    await openSession(portal, other)
    await portal.make.emulation(grace, other)
    await portal.owner('delete from audit_events')
    await signOutAtProvider(peer.issuer, cookies)
    await expect.poll(() => answers.length).toBe(1)
    expect(await portal.owner('select end_reason from sessions where user_id = $1', [other.id])).toEqual([
      { end_reason: 'company' },
    ])
    const events = await portal.owner(
      `select actor_user_id as actor, subject_user_id as subject from audit_events where event = 'session_logout' order by id`,
    )
    expect(events).toEqual(
      expect.arrayContaining([
        { actor: null, subject: grace.id },
        { actor: grace.id, subject: other.id },
      ]),
    )
  })

  test('cannot use a waiting ticket, and keeps sessions of another visit', async () => {
    const [browser, cookies] = [portal.browser(), new Map<string, string>()]
    const token = await arrive(browser, 'subject-grace', cookies)
    await signOutAtProvider(peer.issuer, cookies)
    await expect.poll(() => answers.length).toBe(1)
    expect((await browser.send(checkDirectoryUser, { query: { token } })).code).toBe('401')

    isHandedOn = false
    const earlier = await signIn('subject-grace')
    await signOutAtProvider(peer.issuer, earlier.cookies)
    await expect.poll(() => received.length).toBe(2)
    await portal.owner('update sessions set ended_at = clock_now() where user_id = $1', [grace.id])
    const later = await signIn('subject-grace')
    expect((await say(received[1] ?? '')).status).toBe(200)
    expect(await isIn(later.browser)).toBe(true)
  })
})

describe('a user who is signing in while the provider reports the sign-out (S67)', () => {
  test('is signed out afterwards, whatever the step', async () => {
    isHandedOn = false
    const first = await signIn('subject-grace')
    await signOutAtProvider(peer.issuer, first.cookies)
    await expect.poll(() => received.length).toBe(1)
    await portal.owner('update sessions set ended_at = clock_now() where user_id = $1', [grace.id])

    const [browser, cookies] = [portal.browser(), new Map<string, string>()]
    const ticket = await arrive(browser, 'subject-grace', cookies)
    await signOutAtProvider(peer.issuer, cookies)
    await expect.poll(() => received.length).toBe(2)
    const [isHeld, mayGoOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const holder = portal.database.jobs.transact(everything, async (tx) => {
      await run(tx, queries.selectFrom('users').select('id').where('id', '=', grace.id).forUpdate())
      isHeld.resolve()
      await mayGoOn.promise
    })
    await isHeld.promise
    const entry = browser.send(checkDirectoryUser, { query: { token: ticket } })
    await expect.poll(waiting).toBe(1)
    const answer = say(received[1] ?? '')
    // A token that does not wait for the sign-in is answered now and finds no session.
    await expect.poll(async () => answers.length + (await waiting())).toBe(2)
    mayGoOn.resolve()
    await holder
    expect([(await entry).code, (await answer).status]).toEqual(['200', 200])
    expect(await openOf(grace)).toEqual([])
  })
})

describe('a logout token of the provider (S67)', () => {
  test('counts once: of ten at once one, and none afterwards; other fields are ignored', async () => {
    isHandedOn = false
    const { cookies } = await signIn('subject-ada')
    await signOutAtProvider(peer.issuer, cookies)
    await expect.poll(() => received.length).toBe(1)
    const token = received[0] ?? ''
    const answer = await Promise.all(Array.from({ length: 10 }, () => say(token, { more: 'of its own' })))
    expect(answer.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answer.filter(({ status }) => status === 400)).toHaveLength(9)
    expect(await openOf(ada)).toEqual([])
    const again = await signIn('subject-ada')
    expect((await say(token)).status).toBe(400)
    expect(await isIn(again.browser)).toBe(true)
  })

  test('ends nothing when a letter of it was changed, or when it is no token', async () => {
    isHandedOn = false
    const { browser, cookies } = await signIn('subject-ada')
    await signOutAtProvider(peer.issuer, cookies)
    await expect.poll(() => received.length).toBe(1)
    const [header = '', payload = '', signature = ''] = (received[0] ?? '').split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object
    const others = Buffer.from(JSON.stringify({ ...claims, sub: 'subject-grace' })).toString('base64url')
    const unsigned = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url')
    for (const token of [
      'no-token',
      `${header}.${others}.${signature}`,
      `${unsigned}.${payload}.`,
      `${header}.${payload}.${signature.slice(0, -8)}AAAAAAAA`,
    ]) {
      const answer = await say(token)
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([400, 'no-store'])
    }
    const missing = await fetch(portal.origin + endDirectorySessions.path, {
      method: 'POST',
      body: new URLSearchParams({ other: 'x' }),
    })
    expect(missing.status).toBe(400)
    expect(await isIn(browser)).toBe(true)
    expect(portal.logged.join('')).not.toContain(payload)
    expect((await say(received[0] ?? '')).status).toBe(200)
    expect(await isIn(browser)).toBe(false)
  })
})

import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { emulatedLogout } from '@portico/contract/emulation/emulation.ts'
import { listSections } from '@portico/contract/home/home.ts'
import {
  beginLogoutChain,
  listActiveApps,
  listActiveAppsOfBoth,
  noteLogoutStep,
  readLogoutChain,
} from '@portico/contract/logout-chain/logout-chain.ts'
import { OPENID_PATH } from '@portico/contract/openid-provider/openid-provider.ts'
import { logout } from '@portico/contract/session/session.ts'
import type { Browser } from '../../../test/browser.ts'
import { openSession } from '../../../test/guards/people.ts'
import type { MadeUser } from '../../../test/make.ts'
import { makeApplication, openPeer, permit, visit } from '../../../test/openid-application.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { keyRing } from '../../crypto/key-ring.ts'
import { queueEndedSessions, sendLogoutTokens } from '../openid-provider/logout-tokens.ts'

let portal: Portal
let user: MadeUser
let browser: Browser
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.moveClock('0')
  user = await portal.make.user()
  browser = await portal.as(user)
})

const params = (of: Browser = browser) => ({ params: { uid: of.userId } })
const sessionOf = async ({ id }: { id: number }): Promise<number> => {
  const [row] = await portal.owner('select id from sessions where user_id = $1 and ended_at is null order by id desc', [
    id,
  ])
  return Number(row?.['id'])
}

/** A system that this session has opened. */
async function opened(session: number, columns: object = {}): Promise<number> {
  const systemId = await portal.make.system({ launch_url: 'https://app.example.test/', ...columns })
  await portal.owner(
    `insert into application_sessions (session_id, system_id, session_index) values ($1, $2, gen_random_uuid())`,
    [session, systemId],
  )
  return systemId
}
const LOGOUT = 'https://app.example.test/logout'
const begin = (by: Browser = browser, body: { logoutMode?: 'E' } = {}) =>
  by.call(beginLogoutChain, { ...params(by), body })

describe('a user who signs out', () => {
  test('sees the applications of this session in the order in which they were opened (LOUT-018, LOUT-031, RPTS-053)', async () => {
    expect(await browser.call(listActiveApps, params())).toEqual([])
    const session = await sessionOf(user)
    const first = await opened(session, { code: 'ONE', browser_logout_url: 'http://{host}/one' })
    const second = await opened(session, { browser_logout_url: 'https://evil.example.test/' })
    expect(await browser.call(listActiveApps, params())).toMatchObject([
      { systemId: first, systemCd: 'ONE', browserLogoutUrl: `${portal.origin}/one` },
      { systemId: second, systemCd: null, browserLogoutUrl: null },
    ])
    const other = await portal.as(await portal.make.user())
    expect(await other.send(listActiveApps, params())).toMatchObject({ status: 403 })
    expect(await other.call(listActiveApps, params(other))).toEqual([])
  })

  test('is led to no address of a page that was deleted (S68)', async () => {
    const systemId = await opened(await sessionOf(user), { launch_url: null, browser_logout_url: LOGOUT })
    const section = await portal.make.section()
    const pageId = await portal.make.page({
      system_id: systemId,
      section_id: section,
      location: 'https://app.example.test/start',
    })
    const address = async () => (await browser.call(listActiveApps, params()))[0]?.browserLogoutUrl
    expect(await address()).toBe(LOGOUT)
    await portal.owner('update pages set deleted_at = clock_now() where id = $1', [pageId])
    expect(await address()).toBeNull()
  })

  test('can make no call but those of the chain from its beginning on, and none at all after 90 seconds (LOUT-019, LOUT-021)', async () => {
    const systemId = await opened(await sessionOf(user), { browser_logout_url: LOGOUT })
    const chain = await begin()
    expect(chain).toMatchObject({ steps: [{ systemId, outcome: 'waiting', browserLogoutUrl: LOGOUT }] })
    const sections = await browser.send(listSections, { params: { uid: user.id } })
    expect(sections).toMatchObject({ status: 401, data: { endReason: 'closing' } })
    await portal.moveClock('80 seconds')
    const later = await begin()
    expect(later).toMatchObject({ steps: [{ outcome: 'waiting' }] })
    expect(later.secondsLeft).toBeLessThanOrEqual(10)
    await portal.moveClock('90 seconds')
    expect(await browser.send(readLogoutChain, params())).toMatchObject({ status: 401, data: { endReason: 'closed' } })
  })

  test('sees what was closed and what was not, and then signs out for good (LOUT-022, LOUT-025)', async () => {
    const session = await sessionOf(user)
    const [done, late, skipped, never] = [
      await opened(session, { browser_logout_url: LOGOUT }),
      await opened(session, { browser_logout_url: LOGOUT }),
      await opened(session, { browser_logout_url: LOGOUT }),
      await opened(session),
    ]
    await begin()
    const note = (systemId: number, outcome: 'done' | 'no-answer' | 'skipped') =>
      browser.call(noteLogoutStep, { params: { uid: user.id, systemId }, body: { outcome } })
    await note(done, 'done')
    await note(late, 'no-answer')
    await note(skipped, 'skipped')
    // What the user has seen does not change.
    await note(late, 'done')
    const { steps } = await note(never, 'done')
    expect(steps.map(({ systemId, outcome }) => [systemId, outcome])).toEqual([
      [done, 'done'],
      [late, 'no-answer'],
      [skipped, 'skipped'],
      [never, 'not-supported'],
    ])
    expect(await browser.send(logout, params())).toMatchObject({ code: '200' })
    expect(await browser.send(readLogoutChain, params())).toMatchObject({ status: 401 })
    const events = await portal.owner(
      `select event from audit_events where subject_user_id = $1 and event like 'session_%' order by id`,
      [user.id],
    )
    expect(events.map(({ event }) => event)).toEqual(['session_closing', 'session_logout'])
  })

  test('is not asked about a session that is closing at the next sign-in', async () => {
    await begin()
    const answer = await portal.browser().trySignIn(user.userName, user.password)
    expect(answer).toMatchObject({ code: '200', data: { userId: user.id } })
  })
})

describe('an administrator who acts as a user', () => {
  let admin: MadeUser
  let own: Browser
  beforeEach(async () => {
    admin = await portal.make.user({ is_internal: true })
    own = await portal.as(admin)
    await portal.make.emulation(admin, user)
    await opened(await sessionOf(admin), { code: `A${admin.id}`, browser_logout_url: LOGOUT })
    await opened(await sessionOf(user), { code: `U${user.id}`, browser_logout_url: LOGOUT })
  })
  const codes = (apps: readonly { systemCd: string | null }[]) =>
    apps.map(({ systemCd }) => systemCd ?? '').toSorted((a, b) => a.localeCompare(b))
  const both = () => [`A${admin.id}`, `U${user.id}`]
  const isOpen = async (of: MadeUser) => Number.isInteger(await sessionOf(of)) && (await sessionOf(of)) > 0

  test('sees the applications of both, and in mode E those of the user (LOUT-026, LOUT-029, LOUT-030)', async () => {
    const ids = { adminId: admin.id, uid: user.id }
    expect(codes(await browser.call(listActiveAppsOfBoth, { params: ids }))).toEqual(both())
    expect(codes(await browser.call(listActiveApps, params()))).toEqual([`U${user.id}`])
    const foreign = { adminId: user.id, uid: user.id }
    expect(await browser.send(listActiveAppsOfBoth, { params: foreign })).toMatchObject({ status: 403 })
  })

  test('signs out both (LOUT-024)', async () => {
    expect(codes((await begin()).steps)).toEqual(both())
    expect(await own.send(listSections, { params: { uid: admin.id } })).toMatchObject({ status: 401 })
    await browser.call(logout, params())
    expect([await isOpen(admin), await isOpen(user)]).toEqual([false, false])
  })

  test('signs out the user alone in mode E (LOUT-011, LOUT-020, LOUT-023)', async () => {
    expect(codes((await begin(browser, { logoutMode: 'E' })).steps)).toEqual([`U${user.id}`])
    expect(await own.send(listActiveApps, params(own))).toMatchObject({ code: '200' })
    await browser.call(emulatedLogout, { params: { uid: admin.id, userId: user.id } })
    expect([await isOpen(admin), await isOpen(user)]).toEqual([true, false])
  })

  test('takes the emulations along when signing out', async () => {
    expect(codes((await begin(own)).steps)).toEqual(both())
    expect(await browser.send(listSections, { params: { uid: user.id } })).toMatchObject({ status: 401 })
  })
})

describe('an application with back-channel logout', () => {
  const received: string[] = []
  let status = 200
  let peer: Server
  let address: string
  beforeAll(async () => {
    peer = createServer((request, response) => {
      void request.toArray().then((parts: Buffer[]) => {
        received.push(new URLSearchParams(Buffer.concat(parts).toString()).get('logout_token') ?? '')
        response.writeHead(status).end()
      })
    }).listen(0, '127.0.0.1')
    await once(peer, 'listening')
    address = `http://127.0.0.1:${(peer.address() as AddressInfo).port}/`
  })
  afterAll(() => void peer.close())
  beforeEach(() => {
    received.length = 0
    status = 200
  })

  const deps = () => ({
    db: portal.database.jobs,
    keys: keyRing(portal.config.secretKeys),
    issuer: portal.origin + OPENID_PATH,
  })
  /** Signs the user in to the application; returns its session there. */
  async function signOn() {
    const application = await makeApplication(portal, { back_channel_logout_address: address })
    await permit(portal, user, application)
    const one = await openPeer(portal.origin, application)
    const tokens = await one.redeem(await visit(browser, one))
    return { application, sid: tokens.claims()?.['sid'] }
  }
  const verified = async (clientId: string) =>
    (
      await jwtVerify(received[0] ?? '', createRemoteJWKSet(new URL(`${portal.origin}${OPENID_PATH}/jwks`)), {
        issuer: portal.origin + OPENID_PATH,
        audience: clientId,
        typ: 'logout+jwt',
        subject: user.userName,
      })
    ).payload

  test('gets a logout token that it can verify when the chain begins, and counts as signed out', async () => {
    const { application, sid } = await signOn()
    const { steps } = await begin()
    expect(steps).toMatchObject([{ systemId: application.systemId, browserLogoutUrl: null }])
    await vi.waitFor(async () =>
      expect((await browser.call(readLogoutChain, params())).steps).toMatchObject([{ outcome: 'done' }]),
    )
    const payload = await verified(application.clientId)
    expect(payload).toMatchObject({ sid, events: { 'http://schemas.openid.net/event/backchannel-logout': {} } })
    // All that the standard requires of a logout token, and neither a nonce nor facts of the user.
    const required = ['iss', 'sub', 'aud', 'iat', 'exp', 'jti', 'events', 'sid']
    expect(Object.keys(payload).toSorted()).toEqual(required.toSorted())
    expect(payload.jti).not.toBe('')
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(120)
    expect(decodeProtectedHeader(received[0] ?? '')).toEqual({
      alg: 'RS256',
      typ: 'logout+jwt',
      kid: expect.stringMatching(/./),
    })
    expect(received).toHaveLength(1)
  })

  test('that refuses gets it again, and the receipt says that it gave no answer', async () => {
    await signOn()
    status = 500
    await begin()
    await vi.waitFor(async () =>
      expect((await browser.call(readLogoutChain, params())).steps).toMatchObject([{ outcome: 'no-answer' }]),
    )
    status = 200
    await portal.moveClock('2 minutes')
    expect(await sendLogoutTokens(deps())).toEqual({ delivered: 1, failed: 0 })
    expect(received).toHaveLength(2)
    expect(await sendLogoutTokens(deps())).toEqual({ delivered: 0, failed: 0 })
  })

  test('that refuses it five times gets it no more', async () => {
    const { application } = await signOn()
    status = 500
    await begin()
    await vi.waitFor(async () =>
      expect((await browser.call(readLogoutChain, params())).steps).toMatchObject([{ outcome: 'no-answer' }]),
    )
    for (const minutes of [2, 7, 17, 34]) {
      await portal.moveClock(`${minutes} minutes`)
      expect(await sendLogoutTokens(deps())).toEqual({ delivered: 0, failed: 1 })
    }
    await portal.moveClock('6 hours')
    expect(await sendLogoutTokens(deps())).toEqual({ delivered: 0, failed: 0 })
    await portal.moveClock('0')
    expect(received).toHaveLength(5)
    expect(
      await portal.owner('select state, attempts from back_channel_logouts where system_id = $1', [
        application.systemId,
      ]),
    ).toEqual([{ state: 'failed', attempts: 5 }])
  })

  test.each(['revoked by the user', 'idle', 'of an inactive user'])(
    'gets one for a session that is %s',
    async (how) => {
      const { application, sid } = await signOn()
      if (how === 'idle') await portal.moveClock('31 minutes')
      else if (how === 'of an inactive user') await portal.owner('update users set status = 2 where id = $1', [user.id])
      else await portal.owner(`update sessions set ended_at = clock_now() where user_id = $1`, [user.id])
      await queueEndedSessions(portal.database.jobs, 30, 90)
      expect(await sendLogoutTokens(deps())).toEqual({ delivered: 1, failed: 0 })
      await portal.moveClock('0')
      expect((await verified(application.clientId))['sid']).toBe(sid)
    },
  )

  test.each([
    ['done', { own: 'delivered', emulated: 'delivered' }],
    ['waiting', { own: 'delivered', emulated: 'waiting' }],
    ['no-answer', { own: 'delivered', emulated: 'failed' }],
    ['no-answer', { own: 'retrying', emulated: 'delivered' }],
  ])('is %s for both sessions of an emulation where its tokens are %j', async (outcome, states) => {
    const application = await makeApplication(portal, { back_channel_logout_address: address })
    const admin = await portal.make.user({ is_internal: true })
    const own = await openSession(portal, admin)
    const sessions = { own: await sessionOf(admin), emulated: await sessionOf(user) }
    await portal.make.emulation(admin, user)
    await portal.owner('update sessions set closing_at = clock_now() where id = any ($1)', [Object.values(sessions)])
    await portal.owner(
      `insert into logout_steps (session_id, system_id, position, outcome) values ($1, $2, 0, 'waiting')`,
      [sessions.own, application.systemId],
    )
    for (const name of ['own', 'emulated'] as const)
      await portal.owner(
        `insert into back_channel_logouts (session_id, system_id, subject, state, next_attempt_at)
         values ($1, $2, 'anyone', $3, 'infinity')`,
        [sessions[name], application.systemId, states[name]],
      )
    expect((await own.call(readLogoutChain, params(own))).steps).toMatchObject([{ outcome }])
  })

  test('is sent none at an address of this machine by a portal that others can reach (S69)', async () => {
    await signOn()
    await portal.owner('update sessions set ended_at = clock_now() where user_id = $1', [user.id])
    const issuer = `https://portal.example.test${OPENID_PATH}`
    expect(await sendLogoutTokens({ ...deps(), issuer })).toEqual({ delivered: 0, failed: 1 })
    expect(received).toEqual([])
  })
})

test('an opened session of another user is of no use for the chain', async () => {
  const other = await openSession(portal, await portal.make.user())
  expect(await other.send(beginLogoutChain, { ...params(), body: {} })).toMatchObject({ status: 403 })
})

import {
  getLastAccess,
  getSessionTimeout,
  getWebSessionId,
  logout,
  staySignedIn,
} from '@portico/contract/session/session.ts'
import { listSections, setFavorite } from '@portico/contract/home/home.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { waitingStatements } from '../../../test/waiting-statements.ts'
import type { Browser } from '../../../test/browser.ts'
import { hashToken, newToken } from '../../crypto/tokens.ts'
import { everything } from '../../db/scope.ts'
import { endSessionsOfUser, renewSession, endSessions } from './session-store.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

const signIn = async (columns = {}) => portal.as(await portal.make.user(columns))
const own = (browser: Browser) => ({ params: { uid: browser.userId } })
const status = async (browser: Browser) => (await browser.send(listSections, own(browser))).status

/** True while another transaction holds the row of the browser's session. */
const locked = async ({ userId }: Browser) =>
  (await portal.owner('select 1 from sessions where user_id = $1 for update skip locked', [userId])).length === 0

describe('the minutes until a session goes idle (SESS-019, SESS-024)', () => {
  test('are the client’s where set, else thirty', async () => {
    const client = await portal.make.client({ idle_minutes: 7 })
    const strict = await signIn({ client_id: client })
    const usual = await signIn()
    expect(await strict.call(getSessionTimeout, own(strict))).toBe(7)
    expect(await usual.call(getSessionTimeout, own(usual))).toBe(30)
  })

  test('end the session on the server, however often a tab polls (S25)', async () => {
    const browser = await signIn()
    await portal.moveClock('29 minutes')
    await browser.call(getLastAccess, own(browser))
    await browser.call(getSessionTimeout, own(browser))
    await portal.moveClock('30 minutes 1 second')
    expect(await status(browser)).toBe(401)
    await portal.moveClock('0')
  })

  test('restart with every use and with staying signed in', async () => {
    const browser = await signIn()
    await portal.moveClock('20 minutes')
    expect(await status(browser)).toBe(200)
    await portal.moveClock('45 minutes')
    await browser.call(staySignedIn, own(browser))
    await portal.moveClock('74 minutes')
    expect(await status(browser)).toBe(200)
    await portal.moveClock('0')
  })

  test('cannot be renewed for a session that ends at the same moment', async () => {
    const browser = await signIn()
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
    const ending = portal.database.jobs.transact(everything, async (tx) => {
      await endSessionsOfUser(tx, browser.userId, null, 'revoked')
      await mayEnd
    })
    await expect.poll(() => locked(browser)).toBe(true)
    // The guard still finds the session open; the renewal waits for the transaction that ends it.
    const staying = browser.send(staySignedIn, own(browser))
    await expect.poll(() => waitingStatements(portal)).toBeGreaterThan(0)
    end()
    await ending
    expect(await staying).toMatchObject({ status: 401 })
  })

  test('do not extend a session beyond twelve hours (S25)', async () => {
    const browser = await signIn()
    for (let minutes = 20; minutes < 720; minutes += 20) {
      await portal.moveClock(`${minutes} minutes`)
      expect(await status(browser)).toBe(200)
    }
    await portal.moveClock('12 hours 1 second')
    expect(await status(browser)).toBe(401)
    await portal.moveClock('0')
  })
})

test('last access is returned and not changed by reading it (SESS-020)', async () => {
  const browser = await signIn()
  const first = await browser.call(getLastAccess, own(browser))
  await portal.moveClock('5 minutes')
  expect(await browser.call(getLastAccess, own(browser))).toEqual(first)
  expect(await status(browser)).toBe(200)
  const later = await browser.call(getLastAccess, own(browser))
  expect(later.lastAccessDt.getTime() - first.lastAccessDt.getTime()).toBeGreaterThanOrEqual(300_000)
  await portal.moveClock('0')
})

test('the upload workspace has an id of its own each time (SESS-018)', async () => {
  const browser = await signIn()
  const ids = new Set([await browser.call(getWebSessionId, {}), await browser.call(getWebSessionId, {})])
  expect(ids.size).toBe(2)
  expect([...ids][0]).not.toBe(browser.sessionToken)
})

describe('signing out (SESS-017, S24)', () => {
  test('ends the session and clears what the browser stored, but not its cookies', async () => {
    const browser = await signIn()
    const answer = await browser.send(logout, own(browser))
    expect(answer).toMatchObject({ status: 200, code: '200' })
    expect(answer.headers.get('clear-site-data')).toBe('"cache", "storage"')
    expect(await status(browser)).toBe(401)
  })

  test('is in the audit trail with the session', async () => {
    const browser = await signIn()
    await browser.call(logout, own(browser))
    const [session] = await portal.owner('select id, end_reason from sessions where user_id = $1', [browser.userId])
    expect(session).toMatchObject({ end_reason: 'logout' })
    expect(
      await portal.owner(
        `select actor_user_id, session_id from audit_events where event = 'session_logout' and subject_user_id = $1`,
        [browser.userId],
      ),
    ).toEqual([{ actor_user_id: browser.userId, session_id: session?.['id'] }])
  })

  test('of another user is refused and ends nothing', async () => {
    const browser = await signIn()
    const other = await signIn()
    expect((await browser.send(logout, { params: { uid: other.userId } })).status).toBe(403)
    expect([await status(browser), await status(other)]).toEqual([200, 200])
  })
})

describe('a session token', () => {
  test('is of no use in another browser, and its use there is audited (S21)', async () => {
    const browser = await signIn()
    const attacker = portal.browser()
    attacker.sessionToken = browser.sessionToken
    expect((await attacker.send(listSections, own(browser))).status).toBe(401)
    attacker.cookies.set('__Host-portal-binding', 'A'.repeat(43))
    expect((await attacker.send(listSections, own(browser))).status).toBe(401)
    expect(
      (await browser.request('GET', '/ccservices/secure/user/rest/notif/announcements', { without: ['authorization'] }))
        .status,
    ).toBe(401)
    const events = await portal.owner(
      "select event from audit_events where subject_user_id = $1 and event = 'authn_token_reuse'",
      [browser.userId],
    )
    expect(events).toHaveLength(1)
    expect(await status(browser)).toBe(200)
  })

  test('is stored as a hash only (S22)', async () => {
    const browser = await signIn()
    const dump = await portal.owner('select row_to_json(s)::text as row from sessions s where user_id = $1', [
      browser.userId,
    ])
    expect(JSON.stringify(dump)).not.toContain(browser.sessionToken)
    const [row] = await portal.owner("select encode(token_hash, 'hex') as hash from sessions where user_id = $1", [
      browser.userId,
    ])
    expect(row?.['hash']).toMatch(/^[0-9a-f]{64}$/)
  })
})

describe('writes require the session’s own request token (S27)', () => {
  const path = (browser: Browser) =>
    setFavorite.path.replace('{uid}', String(browser.userId)).replace('{sectionId}', '1')
  const body = JSON.stringify({ userSectionDetails: { favoriteFlg: 'Y' } })
  const REFUSED = { status: 403, code: '403', data: null }

  test('without it, with another session’s, from another origin or site they are refused', async () => {
    const browser = await signIn()
    const other = await signIn()
    const json = { 'content-type': 'application/json' }
    const write = (headers: Record<string, string>, without: 'x-csrf-token'[] = []) =>
      browser.request('PUT', path(browser), { headers: { ...json, ...headers }, body, without })
    expect(await write({}, ['x-csrf-token'])).toMatchObject(REFUSED)
    expect(await write({ 'x-csrf-token': other.csrfToken ?? '' })).toMatchObject(REFUSED)
    expect(await write({ origin: 'https://evil.test' })).toMatchObject(REFUSED)
    expect(await write({ origin: 'null' })).toMatchObject(REFUSED)
    expect(await write({ 'sec-fetch-site': 'cross-site' })).toMatchObject(REFUSED)
    expect((await write({})).message).toBe('You don’t have permission to do this.')
  })

  test('and are JSON, not a form', async () => {
    const browser = await signIn()
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
      expect((await browser.request('PUT', path(browser), { headers: { 'content-type': type }, body })).status).toBe(
        415,
      )
  })
})

describe('what ends a session at once, on every node (S26)', () => {
  test('deleting the client of the user', async () => {
    const client = await portal.make.client()
    const browser = await signIn({ client_id: client })
    expect(await status(browser)).toBe(200)
    await portal.owner('update clients set is_deleted = true where id = $1', [client])
    expect(await status(browser)).toBe(401)
  })

  test('a lock by an administrator, but none by wrong passwords', async () => {
    const browser = await signIn()
    const lockUntil = (until: string) =>
      portal.owner('update user_sign_ins set locked_until = $2 where user_id = $1', [browser.userId, until])
    await lockUntil('2999-01-01')
    expect(await status(browser)).toBe(200)
    await lockUntil('infinity')
    expect(await browser.send(listSections, own(browser))).toMatchObject({ status: 401 })
    expect(await portal.owner('select end_reason from sessions where user_id = $1', [browser.userId])).toEqual([
      { end_reason: 'revoked' },
    ])
  })

  test('a lock of a user who has never signed in', async () => {
    const browser = await signIn()
    await portal.owner("update user_sign_ins set locked_until = 'infinity' where user_id = $1", [browser.userId])
    expect(await status(browser)).toBe(401)
  })

  test('inactivating and deleting a user', async () => {
    const node = await startPortal({ beside: portal, environment: {} })
    try {
      for (const columns of ['status = 2', 'status = 3']) {
        const browser = await signIn()
        const [row] = await portal.owner(`update users set ${columns} where id = $1 returning id`, [browser.userId])
        expect(row).toBeDefined()
        expect(await status(browser)).toBe(401)
      }
      const browser = await signIn()
      const elsewhere = node.browser({ origin: node.origin })
      Object.assign(elsewhere, {
        sessionToken: browser.sessionToken,
        csrfToken: browser.csrfToken,
        userId: browser.userId,
      })
      for (const [name, value] of browser.cookies) elsewhere.cookies.set(name, value)
      expect(await status(elsewhere)).toBe(200)
      await browser.call(logout, own(browser))
      expect(await status(elsewhere)).toBe(401)
    } finally {
      await node.close()
    }
  })
})

describe('a browser learns why its session is over', () => {
  const lastAccessData = async (browser: Browser) => (await browser.send(getLastAccess, own(browser))).data

  test('it was idle, or reached its maximum age', async () => {
    const browser = await signIn()
    await portal.moveClock('31 minutes')
    expect(await lastAccessData(browser)).toEqual({ endReason: 'idle' })
    await portal.moveClock('13 hours')
    expect(await lastAccessData(browser)).toEqual({ endReason: 'limit' })
    await portal.moveClock('0')
  })

  test('another sign-in was confirmed (SIGN-037)', async () => {
    const user = await portal.make.user()
    const displaced = await portal.as(user)
    const other = portal.browser()
    await other.trySignIn(user.userName, user.password, { confirmed: true })
    expect(await lastAccessData(displaced)).toEqual({ endReason: 'displaced' })
  })

  test('it was signed out from another browser', async () => {
    const browser = await signIn()
    await portal.owner(`update sessions set ended_at = clock_now(), end_reason = 'revoked' where user_id = $1`, [
      browser.userId,
    ])
    expect(await lastAccessData(browser)).toEqual({ endReason: 'revoked' })
  })

  test('but not a request with the token alone, nor after signing out or for a closed account (S21)', async () => {
    const attacker = await signIn()
    await portal.moveClock('31 minutes')
    const stolen = await attacker.request('GET', getLastAccess.path.replace('{uid}', String(attacker.userId)), {
      without: ['cookie'],
    })
    expect([stolen.status, stolen.data]).toEqual([401, null])
    await portal.moveClock('0')
    const left = await signIn()
    await left.send(logout, own(left))
    expect(await lastAccessData(left)).toBeNull()
    const closed = await signIn()
    await portal.owner('update users set status = 2 where id = $1', [closed.userId])
    expect(await lastAccessData(closed)).toBeNull()
  })
})

test('a session that ended meanwhile is not renewed: its new tokens open nothing (S23)', async () => {
  const browser = await signIn()
  const db = portal.database.requests
  const [row] = await portal.owner('select id from sessions where token_hash = $1', [
    hashToken(browser.sessionToken ?? ''),
  ])
  const id = Number(row?.['id'])
  const renew = (token: string) =>
    db.transact(everything, (tx) => renewSession(tx, id, hashToken(token), hashToken(`csrf ${token}`)))
  const [first, second] = [newToken(), newToken()]
  expect(await renew(first)).toBe(true)
  expect(await status(browser)).toBe(401)
  browser.sessionToken = first
  expect(await status(browser)).toBe(200)
  await db.transact(everything, (tx) => endSessions(tx, [id], 'revoked'))
  expect(await renew(second)).toBe(false)
  browser.sessionToken = second
  expect(await status(browser)).toBe(401)
  const [after] = await portal.owner('select token_hash = $2 as is_old from sessions where id = $1', [
    id,
    hashToken(first),
  ])
  expect(after).toEqual({ is_old: true })
})

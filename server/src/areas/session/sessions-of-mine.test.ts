import { listSections } from '@portico/contract/home/home.ts'
import { endOtherSessions, listSessions, listSignIns, reportSignIn } from '@portico/contract/session/session.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Browser } from '../../../test/browser.ts'
import type { MadeUser } from '../../../test/make.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'

let portal: Portal
let other: Portal
beforeAll(async () => {
  portal = await startPortal({ environment: { PORTAL_TRUSTED_PROXIES: '127.0.0.1' } })
  other = await startPortal({ environment: { PORTAL_TRUSTED_PROXIES: '127.0.0.1' }, beside: portal })
})
afterAll(async () => {
  await other.close()
  await portal.close()
})

const phone = { 'user-agent': 'Mozilla/5.0 (iPhone) Safari/605', 'x-forwarded-for': '198.51.100.7' }
const own = (browser: Browser) => ({ params: { uid: browser.userId } })
const status = async (browser: Browser) => (await browser.send(listSections, own(browser))).status

/** One user signed in at a desk and, through another node, on a phone; only the database allows that. */
async function twice(user: MadeUser): Promise<{ desk: Browser; phoneBrowser: Browser }> {
  const desk = await portal.as(user)
  const phoneBrowser = other.browser(phone)
  await phoneBrowser.trySignIn(user.userName, user.password, { confirmed: true })
  await portal.owner('update sessions set ended_at = null, end_reason = null where user_id = $1', [user.id])
  return { desk, phoneBrowser }
}

const mailsTo = (user: MadeUser) =>
  portal.owner('select template, fields from outbox_mails where to_address = $1 order by id', [
    `${user.userName}@example.test`,
  ])

describe('the list of my sessions', () => {
  test('names each browser and place and marks the current one', async () => {
    const user = await portal.make.user()
    const { desk } = await twice(user)
    const rows = await desk.call(listSessions, own(desk))
    expect(rows.map(({ device, place, currentFlg }) => ({ device, place, currentFlg }))).toEqual([
      { device: 'Safari on iOS', place: 'the address 198.51.100.7', currentFlg: false },
      { device: 'Chrome on Linux', place: 'this computer', currentFlg: true },
    ])
  })

  test('signing out all others ends them on every node at once and keeps this one (R17)', async () => {
    const { desk, phoneBrowser } = await twice(await portal.make.user())
    const otherUser = await portal.as(await portal.make.user())
    expect(await desk.call(endOtherSessions, own(desk))).toEqual({ endedCnt: 1 })
    expect(await status(phoneBrowser)).toBe(401)
    expect(await status(desk)).toBe(200)
    expect(await status(otherUser)).toBe(200)
    expect(await desk.call(endOtherSessions, own(desk))).toEqual({ endedCnt: 0 })
    expect(
      await portal.owner(
        `select actor_user_id, after from audit_events where event = 'session_logout' and subject_user_id = $1 order by id`,
        [desk.userId],
      ),
    ).toEqual([1, 0].map((others) => ({ actor_user_id: desk.userId, after: { others } })))
    expect(
      await portal.owner('select end_reason from sessions where user_id = $1 order by end_reason', [desk.userId]),
    ).toEqual([{ end_reason: 'revoked' }, { end_reason: null }])
  })

  test('names each with its number, when it began and was last used', async () => {
    const { desk } = await twice(await portal.make.user())
    const stored = await portal.owner(
      'select id, created_at, last_active_at from sessions where user_id = $1 order by id desc',
      [desk.userId],
    )
    const rows = await desk.call(listSessions, own(desk))
    expect(rows.map(({ sessionId, startDt }) => ({ id: sessionId, created_at: startDt }))).toEqual(
      stored.map((row) => ({ id: Number(row['id']), created_at: row['created_at'] })),
    )
    expect(rows[0]?.lastAccessDt).toEqual(stored[0]?.['last_active_at'])
  })
})

describe('the list of my sign-ins', () => {
  test('contains successful and failed ones, newest first, of this user only', async () => {
    const user = await portal.make.user()
    await other.browser(phone).trySignIn(user.userName, 'guessed')
    const desk = await portal.as(user)
    await portal.as(await portal.make.user())
    const rows = await desk.call(listSignIns, own(desk))
    expect(rows.map(({ outcome, device, place, currentFlg }) => ({ outcome, device, place, currentFlg }))).toEqual([
      { outcome: 'opened', device: 'Chrome on Linux', place: 'this computer', currentFlg: true },
      { outcome: 'failed', device: null, place: 'the address 198.51.100.7', currentFlg: false },
    ])
  })

  test('shows one row for a sign-in that first asked about another session and was then confirmed in the same browser', async () => {
    const user = await portal.make.user()
    await portal.as(user)
    const mine = other.browser(phone)
    expect((await mine.trySignIn(user.userName, user.password)).code).toBe('409')
    await mine.trySignIn(user.userName, user.password, { confirmed: true })
    const rows = await mine.call(listSignIns, own(mine))
    expect(rows.map(({ outcome, currentFlg }) => ({ outcome, currentFlg }))).toEqual([
      { outcome: 'opened', currentFlg: true },
      { outcome: 'opened', currentFlg: false },
    ])
  })

  test('says in words, with the device, that a sign-in asked to end another session and was not completed', async () => {
    const user = await portal.make.user()
    const desk = await portal.as(user)
    expect((await other.browser(phone).trySignIn(user.userName, user.password)).code).toBe('409')
    const [row] = await desk.call(listSignIns, own(desk))
    expect(row).toMatchObject({
      outcome: 'duplicate',
      device: 'Safari on iOS',
      place: 'the address 198.51.100.7',
      currentFlg: false,
    })
    // The password was known: the attempt can be reported like any other.
    const params = { uid: desk.userId, signInId: row?.signInId ?? 0 }
    expect(await desk.call(reportSignIn, { params })).toMatchObject({ passwordChangeFlg: true })
  })

  test('a later sign-in from another browser does not hide the earlier question', async () => {
    const user = await portal.make.user()
    await portal.as(user)
    await other.browser(phone).trySignIn(user.userName, user.password)
    const mine = other.browser(phone)
    await mine.trySignIn(user.userName, user.password, { confirmed: true })
    const rows = await mine.call(listSignIns, own(mine))
    expect(rows.map(({ outcome, currentFlg }) => ({ outcome, currentFlg }))).toEqual([
      { outcome: 'opened', currentFlg: true },
      { outcome: 'duplicate', currentFlg: false },
      { outcome: 'opened', currentFlg: false },
    ])
  })

  test('marks an attempt of this browser that I canceled myself', async () => {
    const user = await portal.make.user()
    await portal.as(user)
    const mine = other.browser(phone)
    await mine.trySignIn(user.userName, user.password)
    await portal.moveClock('16 minutes')
    await mine.trySignIn(user.userName, user.password, { confirmed: true })
    const rows = await mine.call(listSignIns, own(mine))
    await portal.moveClock('0')
    expect(rows[1]).toMatchObject({ outcome: 'duplicate', currentFlg: true })
  })

  test('a sign-in from a new kind of device is reported by email, my first one is not', async () => {
    const user = await portal.make.user()
    const desk = await portal.as(user)
    await desk.signIn(user.userName, user.password)
    await portal.browser().trySignIn(user.userName, user.password, { confirmed: true })
    expect(await mailsTo(user)).toEqual([])
    await other.browser(phone).trySignIn(user.userName, user.password, { confirmed: true })
    expect(await mailsTo(user)).toMatchObject([
      { template: 'new-sign-in', fields: { device: 'Safari on iOS', place: 'the address 198.51.100.7' } },
    ])
  })
})

describe('“This wasn’t me”', () => {
  const reportOf = async (browser: Browser, device: string) => {
    const rows = await browser.call(listSignIns, own(browser))
    return rows.find((row) => row.device === device)?.signInId ?? 0
  }

  test('ends the other sessions, invalidates the password, and alerts me by email', async () => {
    const user = await portal.make.user()
    const { desk, phoneBrowser } = await twice(user)
    const signInId = await reportOf(desk, 'Safari on iOS')
    const params = { uid: desk.userId, signInId }
    expect(await desk.call(reportSignIn, { params })).toEqual({ endedCnt: 1, passwordChangeFlg: true })
    expect(await status(phoneBrowser)).toBe(401)
    expect((await portal.browser().trySignIn(user.userName, user.password)).code).toBe('204')
    // The password was never temporary: the gate has its own name and message.
    expect(await desk.send(listSections, own(desk))).toMatchObject({ status: 403, data: { closedGate: 'secured' } })
    expect((await mailsTo(user)).map(({ template }) => template)).toEqual(['new-sign-in', 'security-alert'])
    const [event] = await portal.owner(
      "select after from audit_events where event = 'authn_login_reported' and subject_user_id = $1",
      [user.id],
    )
    expect(event).toEqual({ after: { ended: 1 } })
  })

  test('also stops sign-ins in progress, and every device is asked for the second factor again', async () => {
    const user = await portal.make.user()
    const { desk } = await twice(user)
    await portal.owner(
      `insert into sign_in_tickets (token_hash, step, user_id, binding_hash, is_confirmed, expires_at)
       values ('\\x01', 'factor', $1, '\\x02', false, clock_now() + interval '5 minutes')`,
      [user.id],
    )
    await portal.owner(
      `insert into trusted_devices (user_id, token_hash, device, expires_at)
       values ($1, '\\x03', 'Firefox', clock_now() + interval '5 days')`,
      [user.id],
    )
    const signInId = await reportOf(desk, 'Safari on iOS')
    await desk.call(reportSignIn, { params: { uid: desk.userId, signInId } })
    expect(
      await portal.owner(
        `select (select count(*)::int from sign_in_tickets where user_id = $1) as tickets,
                (select count(*)::int from trusted_devices where user_id = $1) as devices`,
        [user.id],
      ),
    ).toEqual([{ tickets: 0, devices: 0 }])
  })

  test('of the current session, of another user’s and of no sign-in is refused and changes nothing', async () => {
    const user = await portal.make.user()
    const { desk, phoneBrowser } = await twice(user)
    const stranger = await portal.as(await portal.make.user())
    const report = (browser: Browser, signInId: number) =>
      browser.send(reportSignIn, { params: { uid: browser.userId, signInId } })
    const mine = await reportOf(desk, 'Chrome on Linux')
    const message = 'This sign-in was made in the browser you’re using.'
    expect(await report(desk, mine)).toMatchObject({ status: 422, message })
    const [foreign, missing] = [await report(stranger, mine), await report(stranger, 999_999_999)]
    expect(foreign).toMatchObject({ status: 404 })
    expect(foreign.text).toBe(missing.text)
    expect(await status(phoneBrowser)).toBe(200)
    expect((await portal.browser().trySignIn(user.userName, user.password)).code).toBe('409')
  })
})

test.each([2, 3])(
  'a user who is set to status %i and back to active is still signed out, on every node (S26)',
  async (gone) => {
    const user = await portal.make.user()
    const { desk, phoneBrowser } = await twice(user)
    await portal.owner('update users set status = $2 where id = $1', [user.id, gone])
    await portal.owner('update users set status = 1 where id = $1', [user.id])
    expect(await status(desk)).toBe(401)
    expect(await status(phoneBrowser)).toBe(401)
  },
)

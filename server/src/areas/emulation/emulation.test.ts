import { getProfile } from '@portico/contract/account/account.ts'
import { getBrandingColor } from '@portico/contract/branding/branding.ts'
import { downloadDocument, listDocuments, uploadDocument } from '@portico/contract/documents/documents.ts'
import { emulatedLogin, emulatedLogout } from '@portico/contract/emulation/emulation.ts'
import { listSections, setFavorite } from '@portico/contract/home/home.ts'
import { staySignedIn, logout } from '@portico/contract/session/session.ts'
import { acceptLicense } from '@portico/contract/sign-in/sign-in.ts'
import {
  deleteUser,
  deleteUserSecondFactor,
  endUserSessions,
  inactivateUser,
  lockUser,
  resetUserPassword,
} from '@portico/contract/users/user-actions.ts'
import { launchPage } from '@portico/contract/single-sign-on/single-sign-on.ts'
import { defaultTexts } from '@portico/contract/texts/texts.ts'
import { listUsers } from '@portico/contract/users/users.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openSession } from '../../../test/guards/people.ts'
import type { Browser, Raw } from '../../../test/browser.ts'
import { jobContext } from '../../../test/job-context.ts'
import type { MadeUser } from '../../../test/make.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { giveApp } from '../second-factor/test/authenticator-app.ts'
import { recordEmulationEndsJob } from './record-emulation-ends.job.ts'

let portal: Portal
let admin: Browser
let user: MadeUser
let ownClient: number
beforeAll(async () => {
  portal = await startPortal()
  ownClient = await portal.make.client()
  await portal.owner(`insert into branding_versions (client_id, tile_color) values ($1, '2A5D3C')`, [ownClient])
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.moveClock('0')
  admin = await portal.as(await administrator())
  user = await portal.make.user({ client_id: ownClient, first_name: 'Bea' })
})

interface Rights {
  isPortalAdmin?: boolean
  [column: string]: unknown
}

/** A holder of the user administration who may sign on as others. */
async function administrator({ isPortalAdmin = true, ...columns }: Rights = {}): Promise<MadeUser> {
  const made = await portal.make.user({ is_internal: true, may_sign_on_as: true, first_name: 'Mia', ...columns })
  await portal.make.adminPages(made, ['User Administration'])
  if (!isPortalAdmin) await portal.owner('update user_system_grants set is_admin = false where user_id = $1', [made.id])
  return made
}

const hostOf = (browser: Browser) => new URL(browser.origin).host
const begin = (by: Browser, userId = user.id, more: { reason?: string; readOnly?: boolean } = {}) =>
  by.send(emulatedLogin, { params: { uid: by.userId, userId }, body: { host: hostOf(by), ...more } })

interface Tab {
  answer: Raw
  tab: Browser
}

/** Another tab of the administrator's browser, in which they act as the user. */
async function emulate(by = admin, userId = user.id, more: { reason?: string; readOnly?: boolean } = {}): Promise<Tab> {
  const answer = await begin(by, userId, more)
  expect(answer).toMatchObject({ status: 200, code: '200' })
  const tab = portal.browser()
  for (const [name, value] of by.cookies) tab.cookies.set(name, value)
  tab.userId = userId
  tab.sessionToken = (answer.data as { loginSessionId: string }).loginSessionId
  tab.csrfToken = answer.headers.get('x-csrf-token') ?? undefined
  return { answer, tab }
}

const home = (tab: Browser, headers: Record<string, string> = {}) =>
  tab.request('GET', listSections.path.replace('{uid}', String(tab.userId)), { headers })
const administer = (by: Browser) => by.send(listUsers, { params: { uid: by.userId }, body: {} })

describe('signing on as a user', () => {
  test('gives a session and a request token of their own, marked, beside the administrator’s (EMUL-004, EMUL-011..013, EMUL-019, S23)', async () => {
    const { answer, tab } = await emulate()
    expect(answer.data).toEqual({
      userId: user.id,
      userNm: user.userName,
      firstNm: 'Bea',
      lastNm: 'Lovelace',
      loginSessionId: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/) as string,
      internalUserFlg: 'N',
      idmuser: 'N',
      federatedUser: 'N',
      readOnlyFlg: 'N',
      emulationEndDt: expect.any(String) as string,
      secondsLeft: 1800,
    })
    expect(tab.sessionToken).not.toBe(admin.sessionToken)
    expect(tab.csrfToken).not.toBe(admin.csrfToken)
    expect(await home(tab)).toMatchObject({ status: 200 })
    expect(await tab.call(getProfile, {})).toMatchObject({ userNm: user.userName })
    // Another tab of the administrator stays theirs.
    expect(await administer(admin)).toMatchObject({ status: 200 })
  })

  test('names how the user signs in, so that signing out leads nowhere else (E9)', async () => {
    const federated = await portal.make.user({ sign_in_kind: 'federated', password_hash: null })
    const directory = await portal.make.user({ sign_in_kind: 'directory', password_hash: null, is_internal: true })
    expect((await emulate(admin, federated.id)).answer.data).toMatchObject({ federatedUser: 'Y', idmuser: 'N' })
    expect((await emulate(admin, directory.id)).answer.data).toMatchObject({ idmuser: 'Y', internalUserFlg: 'Y' })
  })

  test('shows the brand of the user’s client (EMUL-005)', async () => {
    const { tab } = await emulate()
    expect(await tab.call(getBrandingColor, {})).toBe('2A5D3C')
    expect(await admin.call(getBrandingColor, {})).not.toBe('2A5D3C')
  })

  test('is recorded with its reason, and the user gets an email with who, when and why (S47)', async () => {
    await emulate(admin, user.id, { reason: '  Ticket 4711  ', readOnly: true })
    expect(
      await portal.owner(
        `select actor_user_id, client_id, after - 'expiresAt' as after from audit_events
          where event = 'emulation_started' and subject_user_id = $1`,
        [user.id],
      ),
    ).toEqual([
      { actor_user_id: admin.userId, client_id: ownClient, after: { reason: 'Ticket 4711', isLookOnly: true } },
    ])
    const [mail] = await portal.owner(
      `select to_address, client_id, fields from outbox_mails where template = 'signed-on-as' and to_address = $1`,
      [`${user.userName}@example.test`],
    )
    // In the brand and the words of the user's client.
    expect(mail).toMatchObject({
      client_id: ownClient,
      fields: { firstName: 'Bea', administrator: 'Mia Lovelace', reason: 'Ticket 4711', isLookOnly: true },
    })
  })

  test('each one is recorded and mailed, with what the administrator may do in it (S47)', async () => {
    await emulate(admin, user.id, { readOnly: true })
    await emulate(admin, user.id)
    const events = await portal.owner(
      `select after->'isLookOnly' as "isLookOnly" from audit_events
        where event = 'emulation_started' and subject_user_id = $1 order by id`,
      [user.id],
    )
    const mails = await portal.owner(
      `select fields->'isLookOnly' as "isLookOnly" from outbox_mails
        where template = 'signed-on-as' and to_address = $1 order by id`,
      [`${user.userName}@example.test`],
    )
    expect([events, mails]).toEqual([
      [{ isLookOnly: true }, { isLookOnly: false }],
      [{ isLookOnly: true }, { isLookOnly: false }],
    ])
  })

  test('the user’s gates do not stand in the way, but nobody accepts the license in their name (E8, B9)', async () => {
    for (const columns of [
      { license_accepted_at: null },
      { password_changed_at: null },
      { password_changed_at: '2020-01-01' },
      { security_question_id: null },
    ]) {
      const { tab } = await emulate(admin, (await portal.make.user(columns)).id)
      expect((await home(tab)).status).toBe(200)
      expect(await tab.send(acceptLicense, { params: { uid: tab.userId } })).toMatchObject({
        status: 403,
        message: defaultTexts.not_while_emulating,
      })
    }
  })

  test.each<[string, Record<string, string>, (host: string) => string]>([
    ['plain text', { 'content-type': 'text/plain' }, (host) => host],
    ['plain text with a charset', { 'content-type': 'text/plain; charset=utf-8' }, (host) => host],
    ['a JSON string', { 'content-type': 'application/json' }, (host) => JSON.stringify(host)],
    ['an object', { 'content-type': 'application/json' }, (host) => JSON.stringify({ host })],
  ])('takes the host name as %s (E9, EMUL-019)', async (_what, headers, bodyOf) => {
    const path = emulatedLogin.path.replace('{uid}', String(admin.userId)).replace('{userId}', String(user.id))
    expect(await admin.request('POST', path, { headers, body: bodyOf(hostOf(admin)) })).toMatchObject({ code: '200' })
  })

  test.each([
    ['another host', 'evil.test', 400],
    ['a host with a user', 'localhost@evil.test', 400],
    ['no host', '', 400],
    ['an unknown key', { host: 'localhost', admin: true }, 400],
    ['a reason over its limit', { host: 'localhost', reason: 'x'.repeat(301) }, 400],
    ['a look-only mark that is none', { host: 'localhost', readOnly: 'perhaps' }, 400],
  ])('%s begins nothing (S11)', async (_what, body, status) => {
    const path = emulatedLogin.path.replace('{uid}', String(admin.userId)).replace('{userId}', String(user.id))
    const headers = { 'content-type': 'application/json' }
    expect((await admin.request('POST', path, { headers, body: JSON.stringify(body) })).status).toBe(status)
    expect(await portal.owner('select 1 from sessions where user_id = $1', [user.id])).toEqual([])
  })
})

describe('who may sign on as whom (S45, E6, E7)', () => {
  test('nobody without the right of their own, whatever else they administer (EMUL-002, EMUL-003)', async () => {
    const others = [
      await administrator({ may_sign_on_as: false }),
      await portal.make.user({ is_internal: true, may_sign_on_as: true }),
      await portal.make.user({ may_sign_on_as: true }),
      await portal.make.user(),
    ]
    for (const other of others) expect((await begin(await portal.as(other))).status).toBe(403)
    const [row] = await portal.owner('select may_sign_on_as from users where id = $1', [user.id])
    expect(row).toEqual({ may_sign_on_as: false })
  })

  test.each([
    [false, false, 200],
    [false, true, 403],
    [true, false, 200],
    [true, true, 200],
  ])('an associate %s as an associate %s: %s (EMUL-010, EMUL-015, EMUL-016)', async (one, other, status) => {
    const by = await portal.as(await administrator({ is_us_associate: one }))
    const as = await portal.make.user({ is_us_associate: other })
    expect((await begin(by, as.id)).status).toBe(status)
  })

  test.each<[string, Record<string, unknown>]>([
    ['an inactive user', { status: 2 }],
    ['a deleted user', { status: 3 }],
  ])('never as %s', async (_who, columns) => {
    expect((await begin(admin, (await portal.make.user(columns)).id)).status).toBe(403)
  })

  test('never as a locked user, oneself, or nobody', async () => {
    await portal.owner(`update user_sign_ins set locked_until = 'infinity' where user_id = $1`, [user.id])
    expect((await begin(admin)).status).toBe(403)
    expect((await begin(admin, admin.userId)).status).toBe(403)
    expect((await begin(admin, 2_000_000_000)).status).toBe(404)
  })

  test('never as someone with administration rights that one lacks; equal rights pass', async () => {
    const delegated = await portal.as(await administrator({ isPortalAdmin: false }))
    const portalAdmin = await administrator()
    const equal = await administrator({ isPortalAdmin: false })
    const system = await portal.make.system()
    const ofSystem = await portal.make.user()
    await portal.make.grant(ofSystem, { systemId: system, isAdmin: true })
    expect(await begin(delegated, portalAdmin.id)).toMatchObject({ status: 403, message: defaultTexts.user_stronger })
    expect((await begin(delegated, ofSystem.id)).status).toBe(403)
    expect((await begin(delegated, equal.id)).status).toBe(200)
    expect((await begin(admin, portalAdmin.id)).status).toBe(200)
  })

  test('an external administrator as people of their own employer only, and others look as if there were none', async () => {
    const external = await portal.as(
      await administrator({ isPortalAdmin: false, is_internal: false, client_id: ownClient }),
    )
    const foreign = await portal.make.user({ client_id: await portal.make.client() })
    expect((await begin(external)).status).toBe(200)
    const [there, nowhere] = [await begin(external, foreign.id), await begin(external, 2_000_000_000)]
    expect(there.status).toBe(404)
    expect(there.text).toBe(nowhere.text)
  })

  test('never from within an emulation, even of an administrator who may', async () => {
    const other = await administrator()
    const { tab } = await emulate(admin, other.id)
    expect((await begin(tab, user.id)).status).toBe(403)
    expect((await administer(tab)).status).toBe(403)
  })
})

describe('what an emulated session can do', () => {
  test('looking only, the user’s data can be read and nothing changed (E8)', async () => {
    const [system, section] = [await portal.make.system(), await portal.make.section()]
    const page = await portal.make.page({ system_id: system, section_id: section })
    await portal.make.grant(user, { systemId: system, pageId: page })
    const favorite = {
      params: { uid: user.id, sectionId: section },
      body: { userSectionDetails: { favoriteFlg: true } },
    }
    const launch = { params: { uid: user.id, pid: page }, query: {} }
    const { tab: looking } = await emulate(admin, user.id, { readOnly: true })
    expect((await home(looking)).status).toBe(200)
    expect(await looking.send(setFavorite, favorite)).toMatchObject({
      status: 403,
      message: defaultTexts.not_while_looking,
    })
    expect((await looking.send(launchPage, launch)).status).toBe(403)
    expect((await looking.send(staySignedIn, { params: { uid: user.id } })).status).toBe(200)
    const { tab: acting } = await emulate()
    expect((await acting.send(setFavorite, favorite)).status).toBe(200)
    expect((await acting.send(launchPage, launch)).status).toBe(200)
    expect(
      await portal.owner(
        `select actor_user_id, subject_user_id from audit_events where event = 'application_opened' and target_id = $1`,
        [String(page)],
      ),
    ).toEqual([{ actor_user_id: admin.userId, subject_user_id: user.id }])
  })

  test('uploads and downloads are the user’s, and carry both names (EMUL-017, EMUL-018)', async () => {
    const { tab } = await emulate()
    const form = new FormData()
    form.append('file', new Blob(['a,b\n1,2\n']), 'emulated.csv')
    const headers = { 'x-emulation-token': tab.sessionToken ?? '' }
    expect(await tab.request('POST', uploadDocument.path, { headers, body: form })).toMatchObject({ code: '200' })
    const [document] = await tab.call(listDocuments, { params: { uid: user.id }, query: {} })
    expect(document).toMatchObject({ documentNm: 'emulated.csv' })
    const tokens = { sessionToken: tab.sessionToken ?? '', csrfToken: tab.csrfToken ?? '' }
    const got = await tab.request('POST', downloadDocument.path.replace('{documentId}', String(document?.documentId)), {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(tokens).toString(),
      without: ['authorization'],
    })
    expect([got.status, got.text]).toEqual([200, 'a,b\n1,2\n'])
    expect(
      await portal.owner(
        `select event, actor_user_id, subject_user_id from audit_events
          where subject_user_id = $1 and event in ('upload_stored', 'document_downloaded') order by id`,
        [user.id],
      ),
    ).toEqual(
      ['upload_stored', 'document_downloaded'].map((event) => ({
        event,
        actor_user_id: admin.userId,
        subject_user_id: user.id,
      })),
    )
  })

  test('a call that carries the emulation token acts as the user or not at all (EMUL-018, E22)', async () => {
    const { tab } = await emulate()
    const emulated = { 'x-emulation-token': tab.sessionToken ?? '' }
    // The token of the administrator beside it changes nothing.
    const besides = { ...emulated, authorization: `Bearer ${admin.sessionToken ?? ''}` }
    expect((await home(tab, besides)).status).toBe(200)
    const asAdmin = await tab.request('POST', listUsers.path.replace('{uid}', String(admin.userId)), {
      headers: { ...besides, 'content-type': 'application/json' },
      body: '{}',
    })
    expect(asAdmin.status).toBe(403)
    // One that is no emulation's opens nothing, even where the session beside it is good.
    for (const token of [admin.sessionToken ?? '', 'x', ''])
      expect((await home(admin, { 'x-emulation-token': token })).status).toBe(401)
  })

  test('tokens of one session are no good in the other, nor in another browser (S21, S27, S49)', async () => {
    const { tab } = await emulate()
    const [own, theirs] = [admin.csrfToken, tab.csrfToken]
    tab.csrfToken = own
    expect((await tab.send(staySignedIn, { params: { uid: user.id } })).status).toBe(403)
    admin.csrfToken = theirs
    expect((await administer(admin)).status).toBe(403)
    tab.cookies.clear()
    expect((await home(tab)).status).toBe(401)
  })
})

describe('an emulation ends', () => {
  test('after 30 minutes, however busy it is (S48, E8)', async () => {
    const { tab } = await emulate()
    for (const minute of [10, 20]) {
      await portal.moveClock(`${minute} minutes`)
      expect((await home(tab)).status).toBe(200)
    }
    await portal.moveClock('29 minutes 55 seconds')
    expect((await home(tab)).status).toBe(200)
    await portal.moveClock('30 minutes')
    expect(await home(tab)).toMatchObject({ status: 401, data: { endReason: 'limit' } })
  })

  test('at the end of the administrator’s own session, where that is nearer', async () => {
    await portal.owner(`update sessions set expires_at = clock_now() + interval '5 minutes' where user_id = $1`, [
      admin.userId,
    ])
    const { answer, tab } = await emulate()
    expect(answer.data).toMatchObject({ secondsLeft: expect.closeTo(300, -1) as number })
    await portal.moveClock('5 minutes 1 second')
    expect((await home(tab)).status).toBe(401)
  })

  const ends: [string, () => Promise<unknown>][] = [
    ['the administrator signs out', () => admin.call(logout, { params: { uid: admin.userId } })],
    [
      'the administrator’s session is ended by another sign-in',
      () => portal.owner('update sessions set ended_at = clock_now() where user_id = $1', [admin.userId]),
    ],
    [
      'the administrator is inactivated',
      () => portal.owner('update users set status = 2 where id = $1', [admin.userId]),
    ],
    [
      'the administrator is locked',
      () => portal.owner(`update user_sign_ins set locked_until = 'infinity' where user_id = $1`, [admin.userId]),
    ],
    [
      'the administrator may no longer sign on as others',
      () => portal.owner('update users set may_sign_on_as = false where id = $1', [admin.userId]),
    ],
    [
      'the administrator loses the user administration',
      () => portal.owner('update user_page_grants set valid_to = clock_now() where user_id = $1', [admin.userId]),
    ],
    ['the user is inactivated', () => portal.owner('update users set status = 2 where id = $1', [user.id])],
    [
      'the user is locked',
      () => portal.owner(`update user_sign_ins set locked_until = 'infinity' where user_id = $1`, [user.id]),
    ],
    [
      'the user’s client is deleted',
      async () => {
        const client = await portal.make.client()
        await portal.owner('update users set client_id = $1 where id = $2', [client, user.id])
        await portal.owner('update clients set is_deleted = true where id = $1', [client])
      },
    ],
  ]
  test.each(ends)('at once when %s (S26, S48)', async (_what, end) => {
    const { tab } = await emulate()
    expect((await home(tab)).status).toBe(200)
    await end()
    expect((await home(tab)).status).toBe(401)
  })

  test.each([
    ['inactivated', inactivateUser],
    ['deleted', deleteUser],
    ['locked', lockUser],
    ['signed out by another one', endUserSessions],
    ['given a temporary password', resetUserPassword],
    ['freed of the second factor', deleteUserSecondFactor],
  ])('for good when the administrator is %s', async (_what, act) => {
    if (act === deleteUserSecondFactor) await giveApp(portal, { id: admin.userId })
    const { tab } = await emulate()
    const other = await portal.as(await administrator())
    const [own] = await portal.owner('select id from sessions where user_id = $1 and ended_at is null', [admin.userId])
    const done = await other.send(act, { params: { uid: other.userId }, body: { userId: admin.userId } })
    expect(done).toMatchObject({ code: '200' })
    expect((await home(tab)).status).toBe(401)
    // Not even if the session came back that it hangs on.
    await portal.owner('update sessions set ended_at = null where id = $1', [own?.['id']])
    await portal.owner('update users set status = 1 where id = $1', [admin.userId])
    expect((await home(tab)).status).toBe(401)
    const ended = await portal.owner('select end_reason as reason from sessions where actor_user_id = $1', [
      admin.userId,
    ])
    expect(ended).toEqual([{ reason: expect.stringMatching(/revoked|password-changed/) as string }])
    await recordEnds()
    expect(await recordedEnds()).toEqual([{ actor: admin.userId, reason: ended[0]?.['reason'] }])
  })

  const recordEnds = () => recordEmulationEndsJob({ db: portal.database.jobs }).run({}, jobContext())
  const recordedEnds = () =>
    portal.owner(
      `select actor_user_id as actor, after ->> 'endReason' as reason from audit_events
        where event = 'emulation_ended' and subject_user_id = $1`,
      [user.id],
    )

  test('by time, which the audit trail has once under both names (S47)', async () => {
    const { tab } = await emulate()
    await recordEnds()
    expect(await recordedEnds()).toEqual([])
    // Nor are sessions of one's own its concern.
    expect((await administer(admin)).code).toBe('200')
    await portal.moveClock('30 minutes')
    await recordEnds()
    await recordEnds()
    expect(await recordedEnds()).toEqual([{ actor: admin.userId, reason: 'limit' }])
    expect(await home(tab)).toMatchObject({ status: 401, data: { endReason: 'limit' } })
  })

  test('without activity, which the audit trail has at the moment of that end, not of a later one (S47)', async () => {
    const { tab } = await emulate()
    const [open] = await portal.owner(
      `update sessions set idle_minutes = 10 where user_id = $1 and ended_at is null
       returning last_active_at + interval '10 minutes' as idle_at, expires_at > last_active_at + interval '29 minutes' as is_longer`,
      [user.id],
    )
    expect(open?.['is_longer']).toBe(true)
    await portal.moveClock('12 minutes')
    await recordEnds()
    expect(
      await portal.owner(
        `select after ->> 'endReason' as reason, (after ->> 'endedAt')::timestamptz as at from audit_events
          where event = 'emulation_ended' and subject_user_id = $1`,
        [user.id],
      ),
    ).toEqual([{ reason: 'idle', at: open?.['idle_at'] }])
    expect(await home(tab)).toMatchObject({ status: 401 })
  })

  test.each(ends)('for good when %s, which the audit trail has', async (_what, end) => {
    const { tab } = await emulate()
    await end()
    await recordEnds()
    expect(await recordedEnds()).toMatchObject([{ actor: admin.userId }])
    await portal.owner('update users set status = 1, may_sign_on_as = true where id = any($1)', [
      [admin.userId, user.id],
    ])
    expect((await home(tab)).status).toBe(401)
  })

  test('when the administrator returns, and their own session goes on (EMUL-020, EMUL-021, E10, LOUT-023)', async () => {
    const { tab } = await emulate()
    const answer = await tab.send(emulatedLogout, { params: { uid: admin.userId, userId: user.id } })
    expect([answer.code, answer.data]).toEqual(['200', null])
    expect(answer.headers.get('clear-site-data')).toBeNull()
    expect((await home(tab)).status).toBe(401)
    expect((await administer(admin)).status).toBe(200)
    expect(
      await portal.owner(
        `select actor_user_id from audit_events where event = 'emulation_ended' and subject_user_id = $1`,
        [user.id],
      ),
    ).toEqual([{ actor_user_id: admin.userId }])
  })

  test('also by the administrator’s own session, and by nobody else’s', async () => {
    const { tab } = await emulate()
    const other = await portal.as(await administrator())
    const strangers: [Browser, number][] = [
      [other, other.userId],
      [other, admin.userId],
      [await openSession(portal, user), admin.userId],
      [await openSession(portal, user), user.id],
    ]
    for (const [browser, uid] of strangers)
      expect((await browser.send(emulatedLogout, { params: { uid, userId: user.id } })).status).toBe(403)
    expect((await home(tab)).status).toBe(200)
    await admin.call(emulatedLogout, { params: { uid: admin.userId, userId: user.id } })
    expect((await home(tab)).status).toBe(401)
    expect((await administer(admin)).status).toBe(200)
  })

  test('together with the administrator’s session by the ordinary sign-out (LOUT-024, LOUT-027, M4)', async () => {
    const { tab } = await emulate()
    const answer = await tab.send(logout, { params: { uid: user.id } })
    expect([answer.code, answer.data]).toEqual(['200', null])
    expect((await home(tab)).status).toBe(401)
    expect((await administer(admin)).status).toBe(401)
    const sessions = await portal.owner('select id, user_id from sessions where user_id = any($1)', [
      [admin.userId, user.id],
    ])
    const sessionOf = (userId: number) => sessions.find((session) => session['user_id'] === userId)?.['id']
    expect(
      await portal.owner(
        `select event, actor_user_id, subject_user_id, session_id from audit_events
          where event in ('emulation_ended', 'session_logout') and actor_user_id = $1 order by id`,
        [admin.userId],
      ),
    ).toEqual([
      {
        event: 'emulation_ended',
        actor_user_id: admin.userId,
        subject_user_id: user.id,
        session_id: sessionOf(user.id),
      },
      {
        event: 'session_logout',
        actor_user_id: admin.userId,
        subject_user_id: admin.userId,
        session_id: sessionOf(admin.userId),
      },
    ])
  })

  test('without touching the user’s own sessions, nor the other way round (B8)', async () => {
    const theirs = await portal.as(user)
    const { tab } = await emulate()
    expect((await home(theirs)).status).toBe(200)
    await theirs.call(logout, { params: { uid: user.id } })
    expect((await home(tab)).status).toBe(200)
    const again = await portal.as(user)
    await tab.call(emulatedLogout, { params: { uid: admin.userId, userId: user.id } })
    expect((await home(again)).status).toBe(200)
  })

  test('and until then keeps the administrator’s own session from idling out (E8)', async () => {
    await portal.owner('update sessions set idle_minutes = 10 where user_id = $1', [admin.userId])
    const { tab } = await emulate()
    for (const minute of [8, 16, 24]) {
      await portal.moveClock(`${minute} minutes`)
      expect((await home(tab)).status).toBe(200)
    }
    expect((await administer(admin)).status).toBe(200)
    await portal.moveClock('35 minutes')
    expect((await administer(admin)).status).toBe(401)
  })
})

import {
  actOnUsers,
  type BulkAction,
  bulkActions,
  deleteUser,
  deleteUserSecondFactor,
  endUserSessions,
  inactivateUser,
  lockUser,
  reactivateUser,
  resetUserPassword,
  resetUserSecondFactor,
  unlockUser,
} from '@portico/contract/users/user-actions.ts'
import { allEndpoints } from '@portico/contract/areas.ts'
import { listAnnouncements } from '@portico/contract/announcements/announcements.ts'
import { listSections } from '@portico/contract/home/home.ts'
import { verifyCode } from '@portico/contract/second-factor/second-factor.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Browser } from '../../../../test/browser.ts'
import { openSession } from '../../../../test/guards/people.ts'
import type { MadeUser } from '../../../../test/make.ts'
import { type Portal, startPortal } from '../../../../test/portal.ts'
import { createMailComposer } from '../../../composition/mail-services.ts'
import { readMailbox } from '../../mail/public.ts'
import { codeNow, giveApp } from '../../second-factor/test/authenticator-app.ts'

let portal: Portal
let portalAdmin: Browser
let delegated: Browser
let clientAdmin: Browser
let ownClient: number
let target: MadeUser

beforeAll(async () => {
  portal = await startPortal()
  ownClient = await portal.make.client()
  const staff = await portal.make.client()
  portalAdmin = await adminOf({ is_internal: true, client_id: staff })
  delegated = await delegatedOf({ is_internal: true, client_id: staff })
  clientAdmin = await delegatedOf({ client_id: ownClient })
})
afterAll(() => portal.close())
beforeEach(async () => {
  target = await portal.make.user({ client_id: ownClient })
})

const PAGES = ['User Administration']

/** Administrator of the portal's own system. */
async function adminOf(columns: Record<string, unknown>): Promise<Browser> {
  const user = await portal.make.user(columns)
  await portal.make.adminPages(user, PAGES)
  return portal.as(user)
}
/** Holds the page without being an administrator of the system. */
async function delegatedOf(columns: Record<string, unknown>): Promise<Browser> {
  const user = await portal.make.user(columns)
  await portal.make.adminPages(user, PAGES)
  await portal.owner('update user_system_grants set is_admin = false where user_id = $1', [user.id])
  return portal.as(user)
}

const singles = {
  resetUserPassword,
  resetUserSecondFactor,
  deleteUserSecondFactor,
  deleteUser,
  inactivateUser,
  reactivateUser,
  lockUser,
  unlockUser,
  endUserSessions,
}
type Single = keyof typeof singles
const names = Object.keys(singles) as Single[]

test('every action on one user is listed here', () => {
  const declared = allEndpoints().filter(
    ({ area, exportName }) => area === 'user-actions' && exportName !== 'actOnUsers',
  )
  expect(names.toSorted()).toEqual(declared.map(({ exportName }) => exportName).toSorted())
})

const act = (name: Single, userId = target.id, admin = portalAdmin) =>
  admin.send(singles[name], { params: { uid: admin.userId }, body: { userId } })

const stateOf = async (userId = target.id) =>
  (
    await portal.owner(
      `select status, previous_status, password_changed_at is null as has_temporary, s.locked_until = 'infinity' as is_locked,
              (select count(*)::integer from sessions where user_id = $1 and ended_at is null) as sessions
         from users u join user_sign_ins s on s.user_id = u.id where u.id = $1`,
      [userId],
    )
  )[0]
const events = async (userId = target.id) =>
  portal.owner(
    `select event, actor_user_id, subject_user_id, client_id from audit_events
      where target_kind = 'user' and target_id = $1 order by id`,
    [String(userId)],
  )
const mailOf = ({ userName }: MadeUser) => `${userName}@example.test`
const set = (columns: string, userId = target.id) => portal.owner(`update users set ${columns} where id = $1`, [userId])
const lock = () => portal.owner("update user_sign_ins set locked_until = 'infinity' where user_id = $1", [target.id])

describe('what each action does', () => {
  test('inactivate sets status 2 and ends the sessions (UADM-008, UADM-103, UADM-136)', async () => {
    const browser = await portal.as(target)
    expect((await act('inactivateUser')).code).toBe('200')
    expect(await stateOf()).toMatchObject({ status: 2, previous_status: 1, sessions: 0 })
    expect((await browser.request('GET', '/ccservices/secure/user/rest/notif/announcements')).status).toBe(401)
  })

  test('delete sets status 3 and keeps the row, from active and inactive alike (UADM-007, UADM-105, UADM-135)', async () => {
    await portal.as(target)
    expect((await act('deleteUser')).code).toBe('200')
    expect(await stateOf()).toMatchObject({ status: 3, previous_status: 1, sessions: 0 })
    const other = await portal.make.user({ status: 2 })
    expect((await act('deleteUser', other.id)).code).toBe('200')
    expect(await stateOf(other.id)).toMatchObject({ status: 3, previous_status: 2 })
  })

  test('reactivate sets status 1 and lifts a lock (UADM-009, UADM-104, UADM-137)', async () => {
    await set('status = 2')
    await lock()
    expect((await act('reactivateUser')).code).toBe('200')
    expect(await stateOf()).toMatchObject({ status: 1, is_locked: null })
    await portal.as(target)
  })

  test('a deleted user is restored by a portal administrator only (decision E2)', async () => {
    await set('status = 3')
    const refused = await act('reactivateUser', target.id, delegated)
    expect([refused.status, refused.message]).toEqual([403, 'Only portal administrators can restore a deleted user.'])
    expect(await stateOf()).toMatchObject({ status: 3 })
    expect((await act('reactivateUser')).code).toBe('200')
    expect(await stateOf()).toMatchObject({ status: 1 })
  })

  test('lock keeps the user out until unlocked, and ends the sessions', async () => {
    await portal.as(target)
    expect((await act('lockUser')).code).toBe('200')
    expect(await stateOf()).toMatchObject({ is_locked: true, sessions: 0 })
    expect((await act('unlockUser')).code).toBe('200')
    expect(await stateOf()).toMatchObject({ is_locked: null })
    await portal.as(target)
  })

  test('end sessions signs the user out everywhere and changes nothing else', async () => {
    await portal.as(target)
    expect((await act('endUserSessions')).code).toBe('200')
    expect(await stateOf()).toMatchObject({ status: 1, sessions: 0, has_temporary: false })
  })

  test('reset password mails a temporary one, lifts a lock and ends the sessions (UADM-004, UADM-132)', async () => {
    await portal.as(target)
    await lock()
    expect((await act('resetUserPassword')).code).toBe('200')
    expect(await stateOf()).toMatchObject({ has_temporary: true, is_locked: null, sessions: 0 })
    const mails = await portal.owner(
      "select to_address, fields from outbox_mails where template = 'temporary-password' and to_address = $1",
      [`${target.userName}@example.test`],
    )
    expect(mails).toHaveLength(1)
    expect(JSON.stringify(mails)).not.toContain('"password":"' + target.password)
    const trail = await portal.owner("select before, after from audit_events where event = 'authn_password_change'")
    expect(JSON.stringify(trail)).not.toMatch(/argon2|[a-z2-9]{5}-[a-z2-9]{5}-/)
  })

  test('reset password makes a password that was reported as known to others an ordinary temporary one', async () => {
    await set('password_changed_at = null, password_spent_at = clock_now()')
    expect((await act('resetUserPassword')).code).toBe('200')
    const entries = await readMailbox(portal.database.requests, createMailComposer(portal.config))
    const text = entries.find(({ to }) => to === mailOf(target))?.mail?.text ?? ''
    const password = /\b[a-z2-9]{5}(?:-[a-z2-9]{5})+\b/.exec(text)?.[0] ?? ''
    const browser = portal.browser()
    await browser.signIn(target.userName, password)
    const refused = await browser.send(listSections, { params: { uid: target.id } })
    expect(refused).toMatchObject({ status: 403, data: { closedGate: 'temporary' } })
  })

  test('the second factor is reset, or there is none: 204; then the user is removed at the provider (UADM-005, UADM-006, UADM-108, UADM-109, UADM-133, UADM-134, UADM-138, E11)', async () => {
    const open = await portal.as(target)
    const none = await act('resetUserSecondFactor')
    expect([none.status, none.code]).toEqual([200, '204'])
    expect((await act('deleteUserSecondFactor')).code).toBe('200')
    // Nothing was there to remove: the user stays signed in, and nothing is recorded or mailed.
    expect((await open.send(listAnnouncements, {})).status).toBe(200)
    expect(await events()).toEqual([])
    expect(await portal.owner('select from outbox_mails where to_address = $1', [mailOf(target)])).toEqual([])
    for (const name of ['resetUserSecondFactor', 'deleteUserSecondFactor'] as const)
      expect((await act(name, target.id, delegated)).status).toBe(403)
  })

  test.each(['resetUserSecondFactor', 'deleteUserSecondFactor'] as const)(
    '%s: portal administrators alone; the sessions and sign-ins in progress of the user end, the user is emailed and enrolls again (S20)',
    async (name) => {
      const user = await portal.make.user({ client_id: ownClient, second_factor_required: true })
      await giveApp(portal, user)
      const open = await openSession(portal, user)
      const halfway = portal.browser()
      expect((await halfway.trySignIn(user.userName, user.password, { confirmed: true })).code).toBe('207')
      for (const admin of [delegated, clientAdmin]) expect((await act(name, user.id, admin)).status).toBe(403)
      expect((await open.send(listAnnouncements, {})).status).toBe(200)
      expect((await act(name, user.id)).code).toBe('200')
      expect((await open.send(listAnnouncements, {})).status).toBe(401)
      const body = { code: await codeNow(portal), trustDevice: false }
      expect((await halfway.send(verifyCode, { body })).status).toBe(401)
      expect(await events(user.id)).toEqual([
        { event: 'authz_admin', actor_user_id: portalAdmin.userId, subject_user_id: user.id, client_id: ownClient },
      ])
      const mails = await portal.owner("select fields->>'change' as change from outbox_mails where to_address = $1", [
        mailOf(user),
      ])
      expect(mails).toEqual([{ change: 'factor_reset_by_administrator' }])
      expect((await portal.browser().trySignIn(user.userName, user.password)).code).toBe('309')
    },
  )
})

describe('who may do it (decisions E1, E4)', () => {
  test.each(names)('%s: not to somebody stronger, and nothing changes', async (name) => {
    const strong = await portal.make.user({ is_internal: true, client_id: ownClient })
    await portal.make.adminPages(strong, ['User Administration'])
    const before = await stateOf(strong.id)
    for (const admin of [delegated, clientAdmin]) expect((await act(name, strong.id, admin)).status).toBe(403)
    expect(await stateOf(strong.id)).toEqual(before)
    expect(await events(strong.id)).toEqual([])
  })

  test.each(names)('%s: an administrator of one employer finds nobody of another', async (name) => {
    const stranger = await portal.make.user({ client_id: await portal.make.client() })
    const before = await stateOf(stranger.id)
    const answer = await act(name, stranger.id, clientAdmin)
    expect(answer.status).toBe(name.includes('SecondFactor') ? 403 : 404)
    expect(await stateOf(stranger.id)).toEqual(before)
  })

  test.each(['deleteUser', 'inactivateUser', 'lockUser', 'resetUserPassword'] as const)(
    '%s: never to oneself',
    async (name) => {
      const answer = await act(name, portalAdmin.userId)
      expect([answer.status, answer.message]).toEqual([422, 'You can’t do this to your own account.'])
    },
  )

  test('the last portal administrator stays, also when two remove each other at once', async () => {
    const made = await portal.make.user({ is_internal: true })
    await portal.make.adminPages(made, PAGES)
    const second = await portal.as(made)
    await portal.owner(
      `update users set status = 2 where id <> all ($1)
         and id in (select user_id from user_authorities where is_portal_admin)`,
      [[portalAdmin.userId, second.userId]],
    )
    const results = await Promise.all([
      act('inactivateUser', second.userId, portalAdmin),
      act('inactivateUser', portalAdmin.userId, second),
    ])
    const left = await portal.owner(
      'select 1 from user_authorities a join users u on u.id = a.user_id where is_portal_admin and status = 1',
    )
    expect(left).toHaveLength(1)
    expect(results.filter(({ code }) => code === '200')).toHaveLength(1)
    await set('status = 1', portalAdmin.userId)
    portalAdmin = await adminOf({ is_internal: true })
    await portal.owner('update users set status = 2 where id = any($1)', [[made.id]])
  })

  test.each(['deleteUser', 'inactivateUser', 'lockUser'] as const)(
    '%s: not the last portal administrator whose right has no end, by one whose right ends (E1)',
    async (name) => {
      const last = await portal.make.user({ is_internal: true })
      await portal.make.adminPages(last, PAGES)
      const endOthers = (endsAt: Date | null) =>
        portal.owner('update user_system_grants set ends_at = $1 where system_id = 2 and user_id <> $2', [
          endsAt,
          last.id,
        ])
      await endOthers(new Date(Date.now() + 86_400_000))
      const before = await stateOf(last.id)
      const answer = await act(name, last.id)
      await endOthers(null)
      expect([answer.status, answer.message]).toEqual([
        422,
        'This is the last portal administrator. Make another one first.',
      ])
      expect(await stateOf(last.id)).toEqual(before)
      expect((await act(name, last.id)).code).toBe('200')
    },
  )

  test('the last portal administrator who can sign in stays, where all others are locked', async () => {
    const last = await portal.make.user({ is_internal: true })
    await portal.make.adminPages(last, PAGES)
    const lockOthers = (until: string) =>
      portal.owner(
        `insert into user_sign_ins (user_id, locked_until)
         select user_id, ${until} from user_authorities where is_portal_admin and user_id <> $1
         on conflict (user_id) do update set locked_until = excluded.locked_until`,
        [last.id],
      )
    await lockOthers(`clock_now() + interval '1 hour'`)
    const answer = await act('inactivateUser', last.id)
    // Whose lock has ended can sign in again.
    await lockOthers(`clock_now() - interval '1 minute'`)
    expect([answer.status, answer.message]).toEqual([
      422,
      'This is the last portal administrator. Make another one first.',
    ])
    expect((await act('inactivateUser', last.id)).code).toBe('200')
    await lockOthers('null')
  })

  test.each([
    ...names
      .filter((name) => !['reactivateUser', 'deleteUserSecondFactor'].includes(name))
      .map((name) => [name, 'deleted', 3, 'This user is deleted. Restore the user to make changes.'] as const),
    ['inactivateUser', 'inactive', 2, 'This user is already inactive.'] as const,
    ['reactivateUser', 'active', 1, 'This user is already active.'] as const,
  ])('%s of a user who is %s says so, and nothing changes', async (name, _word, status, message) => {
    await set(`status = ${status}, previous_status = ${status === 3 ? 1 : 'null'}`)
    const before = await stateOf()
    const answer = await act(name)
    expect([answer.status, answer.message]).toEqual([422, message])
    expect(await stateOf()).toEqual(before)
    expect(await events()).toEqual([])
  })

  test('users of a company directory have no password here', async () => {
    await set("sign_in_kind = 'federated'")
    expect((await act('resetUserPassword')).status).toBe(422)
  })
})

describe('the audit trail', () => {
  const prepared: Partial<Record<Single, string>> = { reactivateUser: 'status = 2' }
  test.each([
    'resetUserPassword',
    'resetUserSecondFactor',
    'deleteUser',
    'inactivateUser',
    'reactivateUser',
    'lockUser',
    'unlockUser',
    'endUserSessions',
  ] as const)('%s leaves its event with actor, subject and client', async (name) => {
    if (prepared[name]) await set(prepared[name])
    if (name === 'resetUserSecondFactor') await giveApp(portal, target)
    await act(name)
    expect(await events()).toEqual([
      {
        event: expect.any(String),
        actor_user_id: portalAdmin.userId,
        subject_user_id: target.id,
        client_id: ownClient,
      },
    ])
  })
})

describe('many at once', () => {
  const bulk = (actionCd: BulkAction, userIds: number[], admin = portalAdmin) =>
    admin.call(actOnUsers, { params: { uid: admin.userId }, body: { actionCd, userIds } })

  test('each gets its own result: done, gone, oneself, and the rest is not held up', async () => {
    const others = [await portal.make.user(), await portal.make.user()]
    const gone = 2_147_483_000
    const ids = [target.id, gone, portalAdmin.userId, ...others.map(({ id }) => id), target.id]
    const results = await bulk('inactivate', ids)
    expect(results.map(({ userId, code }) => [userId, code])).toEqual([
      [target.id, '200'],
      [gone, '404'],
      [portalAdmin.userId, '422'],
      ...others.map(({ id }) => [id, '200']),
    ])
    expect(results.every(({ message }) => message.length > 0)).toBe(true)
    expect(await stateOf(others[1]?.id)).toMatchObject({ status: 2 })
  })

  test('of users of whom three are gone and one is oneself the others are done, and each result says why (E1, E4)', async () => {
    const deleted = await portal.make.user({ client_id: ownClient, status: 3 })
    const elsewhere = await portal.make.user({ client_id: await portal.make.client() })
    const colleague = await portal.make.user({ client_id: ownClient })
    const ids = [2_147_483_000, deleted.id, elsewhere.id, clientAdmin.userId, target.id, colleague.id]
    const gone = 'This user no longer exists or isn’t yours to administer.'
    const results = await bulk('lock', ids, clientAdmin)
    expect(results.map(({ userId, code, message }) => [userId, code, code === '200' || message])).toEqual([
      [2_147_483_000, '404', gone],
      [deleted.id, '422', 'This user is deleted. Only portal administrators can restore them.'],
      [elsewhere.id, '404', gone],
      [clientAdmin.userId, '422', 'You can’t do this to your own account.'],
      [target.id, '200', true],
      [colleague.id, '200', true],
    ])
    for (const { id } of [target, colleague]) expect(await stateOf(id)).toMatchObject({ is_locked: true })
    for (const id of [deleted.id, elsewhere.id, clientAdmin.userId])
      expect(await stateOf(id)).toMatchObject({ is_locked: null })
  })

  test('a user who has another status than the administrator expects is not changed, as one whom somebody has deleted', async () => {
    const deleted = await portal.make.user({ client_id: ownClient, status: 3 })
    const inactive = await portal.make.user({ client_id: ownClient, status: 2 })
    const results = await portalAdmin.call(actOnUsers, {
      params: { uid: portalAdmin.userId },
      body: { actionCd: 'reactivate', userIds: [deleted.id, inactive.id], expectedStatus: 2 },
    })
    expect(results).toEqual([
      {
        userId: deleted.id,
        code: '409',
        message: 'The status or the lock of this user has changed in the meantime. Nothing was done.',
      },
      { userId: inactive.id, code: '200', message: expect.any(String) },
    ])
    expect(await stateOf(deleted.id)).toMatchObject({ status: 3 })
    expect(await stateOf(inactive.id)).toMatchObject({ status: 1 })
  })

  test.each(bulkActions)('%s can be done so', async (actionCd) => {
    if (actionCd === 'reactivate') await set('status = 2')
    expect(await bulk(actionCd, [target.id])).toEqual([{ userId: target.id, code: '200', message: expect.any(String) }])
  })

  test.each([
    ['nobody', [], 'This field is invalid'],
    ['101 users', Array.from({ length: 101 }, (_, n) => n + 1), 'At most 100 entries can be sent at once.'],
    ['10,000 users', Array.from({ length: 10_000 }, (_, n) => n + 1), 'At most 100 entries can be sent at once.'],
    ['no user ID', ['x'], 'That is not a valid pattern format'],
  ])('%s at once are refused with 400 at the users, and nobody is touched', async (_what, ids, message) => {
    const answer = await portalAdmin.request('POST', actOnUsers.path.replace('{uid}', String(portalAdmin.userId)), {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ actionCd: 'lock', userIds: [target.id, ...ids].slice(ids.length === 0 ? 1 : 0) }),
    })
    expect(answer.status).toBe(400)
    expect(answer.data).toEqual([{ field: expect.stringMatching(/^userIds/), message }])
    expect(await stateOf()).toMatchObject({ is_locked: null })
    expect(await events()).toEqual([])
  })
})

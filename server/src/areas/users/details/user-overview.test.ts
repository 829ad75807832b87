import { listUserChanges, USER_CHANGES_SHOWN } from '@portico/contract/audit/audit.ts'
import { inactivateUser, lockUser } from '@portico/contract/users/user-actions.ts'
import { getUserOverview } from '@portico/contract/users/user-overview.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Browser } from '../../../../test/browser.ts'
import { openSession } from '../../../../test/guards/people.ts'
import type { MadeUser } from '../../../../test/make.ts'
import { type Portal, startPortal } from '../../../../test/portal.ts'
import { queries } from '../../../db/queries.ts'
import { latestChangesOfUser } from '../../audit/public.ts'

let portal: Portal
let client: number
let portalAdmin: Browser
let clientAdmin: Browser
let target: MadeUser

beforeAll(async () => {
  portal = await startPortal()
  client = await portal.make.client({ name: 'Harbor' })
  portalAdmin = await administrator({ is_internal: true, first_name: 'Portia', last_name: 'Root' }, true)
  clientAdmin = await administrator({ client_id: client, first_name: 'Carl', last_name: 'Client' }, false)
})
afterAll(() => portal.close())
beforeEach(async () => {
  target = await portal.make.user({ client_id: client })
})

async function administrator(columns: Record<string, unknown>, isAdmin: boolean): Promise<Browser> {
  const made = await portal.make.user(columns)
  await portal.make.adminPages(made, ['User Administration', 'Audit Trail'])
  await portal.owner('update user_system_grants set is_admin = $2 where user_id = $1', [made.id, isAdmin])
  return openSession(portal, made)
}

const overview = (browser = portalAdmin, userId = target.id) =>
  browser.call(getUserOverview, { params: { uid: browser.userId, userId } })
const changes = (browser: Browser, userId = target.id) =>
  browser.call(listUserChanges, { params: { uid: browser.userId, userId } })
const signIns = (set: string) => portal.owner(`update user_sign_ins set ${set} where user_id = $1`, [target.id])

test('an administrator reads since when a user has their status, and who gave it', async () => {
  expect(await overview()).toMatchObject({ statusByNm: null, lockCd: null, sessionCnt: 0, requests: [] })
  await portal.owner("update users set status_changed_at = '2026-01-02' where id = $1", [target.id])
  await portalAdmin.call(inactivateUser, { params: { uid: portalAdmin.userId }, body: { userId: target.id } })
  const { statusByNm, statusDt } = await overview()
  expect([statusByNm, statusDt > new Date('2026-01-02')]).toEqual(['Portia Root', true])
  // The portal's own administrator is nobody whom an administrator of a client sees.
  expect((await overview(clientAdmin)).statusByNm).toBeNull()
})

test('a lock says whether wrong passwords or an administrator made it, and when it ends', async () => {
  await signIns("attempts = 5, attempts_since = clock_now(), locked_until = clock_now() + interval '9 minutes'")
  const byPasswords = await overview()
  expect(byPasswords).toMatchObject({ lockCd: 'passwords', failedSignInCnt: 5 })
  expect(byPasswords.lockEndDt).toBeInstanceOf(Date)
  await signIns(
    "attempts_since = clock_now() - interval '16 minutes', locked_until = clock_now() - interval '1 minute'",
  )
  expect(await overview()).toMatchObject({ lockCd: null, lockEndDt: null, failedSignInCnt: 0 })
  await portalAdmin.call(lockUser, { params: { uid: portalAdmin.userId }, body: { userId: target.id } })
  expect(await overview()).toMatchObject({ lockCd: 'administrator', lockEndDt: null })
})

test('sessions are counted without ended ones and those of administrators who act as the user', async () => {
  await openSession(portal, target)
  expect(await overview()).toMatchObject({ sessionCnt: 1, lastActiveDt: expect.any(Date) as Date })
  await portal.owner(
    'update sessions set actor_user_id = $2, actor_session_id = (select max(id) from sessions where user_id = $2) where user_id = $1',
    [target.id, portalAdmin.userId],
  )
  expect(await overview()).toMatchObject({ sessionCnt: 0, lastActiveDt: null })
})

test('of several sessions the one that was active last counts, whichever was opened last', async () => {
  await openSession(portal, target)
  await openSession(portal, target)
  await portal.owner(
    `update sessions set last_active_at = clock_now() - case when id = (select max(id) from sessions where user_id = $1)
       then interval '8 minutes' else interval '3 minutes' end where user_id = $1`,
    [target.id],
  )
  const [last] = await portal.owner('select max(last_active_at) as at from sessions where user_id = $1', [target.id])
  expect(await overview()).toMatchObject({ sessionCnt: 2, lastActiveDt: last?.['at'] })
})

test('second factors are named by kind, with when they were added and how many recovery codes are left', async () => {
  await portal.owner(
    "insert into authenticators (user_id, sealed_seed, last_step, created_at) values ($1, 'x', 1, '2026-02-01Z')",
    [target.id],
  )
  for (const [name, day] of [
    ['Laptop', '2026-03-01Z'],
    ['Key', '2026-04-01Z'],
  ])
    await portal.owner(
      `insert into passkeys (user_id, credential_id, public_key, signature_counter, name, created_at, last_used_at)
       values ($1, gen_random_uuid(), '', 0, $2, $3, '2026-05-01Z')`,
      [target.id, name, day],
    )
  await portal.owner(
    "insert into recovery_codes (user_id, signed_code, used_at) values ($1, 'a', null), ($1, 'b', '2026-05-01Z')",
    [target.id],
  )
  expect(await overview()).toMatchObject({
    recoveryCodeCnt: 1,
    secondFactors: [
      { kindCd: 'authenticator', factorCnt: 1, addedDt: new Date('2026-02-01Z'), lastUsedDt: null },
      { kindCd: 'passkey', factorCnt: 2, addedDt: new Date('2026-03-01Z'), lastUsedDt: new Date('2026-05-01Z') },
    ],
  })
})

test('waiting requests are there, and marked where I can decide them', async () => {
  const system = await portal.make.system()
  const page = await portal.make.page({ system_id: system, section_id: await portal.make.section() })
  await portal.owner("insert into access_requests (user_id, page_id, reason) values ($1, $2, 'Please')", [
    target.id,
    page,
  ])
  await portal.owner(
    "insert into access_requests (user_id, page_id, reason, state, ended_at) values ($1, $2, 'Old', 'withdrawn', clock_now())",
    [target.id, page],
  )
  const decidable = async (browser: Browser) =>
    (await overview(browser)).requests.map(({ decidableFlg }) => decidableFlg)
  expect(await decidable(portalAdmin)).toEqual([true])
  expect(await decidable(clientAdmin)).toEqual([false])
  const next = await portal.make.page({ name: 'Next', system_id: system, section_id: await portal.make.section() })
  await portal.owner("insert into access_requests (user_id, page_id, reason) values ($1, $2, 'Too')", [target.id, next])
  const { requests } = await overview()
  expect(requests.map(({ pageNm }) => pageNm).at(-1)).toBe('Next')
  // Those of an inactive user wait until the user is active again.
  await portal.owner('update users set status = 2 where id = $1', [target.id])
  expect(await decidable(portalAdmin)).toEqual([false, false])
})

test('a user of another employer has no overview and no changes for me', async () => {
  const stranger = await portal.make.user()
  await portal.owner(
    "insert into audit_events (event, subject_user_id, client_id) values ('user_updated', $1, $2), ('user_updated', $1, $3)",
    [stranger.id, stranger.clientId, client],
  )
  const input = { params: { uid: clientAdmin.userId, userId: stranger.id } }
  for (const endpoint of [getUserOverview, listUserChanges])
    expect((await clientAdmin.send(endpoint, input)).code).toBe('404')
  expect(await changes(portalAdmin, stranger.id)).toHaveLength(2)
})

test('the latest changes of a user are those of their account and access, newest first, with who made them', async () => {
  for (const event of [
    'user_created',
    'application_opened',
    'authn_login_success',
    'authn_password_change',
    'favorite_changed',
    'report_opened',
  ])
    await portal.owner(
      'insert into audit_events (event, subject_user_id, actor_user_id, client_id) values ($1, $2, $3, $4)',
      [event, target.id, portalAdmin.userId, client],
    )
  expect((await changes(portalAdmin)).map(({ eventCd }) => eventCd)).toEqual(['authn_password_change', 'user_created'])
  const [latest] = await changes(clientAdmin)
  // Of people outside of their employer they read no name.
  expect(latest).toMatchObject({ eventCd: 'authn_password_change', actorNm: null })
  await portal.owner(
    "insert into audit_events (event, subject_user_id, client_id) select 'user_updated', $1, $2 from generate_series(1, 20)",
    [target.id, client],
  )
  expect((await changes(portalAdmin)).map(({ eventCd }) => eventCd)).toEqual(
    Array.from({ length: USER_CHANGES_SHOWN }, () => 'user_updated'),
  )
})

test('the latest changes are found by an index among very many events of the user', async () => {
  await portal.owner(
    "insert into audit_events (event, subject_user_id, client_id) select 'application_opened', $1, $2 from generate_series(1, 5000)",
    [target.id, client],
  )
  await portal.owner('analyze audit_events')
  const chosen = { userId: target.id, limit: USER_CHANGES_SHOWN }
  const { sql, parameters } = latestChangesOfUser(null, () => '', chosen).compile(queries)
  const plan = await portal.owner(`explain ${sql}`, [...parameters])
  expect(JSON.stringify(plan)).toContain('audit_account_changes')
})

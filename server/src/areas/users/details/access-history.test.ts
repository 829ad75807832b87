import { decideAccessRequest } from '@portico/contract/access-requests/access-requests.ts'
import { planAccessChange, startAccessChange } from '@portico/contract/access-changes/access-changes.ts'
import { listAccessHistory } from '@portico/contract/users/access-history.ts'
import { updateUserDetail, updateUserPermissions } from '@portico/contract/users/user-profile.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Browser } from '../../../../test/browser.ts'
import { openSession } from '../../../../test/guards/people.ts'
import type { MadeUser } from '../../../../test/make.ts'
import { type Portal, startPortal } from '../../../../test/portal.ts'

let portal: Portal
let client: number
let admin: Browser
let clientAdmin: Browser
let system: number
let page: number
let target: MadeUser

beforeAll(async () => {
  portal = await startPortal()
  client = await portal.make.client({ name: 'Harbor' })
  admin = await administrator({ is_internal: true, first_name: 'Portia', last_name: 'Root' }, true)
  clientAdmin = await administrator({ client_id: client, first_name: 'Carl', last_name: 'Client' }, false)
  system = await portal.make.system({ name: 'Ledger' })
  page = await portal.make.page({
    name: 'Entries',
    system_id: system,
    section_id: await portal.make.section(),
    is_requestable: true,
  })
})
afterAll(() => portal.close())
beforeEach(async () => {
  target = await portal.make.user({ client_id: client })
  await portal.owner("update users set created_at = '2025-01-01' where id = $1", [target.id])
})

async function administrator(columns: Record<string, unknown>, isAdmin: boolean): Promise<Browser> {
  const made = await portal.make.user(columns)
  await portal.make.adminPages(made, ['User Administration'])
  await portal.owner('update user_system_grants set is_admin = $2 where user_id = $1', [made.id, isAdmin])
  return openSession(portal, made)
}

const history = (query: object = {}, browser = admin, userId = target.id) =>
  browser.call(listAccessHistory, { params: { uid: browser.userId, userId }, query })
const ways = async () =>
  (await history({ kindCd: 'system' })).map(({ beginningCd, endingCd }) => [beginningCd, endingCd])
const grantSystem = (columns: string, values: string) =>
  portal.owner(`insert into user_system_grants (user_id, system_id${columns}) values ($1, $2${values})`, [
    target.id,
    system,
  ])

async function hold(systems: { systemId: number; adminFlg?: boolean }[]) {
  const held = await portal.owner(
    `select (select count(*) + count(valid_to) from user_system_grants where user_id = $1)
          + (select count(*) + count(valid_to) from user_page_grants where user_id = $1) as version`,
    [target.id],
  )
  const userSystems = systems.map(({ systemId, adminFlg = false }) => ({
    systemId,
    adminFlg,
    sensitiveDataAccessFlg: false,
    permissionAssignedFlg: true,
  }))
  await admin.call(updateUserPermissions, {
    params: { uid: admin.userId, userId: target.id },
    body: { userSystems, userPages: [], version: Number(held[0]?.['version']) },
  })
}

test('what I gave, changed and took away by hand stands there with who did it, the newest first', async () => {
  await hold([{ systemId: system }])
  await hold([{ systemId: system, adminFlg: true }])
  await hold([])
  expect(await history()).toMatchObject([
    {
      kindCd: 'system',
      nameTxt: 'Ledger',
      adminFlg: true,
      currentFlg: false,
      givenByNm: 'Portia Root',
      endedByNm: 'Portia Root',
      beginningCd: 'changed',
      endingCd: 'hand',
    },
    { nameTxt: 'Ledger', adminFlg: false, beginningCd: 'hand', endingCd: 'changed' },
  ])
})

test('what a granted request gave says so', async () => {
  const [asked] = await portal.owner(
    "insert into access_requests (user_id, page_id, reason) values ($1, $2, 'Please') returning id",
    [target.id, page],
  )
  await admin.call(decideAccessRequest, {
    params: { uid: admin.userId, accessRequestId: Number(asked?.['id']) },
    body: { decisionCd: 'grant' },
  })
  expect(await ways()).toEqual([['request', null]])
  expect((await history({ kindCd: 'page' }))[0]).toMatchObject({ nameTxt: 'Entries', ofNm: 'Ledger' })
})

test('what another administrator gave or took away at the same moment as a decision is not shown as that decision', async () => {
  const other = await portal.make.user({ is_internal: true })
  const asked = `insert into access_requests (user_id, page_id, reason, state, ended_at, decided_by)
    values ($1, $2, 'Please', 'granted', '2026-01-01', $3)`
  await portal.owner(asked, [target.id, page, other.id])
  await grantSystem(
    ', valid_from, granted_by, valid_to, closed_by',
    `, '2026-01-01', ${admin.userId}, '2026-02-01', ${admin.userId}`,
  )
  const [review] = await portal.owner(
    'insert into access_reviews (client_id, started_by, due_at) values ($1, $2, clock_now() + make_interval(days => 1)) returning id',
    [client, admin.userId],
  )
  await portal.owner(
    `insert into access_review_items (review_id, user_id, system_id, is_admin, has_sensitive_data, granted_at, decision, decided_by, decided_at)
     values ($1, $2, $3, false, false, '2026-01-01', 'ended', $4, '2026-02-01')`,
    [review?.['id'], target.id, system, other.id],
  )
  expect(await ways()).toEqual([['hand', 'hand']])
})

test('each right of what a user has stands in its own field', async () => {
  await grantSystem(', is_admin, has_sensitive_data', ', true, false')
  const second = await portal.make.system({ name: 'Second' })
  await portal.owner('insert into user_system_grants (user_id, system_id, has_sensitive_data) values ($1, $2, true)', [
    target.id,
    second,
  ])
  await portal.owner(
    "insert into user_facility_grants (user_id, facility_code, all_customers) values ($1, 'EDH', true)",
    [target.id],
  )
  const rights = (await history()).map(({ kindCd, adminFlg, sensitiveDataAccessFlg, allCustomersFlg }) =>
    [kindCd, adminFlg, sensitiveDataAccessFlg, allCustomersFlg].join(),
  )
  expect(rights.toSorted()).toEqual(['facility,false,false,true', 'system,false,true,false', 'system,true,false,false'])
})

test('access that several users were given and lost at once says so', async () => {
  const params = { uid: admin.userId }
  for (const kindCd of ['give', 'end'] as const) {
    const act = { kindCd, userIds: [target.id], userSystems: [{ systemId: system }] }
    const { reviewedUsersTxt } = await admin.call(planAccessChange, { params, body: act })
    await admin.call(startAccessChange, { params, body: { ...act, reviewedUsersTxt } })
  }
  expect(await ways()).toEqual([['act', 'act']])
})

test('access that ended on its date, in a review, by the portal and with the account says so', async () => {
  await grantSystem(', valid_from, ends_at', ", '2026-01-01', clock_now() - interval '1 hour'")
  expect(await ways()).toEqual([['portal', 'date']])
  expect(await history({ stateCd: 'current' })).toEqual([])
  await portal.owner('update user_system_grants set valid_to = ends_at where user_id = $1', [target.id])
  expect(await ways()).toEqual([['portal', 'date']])
  await portal.owner(
    "update user_system_grants set valid_from = '2025-01-01', ends_at = null, valid_to = '2026-02-01' where user_id = $1",
    [target.id],
  )
  expect(await ways()).toEqual([['created', 'portal']])
  await portal.owner('update user_system_grants set closed_by = $2 where user_id = $1', [target.id, admin.userId])
  const [review] = await portal.owner(
    'insert into access_reviews (client_id, started_by, due_at) values ($1, $2, clock_now() + make_interval(days => 1)) returning id',
    [client, admin.userId],
  )
  await portal.owner(
    `insert into access_review_items (review_id, user_id, system_id, is_admin, has_sensitive_data, granted_at, decision, decided_by, decided_at)
     values ($1, $2, $3, false, false, '2025-01-01', 'ended', $4, '2026-02-01')`,
    [review?.['id'], target.id, system, admin.userId],
  )
  expect(await ways()).toEqual([['created', 'review']])
})

test('a client administrator sees the facilities and customers that they hold, and nobody of another employer (E4)', async () => {
  const customer = async (facility: string) => {
    const [made] = await portal.owner(
      'insert into customers (facility_code, name) values ($1, gen_random_uuid()) returning id',
      [facility],
    )
    return Number(made?.['id'])
  }
  const [own, foreign] = [await customer('EDH'), await customer('EDH')]
  await portal.owner('insert into user_customer_grants (user_id, customer_id) values ($1, $2)', [
    clientAdmin.userId,
    own,
  ])
  await portal.owner('insert into user_customer_grants (user_id, customer_id) select $1, unnest($2::int[])', [
    target.id,
    [own, foreign],
  ])
  await portal.owner(
    "insert into user_facility_grants (user_id, facility_code, all_customers) values ($1, 'EDH', true), ($1, 'KCW', false)",
    [target.id],
  )
  const seen = async (browser: Browser) =>
    (await history({}, browser)).map(({ kindCd, ofNm }) => `${kindCd} ${ofNm ?? ''}`).toSorted()
  expect(await seen(clientAdmin)).toEqual(['customer EDH', 'facility '])
  // A facility brings its customers only to who holds all of them.
  await portal.owner(
    "insert into user_facility_grants (user_id, facility_code, all_customers) values ($1, 'EDH', false)",
    [clientAdmin.userId],
  )
  expect(await seen(clientAdmin)).toEqual(['customer EDH', 'facility '])
  await portal.owner('update user_facility_grants set all_customers = true where user_id = $1', [clientAdmin.userId])
  expect(await seen(clientAdmin)).toEqual(['customer EDH', 'customer EDH', 'facility '])
  expect(await seen(admin)).toHaveLength(4)
  const stranger = await portal.make.user()
  const answer = await clientAdmin.send(listAccessHistory, {
    params: { uid: clientAdmin.userId, userId: stranger.id },
    query: {},
  })
  expect(answer.code).toBe('404')
})

test('a client administrator does not see what a user had at an employer before (E4)', async () => {
  const former = await portal.make.client({ name: 'Northwind' })
  await portal.owner('update users set client_id = $2 where id = $1', [target.id, former])
  const [lost, kept] = [await portal.make.system({ name: 'Lost' }), await portal.make.system({ name: 'Kept' })]
  await hold([{ systemId: lost }, { systemId: kept }])
  await hold([{ systemId: kept }])
  await grantSystem(', valid_from, ends_at', ", '2026-01-01', '2026-02-01'")
  await admin.call(updateUserDetail, {
    params: { uid: admin.userId, userId: target.id },
    body: { user: { employerId: client } },
  })
  await admin.call(updateUserDetail, {
    params: { uid: admin.userId, userId: target.id },
    body: { user: { firstNm: 'Clara' } },
  })
  const names = async (browser: Browser) => (await history({}, browser)).map(({ nameTxt }) => nameTxt).toSorted()
  expect(await names(admin)).toEqual(['Kept', 'Ledger', 'Lost'])
  expect(await names(clientAdmin)).toEqual(['Kept'])
  // What they lost since stays.
  await hold([])
  expect(await names(clientAdmin)).toEqual(['Kept'])
})

test('the list comes in pages, in the order that I ask for', async () => {
  for (let index = 0; index < 16; index += 1)
    await portal.make.grant(target, { systemId: await portal.make.system({ name: `Number ${index}` }) })
  expect(await history()).toHaveLength(15)
  expect(await history({ pageNo: 2 })).toHaveLength(1)
  const [first] = await history({ sort: 'beginDt', direction: 'asc' })
  expect(first?.nameTxt).toBe('Number 0')
})

// It takes all events out of the trail, so it is the last one.
test('a client administrator sees what ended since the oldest month of the audit trail, once older ones are detached', async () => {
  await grantSystem(', valid_from, ends_at', ", '2026-01-01', '2026-02-01'")
  expect(await history({}, clientAdmin)).toHaveLength(1)
  await portal.owner('alter table audit_events detach partition audit_events_former')
  expect(await history({}, clientAdmin)).toEqual([])
  expect(await history()).toHaveLength(1)
})

import { exportDeletedUsers, listDeletedUsers } from '@portico/contract/users/deleted-users.ts'
import type { RequestOf } from '@portico/contract/kit/endpoint.ts'
import { actOnUsers, deleteUser, reactivateUser } from '@portico/contract/users/user-actions.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from '../../../../test/browser.ts'
import { fillPath } from '../../../../test/guards/sample-call.ts'
import { type Portal, startPortal } from '../../../../test/portal.ts'

let portal: Portal
let admin: Browser
let clientAdmin: Browser
let client: number
let other: number
beforeAll(async () => {
  portal = await startPortal()
  client = await portal.make.client({ name: 'Harborview' })
  other = await portal.make.client({ name: 'Northwind' })
  admin = await adminOf({ is_internal: true, first_name: 'Grace', last_name: 'Hopper' })
  clientAdmin = await adminOf({ client_id: client, first_name: 'Cleo', last_name: 'Adams' })
})
afterAll(() => portal.close())

async function adminOf(columns: Record<string, unknown>): Promise<Browser> {
  const user = await portal.make.user(columns)
  await portal.make.adminPages(user, ['User Administration'])
  return portal.as(user)
}
const remove = (userId: number, by = admin) => by.call(deleteUser, { params: { uid: by.userId }, body: { userId } })
const list = (query: RequestOf<typeof listDeletedUsers>['query'] = {}, by = admin) =>
  by.call(listDeletedUsers, { params: { uid: by.userId }, query })
const namesOf = (users: readonly { lastNm: string }[]) => users.map(({ lastNm }) => lastNm)

/** Deleted one after the other by the portal administrator, but Zoe by the administrator of her client. */
async function makeDeleted() {
  await portal.owner('update users set status = 1 where status = 3')
  const abel = await portal.make.user({
    client_id: client,
    first_name: 'Abel',
    last_name: 'Ames',
    email: 'abel@zed.test',
  })
  const bo = await portal.make.user({ client_id: other, first_name: 'Bo', last_name: 'Ng' })
  const zoe = await portal.make.user({ client_id: client, first_name: 'Zoe', last_name: 'Zimmer' })
  await remove(abel.id)
  await remove(bo.id)
  await remove(zoe.id, clientAdmin)
  await portal.owner("update users set status_changed_at = '2026-03-01T12:00:00Z' where id = $1", [abel.id])
  await portal.owner("update users set status_changed_at = '2026-03-02T12:00:00Z' where id = $1", [bo.id])
  return { abel, bo, zoe }
}

test('I see who was deleted, when and by whom, the latest first', async () => {
  const { zoe } = await makeDeleted()
  const found = await list()
  expect(namesOf(found)).toEqual(['Zimmer', 'Ng', 'Ames'])
  expect(found[0]).toMatchObject({
    userId: zoe.id,
    userNm: zoe.userName,
    firstNm: 'Zoe',
    employerNm: 'Harborview',
    deletedByNm: 'Cleo Adams',
    deletedDt: expect.any(Date),
  })
  expect(found[2]).toMatchObject({
    deletedByNm: 'Grace Hopper',
    emailAddress: 'abel@zed.test',
    deletedDt: new Date('2026-03-01T12:00:00Z'),
    erasedFromDt: new Date('2027-03-01T12:00:00Z'),
  })
})

test('I find them by name, email, employer and day, in any order', async () => {
  await makeDeleted()
  expect(namesOf(await list({ nm: 'abel ames' }))).toEqual(['Ames'])
  expect(namesOf(await list({ nm: ' ZED.test' }))).toEqual(['Ames'])
  expect(namesOf(await list({ nm: 'ng' }))).toEqual(['Ng'])
  expect(namesOf(await list({ nm: 'a_el' }))).toEqual([])
  expect(namesOf(await list({ employerId: client }))).toEqual(['Zimmer', 'Ames'])
  const deletedFromDt = new Date('2026-03-02T12:00:00Z')
  expect(namesOf(await list({ deletedFromDt }))).toEqual(['Zimmer', 'Ng'])
  expect(namesOf(await list({ deletedBeforeDt: deletedFromDt }))).toEqual(['Ames'])
  for (const sort of ['firstNm', 'lastNm'] as const) {
    expect(namesOf(await list({ sort }))).toEqual(['Ames', 'Ng', 'Zimmer'])
    expect(namesOf(await list({ sort, direction: 'desc' }))).toEqual(['Zimmer', 'Ng', 'Ames'])
  }
  expect(new Set(namesOf(await list({ sort: 'userNm' })))).toEqual(new Set(['Ames', 'Ng', 'Zimmer']))
})

test('there are as many pages as it takes, and the number of all', async () => {
  await portal.owner('update users set status = 1 where status = 3')
  await portal.owner(
    `insert into users (user_name, first_name, last_name, email, client_id, status)
     select 'gone.' || n, 'Gone', lpad(n::text, 2, '0'), 'gone.' || n || '@x.test', $1, 3 from generate_series(1, 33) n`,
    [client],
  )
  const page = async (pageNo: number, search = '') => {
    const answer = await admin.request(
      'GET',
      `${fillPath(listDeletedUsers.path, { uid: String(admin.userId) })}?sort=lastNm&pageNo=${pageNo}${search}`,
    )
    const { data } = JSON.parse(answer.text) as { data: { lastNm: string }[] }
    return { total: answer.headers.get('x-total-count'), names: namesOf(data) }
  }
  expect(await page(1)).toMatchObject({ total: '33', names: expect.arrayContaining(['01', '15']) })
  expect((await page(3)).names).toEqual(['31', '32', '33'])
  expect(await page(4)).toEqual({ total: '33', names: [] })
  expect(await page(3, '&nm=gone')).toEqual({ total: '33', names: ['31', '32', '33'] })
})

test('an administrator of a client sees those of the client only, and not which member of staff deleted them', async () => {
  await makeDeleted()
  const found = await list({}, clientAdmin)
  expect(found.map(({ lastNm, deletedByNm }) => [lastNm, deletedByNm])).toEqual([
    ['Zimmer', 'Cleo Adams'],
    ['Ames', null],
  ])
  expect(await list({ employerId: other }, clientAdmin)).toEqual([])
})

test('a restored user is no longer among them; only portal administrators restore (decision E2)', async () => {
  const { abel, bo, zoe } = await makeDeleted()
  const refused = await clientAdmin.send(reactivateUser, {
    params: { uid: clientAdmin.userId },
    body: { userId: abel.id },
  })
  expect(refused).toMatchObject({ status: 403, message: 'Only portal administrators can restore a deleted user.' })
  const results = await admin.call(actOnUsers, {
    params: { uid: admin.userId },
    body: { actionCd: 'reactivate', userIds: [abel.id, zoe.id] },
  })
  expect(results.map(({ code }) => code)).toEqual(['200', '200'])
  expect((await list()).map(({ userId }) => userId)).toEqual([bo.id])
})

test('the filtered list is exported over all pages, and the audit trail has who did', async () => {
  await makeDeleted()
  const answer = await admin.request('POST', fillPath(exportDeletedUsers.path, { uid: String(admin.userId) }), {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ format: 'csv', employerId: client, sort: 'lastNm' }),
  })
  expect(answer.headers.get('content-disposition')).toContain('deleted-users.csv')
  const [header, ...rows] = answer.text.replace('\u{FEFF}', '').trimEnd().split('\r\n')
  expect(header).toBe('First name,Last name,User ID,Email,Employer,Deleted on (UTC),Deleted by,Erased from (UTC)')
  expect(rows.map((row) => row.split(',').slice(0, 2))).toEqual([
    ['Abel', 'Ames'],
    ['Zoe', 'Zimmer'],
  ])
  expect(rows[1]).toContain(',Cleo Adams,')
  const [event] = await portal.owner(
    "select actor_user_id, after from audit_events where event = 'deleted_users_exported' order by id desc limit 1",
  )
  expect(event).toMatchObject({ actor_user_id: admin.userId, after: { format: 'csv', employerId: client } })
})

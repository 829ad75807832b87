import { exportDirectoryPeople, listDirectoryPeople } from '@portico/contract/scim/directory-people.ts'
import { inactivateUser } from '@portico/contract/users/user-actions.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startWithAdmin } from '../../../../test/administrator.ts'
import type { Browser } from '../../../../test/browser.ts'
import { fillPath } from '../../../../test/guards/sample-call.ts'
import { openSession } from '../../../../test/guards/people.ts'
import type { Portal } from '../../../../test/portal.ts'
import { type Directory, newDirectory, patchOf, personOf } from '../../../../test/scim.ts'

let portal: Portal
let staff: Browser
let directory: Directory
let count = 0

beforeAll(async () => {
  ;({ portal, browser: staff } = await startWithAdmin())
})
afterAll(() => portal.close())
beforeEach(async () => {
  directory = await newDirectory(portal)
  count++
})

const employee = (lastName: string, columns: object = {}) =>
  portal.make.user({
    client_id: directory.clientId,
    user_name: `${lastName}${count}`,
    first_name: 'Ida',
    last_name: lastName,
    ...columns,
  })

const push = async (userName: string, more: Record<string, unknown> = {}) =>
  String((await directory.call('POST', '/Users', personOf(userName, more))).body['id'])

const paramsOf = (by = staff) => ({ uid: by.userId, clientId: directory.clientId })

const list = async (query: Record<string, unknown> = {}, by = staff) =>
  (await by.call(listDirectoryPeople, { params: paramsOf(by), query })).map(({ lastNm, stateCd, accountCd }) =>
    [lastNm, stateCd, accountCd].join(' '),
  )

/** Users in each state: Abel was never provided, Berg was deleted, Cole has no external id; Dorn has one. */
async function users() {
  const abel = await employee('Abel')
  for (const lastName of ['Berg', 'Cole', 'Dorn']) await employee(lastName)
  const named = (lastName: string) => ({ name: { givenName: 'Ida', familyName: lastName } })
  const berg = await push(`Berg${count}`, { ...named('Berg'), externalId: 'x-1' })
  await push(`Cole${count}`, named('Cole'))
  await push(`Dorn${count}`, { ...named('Dorn'), externalId: 'x-2' })
  await directory.call('DELETE', `/Users/${berg}`)
  return abel
}

const all = ['Abel not-provided active', 'Berg removed inactive', 'Cole no-external-id active']

test('I see who is not provided, was removed, or has no external ID, and nobody else', async () => {
  await users()
  await employee('Erased', { status: 3, previous_status: 1 })
  await portal.make.user({ last_name: 'Foreign' })
  expect(await list()).toEqual(all)
  expect(await list({ sort: 'lastNm', direction: 'desc' })).toEqual(all.toReversed())
})

test('a person with an external ID is not listed any more, and one who loses it is', async () => {
  await users()
  const id = await push(`Ende${count}`, { name: { givenName: 'Ida', familyName: 'Ende' } })
  const patch = (op: string, value?: string) =>
    directory.call('PATCH', `/Users/${id}`, patchOf({ op, path: 'externalId', ...(value && { value }) }))
  expect(await list({ nm: 'Ende' })).toEqual(['Ende no-external-id active'])
  await patch('replace', 'x-9')
  expect(await list({ nm: 'Ende' })).toEqual([])
  await patch('remove')
  expect(await list({ nm: 'Ende' })).toEqual(['Ende no-external-id active'])
})

test.each([
  [{ stateCd: 'not-provided' }, [0]],
  [{ stateCd: 'removed' }, [1]],
  [{ stateCd: 'no-external-id' }, [2]],
  [{ accountCd: 'active' }, [0, 2]],
  [{ accountCd: 'inactive' }, [1]],
  [{ accountCd: 'active', stateCd: 'removed' }, []],
  [{ nm: 'Ida Abel' }, [0]],
] as const)('I narrow the list by %j', async (query, expected) => {
  await users()
  expect(await list(query)).toEqual(expected.map((at) => all[at]))
})

test('I inactivate a leaver by the act of the user list', async () => {
  const { id } = await users()
  await staff.call(inactivateUser, { params: { uid: staff.userId }, body: { userId: id } })
  expect(await list({ stateCd: 'not-provided' })).toEqual(['Abel not-provided inactive'])
})

test('an administrator of the client sees the same, and one of another client nothing', async () => {
  await users()
  const own = await portal.make.user({ client_id: directory.clientId, last_name: 'Own' })
  await portal.make.adminPages(own, ['User Administration'])
  const browser = await openSession(portal, own)
  expect(await list({}, browser)).toEqual([...all, 'Own not-provided active'])
  const other = await portal.make.user()
  await portal.make.adminPages(other, ['User Administration'])
  const theirs = await openSession(portal, other)
  expect((await theirs.send(listDirectoryPeople, { params: paramsOf(theirs), query: {} })).status).toBe(404)
  const exported = await theirs.request('POST', fillPath(exportDirectoryPeople.path, idsOf(theirs)), {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ format: 'csv' }),
  })
  expect(exported.status).toBe(404)
})

const idsOf = ({ userId }: Browser) => ({ uid: String(userId), clientId: String(directory.clientId) })

test('the filtered list is exported over all pages, and the audit trail has who did', async () => {
  await users()
  const answer = await staff.request('POST', fillPath(exportDirectoryPeople.path, idsOf(staff)), {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ format: 'csv', accountCd: 'active', sort: 'lastNm' }),
  })
  expect(answer.headers.get('content-disposition')).toContain('directory-people.csv')
  const [header, ...rows] = answer.text.replace('\u{FEFF}', '').trimEnd().split('\r\n')
  expect(header).toBe('First name,Last name,User ID,Email,Directory,Account')
  expect(rows.map((row) => row.split(',').filter((_, at) => at === 1 || at > 3))).toEqual([
    ['Abel', 'Not provided', 'Active'],
    ['Cole', 'No external ID', 'Active'],
  ])
  const [event] = await portal.owner(
    `select actor_user_id, client_id, after from audit_events where event = 'directory_people_exported' order by id desc limit 1`,
  )
  expect(event).toMatchObject({
    actor_user_id: staff.userId,
    client_id: directory.clientId,
    after: { format: 'csv', accountCd: 'active' },
  })
})

import { DIRECTORY_REQUESTS_KEPT, listDirectoryRequests } from '@portico/contract/scim/directory-groups.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startWithAdmin } from '../../../../test/administrator.ts'
import type { Browser } from '../../../../test/browser.ts'
import type { Portal } from '../../../../test/portal.ts'
import { type Directory, groupOf, newDirectory, patchOf, personOf } from '../../../../test/scim.ts'
import { makeServiceAccount } from '../../../../test/service-accounts.ts'

let portal: Portal
let admin: Browser
let directory: Directory
beforeAll(async () => {
  ;({ portal, browser: admin } = await startWithAdmin())
})
afterAll(() => portal.close())
beforeEach(async () => {
  directory = await newDirectory(portal)
})

const listOf = (clientId: number, query: { outcomeCd?: 'refused' | 'done'; pageSize?: 60 } = {}) =>
  admin.call(listDirectoryRequests, { params: { uid: admin.userId, clientId }, query })

const requestsOf = (query: Parameters<typeof listOf>[1] = {}) => listOf(directory.clientId, query)

test('I read what a directory asked for, newest first, and why it was refused', async () => {
  await directory.call('POST', '/Users', personOf('ann', { externalId: 'a-1' }))
  await directory.call('POST', '/Users', personOf('ann', { externalId: 'a-1' }))
  await directory.call('GET', '/Users?filter=userName eq "ann"&count=1&other=secret')
  const [found, again, first] = await requestsOf()
  expect(found).toMatchObject({
    methodCd: 'GET',
    pathTxt: '/Users?filter=userName eq "ann"&count=1',
    statusCd: 200,
    reasonCd: null,
    reasonTxt: null,
    userNm: 'ann',
    bodyTxt: null,
  })
  expect(again).toMatchObject({
    methodCd: 'POST',
    pathTxt: '/Users',
    statusCd: 409,
    reasonCd: 'uniqueness',
    reasonTxt: 'externalId is already in use',
    userNm: 'ann',
  })
  expect(first).toMatchObject({ statusCd: 201, requestDt: expect.any(Date), durationMs: expect.any(Number) })
  expect((await requestsOf({ outcomeCd: 'refused' })).map(({ statusCd }) => statusCd)).toEqual([409])
  expect((await requestsOf({ outcomeCd: 'done' })).map(({ statusCd }) => statusCd)).toEqual([200, 201])
})

test('of a body I read whom it is about and what it does, and no other value', async () => {
  const person = personOf('bea', {
    externalId: 'b-1',
    password: 'Xk-9-secret',
    phoneNumbers: [{ value: '4930901820', type: 'work' }],
    active: true,
  })
  const { body } = await directory.call('POST', '/Users', person)
  const change = patchOf(
    { op: 'replace', path: 'emails[value eq "bea@example.test"].value', value: 'new@example.test' },
    { op: 'replace', path: 'userName', value: 'beatrix' },
    { op: 'replace', value: { displayName: 'Bea B.', active: 'False' } },
  )
  await directory.call('PATCH', `/Users/${String(body['id'])}`, change)
  const [patched, posted] = await requestsOf()
  expect(JSON.parse(posted?.bodyTxt ?? '')).toMatchObject({
    userName: 'bea',
    externalId: 'b-1',
    active: true,
    password: '…',
    name: { givenName: '…', familyName: '…' },
    phoneNumbers: [{ value: '…', type: 'work' }],
  })
  expect(JSON.parse(patched?.bodyTxt ?? '')['Operations']).toEqual([
    { op: 'replace', path: 'emails[value eq "…"].value', value: '…' },
    { op: 'replace', path: 'userName', value: 'beatrix' },
    { op: 'replace', value: { displayName: '…', active: 'False' } },
  ])
  expect(patched?.userNm).toBe('beatrix')
  await directory.call('GET', '/Users?filter=emails[type eq "work"].value eq "bea@example.test"')
  expect((await requestsOf())[0]?.pathTxt).toBe('/Users?filter=emails[type eq "work"].value eq "…"')
  const stored = JSON.stringify(await portal.owner('select * from scim_requests'))
  for (const value of ['Xk-9', '901820', '@example.test', 'Lovelace', 'Bea B.']) expect(stored).not.toContain(value)
})

test('of many members I read the first ones, and how many more there are', async () => {
  const members = Array.from({ length: 30 }, (_, at) => ({ value: String(at + 1), display: 'Ann' }))
  await directory.call('POST', '/Groups', groupOf('all', { members }))
  const [request] = await requestsOf()
  const body = JSON.parse(request?.bodyTxt ?? '') as { members: unknown[] }
  expect(body.members).toHaveLength(6)
  expect(body.members[0]).toEqual({ value: '1', display: '…' })
  expect(body.members[5]).toBe('… 25')
})

test('a token without the scope, and a body that is no JSON, are in the list, too', async () => {
  await directory.call('POST', '/Users', '{"userName"')
  const owner = await portal.make.user({ is_internal: true })
  const { clientId } = directory
  const { token } = await makeServiceAccount(portal, { owner, scopes: ['users:write'], clientId })
  await fetch(`${portal.origin}/scim/v2/Users`, { headers: { authorization: `Bearer ${token}` } })
  expect(await requestsOf()).toMatchObject([
    { methodCd: 'GET', statusCd: 403, reasonTxt: expect.stringContaining('scope') },
    { methodCd: 'POST', statusCd: 400, reasonCd: 'invalidSyntax', bodyTxt: null },
  ])
})

test(`the last ${DIRECTORY_REQUESTS_KEPT} requests of each client are kept`, async () => {
  await portal.owner(
    `insert into scim_requests (client_id, method, path, status, duration_ms)
     select $1, 'GET', '/Users/' || n, 200, 1 from generate_series(1, $2) n`,
    [directory.clientId, DIRECTORY_REQUESTS_KEPT + 5],
  )
  const other = await newDirectory(portal)
  await other.call('GET', '/Groups')
  await directory.call('GET', '/Users?count=0')
  expect((await requestsOf())[0]?.pathTxt).toBe('/Users?count=0')
  await directory.call('GET', '/Users?count=1')
  await requestsOf()
  const kept = await portal.owner(
    `select client_id as id, count(*)::int as count, min(path) as path from scim_requests where client_id = any ($1) group by 1 order by 1`,
    [[directory.clientId, other.clientId]],
  )
  expect(kept.map(({ count }) => count)).toEqual([DIRECTORY_REQUESTS_KEPT, 1])
})

test('requests of another client are not in the list, and a client administrator reads none of another client', async () => {
  await directory.call('GET', '/Users')
  const other = await newDirectory(portal)
  expect(await listOf(other.clientId)).toEqual([])
  const user = await portal.make.user({ client_id: other.clientId })
  await portal.make.adminPages(user, ['User Administration'])
  const theirs = await portal.as(user)
  const params = { uid: user.id, clientId: directory.clientId }
  expect((await theirs.send(listDirectoryRequests, { params, query: {} })).code).toBe('404')
})

test('a request is kept with the account of the person whom it has made or names', async () => {
  const { body } = await directory.call('POST', '/Users', personOf('dora', { externalId: 'd-1' }))
  await directory.call('GET', `/Users/${String(body['id'])}`)
  await requestsOf()
  const accounts = await portal.owner(
    'select u.user_name as name from scim_requests r join users u on u.id = r.user_id where r.client_id = $1',
    [directory.clientId],
  )
  expect(accounts).toEqual([{ name: 'dora' }, { name: 'dora' }])
})

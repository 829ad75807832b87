import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { MadeUser } from '../../../test/make.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { directoryCalls, groupOf, message, newDirectory, personOf } from '../../../test/scim.ts'
import { makeServiceAccount } from '../../../test/service-accounts.ts'

let portal: Portal
let owner: MadeUser
let clientId: number
beforeAll(async () => {
  portal = await startPortal({ environment: { PORTAL_RATE_LIMIT: 'on' } })
  owner = await portal.make.user({ is_internal: true })
  await portal.make.adminPages(owner, ['User Administration'])
  clientId = await portal.make.client()
})
afterAll(() => portal.close())

const callWith = async (wanted: Omit<Parameters<typeof makeServiceAccount>[1], 'owner'> & { owner?: MadeUser }) =>
  directoryCalls(portal.origin, (await makeServiceAccount(portal, { owner, ...wanted })).token)

test.each([
  ['without the scope', () => callWith({ scopes: ['users:write'], clientId }), '403', 'needs the scope scim'],
  ['of the installation', () => callWith({ scopes: ['scim'] }), '403', 'isn’t open'],
  [
    'from another address',
    () => callWith({ scopes: ['scim'], clientId, networks: ['192.0.2.0/24'] }),
    '403',
    'address',
  ],
  [
    'whose owner administers no users',
    async () => callWith({ scopes: ['scim'], clientId, owner: await portal.make.user({ is_internal: true }) }),
    '403',
    'isn’t open',
  ],
  ['that nobody has', async () => directoryCalls(portal.origin, `portico_${'a'.repeat(49)}`), '401', 'doesn’t work'],
])('a token %s provides nobody', async (_title, caller, status, detail) => {
  const call = await caller()
  for (const answer of [await call('POST', '/Users', personOf('nobody')), await call('GET', '/Nothing')]) {
    expect(answer.body).toMatchObject({ schemas: [message('Error')], status })
    expect(String(answer.body['detail'])).toContain(detail)
  }
  expect(await portal.owner(`select from users where user_name = 'nobody'`)).toEqual([])
})

test('a session of a person opens nothing', async () => {
  const browser = await portal.as(owner)
  const { status } = await browser.request('GET', '/scim/v2/Users')
  expect(status).toBe(401)
})

test('a token in the address is refused in the form of SCIM, and revoked', async () => {
  const { token } = await makeServiceAccount(portal, { owner, scopes: ['scim'], clientId })
  const call = directoryCalls(portal.origin, token)
  expect((await call('GET', `/Users?access_token=${token}`)).body).toMatchObject({ status: '400' })
  expect((await call('GET', '/Users')).status).toBe(401)
})

test('events name the service account and its owner', async () => {
  const account = await makeServiceAccount(portal, { owner, scopes: ['scim'], clientId })
  const call = directoryCalls(portal.origin, account.token)
  const { body } = await call('POST', '/Users', personOf('by.directory'))
  await call('POST', '/Groups', groupOf('By directory', { members: [{ value: body['id'] }, { value: '999999999' }] }))
  const events = await portal.owner(
    'select event, actor_user_id, client_id, after from audit_events where service_account_id = $1 order by id',
    [account.id],
  )
  expect(events).toMatchObject([
    { event: 'user_created', actor_user_id: owner.id, client_id: clientId, after: { userName: 'by.directory' } },
    {
      event: 'directory_group_added',
      actor_user_id: owner.id,
      client_id: clientId,
      after: { displayName: 'By directory', addedCount: 1, unknownCount: 1 },
    },
  ])
})

test('more requests of a minute than a token may make are refused with the time to wait', async () => {
  const busy = await newDirectory(portal)
  const other = await newDirectory(portal)
  // The counted minute does not end before the last request, however slow the machine.
  vi.useFakeTimers({ toFake: ['Date'] })
  let refused
  for (let sent = 0; sent < 7_000 && !refused; sent += 50) {
    const answers = await Promise.all(Array.from({ length: 50 }, () => busy.call('GET', '/ServiceProviderConfig')))
    refused = answers.find(({ status }) => status === 429)
  }
  expect(refused?.body).toMatchObject({ schemas: [message('Error')], status: '429' })
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await other.call('GET', '/ServiceProviderConfig')).status).toBe(200)
  vi.useRealTimers()
})

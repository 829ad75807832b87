import type { ServiceScope } from '@portico/contract/kit/service-scopes.ts'
import {
  createServiceAccount,
  listServiceAccounts,
  revokeServiceAccount,
  rotateServiceToken,
  updateServiceAccount,
} from '@portico/contract/service-accounts/service-accounts.ts'
import { listUsers } from '@portico/contract/users/users.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Browser } from '../../../test/browser.ts'
import type { MadeUser } from '../../../test/make.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { waitingStatements } from '../../../test/waiting-statements.ts'
import { makeServiceAccount, program } from '../../../test/service-accounts.ts'

const DAY = 86_400_000

let portal: Portal
let northgate: number
let admin: Browser
let owner: MadeUser
let count = 0
beforeAll(async () => {
  portal = await startPortal()
  northgate = await portal.make.client({ name: 'Northgate' })
  const boss = await portal.make.user({ user_name: 'petra.portal', is_internal: true })
  await portal.make.adminPages(boss, ['User Administration', 'Database Maintenance', 'Application Settings'])
  admin = await portal.as(boss)
  owner = await portal.make.user({ user_name: 'olive.owner', is_internal: true })
  await portal.make.adminPages(owner, ['User Administration', 'Audit Trail'])
})
afterAll(() => portal.close())

const inDays = (days: number) => new Date(Date.now() + days * DAY)
const wanted = (change: object = {}) => ({
  serviceAccountNm: `Payroll ${++count}`,
  clientId: null,
  ownerId: owner.id,
  scopeList: ['users:read'] as ServiceScope[],
  networkList: [] as string[],
  endDt: inDays(90),
  ...change,
})
const uid = () => ({ uid: admin.userId })
const one = (serviceAccountId: number) => ({ ...uid(), serviceAccountId })
const add = (change: object = {}) => admin.call(createServiceAccount, { params: uid(), body: wanted(change) })
const listed = (query: object = {}) => admin.call(listServiceAccounts, { params: uid(), query })
const find = async (id: number) => (await listed({ pageSize: 60 })).find((row) => row.serviceAccountId === id)
const statusOf = async (token: string) =>
  (await program(portal, token).send(listUsers, { params: { uid: owner.id }, body: {} })).status
const events = (id: number) =>
  portal.owner(
    `select event, subject_user_id as subject, before, after from audit_events
      where target_kind = 'service-account' and target_id = $1 order by id`,
    [String(id)],
  )

test('I add a service account, its token works, and the list says whose it is, when it ends and when it was used', async () => {
  const { serviceAccountId, tokenTxt, expireDt } = await add({
    serviceAccountNm: '  Payroll sync ',
    clientId: northgate,
    scopeList: ['users:read', 'users:read', 'scim'],
    networkList: ['127.0.0.1', '', ' 10.1.0.0/16 '],
  })
  expect(await statusOf(tokenTxt)).toBe(200)
  const row = await find(serviceAccountId)
  expect(row).toMatchObject({
    serviceAccountNm: 'Payroll sync',
    clientNm: 'Northgate',
    ownerId: owner.id,
    ownerNm: 'olive.owner',
    scopeList: ['users:read', 'scim'],
    networkList: ['127.0.0.1/32', '10.1.0.0/16'],
    endDt: expireDt,
    expireDt,
    stateCd: 'active',
    tokenList: [{ prefixTxt: tokenTxt.slice(0, 16), expireDt }],
    version: 1,
  })
  expect(row?.tokenList[0]?.lastUsedDt).toEqual(row?.lastUsedDt)
  const recorded = await events(serviceAccountId)
  expect(recorded.map(({ event, subject }) => [event, subject])).toEqual([
    ['service_account_changed', owner.id],
    ['service_token_changed', owner.id],
  ])
  const everywhere = JSON.stringify([recorded, row, portal.logged])
  expect(everywhere).not.toContain(tokenTxt)
})

describe('a service account that cannot be is refused at its field:', () => {
  test.each<[string, object, string, string]>([
    ['without a name', { serviceAccountNm: ' ' }, 'serviceAccountNm', 'This field is required'],
    [
      'with a long name',
      { serviceAccountNm: 'x'.repeat(101) },
      'serviceAccountNm',
      'The text entered exceeds the maximum length',
    ],
    [
      'with a name that is taken',
      { serviceAccountNm: 'TAKEN' },
      'serviceAccountNm',
      'There is a service account of this name already.',
    ],
    [
      'of an employer that is not there',
      { clientId: 2_000_000_000 },
      'clientId',
      'This employer doesn’t exist any more.',
    ],
    ['without a scope', { scopeList: [] }, 'scopeList', 'Choose at least one scope.'],
    [
      'of the installation for a directory',
      { scopeList: ['scim'] },
      'scopeList',
      'scim is only for service accounts of an employer.',
    ],
    [
      'with a network that is none',
      { networkList: ['10.0.0.1', '', '10.1.0.0/33'] },
      'networkList',
      'Line 3: “10.1.0.0/33” is neither an address nor a network such as 10.1.0.0/16.',
    ],
    [
      'with an address of a zone',
      { networkList: ['fe80::1%eth0'] },
      'networkList',
      'Line 1: “fe80::1%eth0” is neither an address nor a network such as 10.1.0.0/16.',
    ],
    [
      'with many networks',
      { networkList: Array.from({ length: 21 }, () => '10.0.0.1') },
      'networkList',
      'At most 20 addresses and networks.',
    ],
    ['with an end in the past', { endDt: inDays(-1) }, 'endDt', 'Choose a day in the future.'],
    ['for more than a year', { endDt: inDays(366) }, 'endDt', 'A service account ends after 365 days at the latest.'],
    [
      'beyond its owner',
      { scopeList: ['catalog:read'] },
      'ownerId',
      'The owner doesn’t have the page Application Settings, which catalog:read needs.',
    ],
    [
      'beyond me',
      { scopeList: ['audit:read'] },
      'scopeList',
      'You don’t have the page Audit Trail, which audit:read needs.',
    ],
  ])('%s', async (_, change, field, message) => {
    await portal.owner('delete from service_tokens; delete from service_accounts', [])
    await makeServiceAccount(portal, { owner, scopes: ['users:read'], name: 'Taken' })
    const { status, data } = await admin.send(createServiceAccount, { params: uid(), body: wanted(change) })
    expect([status, data]).toEqual([422, [{ field, message }]])
    expect((await listed()).map(({ serviceAccountNm }) => serviceAccountNm)).toEqual(['Taken'])
  })
  test('of an employer for what is of the installation', async () => {
    const body = wanted({ clientId: northgate, scopeList: ['catalog:read'] })
    const { status, data } = await admin.send(createServiceAccount, { params: uid(), body })
    expect(status).toBe(422)
    expect(data).toContainEqual({
      field: 'scopeList',
      message: 'catalog:read is only for service accounts of the installation.',
    })
  })
  test('of an owner who is inactive, of another employer, or external', async () => {
    const refusal = async (change: object) =>
      (await admin.send(createServiceAccount, { params: uid(), body: wanted(change) })).data
    const outside = await portal.make.user()
    await portal.make.adminPages(outside, ['User Administration'])
    const gone = await portal.make.user({ is_internal: true, status: 2 })
    const at = (message: string) => [{ field: 'ownerId', message }]
    expect(await refusal({ ownerId: gone.id })).toEqual(at('The owner must be an active user.'))
    expect(await refusal({ ownerId: outside.id })).toEqual(
      at('A service account of the installation needs an internal owner.'),
    )
    expect(await refusal({ ownerId: outside.id, clientId: northgate })).toEqual(
      at('The owner belongs to another employer.'),
    )
  })
})

test('I change name, scopes and addresses, which count from the next call on; what another has changed stays', async () => {
  const { serviceAccountId: id, tokenTxt } = await add({ scopeList: ['users:read', 'users:write'] })
  const change = (body: object) =>
    admin.send(updateServiceAccount, {
      params: one(id),
      body: { serviceAccountNm: 'Renamed', scopeList: ['users:write'], networkList: [], version: 1, ...body },
    })
  expect((await change({ networkList: ['no network'] })).data).toEqual([
    { field: 'networkList', message: expect.stringContaining('Line 1') as string },
  ])
  expect((await change({ networkList: ['no network', '', '10.1.0.0/16', ' 10.1.0.0/99 '] })).data).toEqual([
    { field: 'networkList', message: 'Lines 1, 4 are neither addresses nor networks such as 10.1.0.0/16.' },
  ])
  expect((await change({ scopeList: ['audit:read'] })).data).toEqual([
    { field: 'scopeList', message: 'You don’t have the page Audit Trail, which audit:read needs.' },
  ])
  expect(await statusOf(tokenTxt)).toBe(200)
  expect(await change({})).toMatchObject({ status: 200, message: 'Service account saved.' })
  expect(await statusOf(tokenTxt)).toBe(403)
  expect(await find(id)).toMatchObject({ serviceAccountNm: 'Renamed', scopeList: ['users:write'], version: 2 })
  const stale = await change({ networkList: ['10.0.0.1'] })
  expect([stale.status, stale.message]).toEqual([
    409,
    expect.stringMatching(/ changed this service account after you opened it/) as string,
  ])
  await portal.owner('update service_accounts set changed_by = null where id = $1', [id])
  expect((await change({ networkList: ['10.0.0.1'] })).message).toMatch(/^This service account was changed after/)
  expect((await events(id)).at(-1)).toMatchObject({
    before: { scopes: ['users:read', 'users:write'] },
    after: { name: 'Renamed', scopes: ['users:write'] },
  })
  await portal.owner('update service_accounts set ends_at = clock_now() where id = $1', [id])
  expect(await change({ version: 2 })).toMatchObject({
    status: 422,
    message: 'This service account has ended. Add a new one.',
  })
  expect(
    (
      await admin.send(updateServiceAccount, {
        params: one(999_999),
        body: { serviceAccountNm: 'X', scopeList: [], networkList: [] },
      })
    ).status,
  ).toBe(404)
})

test('what I save in another order, or a network by another of its addresses, changes nothing and leaves no event', async () => {
  const { id } = await makeServiceAccount(portal, {
    owner,
    scopes: ['users:read', 'users:write'],
    networks: ['10.1.0.0/16', '10.2.0.4'],
  })
  const change = (body: object) =>
    admin.call(updateServiceAccount, {
      params: one(id),
      body: {
        serviceAccountNm: 'Settled',
        scopeList: ['users:read', 'users:write'],
        networkList: ['10.1.0.0/16', '10.2.0.4/32'],
        ...body,
      },
    })
  await change({})
  const seen = async () => [
    await portal.owner('select *, xmin from service_accounts where id = $1', [id]),
    await events(id),
  ]
  const before = await seen()
  await change({
    scopeList: ['users:write', 'users:read'],
    networkList: ['', '10.2.0.4', '10.1.2.3/16', '10.2.0.4'],
  })
  expect(await seen()).toEqual(before)
  await change({ serviceAccountNm: 'Moved', scopeList: ['users:write', 'users:read'], networkList: ['10.1.2.3/24'] })
  expect((await events(id)).at(-1)).toMatchObject({
    before: { name: 'Settled', allowedNetworks: ['10.1.0.0/16', '10.2.0.4/32'] },
    after: { name: 'Moved', allowedNetworks: ['10.1.2.0/24'] },
  })
})

test('I exchange a token: both work for the days that I choose, a third one is refused, and one ends when I revoke it', async () => {
  const { serviceAccountId: id, tokenTxt: first } = await add()
  const rotate = (overlapDays: number) => admin.send(rotateServiceToken, { params: one(id), body: { overlapDays } })
  expect((await rotate(31)).data).toEqual([{ field: 'overlapDays', message: 'At most 30 days.' }])
  const {
    tokenTxt: second,
    formerUntilDt,
    expireDt,
  } = await admin.call(rotateServiceToken, {
    params: one(id),
    body: { overlapDays: 7 },
  })
  expect((await events(id)).slice(-2).map(({ after }) => after)).toEqual([
    { token: first.slice(0, 16), endsAt: formerUntilDt?.toISOString() },
    { token: second.slice(0, 16), endsAt: expireDt.toISOString() },
  ])
  expect(Math.round(((formerUntilDt?.getTime() ?? 0) - Date.now()) / DAY)).toBe(7)
  expect([await statusOf(first), await statusOf(second)]).toEqual([200, 200])
  expect((await rotate(7)).data).toEqual([
    {
      field: 'overlapDays',
      message: expect.stringMatching(/^Two tokens of this service account work already/) as string,
    },
  ])
  const former = (await find(id))?.tokenList.find(({ prefixTxt }) => first.startsWith(prefixTxt))
  const revoke = (body: object) => admin.send(revokeServiceAccount, { params: one(id), body })
  expect(await revoke({ serviceTokenId: former?.serviceTokenId })).toMatchObject({ message: 'Token revoked.' })
  expect((await revoke({ serviceTokenId: former?.serviceTokenId })).status).toBe(404)
  expect([await statusOf(first), await statusOf(second)]).toEqual([401, 200])
  const third = await admin.call(rotateServiceToken, { params: one(id), body: { overlapDays: 0 } })
  expect([await statusOf(second), await statusOf(third.tokenTxt), third.formerUntilDt]).toEqual([401, 200, null])
  expect(await revoke({})).toMatchObject({ message: 'Service account revoked. Its tokens don’t work any more.' })
  expect([await statusOf(third.tokenTxt), (await find(id))?.stateCd]).toEqual([401, 'ended'])
  expect([(await revoke({})).status, (await rotate(7)).status]).toEqual([404, 404])
})

test('a token that could not be used is not made: the owner has left, or I lack the page', async () => {
  const leaver = await portal.make.user({ is_internal: true })
  await portal.make.adminPages(leaver, ['User Administration'])
  const { id } = await makeServiceAccount(portal, { owner: leaver, scopes: ['users:read'] })
  await portal.owner('update users set status = 2 where id = $1', [leaver.id])
  const rotate = (serviceAccountId: number) =>
    admin.send(rotateServiceToken, { params: one(serviceAccountId), body: { overlapDays: 0 } })
  expect(await rotate(id)).toMatchObject({ status: 422, message: 'The owner must be an active user.' })
  const { id: beyondMe } = await makeServiceAccount(portal, { owner, scopes: ['audit:read'] })
  expect(await rotate(beyondMe)).toMatchObject({
    status: 422,
    message: 'You don’t have the page Audit Trail, which audit:read needs.',
  })
  expect([(await find(id))?.tokenList, (await find(beyondMe))?.tokenList.length]).toEqual([[], 1])
})

test('of several service accounts with the same name, added at the same time, one is added and the others are refused at the name', async () => {
  const body = wanted()
  // All of them have found the name free before the first account is there.
  await portal.owner(
    `create function wait_for_all() returns trigger language plpgsql as
     $$ begin perform pg_advisory_xact_lock_shared(1); return new; end $$`,
  )
  await portal.owner(
    'create trigger wait_for_all before insert on service_accounts for each row execute function wait_for_all()',
  )
  await portal.owner('select pg_advisory_lock(1)')
  const adding = Promise.all(Array.from({ length: 6 }, () => admin.send(createServiceAccount, { params: uid(), body })))
  await expect.poll(() => waitingStatements(portal)).toBe(6)
  await portal.owner('select pg_advisory_unlock(1)')
  const answers = await adding
  await portal.owner('drop trigger wait_for_all on service_accounts')
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  for (const { status, data } of answers.filter((one) => one.status !== 200))
    expect({ status, data }).toMatchObject({ status: 422, data: [{ field: 'serviceAccountNm' }] })
})

test('I let fewer addresses or scopes in, also where I lack the page of another scope, but no more', async () => {
  const { id } = await makeServiceAccount(portal, {
    owner,
    scopes: ['users:read', 'audit:read'],
    networks: ['10.1.0.0/16'],
  })
  const change = async (scopeList: ServiceScope[], networkList: string[]) => {
    const version = (await find(id))?.version
    const body = { serviceAccountNm: 'Narrow', scopeList, networkList, version }
    return (await admin.send(updateServiceAccount, { params: one(id), body })).status
  }
  const scopes: ServiceScope[] = ['users:read', 'audit:read']
  expect(await change(scopes, ['10.1.2.0/24', '10.1.3.4'])).toBe(200)
  expect(await change(scopes, [])).toBe(422)
  expect(await change(scopes, ['10.1.2.0/24', '10.2.0.0/16'])).toBe(422)
  expect(await change(['audit:read'], ['10.1.2.0/24'])).toBe(200)
})

test('the name of a service account is kept on one line, without marks that change the direction of writing', async () => {
  const { serviceAccountId: id } = await add({ serviceAccountNm: ' Nightly\n & \u202eevil\u2069\u200b ' })
  expect((await find(id))?.serviceAccountNm).toBe('Nightly & evil')
})

test('a revoked account stays in the list: when, by whom, and what it could do; its name is free again', async () => {
  const { serviceAccountId: id } = await add({ serviceAccountNm: 'Retired', scopeList: ['users:read', 'users:write'] })
  await admin.call(revokeServiceAccount, { params: one(id), body: {} })
  const [{ revoked_at: at } = {}] = await portal.owner('select revoked_at from service_accounts where id = $1', [id])
  const kept = {
    stateCd: 'ended',
    revokedDt: at,
    revokedByNm: 'Ada Lovelace',
    scopeList: ['users:read', 'users:write'],
    expireDt: null,
    tokenList: [],
  }
  expect(await find(id)).toMatchObject(kept)
  expect(await listed({ nm: 'Retired', stateCd: 'ended' })).toMatchObject([kept])
  await add({ serviceAccountNm: 'Retired' })
  expect((await listed({ nm: 'Retired' })).length).toBe(2)
  // Of an account that was revoked before that was noted, the last change is another one.
  await portal.owner(`update service_accounts set revoked_at = changed_at + interval '1 day' where id = $1`, [id])
  expect(await find(id)).toMatchObject({ revokedByNm: null })
})

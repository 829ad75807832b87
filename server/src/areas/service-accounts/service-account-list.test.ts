import {
  createServiceAccount,
  getServiceAccountOptions,
  listServiceAccounts,
  searchServiceOwners,
} from '@portico/contract/service-accounts/service-accounts.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from '../../../test/browser.ts'
import type { MadeUser } from '../../../test/make.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { type MadeServiceAccount, makeServiceAccount } from '../../../test/service-accounts.ts'

let portal: Portal
let admin: Browser
let owner: MadeUser
beforeAll(async () => {
  portal = await startPortal()
  owner = await portal.make.user({
    user_name: 'olive.owner',
    first_name: 'Olive',
    last_name: 'Owner',
    is_internal: true,
  })
  await portal.make.adminPages(owner, ['Database Maintenance', 'User Administration'])
  admin = await portal.as(owner)
})
afterAll(() => portal.close())

const listed = async (query: object = {}, by = admin) =>
  (await by.call(listServiceAccounts, { params: { uid: by.userId }, query })).map(
    ({ serviceAccountNm, stateCd }) => `${serviceAccountNm}: ${stateCd}`,
  )

test('I see which accounts are about to end, unused, without a token or ended, and narrow and sort the list', async () => {
  const northgate = await portal.make.client({ name: 'Northgate' })
  const other = await portal.make.user({ user_name: 'zoe.zimmer', is_internal: true })
  const make = (name: string, over: object = {}) =>
    makeServiceAccount(portal, { owner, scopes: ['users:read'], name, ...over })
  const lives = async ({ id, tokenId }: MadeServiceAccount, days: number, used: string | null) => {
    await portal.owner(`update service_accounts set ends_at = clock_now() + $2 * interval '1 day' where id = $1`, [
      id,
      days,
    ])
    await portal.owner(
      `update service_tokens set expires_at = clock_now() + $2 * interval '1 day', last_used_at = clock_now() - $3::interval
        where id = $1`,
      [tokenId, days, used],
    )
  }
  await lives(await make('Active'), 60, '89 days')
  await lives(await make('Directory', { scopes: ['scim'], clientId: northgate, owner: other }), 31, '1 hour')
  await lives(await make('Ended'), -1, '2 days')
  await lives(await make('Ending'), 29, '1 day')
  await lives(await make('Idle'), 60, '91 days')
  await lives(await make('New'), 60, null)
  const bare = await make('Bare')
  await portal.owner('update service_tokens set revoked_at = clock_now() where id = $1', [bare.tokenId])
  const revoked = await make('Revoked')
  await portal.owner('update service_accounts set revoked_at = clock_now() where id = $1', [revoked.id])

  expect(await listed()).toEqual([
    'Active: active',
    'Bare: tokenless',
    'Directory: active',
    'Ended: ended',
    'Ending: ending',
    'Idle: unused',
    'New: unused',
    'Revoked: ended',
  ])
  expect(await listed({ stateCd: 'ended' })).toEqual(['Ended: ended', 'Revoked: ended'])
  expect(await listed({ stateCd: 'unused' })).toEqual(['Idle: unused', 'New: unused'])
  expect(await listed({ scopeCd: 'scim' })).toEqual(['Directory: active'])
  for (const nm of ['NORTH', 'zimmer direct', 'Directory']) expect(await listed({ nm })).toEqual(['Directory: active'])
  const first = async (sort: string, direction: string) => (await listed({ sort, direction }))[0]
  expect(await first('clientNm', 'desc')).toBe('Directory: active')
  expect(await first('ownerNm', 'desc')).toBe('Directory: active')
  expect(await first('lastUsedDt', 'desc')).toBe('Directory: active')
  expect(await first('lastUsedDt', 'asc')).toMatch(/^(Bare|New): /)
  expect(await first('expireDt', 'desc')).toMatch(/^(Active|Idle|New): /)
  expect(await listed({ pageSize: 15, pageNo: 2 })).toEqual([])
})

test('owners to choose from are active users with a page that a scope needs, found by name or number', async () => {
  await portal.make.user({ user_name: 'olive.plain', is_internal: true })
  const gone = await portal.make.user({ user_name: 'olive.gone', status: 2 })
  await portal.make.adminPages(gone, ['User Administration'])
  const reader = await portal.make.user({ user_name: 'olive.reader', is_internal: true })
  await portal.make.adminPages(reader, ['Report Queue'])
  const found = async (query: object) => admin.call(searchServiceOwners, { params: { uid: admin.userId }, query })
  const [only, ...more] = await found({ text: 'olive' })
  expect([only?.id, more]).toEqual([owner.id, []])
  expect(only?.nameTxt).toMatch(/^Olive Owner \(olive\.owner\), /)
  expect(await found({ id: owner.id })).toEqual([only])
  expect(await found({ id: reader.id })).toEqual([])
})

test('internal administrators with the page see the list; only portal administrators change it, after a fresh sign-in', async () => {
  const options = (by: Browser) => by.call(getServiceAccountOptions, { params: { uid: by.userId } })
  expect(await options(admin)).toEqual({ mayChangeFlg: true, scopeList: ['users:read', 'users:write', 'scim'] })
  const reader = await portal.make.user({ is_internal: true })
  await portal.make.adminPages(reader, ['Database Maintenance'])
  await portal.owner('update user_system_grants set is_admin = false where user_id = $1', [reader.id])
  const looking = await portal.as(reader)
  expect(await options(looking)).toEqual({ mayChangeFlg: false, scopeList: [] })
  expect((await listed({}, looking)).length).toBeGreaterThan(0)
  const add = (by: Browser) =>
    by.send(createServiceAccount, {
      params: { uid: by.userId },
      body: {
        serviceAccountNm: 'Sync',
        clientId: null,
        ownerId: owner.id,
        scopeList: ['users:read'],
        networkList: [],
        endDt: new Date(Date.now() + 86_400_000),
      },
    })
  expect((await add(looking)).status).toBe(403)
  const external = await portal.make.user()
  await portal.make.adminPages(external, ['Database Maintenance', 'User Administration'])
  const outside = await portal.as(external)
  const seen = await outside.send(listServiceAccounts, { params: { uid: outside.userId }, query: {} })
  expect(seen.status).toBe(403)
  await portal.owner(`update sessions set authenticated_at = clock_now() - interval '1 hour' where user_id = $1`, [
    owner.id,
  ])
  expect(await add(admin)).toMatchObject({ status: 200, code: '401', data: { reauth: true } })
})

test('an account was used last with any of its tokens, also with one that is revoked or has ended', async () => {
  const used = await makeServiceAccount(portal, { owner, scopes: ['users:read'], name: 'Used once' })
  const moment = '2026-01-02T03:04:05.000Z'
  await portal.owner('update service_tokens set last_used_at = $2, revoked_at = clock_now() where id = $1', [
    used.tokenId,
    moment,
  ])
  const query = { nm: 'used once' }
  const [account] = await admin.call(listServiceAccounts, { params: { uid: admin.userId }, query })
  expect(account?.lastUsedDt).toEqual(new Date(moment))
})

import { allEndpoints } from '@portico/contract/areas.ts'
import type { Endpoint } from '@portico/contract/kit/endpoint.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Browser } from '../browser.ts'
import { type Portal, startPortal } from '../portal.ts'
import { makeWorld, openSession, type World } from './people.ts'
import { type RawAnswer, sendRaw } from './raw-http.ts'
import { sampleCall } from './sample-call.ts'
import { type TableWatch, watchTables } from './table-sums.ts'

let portal: Portal
let world: World
let browser: Browser
let watch: TableWatch
beforeAll(async () => {
  portal = await startPortal()
  world = await makeWorld(portal)
  browser = await openSession(portal, world.users.external)
  watch = await watchTables(portal)
})
afterAll(() => portal.close())

/** Parameters that must be the caller's own id (decision A7). */
const own = /\{(uid|adminuid|adminId)\}/
const addresses = allEndpoints().flatMap(({ endpoint }) =>
  [endpoint.path, ...endpoint.alsoAt]
    .filter((path) => own.test(path))
    .map((path): [string, Endpoint, string] => [`${endpoint.method} ${path}`, endpoint, path]),
)

const BAD = JSON.stringify({
  code: '400',
  data: null,
  message: 'Please enter valid values for the fields identified below',
})
const REFUSED = JSON.stringify({ code: '403', data: null, message: 'You don’t have permission to do this.' })

/** The call with another value where the caller's id belongs, with everything else right. */
function callAs(endpoint: Endpoint, path: string, uid: string): Promise<RawAnswer> {
  const call = sampleCall(endpoint, path, { ...world.ids, uid, adminuid: uid, adminId: uid }, portal.origin)
  const headers = {
    ...call.headers,
    origin: portal.origin,
    authorization: `Bearer ${browser.sessionToken}`,
    'x-csrf-token': browser.csrfToken ?? '',
    cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  }
  return sendRaw(portal.origin, call.path, { ...call, headers })
}

describe('an address that names another user', () => {
  const others: [string, () => string | number][] = [
    ['a colleague', () => world.users.otherExternal.id],
    ['somebody of another client', () => world.users.ended.id],
    ['an administrator', () => world.users.portalAdmin.id],
    ['nobody', () => 999_999],
    ['id 0', () => 0],
    ['id -1', () => -1],
    ['a huge id', () => 1_000_000_000],
    ['more than an id holds', () => '9'.repeat(40)],
    ['their own id with a NUL behind', () => `${browser.userId}%00`],
    ['a path to their own id', () => `..%2f${browser.userId}`],
    ['their own id with a nought before', () => `0${browser.userId}`],
    ['their own id with a sign', () => `%2b${browser.userId}`],
    ['their own id behind a space', () => `%20${browser.userId}`],
    ['their own id before a space', () => `${browser.userId}%20`],
    ['their own id with decimals', () => `${browser.userId}.0`],
    ['their own id among others', () => `${browser.userId},${world.users.otherExternal.id}`],
    [
      'full-width digits',
      () =>
        encodeURIComponent(
          String(browser.userId).replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
        ),
    ],
    ['a statement', () => `${browser.userId}%20or%201=1`],
    ['a property of objects', () => '__proto__'],
    ['a word', () => 'me'],
  ]

  const malformed = ['1'.repeat(300), '%', '%zz', '%ff', '%c0%af']

  test.each(addresses)(
    '%s is refused alike for every user and changes nothing (S32, GENL-018)',
    async (_call, endpoint, path) => {
      const refused = await Promise.all(
        others.map(async ([who, uid]) => {
          const { status, text } = await callAs(endpoint, path, String(uid()))
          return { who, status, text }
        }),
      )
      expect(refused).toEqual(others.map(([who]) => ({ who, status: 403, text: REFUSED })))
      const bad = await Promise.all(malformed.map((uid) => callAs(endpoint, path, uid)))
      expect(bad).toMatchObject(malformed.map(() => ({ status: 400, text: BAD })))
      expect((await callAs(endpoint, path, `${browser.userId}/..`)).status).toBe(404)
      expect(await watch.changes()).toEqual([])
    },
  )

  test('the sweep reaches every call that names its caller, and a right id passes', async () => {
    expect(addresses.length).toBeGreaterThan(15)
    const [, endpoint, path] = addresses.find(([call]) => call.startsWith('GET') && call.endsWith('/sections')) ?? []
    expect(await callAs(endpoint as Endpoint, path ?? '', String(browser.userId))).toMatchObject({ status: 200 })
  })
})

test('nothing that a browser claims changes who its user is (S31)', async () => {
  const reader = await openSession(portal, world.users.external)
  const claims = {
    internalUserFlg: 'Y',
    isEmulated: 'true',
    adminJson: JSON.stringify({ id: world.users.portalAdmin.id }),
    uid: String(world.users.portalAdmin.id),
  }
  for (const [name, value] of Object.entries(claims)) reader.cookies.set(name, encodeURIComponent(value))
  const headers = Object.fromEntries(
    Object.entries(claims).map(([name, value]) => [`x-${name}`, encodeURIComponent(value)]),
  )
  const path = '/ccservices/secure/user/rest/db'
  const profile = await reader.request('GET', `${path}/account-settings/users`, { headers })
  expect(profile.data).toMatchObject({ userId: reader.userId, internalUserFlg: 'N' })
  const menu = await reader.request('GET', `${path}/auth/cpusers/${reader.userId}/admin-menu`, { headers })
  expect(menu.data).toEqual([])
  const asked = await reader.request('GET', `${path}/account-settings/users?uid=${world.users.portalAdmin.id}`, {
    headers,
  })
  // The call without a uid answers about the caller whatever else names a user (UADM-157).
  expect(asked.status).toBe(400)
})

test('a body cannot name whose data it changes (S34)', async () => {
  await watch.changes()
  const reader = await openSession(portal, world.users.external)
  const save = (body: string) =>
    reader.request('PUT', '/ccservices/secure/user/rest/db/account-settings/users', {
      headers: { 'content-type': 'application/json' },
      body,
    })
  const other = world.users.portalAdmin.id
  const notApplied = [
    'userId',
    'clientId',
    'internalUserFlg',
    'usAssociate',
    'userStatus',
    'acctLockedFlg',
    'mfaEnabled',
  ]
  for (const key of notApplied) expect(await save(`{"${key}":${other}}`)).toMatchObject({ status: 200, code: '200' })
  expect(await save(`{"employerId":${other}}`)).toMatchObject({ status: 422, data: [{ field: 'employerId' }] })
  for (const key of ['uid', 'isAdmin', '__proto__'])
    expect(await save(`{"sectionSortPrfTxt":"FAVORITES","${key}":${other}}`)).toMatchObject({
      status: 400,
      code: '400',
    })
  expect(await watch.changes()).toEqual(['sessions'])
})

import { getRecentVisits, noteRecentVisit, RECENT_VISITS_MAX } from '@portico/contract/preferences/recent-visits.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Browser } from '../../../test/browser.ts'
import { openSession } from '../../../test/guards/people.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'

let portal: Portal
let admin: Browser
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())
beforeEach(async () => {
  admin = await openSession(portal, await portal.make.user())
})

const read = (browser = admin) => browser.call(getRecentVisits, { params: { uid: browser.userId } })
const visit = (addressTxt: string, browser = admin) =>
  browser.send(noteRecentVisit, { params: { uid: browser.userId }, body: { addressTxt } })

test('what I visit again comes first, and is kept once', async () => {
  expect(await read()).toEqual([])
  for (const address of ['/users', '/audit', '/users', '/files/7', '/audit'])
    expect(await visit(address)).toMatchObject({ code: '200', data: null })
  expect(await read()).toEqual(['/audit', '/files/7', '/users'])
})

test('the twenty addresses that I visited last are kept', async () => {
  for (let number = 1; number <= RECENT_VISITS_MAX + 1; number++) await visit(`/page/${number}`)
  const kept = await read()
  expect(kept).toHaveLength(RECENT_VISITS_MAX)
  expect([kept.at(0), kept.at(-1)]).toEqual(['/page/21', '/page/2'])
})

test('two tabs that visit at once lose nothing of each other', async () => {
  const addresses = Array.from({ length: 10 }, (_, number) => `/page/${number}`)
  await Promise.all(addresses.map((address) => visit(address)))
  expect((await read()).toSorted()).toEqual(addresses)
})

test('they are mine alone, and go on in my next session', async () => {
  const user = await portal.make.user()
  const first = await openSession(portal, user)
  await visit('/users/21', first)
  const colleague = await openSession(portal, await portal.make.user({ client_id: user.clientId }))
  expect(await read(colleague)).toEqual([])
  const foreign = { params: { uid: user.id } }
  expect(await colleague.send(getRecentVisits, foreign)).toMatchObject({ status: 403 })
  expect(await colleague.send(noteRecentVisit, { ...foreign, body: { addressTxt: '/x' } })).toMatchObject({
    status: 403,
  })
  expect(await read(await openSession(portal, user))).toEqual(['/users/21'])
})

test.each([
  ['no path'],
  ['/users?name=vera'],
  ['/users/vera@lind.test'],
  ['//evil.test'],
  [`/${'a'.repeat(200)}`],
  [''],
])('what is no path of words and ids is not kept: %s', async (address) => {
  const path = noteRecentVisit.path.replace('{uid}', String(admin.userId))
  const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ addressTxt: address }) }
  expect(await admin.request('POST', path, json)).toMatchObject({ status: 400 })
  expect(await read()).toEqual([])
})

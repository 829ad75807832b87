import { readFileSync } from 'node:fs'
import { allEndpoints } from '@portico/contract/areas.ts'
import type { Endpoint } from '@portico/contract/kit/endpoint.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isAuthenticationFresh } from '../../src/areas/session/public.ts'
import type { Browser } from '../browser.ts'
import { type Portal, startPortal } from '../portal.ts'
import { makeWorld, openSession, type World } from './people.ts'
import { sampleCall } from './sample-call.ts'
import { changedTables, tableSums } from './table-sums.ts'

let portal: Portal
let world: World
beforeAll(async () => {
  portal = await startPortal()
  world = await makeWorld(portal)
})
afterAll(() => portal.close())

const calls = allEndpoints().map(({ endpoint }): [string, Endpoint] => [endpoint.name, endpoint])
const isFresh = ({ guard }: Endpoint) => guard.kind !== 'public' && guard.freshSignIn === true
const fresh = calls.filter(([, endpoint]) => isFresh(endpoint))
const others = calls.filter(([, { guard, ...rest }]) => guard.kind === 'admin' && !isFresh({ guard, ...rest }))

async function signedIn(age: string): Promise<Browser> {
  const browser = await openSession(portal, world.users.portalAdmin)
  await portal.owner(
    `update sessions set authenticated_at = clock_now() - $1::interval
      where id = (select max(id) from sessions where user_id = $2)`,
    [age, browser.userId],
  )
  return browser
}

function send(endpoint: Endpoint, browser: Browser) {
  const ids = { ...world.ids, uid: String(browser.userId) }
  const { method, path, ...rest } = sampleCall(endpoint, endpoint.path, ids, portal.origin, browser)
  return browser.request(method, path, rest)
}

const NEEDED = { status: 200, code: '401', data: { reauth: true }, message: 'Confirm it’s you to continue.' }

test('a sign-in is fresh for exactly 15 minutes', () => {
  const now = new Date('2026-03-10T12:00:00Z')
  const at = (milliseconds: number) => isAuthenticationFresh(new Date(now.getTime() - milliseconds), now)
  expect([at(0), at(15 * 60_000 - 1), at(15 * 60_000), at(15 * 60_000 + 1)]).toEqual([true, true, true, false])
})

describe('what is sensitive needs a fresh sign-in (S52)', () => {
  test.each(fresh)('%s requires a new confirmation after 15 minutes, and nothing changes', async (_name, endpoint) => {
    const browser = await signedIn('15 minutes 1 millisecond')
    const before = await tableSums(portal)
    expect(await send(endpoint, browser)).toMatchObject(NEEDED)
    expect(changedTables(before, await tableSums(portal))).toEqual([])
    await portal.owner('update sessions set authenticated_at = clock_now() where user_id = $1', [browser.userId])
    expect((await send(endpoint, browser)).code).not.toBe('401')
    await world.renew(endpoint.name)
  })

  test.each(fresh.filter(([, { guard }]) => guard.kind === 'admin'))(
    '%s checks the permission first, and asks an unauthorized user to confirm nothing',
    async (_name, endpoint) => {
      const browser = await openSession(portal, world.users.internal)
      await portal.owner("update sessions set authenticated_at = now() - interval '1 day' where user_id = $1", [
        browser.userId,
      ])
      expect((await send(endpoint, browser)).status).toBe(403)
    },
  )

  test.each(others)('%s does not ask', async (_name, endpoint) => {
    const browser = await signedIn('1 day')
    expect((await send(endpoint, browser)).code).not.toBe('401')
    await world.renew(endpoint.name)
  })

  test('the list in docs/security.md is the one of the guards', () => {
    const text = readFileSync(new URL('../../../docs/security.md', import.meta.url), 'utf8')
    const list = /fresh sign-in: begin -->(.*?)<!-- fresh sign-in: end/s.exec(text)?.[1] ?? ''
    const listed = [...list.matchAll(/`(\w+)`/g)].map(([, name]) => name)
    expect(new Set(listed)).toEqual(new Set(fresh.map(([name]) => name)))
    expect(listed).toHaveLength(fresh.length)
    expect(fresh.length).toBeGreaterThan(0)
  })
})

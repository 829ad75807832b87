import { allEndpoints } from '@portico/contract/areas.ts'
import type { Endpoint } from '@portico/contract/kit/endpoint.ts'
import { type AdminGuard, type AdminPage, adminPages } from '@portico/contract/kit/guard.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Browser } from '../browser.ts'
import type { MadeUser } from '../make.ts'
import { type Portal, startPortal } from '../portal.ts'
import { makeWorld, openSession, type World } from './people.ts'
import { sampleCall } from './sample-call.ts'

let portal: Portal
let world: World
/** Staff who hold every page but one, and staff who hold one page only; by the name of that page. */
const allBut = new Map<AdminPage, MadeUser>()
const holderOf = new Map<AdminPage, MadeUser>()

const calls = allEndpoints().flatMap(({ endpoint }): [string, Endpoint, AdminPage][] =>
  endpoint.guard.kind === 'admin' ? [[endpoint.name, endpoint, pageOf(endpoint.guard)]] : [],
)
/** The first of the pages that open the call. */
function pageOf({ pages: [page] }: AdminGuard): AdminPage {
  if (page === undefined) throw new Error('An administration guard names no page')
  return page
}
/** Every page that opens a call whose first page is this one. */
const openers = (first: AdminPage): readonly AdminPage[] =>
  calls.flatMap(([, { guard }, page]) => (guard.kind === 'admin' && page === first ? guard.pages : []))

beforeAll(async () => {
  portal = await startPortal()
  world = await makeWorld(portal)
  const staff = async (pages: readonly AdminPage[]) => {
    const user = await portal.make.user({ is_internal: true, may_sign_on_as: true })
    await portal.make.adminPages(user, pages)
    return user
  }
  for (const page of new Set(calls.map(([, , name]) => name))) {
    allBut.set(page, await staff(adminPages.filter((other) => !openers(page).includes(other))))
    holderOf.set(page, await staff([page]))
  }
})
afterAll(() => portal.close())

/** The HTTP status and the code of the envelope of a well-formed call. */
async function answerTo(endpoint: Endpoint, browser: Browser): Promise<string> {
  const { method, path, ...rest } = sampleCall(
    endpoint,
    endpoint.path,
    { ...world.ids, uid: String(browser.userId) },
    portal.origin,
    browser,
  )
  const answer = await browser.request(method, path, rest)
  return answer.code || String(answer.status)
}

const holder = (page: AdminPage): MadeUser => holderOf.get(page) as MadeUser
const NOT_ALLOWED = '403'

test('there are administration calls of several pages', () => {
  expect(new Set(calls.map(([, , page]) => page)).size).toBeGreaterThan(1)
})

describe('a call of the administration (S50, E8)', () => {
  test.each(calls)('%s opens with its page and with no other', async (_name, endpoint, page) => {
    expect(await answerTo(endpoint, await openSession(portal, allBut.get(page) as MadeUser))).toBe(NOT_ALLOWED)
    expect(await answerTo(endpoint, await openSession(portal, holder(page)))).not.toBe(NOT_ALLOWED)
    await world.renew(endpoint.name)
  })

  test.each(calls)('%s is closed in an emulated session, also of an administrator', async (_name, endpoint, page) => {
    const browser = await openSession(portal, holder(page))
    await portal.make.emulation(world.users.portalAdmin, holder(page))
    expect(await answerTo(endpoint, browser)).toBe(NOT_ALLOWED)
  })

  test.each(calls)(
    '%s is closed to holders of a page that is deleted, hidden or revoked',
    async (_name, endpoint, page) => {
      const changes: [change: string, undo: string][] = [
        ['update pages set deleted_at = now() where name = $1', 'update pages set deleted_at = null where name = $1'],
        [
          'update pages set is_displayed = false where name = $1',
          'update pages set is_displayed = true where name = $1',
        ],
      ]
      const browser = await openSession(portal, holder(page))
      for (const [change, undo] of changes) {
        await portal.owner(`${change} and system_id = 2`, [page])
        const answer = await answerTo(endpoint, browser)
        await portal.owner(`${undo} and system_id = 2`, [page])
        expect(answer).toBe(NOT_ALLOWED)
      }
      for (const table of ['user_page_grants', 'user_system_grants']) {
        await portal.owner(`update ${table} set valid_to = now() where user_id = $1`, [holder(page).id])
        const answer = await answerTo(endpoint, browser)
        await portal.owner(`update ${table} set valid_to = null where user_id = $1`, [holder(page).id])
        expect(answer).toBe(NOT_ALLOWED)
      }
    },
  )
})

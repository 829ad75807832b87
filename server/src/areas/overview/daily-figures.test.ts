import { adminPages } from '@portico/contract/kit/guard.ts'
import { FIGURE_DAYS, type FigureKind, listDailyFigures } from '@portico/contract/overview/overview.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from '../../../test/browser.ts'
import { openSession } from '../../../test/guards/people.ts'
import type { MadeUser } from '../../../test/make.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { everything } from '../../db/scope.ts'
import { countDailyFigures } from './daily-figures.ts'

let portal: Portal
let root: Browser
let rootUser: MadeUser
let ofOne: Browser
let ofOther: Browser
const clients: number[] = []

beforeAll(async () => {
  portal = await startPortal({ beginsAtNoon: true })
  rootUser = await portal.make.user({ is_internal: true })
  await portal.make.adminPages(rootUser, adminPages)
  root = await openSession(portal, rootUser)
  ofOne = await administratorOfClient()
  ofOther = await administratorOfClient()
  await portal.owner('truncate audit_events cascade')
})
afterAll(() => portal.close())

async function administratorOfClient(): Promise<Browser> {
  const client = await portal.make.client()
  clients.push(client)
  const made = await portal.make.user({ client_id: client })
  await portal.make.adminPages(made, adminPages)
  return openSession(portal, made)
}

/** Adds events of a day so many days ago. */
const happen = (event: string, clientId: number | null, daysAgo: number, count = 1) =>
  portal.owner(
    `insert into audit_events (event, client_id, at)
     select $1, $2, clock_now() - make_interval(days => $3) from generate_series(1, $4)`,
    [event, clientId, daysAgo, count],
  )
const count = () =>
  portal.database.jobs.transact(everything, (tx) => countDailyFigures(tx, portal.config.businessTimeZone))
/** The numbers of a kind, today's first, without those before the last that is not zero. */
async function figures(browser: Browser, kind: FigureKind) {
  const all = await browser.call(listDailyFigures, { params: { uid: browser.userId } })
  const days =
    all
      .find(({ kindCd }) => kindCd === kind)
      ?.days.map(({ dayCnt }) => dayCnt)
      .toReversed() ?? []
  return days.slice(0, days.findLastIndex((dayCnt) => dayCnt > 0) + 1)
}

test('there are none before the first count', async () => {
  expect(await root.call(listDailyFigures, { params: { uid: root.userId } })).toEqual([])
})

test('each of the last days has its number, of the own client or of all', async () => {
  await happen('authn_login_success', clients[0] ?? 0, 0, 3)
  await happen('authn_login_success', clients[1] ?? 0, 0, 2)
  await happen('authn_login_success', clients[0] ?? 0, 2)
  await happen('authn_login_fail', null, 1, 4)
  await happen('authn_login_lock', clients[0] ?? 0, 1)
  await happen('user_created', clients[1] ?? 0, 29, 5)
  await happen('user_created', clients[1] ?? 0, 30, 7)
  await happen('access_requested', clients[0] ?? 0, 0)
  await happen('link_added', clients[0] ?? 0, 0)
  await count()
  expect(await figures(root, 'signIns')).toEqual([5, 0, 1])
  expect(await figures(ofOne, 'signIns')).toEqual([3, 0, 1])
  expect(await figures(ofOther, 'signIns')).toEqual([2])
  expect(await figures(root, 'failedSignIns')).toEqual([0, 5])
  expect(await figures(ofOne, 'failedSignIns')).toEqual([0, 1])
  expect(await figures(root, 'newUsers')).toEqual([...Array<number>(29).fill(0), 5])
  expect(await figures(ofOne, 'newUsers')).toEqual([])
  expect(await figures(ofOne, 'accessRequests')).toEqual([1])
  const [first] = await root.call(listDailyFigures, { params: { uid: root.userId } })
  expect(first?.days).toHaveLength(FIGURE_DAYS)
})

test('the newest day is counted again, those before it stay, and days beyond the last thirty go', async () => {
  await happen('authn_login_success', clients[0] ?? 0, 0)
  await happen('authn_login_success', clients[0] ?? 0, 2)
  await count()
  expect(await figures(root, 'signIns')).toEqual([6, 0, 1])
  await portal.moveClock('1 day')
  await happen('authn_login_success', clients[0] ?? 0, 0)
  await happen('authn_login_success', clients[0] ?? 0, 1)
  await count()
  // Sessions have ended meanwhile.
  const later = await openSession(portal, rootUser)
  expect(await figures(later, 'signIns')).toEqual([1, 7, 0, 1])
  expect(await figures(later, 'newUsers')).toEqual([])
  await portal.moveClock('0 days')
})

test.each([
  ['Audit Trail', ['signIns', 'failedSignIns']],
  ['User Administration', ['newUsers', 'accessRequests']],
  ['Client Settings', []],
] as const)('are only what the page %s shows', async (page, kinds) => {
  const made = await portal.make.user({ is_internal: true })
  await portal.make.adminPages(made, [page])
  const browser = await openSession(portal, made)
  const shown = await browser.call(listDailyFigures, { params: { uid: browser.userId } })
  expect(shown.map(({ kindCd }) => kindCd)).toEqual(kinds)
})

import { adminPages } from '@portico/contract/kit/guard.ts'
import { figureKinds, FIGURE_DAYS, type FigureKind, getOverview } from '@portico/contract/overview/overview.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from '../../../test/browser.ts'
import { openSession } from '../../../test/guards/people.ts'
import type { MadeUser } from '../../../test/make.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import type { Db } from '../../db/database.ts'
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
const count = () => countDailyFigures(portal.database.jobs, portal.config.businessTimeZone)
const zeros = (days: number) => Array<number>(days).fill(0)
/** The numbers of a kind, today's first, without those before the last that is not zero. */
async function figures(browser: Browser, kind: FigureKind) {
  const { dailyFigures } = await browser.call(getOverview, { params: { uid: browser.userId } })
  const days =
    dailyFigures
      .find(({ kindCd }) => kindCd === kind)
      ?.days.map(({ dayCnt }) => dayCnt)
      .toReversed() ?? []
  return days.slice(0, days.findLastIndex((dayCnt) => dayCnt > 0) + 1)
}

test('there are no days before the first count', async () => {
  const { dailyFigures } = await root.call(getOverview, { params: { uid: root.userId } })
  expect(dailyFigures).toEqual(figureKinds.map((kindCd) => ({ kindCd, days: [] })))
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
  expect(await figures(root, 'newUsers')).toEqual([...zeros(29), 5])
  expect(await figures(ofOne, 'newUsers')).toEqual([])
  expect(await figures(ofOne, 'accessRequests')).toEqual([1])
  const { dailyFigures } = await root.call(getOverview, { params: { uid: root.userId } })
  expect(dailyFigures[0]?.days).toHaveLength(FIGURE_DAYS)
})

test('the last two days are counted again, those before them stay, and days beyond the last thirty go', async () => {
  for (const daysAgo of [0, 1, 2]) await happen('authn_login_success', clients[0] ?? 0, daysAgo)
  await count()
  expect(await figures(root, 'signIns')).toEqual([6, 1, 1])
  await portal.moveClock('1 day')
  await happen('authn_login_success', clients[0] ?? 0, 0)
  await happen('authn_login_success', clients[0] ?? 0, 1)
  await count()
  // Sessions have ended meanwhile.
  const later = await openSession(portal, rootUser)
  expect(await figures(later, 'signIns')).toEqual([1, 7, 1, 1])
  expect(await figures(later, 'newUsers')).toEqual([])
  await portal.moveClock('0 days')
})

test('a count that is broken off keeps the oldest days, and the next one goes on from there', async () => {
  await portal.owner('truncate audit_events, daily_figures cascade')
  for (const daysAgo of [25, 10, 0]) await happen('user_created', clients[0] ?? 0, daysAgo)
  let transactions = 0
  const broken: Db = {
    ...portal.database.jobs,
    transact: (scope, work) => {
      transactions += 1
      if (transactions > 10) return Promise.reject(new Error('Broken off'))
      return portal.database.jobs.transact(scope, work)
    },
  }
  await expect(countDailyFigures(broken, portal.config.businessTimeZone)).rejects.toThrow('Broken off')
  const browser = await openSession(portal, rootUser)
  expect(await figures(browser, 'newUsers')).toEqual([...zeros(25), 1])
  await count()
  expect(await figures(browser, 'newUsers')).toEqual([1, ...zeros(9), 1, ...zeros(14), 1])
})

test('a node that stops ends the count between two days, and the next one goes on from there', async () => {
  await portal.owner('truncate audit_events, daily_figures cascade')
  for (const daysAgo of [29, 20, 0]) await happen('user_created', clients[0] ?? 0, daysAgo)
  const stop = new AbortController()
  let transactions = 0
  const { jobs } = portal.database
  const stopping: Db = {
    ...jobs,
    transact: async (scope, work) => {
      const result = await jobs.transact(scope, work)
      transactions += 1
      if (transactions === 5) stop.abort()
      return result
    },
  }
  await countDailyFigures(stopping, portal.config.businessTimeZone, stop.signal)
  expect(transactions).toBe(5)
  const browser = await openSession(portal, rootUser)
  expect(await figures(browser, 'newUsers')).toEqual([...zeros(29), 1])
  await count()
  expect(await figures(browser, 'newUsers')).toEqual([1, ...zeros(19), 1, ...zeros(8), 1])
})

test.each([
  ['Audit Trail', ['signIns', 'failedSignIns']],
  ['User Administration', ['newUsers', 'accessRequests']],
  ['Client Settings', []],
] as const)('are only what the page %s shows', async (page, kinds) => {
  const made = await portal.make.user({ is_internal: true })
  await portal.make.adminPages(made, [page])
  const browser = await openSession(portal, made)
  const { dailyFigures } = await browser.call(getOverview, { params: { uid: browser.userId } })
  expect(dailyFigures.map(({ kindCd }) => kindCd)).toEqual(kinds)
})

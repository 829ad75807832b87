import { listAnnouncements } from '@portico/contract/announcements/announcements.ts'
import { getAdminMenu } from '@portico/contract/branding/branding.ts'
import { listSections } from '@portico/contract/home/home.ts'
import { listUndeliveredMails } from '@portico/contract/mail/mail.ts'
import { searchPortal } from '@portico/contract/search/search.ts'
import { launchPage } from '@portico/contract/single-sign-on/single-sign-on.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Browser } from '../../../test/browser.ts'
import type { MadeUser } from '../../../test/make.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { everything } from '../../db/scope.ts'
import { type GrantKind, type Grants, replaceGrants, readGrants } from './grant-store.ts'
import type { Tx } from '../../db/database.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

let user: MadeUser
let browser: Browser
beforeEach(async () => {
  user = await portal.make.user({ is_internal: true })
  browser = await portal.as(user)
})

const inStore = <Result>(work: (tx: Tx) => Promise<Result>) => portal.database.requests.transact(everything, work)
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)

describe('an ended grant counts nowhere', () => {
  /** Every place that reads grants: what it needs, and whether the user has access. */
  const places: Record<string, { kinds: readonly GrantKind[]; prepare: () => Promise<() => Promise<boolean>> }> = {
    'tiles, opening and search': {
      kinds: ['system', 'page', 'facility'],
      prepare: async () => {
        const systemId = await portal.make.system({ facility_code: 'KCW' })
        const pageId = await portal.make.page({
          system_id: systemId,
          section_id: await portal.make.section(),
          name: `Lighthouse ${systemId}`,
        })
        await portal.make.grant(user, { systemId, pageId })
        await portal.owner("insert into user_facility_grants (user_id, facility_code) values ($1, 'KCW')", [user.id])
        return async () => {
          const uid = user.id
          const tiles = await browser.call(listSections, { params: { uid } })
          const opened = await browser.send(launchPage, { params: { uid, pid: pageId }, query: {} })
          const found = await browser.call(searchPortal, { params: { uid }, query: { text: `Lighthouse ${systemId}` } })
          const answers = [tiles.length > 0, opened.status === 200, found.length > 0]
          expect(new Set(answers).size).toBe(1)
          return answers[0] === true
        }
      },
    },
    'announcements for the users of a system': {
      kinds: ['system'],
      prepare: async () => {
        const systemId = await portal.make.system()
        const announcement = await portal.make.announcement()
        await portal.owner('insert into announcement_systems values ($1, $2)', [announcement, systemId])
        await portal.make.grant(user, { systemId })
        return async () =>
          (await browser.call(listAnnouncements, {})).some(({ announcementId }) => announcementId === announcement)
      },
    },
    'the administration menu and its calls': {
      kinds: ['system', 'page'],
      prepare: async () => {
        await portal.make.adminPages(user, ['Mail Delivery'])
        return async () => {
          const menu = await browser.call(getAdminMenu, { params: { uid: user.id } })
          const answer = await browser.send(listUndeliveredMails, { params: { uid: user.id }, query: {} })
          expect(answer.status).toBe(menu.length > 0 ? 200 : 403)
          return menu.length > 0
        }
      },
    },
  }
  const ends = {
    'was taken away': 'valid_to = clock_now() where user_id = $1',
    'ended this very moment': "valid_from = clock_now() - interval '1 day', ends_at = clock_now() where user_id = $1",
  }
  const cases = Object.entries(places).flatMap(([place, { kinds, prepare }]) =>
    kinds.flatMap((kind) => Object.entries(ends).map(([end, change]) => ({ place, kind, end, change, prepare }))),
  )

  test.each(cases)('$place: the $kind grant $end (AUTZ-009, AUTZ-010)', async ({ kind, change, prepare }) => {
    const isThere = await prepare()
    expect(await isThere()).toBe(true)
    await portal.owner(`update user_${kind}_grants set ${change}`, [user.id])
    expect(await isThere()).toBe(false)
  })

  test.each(cases.filter(({ end }) => end === 'was taken away'))(
    '$place: the $kind grant that ends in a second still counts',
    async ({ kind, prepare }) => {
      const isThere = await prepare()
      await portal.owner(
        `update user_${kind}_grants set ends_at = clock_now() + interval '1 hour' where user_id = $1`,
        [user.id],
      )
      expect(await isThere()).toBe(true)
    },
  )
})

describe('replacing the grants of one kind', () => {
  const make: { [Kind in GrantKind]: () => Promise<[Grants[Kind][number], Grants[Kind][number]]> } = {
    system: async () => [
      { systemId: await portal.make.system(), isAdmin: false, hasSensitiveData: false, endsAt: null },
      { systemId: await portal.make.system(), isAdmin: true, hasSensitiveData: false, endsAt: inDays(3) },
    ],
    page: async () => {
      const place = { system_id: await portal.make.system(), section_id: await portal.make.section() }
      return [
        { pageId: await portal.make.page(place), endsAt: null },
        { pageId: await portal.make.page(place), endsAt: inDays(3) },
      ]
    },
    facility: async () => [
      { facilityCode: 'EDH', hasAllCustomers: false, endsAt: null },
      { facilityCode: 'KCW', hasAllCustomers: true, endsAt: inDays(3) },
    ],
    customer: async () => {
      const customer = async (name: string) =>
        Number(
          (
            await portal.owner("insert into customers (name, facility_code) values ($1, 'KCW') returning id", [name])
          )[0]?.['id'],
        )
      return [
        { customerId: await customer('First'), endsAt: null },
        { customerId: await customer('Second'), endsAt: inDays(3) },
      ]
    },
  }
  const rows = (kind: GrantKind) =>
    portal.owner(`select id, valid_to, granted_by, closed_by from user_${kind}_grants where user_id = $1 order by id`, [
      user.id,
    ])

  test.each(Object.keys(make) as GrantKind[])(
    'closes unwanted grants, opens new ones and leaves the rest unchanged: %s',
    async (kind) => {
      const admin = await portal.make.user()
      const [first, second] = await make[kind]()
      const replace = (grants: unknown[]) =>
        inStore((tx) => replaceGrants(tx, user.id, kind, grants as Grants[typeof kind], admin.id))
      expect(await replace([first])).toEqual({ added: [first], removed: [] })
      const before = await rows(kind)
      expect(await replace([first, second])).toEqual({ added: [second], removed: [] })
      expect(await replace([second])).toEqual({ added: [], removed: [first] })
      const after = await rows(kind)
      expect(after.map(({ id }) => id)).toEqual([before[0]?.['id'], after[1]?.['id']])
      expect(after).toMatchObject([
        { valid_to: expect.any(Date), granted_by: admin.id, closed_by: admin.id },
        { valid_to: null, granted_by: admin.id, closed_by: null },
      ])
      expect((await inStore((tx) => readGrants(tx, user.id)))[kind]).toEqual([second])
    },
  )

  test('another end or flag closes the row and opens the next, so that the history is kept', async () => {
    const [grant] = await make.system()
    await inStore((tx) => replaceGrants(tx, user.id, 'system', [grant], null))
    const changed = { ...grant, isAdmin: true, endsAt: inDays(9) }
    expect(await inStore((tx) => replaceGrants(tx, user.id, 'system', [changed], null))).toEqual({
      added: [changed],
      removed: [grant],
    })
    expect(await rows('system')).toHaveLength(2)
  })

  test('a grant whose end has passed is closed as of that end, without an actor, and can be given again', async () => {
    const [grant] = await make.page()
    await inStore((tx) => replaceGrants(tx, user.id, 'page', [grant], null))
    const end = "clock_now() - interval '1 hour'"
    await portal.owner(
      `update user_page_grants set valid_from = clock_now() - interval '1 day', ends_at = ${end} where user_id = $1`,
      [user.id],
    )
    expect(await inStore((tx) => replaceGrants(tx, user.id, 'page', [grant], user.id))).toEqual({
      added: [grant],
      removed: [],
    })
    const [closed, open] = await portal.owner(
      'select valid_to = ends_at as is_closed_at_its_end, closed_by, valid_to from user_page_grants where user_id = $1 order by id',
      [user.id],
    )
    expect(closed).toMatchObject({ is_closed_at_its_end: true, closed_by: null })
    expect(open).toMatchObject({ valid_to: null })
  })
})

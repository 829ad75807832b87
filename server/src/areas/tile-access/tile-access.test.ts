import { planAccessChange, startAccessChange } from '@portico/contract/access-changes/access-changes.ts'
import { getApplicationDisplayImpact, updateApplication } from '@portico/contract/catalog/catalog.ts'
import { getSectionDisplayImpact, updateSection } from '@portico/contract/catalog/catalog-sections.ts'
import { updateUserCustomers } from '@portico/contract/customers/user-customers.ts'
import { listSections } from '@portico/contract/home/home.ts'
import {
  explainTile,
  getTile,
  listTiles,
  listTileUsers,
  listUserTiles,
  previewHome,
  type TileGate,
} from '@portico/contract/tile-access/tile-access.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Browser } from '../../../test/browser.ts'
import { demoWorldOf } from '../../../test/demo-world.ts'
import { openSession } from '../../../test/guards/people.ts'
import type { MadeUser } from '../../../test/make.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { everything } from '../../db/scope.ts'
import { recordAudit } from '../audit/public.ts'
import { loadDemo } from '../../packages/demo.ts'
import { explainedPage } from './explained-page.ts'
import { readGates, readTiles, readVisibleTiles } from './tile-gate-list.ts'

let portal: Portal
let admin: Browser
let clientAdmin: Browser
let user: MadeUser
let section: number
let system: number
let page: number
beforeAll(async () => {
  portal = await startPortal()
  const demo = await loadDemo('A test')
  await demo.loadWorld(demoWorldOf(portal), false)
  admin = await administrator({ is_internal: true })
  clientAdmin = await administrator({ client_id: await portal.make.client() })
})
afterAll(() => portal.close())

const byNumber = (one: number, other: number) => one - other

async function administrator(columns: Record<string, unknown>): Promise<Browser> {
  const made = await portal.make.user(columns)
  await portal.make.adminPages(made, ['User Administration'])
  return openSession(portal, made)
}

/** A page with every gate, and a user who passes none but those about themselves and what is displayed. */
beforeEach(async () => {
  user = await portal.make.user()
  system = await portal.make.system({ facility_code: 'EDH' })
  section = await portal.make.section()
  page = await portal.make.page({
    system_id: system,
    section_id: section,
    is_internal_only: true,
    requires_admin: true,
  })
})

const explain = (by = admin, tileId = section) =>
  by.call(explainTile, { params: { uid: by.userId, userId: user.id, tileId } })

async function failedGates(): Promise<TileGate[]> {
  const { pages } = await explain()
  return (pages[0]?.gates ?? []).filter(({ stateCd }) => stateCd === 'failed').map(({ gateCd }) => gateCd)
}

describe('why a user sees a tile or not', () => {
  test('names every gate that fails, until the last one is fixed and the tile is there', async () => {
    const home = await openSession(portal, user)
    const seesTile = async () =>
      (await home.call(listSections, { params: { uid: user.id } })).some(({ sectionId }) => sectionId === section)
    const own = [user.id]
    const fixes: [TileGate, string, unknown[]][] = [
      ['TILE_DISPLAYED', 'update sections set is_displayed = true where id = $1', [section]],
      ['PAGE_DISPLAYED', 'update pages set is_displayed = true where id = $1', [page]],
      ['INTERNAL_ONLY', 'update users set is_internal = true where id = $1', own],
      ['APPLICATION_GRANTED', 'insert into user_system_grants (user_id, system_id) values ($1, $2)', [user.id, system]],
      ['FACILITY_GRANTED', `insert into user_facility_grants (user_id, facility_code) values ($1, 'EDH')`, own],
      ['PAGE_GRANTED', 'insert into user_page_grants (user_id, page_id) values ($1, $2)', [user.id, page]],
      ['ADMIN_ACCESS', 'update user_system_grants set is_admin = true where user_id = $1', own],
    ]
    await portal.owner('update sections set is_displayed = false where id = $1', [section])
    await portal.owner('update pages set is_displayed = false where id = $1', [page])
    for (const [index, [, fix, values]] of fixes.entries()) {
      expect(await failedGates()).toEqual(fixes.slice(index).map(([gate]) => gate))
      expect(await seesTile()).toBe(false)
      await portal.owner(fix, values)
    }
    expect(await explain()).toMatchObject({ visibleFlg: true, pages: [{ visibleFlg: true, facilityCd: 'EDH' }] })
    expect(await seesTile()).toBe(true)
    await portal.owner('update users set status = 2 where id = $1', own)
    expect(await failedGates()).toEqual(['USER_ACTIVE'])
  })

  test('each act that fixes a gate lets the user pass that gate, and changes no other', async () => {
    await portal.owner('update pages set is_internal_only = false where id = $1', [page])
    await portal.owner('update sections set is_displayed = false where id = $1', [section])
    await portal.owner('update pages set is_displayed = false where id = $1', [page])
    const fixer = await portal.make.user({ is_internal: true })
    await portal.make.adminPages(fixer, ['User Administration', 'Application Settings'])
    const by = await openSession(portal, fixer)
    const uid = by.userId
    const give = async (permissions: object) => {
      const body = { kindCd: 'give' as const, userIds: [user.id], ...permissions }
      const { reviewedUsersTxt } = await by.call(planAccessChange, { params: { uid }, body })
      return by.call(startAccessChange, { params: { uid }, body: { ...body, reviewedUsersTxt } })
    }
    const grantsOfPage = { userSystems: [{ systemId: system, adminFlg: true }], userPages: [{ pageId: page }] }
    const tile = { params: { uid, catalogSectionId: section } }
    const application = { params: { uid, appId: page } }
    const fixes: [TileGate[], () => Promise<unknown>][] = [
      [['TILE_DISPLAYED'], () => by.call(updateSection, { ...tile, body: { ccDispFlg: true } })],
      [['PAGE_DISPLAYED'], () => by.call(updateApplication, { ...application, body: { dispFlg: true } })],
      [
        ['FACILITY_GRANTED'],
        () =>
          by.call(updateUserCustomers, {
            params: { uid, userId: user.id },
            body: { userFacilities: [{ facilityCd: 'EDH', allCustomersFlg: false }], userCustomers: [] },
          }),
      ],
      [['APPLICATION_GRANTED', 'PAGE_GRANTED', 'ADMIN_ACCESS'], () => give(grantsOfPage)],
    ]
    for (const [index, [, fix]] of fixes.entries()) {
      const open = fixes.slice(index).flatMap(([gates]) => gates)
      expect((await failedGates()).toSorted()).toEqual(open.toSorted())
      await fix()
    }
    expect(await explain()).toMatchObject({ visibleFlg: true })
  })

  test('a grant that ended on its date says when, until it is given again; one that was taken away does not', async () => {
    await portal.owner('update pages set is_internal_only = false where id = $1', [page])
    await portal.owner(
      `insert into user_system_grants (user_id, system_id, valid_from, ends_at) values ($1, $2, '2026-01-01', '2026-02-01T12:00Z')`,
      [user.id, system],
    )
    await portal.owner(
      `insert into user_page_grants (user_id, page_id, valid_from, ends_at, valid_to)
       values ($1, $2, '2026-01-01', '2026-02-01', '2026-01-05')`,
      [user.id, page],
    )
    const endOf = async (gate: TileGate) =>
      (await explain()).pages[0]?.gates.find(({ gateCd }) => gateCd === gate)?.endedDt
    expect(await endOf('APPLICATION_GRANTED')).toEqual(new Date('2026-02-01T12:00Z'))
    expect(await endOf('PAGE_GRANTED')).toBeUndefined()
    await portal.owner('update user_system_grants set valid_to = ends_at where user_id = $1', [user.id])
    expect(await endOf('APPLICATION_GRANTED')).toEqual(new Date('2026-02-01T12:00Z'))
    await portal.make.grant(user, { systemId: system })
    expect(await endOf('APPLICATION_GRANTED')).toBeUndefined()
  })

  test('when access ended at an employer before is not for the administrators of this one', async () => {
    const own = await portal.make.user({ client_id: clientAdminClient() })
    const open = await portal.make.system()
    const tile = await portal.make.section()
    await portal.make.page({ system_id: open, section_id: tile })
    await portal.owner(
      `insert into user_system_grants (user_id, system_id, valid_from, ends_at) values ($1, $2, '2026-01-01', '2026-02-01T12:00Z')`,
      [own.id, open],
    )
    const endSeenBy = async (by: Browser) =>
      (await by.call(explainTile, { params: { uid: by.userId, userId: own.id, tileId: tile } })).pages[0]?.gates.find(
        ({ gateCd }) => gateCd === 'APPLICATION_GRANTED',
      )?.endedDt
    expect(await endSeenBy(clientAdmin)).toEqual(new Date('2026-02-01T12:00Z'))
    await portal.database.requests.transact(everything, async (tx) =>
      recordAudit(tx, null, {
        event: 'user_updated',
        actorId: null,
        subjectId: own.id,
        sessionId: null,
        target: { kind: 'user', id: own.id },
        before: { employer: 'Atlas' },
        after: { employer: 'Harbor' },
      }),
    )
    expect(await endSeenBy(clientAdmin)).toBeUndefined()
    expect(await endSeenBy(admin)).toEqual(new Date('2026-02-01T12:00Z'))
  })

  test('when a facility ended is only for administrators who see that facility, as in the access history', async () => {
    const own = await portal.make.user({ client_id: clientAdminClient() })
    await portal.owner('update pages set is_internal_only = false where id = $1', [page])
    await portal.owner(
      `insert into user_facility_grants (user_id, facility_code, valid_from, ends_at)
       values ($1, 'EDH', '2026-01-01', '2026-02-01T12:00Z')`,
      [own.id],
    )
    const narrow = await administrator({ client_id: clientAdminClient() })
    await portal.owner('update user_system_grants set is_admin = false where user_id = $1', [narrow.userId])
    const gateSeenBy = async (by: Browser) =>
      (
        await by.call(explainTile, { params: { uid: by.userId, userId: own.id, tileId: section } })
      ).pages[0]?.gates.find(({ gateCd }) => gateCd === 'FACILITY_GRANTED')
    const ended = { gateCd: 'FACILITY_GRANTED', stateCd: 'failed', endedDt: new Date('2026-02-01T12:00Z') }
    expect(await gateSeenBy(admin)).toEqual(ended)
    expect(await gateSeenBy(narrow)).toEqual({ gateCd: 'FACILITY_GRANTED', stateCd: 'failed' })
    await portal.owner(`insert into user_facility_grants (user_id, facility_code) values ($1, 'EDH')`, [narrow.userId])
    expect(await gateSeenBy(narrow)).toEqual(ended)
  })

  test('a tile says what of it nobody sees, and how many more see it once it is displayed', async () => {
    await portal.owner('update pages set is_internal_only = false, requires_admin = false where id = $1', [page])
    const open = await portal.make.system()
    const shown = await portal.make.page({ system_id: open, section_id: section, is_displayed: false, name: 'Hidden' })
    for (const each of [user, await portal.make.user(), await portal.make.user({ status: 2 })])
      await portal.make.grant(each, { systemId: open, pageId: shown })
    const fixer = await portal.make.user({ is_internal: true })
    await portal.make.adminPages(fixer, ['User Administration', 'Application Settings'])
    const by = await openSession(portal, fixer)
    const uid = by.userId
    const ofTile = () => by.call(getSectionDisplayImpact, { params: { uid, catalogSectionId: section } })
    const ofPage = () => by.call(getApplicationDisplayImpact, { params: { uid, appId: shown } })
    const state = () => by.call(getTile, { params: { uid, tileId: section } })
    expect(await state()).toMatchObject({ displayedFlg: true, hiddenPages: [{ pageId: shown, pageNm: 'Hidden' }] })
    expect([await ofPage(), await ofTile()]).toMatchObject([
      { displayedFlg: false, userCnt: 2 },
      { displayedFlg: true, userCnt: 0 },
    ])
    await portal.owner('update sections set is_displayed = false where id = $1', [section])
    expect((await state()).displayedFlg).toBe(false)
    expect([(await ofPage()).userCnt, (await ofTile()).userCnt]).toEqual([0, 0])
    await portal.owner('update pages set is_displayed = true where id = $1', [shown])
    expect([(await ofPage()).userCnt, (await ofTile()).userCnt]).toEqual([0, 2])
    const { userCnt } = await ofTile()
    await portal.owner('update sections set is_displayed = true where id = $1', [section])
    const seeing = await by.call(listTileUsers, { params: { uid, tileId: section }, query: {} })
    expect(seeing).toHaveLength(userCnt)
    for (const answer of [
      await by.send(getSectionDisplayImpact, { params: { uid, catalogSectionId: 2_000_000_000 } }),
      await by.send(getApplicationDisplayImpact, { params: { uid, appId: 2_000_000_000 } }),
      await by.send(getTile, { params: { uid, tileId: 2_000_000_000 } }),
    ])
      expect(answer.status).toBe(404)
  })

  test('a user with two pages of a hidden tile sees one tile more, and a deleted page shows it to nobody', async () => {
    const hidden = await portal.make.section({ is_displayed: false })
    const open = await portal.make.system()
    const make = () => portal.make.page({ system_id: open, section_id: hidden })
    const [first, second, gone] = [await make(), await make(), await make()]
    for (const pageId of [first, second]) await portal.make.grant(user, { systemId: open, pageId })
    await portal.make.grant(await portal.make.user(), { systemId: open, pageId: gone })
    await portal.owner('update pages set deleted_at = clock_now() where id = $1', [gone])
    const fixer = await portal.make.user({ is_internal: true })
    await portal.make.adminPages(fixer, ['User Administration', 'Application Settings'])
    const by = await openSession(portal, fixer)
    const impact = await by.call(getSectionDisplayImpact, { params: { uid: by.userId, catalogSectionId: hidden } })
    expect(impact.userCnt).toBe(1)
  })

  test('pages for internal users only are named to internal administrators alone', async () => {
    const own = await portal.make.user({ client_id: clientAdminClient() })
    const mixed = await portal.make.section()
    const open = await portal.make.page({ system_id: system, section_id: mixed, name: 'For clients' })
    await portal.make.page({ system_id: system, section_id: mixed, is_internal_only: true, name: 'For staff' })
    const params = { uid: clientAdmin.userId, userId: own.id }
    const explained = await clientAdmin.call(explainTile, { params: { ...params, tileId: mixed } })
    expect(explained.pages.map(({ pageId }) => pageId)).toEqual([open])
    for (const answer of [
      await clientAdmin.send(explainTile, { params: { ...params, tileId: section } }),
      await clientAdmin.send(listTileUsers, { params: { uid: clientAdmin.userId, tileId: section }, query: {} }),
      await clientAdmin.send(getTile, { params: { uid: clientAdmin.userId, tileId: section } }),
    ])
      expect(answer.status).toBe(404)
    const ids = (tiles: { sectionId: number }[]) => tiles.map(({ sectionId }) => sectionId)
    const listed = ids(await clientAdmin.call(listTiles, { params: { uid: clientAdmin.userId } }))
    const ofUser = ids((await clientAdmin.call(listUserTiles, { params })).tiles)
    for (const tiles of [listed, ofUser]) {
      expect(tiles).toContain(mixed)
      expect(tiles).not.toContain(section)
    }
    expect(ids(await admin.call(listTiles, { params: { uid: admin.userId } }))).toContain(section)
    const staff = await portal.make.user({ client_id: clientAdminClient(), is_internal: true })
    expect((await clientAdmin.send(previewHome, { params: { ...params, userId: staff.id } })).status).toBe(404)
  })

  test('says which gates a page does not have', async () => {
    const open = await portal.make.system()
    await portal.make.page({ system_id: open, section_id: section, name: 'A page for all', is_assignable: false })
    const { pages } = await explain()
    const gates = pages.find(({ pageNm }) => pageNm === 'A page for all')?.gates ?? []
    expect(gates.filter(({ stateCd }) => stateCd === 'not-needed').map(({ gateCd }) => gateCd)).toEqual([
      'INTERNAL_ONLY',
      'FACILITY_GRANTED',
      'PAGE_GRANTED',
      'ADMIN_ACCESS',
    ])
  })

  test('agrees with the tiles of every demo user for every tile (C1)', async () => {
    const users = await portal.owner('select id from users order by id')
    let visible = 0
    await portal.database.requests.read(everything, async (tx) => {
      const tiles = await readTiles(tx)
      for (const { id } of users) {
        const shown = await readVisibleTiles(tx, Number(id))
        const explained = await Promise.all(tiles.map(({ sectionId }) => readGates(tx, Number(id), sectionId)))
        const byGates = explained.map((pages) =>
          pages.map((row) => explainedPage(row)).some(({ visibleFlg }) => visibleFlg),
        )
        expect([id, byGates]).toEqual([id, shown.map(({ visibleFlg }) => visibleFlg)])
        visible += byGates.filter(Boolean).length
      }
      expect(users.length * tiles.length).toBeGreaterThan(visible)
    })
    expect(visible).toBeGreaterThan(20)
  }, 120_000)
})

describe('the other way round', () => {
  test('the list of who sees a tile agrees with each user’s tiles, page by page', async () => {
    const [tile] = await portal.owner(
      `select s.id from sections s join pages p on p.section_id = s.id
         join user_page_grants g on g.page_id = p.id group by s.id order by count(*) desc limit 1`,
    )
    const params = { uid: admin.userId, tileId: Number(tile?.['id']) }
    const found: number[] = []
    for (let pageNo = 1; ; pageNo++) {
      const rows = await admin.call(listTileUsers, { params, query: { pageNo, pageSize: 60 } })
      found.push(...rows.map(({ userId }) => userId))
      if (rows.length < 60) break
    }
    expect(found.length).toBeGreaterThan(3)
    expect(new Set(found).size).toBe(found.length)
    const users = await portal.owner('select id from users')
    const seeing = await portal.database.requests.read(everything, (tx) =>
      Promise.all(
        users.map(async ({ id }) => {
          const tiles = await readVisibleTiles(tx, Number(id))
          return tiles.some(({ sectionId, visibleFlg }) => sectionId === params.tileId && visibleFlg)
            ? Number(id)
            : null
        }),
      ),
    )
    expect(found.toSorted(byNumber)).toEqual(seeing.filter((id) => id !== null).toSorted(byNumber))
  }, 120_000)

  test('an external administrator finds people of their own employer only, by every filter (S41, E4)', async () => {
    const own = await portal.make.user({ client_id: clientAdminClient(), first_name: 'Own' })
    const open = await portal.make.system()
    const shown = await portal.make.page({ system_id: open, section_id: section })
    for (const each of [own, user]) await portal.make.grant(each, { systemId: open, pageId: shown })
    const list = (by: Browser, query: object) =>
      by.call(listTileUsers, { params: { uid: by.userId, tileId: section }, query })
    expect((await list(admin, {})).map(({ userId }) => userId).toSorted(byNumber)).toEqual(
      [user.id, own.id].toSorted(byNumber),
    )
    for (const query of [{}, { nm: user.userName }, { nm: 'Ada' }, { sort: 'userNm', direction: 'desc' }] as const)
      expect((await list(clientAdmin, query)).map(({ userId }) => userId)).not.toContain(user.id)
    expect((await list(clientAdmin, { nm: 'own' })).map(({ userId }) => userId)).toEqual([own.id])
  })
})

let clientOfAdmin = 0
const clientAdminClient = () => clientOfAdmin
beforeAll(async () => {
  const [row] = await portal.owner('select client_id from users where id = $1', [clientAdmin.userId])
  clientOfAdmin = Number(row?.['client_id'])
})

describe('a preview of a user’s home', () => {
  test('has the tiles that the user has, and writes nothing', async () => {
    const [demo] = await portal.owner(`select id from users where user_name = 'external.user'`)
    const userId = Number(demo?.['id'])
    const home = await openSession(portal, { id: userId })
    const preview = await admin.call(previewHome, { params: { uid: admin.userId, userId } })
    expect(preview.sections).toEqual(await home.call(listSections, { params: { uid: userId } }))
    expect(preview.sections.length).toBeGreaterThan(2)
    expect(preview.user).toMatchObject({ userNm: 'external.user' })
    expect(await portal.owner('select 1 from sessions where actor_user_id is not null')).toEqual([])
  })

  test('of people of another employer is for nobody there, nor is their list of tiles or its reasons (S41, E4)', async () => {
    const ids = { uid: clientAdmin.userId, userId: user.id }
    const nobody = { uid: clientAdmin.userId, userId: 2_000_000_000 }
    for (const [there, nowhere] of [
      [await clientAdmin.send(previewHome, { params: ids }), await clientAdmin.send(previewHome, { params: nobody })],
      [
        await clientAdmin.send(listUserTiles, { params: ids }),
        await clientAdmin.send(listUserTiles, { params: nobody }),
      ],
      [
        await clientAdmin.send(explainTile, { params: { ...ids, tileId: section } }),
        await clientAdmin.send(explainTile, { params: { ...nobody, tileId: section } }),
      ],
    ] as const) {
      expect(there.status).toBe(404)
      expect(there.text).toBe(nowhere.text)
    }
  })

  test('tiles are listed by name, each with whether the user sees it', async () => {
    const tiles = await admin.call(listTiles, { params: { uid: admin.userId } })
    const own = await admin.call(listUserTiles, { params: { uid: admin.userId, userId: user.id } })
    expect(own.tiles.map(({ sectionId }) => sectionId)).toEqual(tiles.map(({ sectionId }) => sectionId))
    expect(own.tiles.every(({ visibleFlg }) => !visibleFlg)).toBe(true)
  })
})

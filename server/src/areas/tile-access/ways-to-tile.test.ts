import { explainTile, listTileUsers } from '@portico/contract/tile-access/tile-access.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startWithAdmin } from '../../../test/administrator.ts'
import type { Browser } from '../../../test/browser.ts'
import { openSession } from '../../../test/guards/people.ts'
import type { MadeUser } from '../../../test/make.ts'
import { permissionSets } from '../../../test/permission-sets.ts'
import type { Portal } from '../../../test/portal.ts'
import { type Directory, newDirectory, personInGroup } from '../../../test/scim.ts'

let portal: Portal
let staff: Browser
let sets: ReturnType<typeof permissionSets>
let directory: Directory
let ada: MadeUser
let section: number
let billing: number
let invoices: number
let count = 0

beforeAll(async () => {
  ;({ portal, browser: staff } = await startWithAdmin())
  sets = permissionSets(staff)
})
afterAll(() => portal.close())
beforeEach(async () => {
  directory = await newDirectory(portal)
  ada = await portal.make.user({ client_id: directory.clientId })
  section = await portal.make.section()
  billing = await portal.make.system({ name: `Billing ${++count}` })
  invoices = await portal.make.page({ system_id: billing, section_id: section })
})

const inGroup = (gives: Parameters<typeof personInGroup>[4]) =>
  personInGroup(staff, portal, directory, 'fin-all', gives)

const clerk = () => sets.made({ setNm: `Clerk ${count}`, systemIds: [billing], pageIds: [invoices] })
const bySet = () => ({ permissionSets: [{ setNm: `Clerk ${count}`, versionNr: 1 }] })

async function waysOf(user: { id: number }) {
  const params = { uid: staff.userId, userId: user.id, tileId: section }
  const { pages } = await staff.call(explainTile, { params })
  return pages[0]?.gates.flatMap(({ gateCd, ways }) => (ways ? [[gateCd, ways]] : []))
}
const seen = async (by = staff) =>
  (await by.call(listTileUsers, { params: { uid: by.userId, tileId: section }, query: {} })).map(
    ({ userId, byHandFlg, groupNms, permissionSets: named }) => ({
      userId,
      byHandFlg,
      groupNms,
      permissionSets: named,
    }),
  )

describe('how a user has a tile', () => {
  test('is explained at the application and at the page: by hand, by sets, by groups', async () => {
    await portal.make.grant(ada, { systemId: billing })
    await sets.give(await clerk(), ada)
    expect(await waysOf(ada)).toEqual([
      ['APPLICATION_GRANTED', { byHandFlg: true, ...bySet() }],
      ['PAGE_GRANTED', { byHandFlg: false, ...bySet() }],
    ])
    const grace = await inGroup({ systemIds: [billing], pageIds: [invoices] })
    expect(await waysOf(grace)).toEqual([
      ['APPLICATION_GRANTED', { byHandFlg: false, groupNms: ['fin-all'] }],
      ['PAGE_GRANTED', { byHandFlg: false, groupNms: ['fin-all'] }],
    ])
  })

  test('names the group and the set that it gives', async () => {
    const setId = await clerk()
    const name = bySet()
    const grace = await inGroup({ setIds: [setId] })
    const ways = { byHandFlg: false, groupNms: ['fin-all'], ...name }
    expect(await waysOf(grace)).toEqual([
      ['APPLICATION_GRANTED', ways],
      ['PAGE_GRANTED', ways],
    ])
    expect(await seen()).toEqual([{ userId: grace.id, ...ways }])
  })

  test('is listed for each user who sees it, and for nothing else that they have', async () => {
    const other = await portal.make.system()
    await portal.make.page({ system_id: other, section_id: section })
    await sets.give(await sets.made({ setNm: `Unseen ${count}`, systemIds: [other] }), ada)
    await sets.give(await clerk(), ada)
    const named = bySet()
    const ben = await portal.make.user({ client_id: directory.clientId, first_name: 'Ben' })
    await portal.make.grant(ben, { systemId: billing, pageId: invoices })
    expect((await seen()).toSorted((one, next) => one.userId - next.userId)).toEqual([
      { userId: ada.id, byHandFlg: false, groupNms: undefined, ...named },
      { userId: ben.id, byHandFlg: true, groupNms: undefined, permissionSets: undefined },
    ])
  })

  test('by a set that was taken is not said any more, nor of another employer’s users', async () => {
    const setId = await clerk()
    await portal.make.grant(ada, { systemId: billing, pageId: invoices })
    await sets.give(setId, ada)
    await sets.take(setId, ada)
    expect(await seen()).toMatchObject([{ userId: ada.id, byHandFlg: true }])
    expect((await seen())[0]?.permissionSets).toBeUndefined()
    const other = await portal.make.user({ client_id: await portal.make.client() })
    await portal.make.adminPages(other, ['User Administration'])
    await sets.give(setId, ada)
    expect(await seen(await openSession(portal, other))).toEqual([])
  })
})

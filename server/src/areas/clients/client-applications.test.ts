import { CLIENT_USERS_COUNTED, listClientApplications } from '@portico/contract/clients/client-applications.ts'
import { listUserApplications } from '@portico/contract/catalog/catalog.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startWithAdmin } from '../../../test/administrator.ts'
import type { Browser } from '../../../test/browser.ts'
import { openSession } from '../../../test/guards/people.ts'
import type { Portal } from '../../../test/portal.ts'

let portal: Portal
/** Of the staff, with the pages for users and applications. */
let staff: Browser
beforeAll(async () => {
  ;({ portal, browser: staff } = await startWithAdmin(['User Administration', 'Application Settings']))
})
afterAll(() => portal.close())

let harbor: number
let meridian: number
let billing: number
let invoices: number
beforeEach(async () => {
  harbor = await portal.make.client()
  meridian = await portal.make.client()
  billing = await portal.make.system({ name: `Billing ${harbor}` })
  invoices = await portal.make.page({
    name: `Invoices ${harbor}`,
    system_id: billing,
    section_id: await portal.make.section(),
  })
})

const read = (clientId: number, by = staff, query: { nm?: string; sort?: 'pageNm' | 'systemNm' | 'userCnt' } = {}) =>
  by.call(listClientApplications, { params: { uid: by.userId, clientId }, query })
const counts = async (clientId: number, by = staff) =>
  (await read(clientId, by)).map(({ pageId, userCnt }) => [pageId, userCnt])
/** A user of the client with the page, and its system. */
async function holder(
  clientId: number,
  { pageId = invoices, systemId = billing, ...columns }: Record<string, number> = {},
) {
  const user = await portal.make.user({ client_id: clientId, ...columns })
  await portal.make.grant(user, { systemId, pageId })
  return user
}
async function administratorOf(clientId: number): Promise<Browser> {
  const made = await portal.make.user({ client_id: clientId })
  await portal.make.adminPages(made, ['User Administration'])
  return openSession(portal, made)
}

describe('the applications of a client', () => {
  test('are those that its active users have, most used first, with how many have each', async () => {
    const tile = await portal.make.section()
    const ledger = await portal.make.page({ name: `Ledger ${harbor}`, system_id: billing, section_id: tile })
    for (const pageId of [invoices, ledger, ledger]) await holder(harbor, { pageId })
    await holder(harbor, { status: 2 })
    await holder(meridian)
    const [most, least, ...others] = await read(harbor)
    expect(others).toEqual([])
    expect(most).toEqual({
      pageId: ledger,
      pageNm: `Ledger ${harbor}`,
      systemId: billing,
      systemNm: `Billing ${harbor}`,
      sectionId: tile,
      dispFlg: true,
      linkEnabledFlg: true,
      pageAssignableFlg: true,
      userCnt: 2,
    })
    expect(least).toMatchObject({ pageId: invoices, userCnt: 1 })
    expect(await counts(meridian)).toEqual([[invoices, 1]])
  })

  test('are as many people as the application itself lists, but for inactive ones', async () => {
    for (const clientId of [harbor, harbor, meridian]) await holder(clientId)
    const inactive = await holder(meridian, { status: 2 })
    const params = { uid: staff.userId, appId: invoices }
    const listed = await staff.call(listUserApplications, { params, query: {} })
    const [[, ours] = [], [, theirs] = []] = [...(await counts(harbor)), ...(await counts(meridian))]
    expect([ours, theirs]).toEqual([2, 1])
    expect(listed).toHaveLength(4)
    expect(listed.filter(({ userId }) => userId !== inactive.id)).toHaveLength(3)
  })

  test('stand by name where as many people have them', async () => {
    const section_id = await portal.make.section()
    const [zebra, ledger] = [
      await portal.make.page({ name: `Zebra ${harbor}`, system_id: billing, section_id }),
      await portal.make.page({ name: `Ledger ${harbor}`, system_id: billing, section_id }),
    ]
    for (const pageId of [zebra, invoices, ledger, zebra]) await holder(harbor, { pageId })
    const pagesOf = async (query?: Parameters<typeof read>[2]) =>
      (await read(harbor, staff, query)).map(({ pageId }) => pageId)
    expect(await pagesOf()).toEqual([zebra, invoices, ledger])
    expect(await pagesOf({ sort: 'userCnt' })).toEqual([ledger, invoices, zebra])
  })

  test('count the permission for the system where an application needs none of its own', async () => {
    const help = await portal.make.page({
      name: `Help ${harbor}`,
      system_id: billing,
      section_id: await portal.make.section(),
      is_assignable: false,
    })
    const user = await portal.make.user({ client_id: harbor })
    await portal.make.grant(user, { systemId: billing })
    expect(await counts(harbor)).toEqual([[help, 1]])
  })

  test('leave out permissions that have ended, and deleted applications', async () => {
    const [closed, expired] = [await holder(harbor), await holder(harbor)]
    expect(await counts(harbor)).toEqual([[invoices, 2]])
    await portal.owner('update user_page_grants set valid_to = clock_now() where user_id = $1', [closed.id])
    expect(await counts(harbor)).toEqual([[invoices, 1]])
    await portal.owner(
      `update user_page_grants set valid_from = clock_now() - interval '2 days', ends_at = clock_now() - interval '1 day'
        where user_id = $1`,
      [expired.id],
    )
    expect(await counts(harbor)).toEqual([])
    await holder(harbor)
    await portal.owner('update pages set deleted_at = clock_now() where id = $1', [invoices])
    expect(await counts(harbor)).toEqual([])
  })

  test('say of a hidden one that it is hidden', async () => {
    await holder(harbor)
    await portal.owner('update pages set is_displayed = false where id = $1', [invoices])
    expect(await read(harbor)).toMatchObject([{ pageId: invoices, dispFlg: false, userCnt: 1 }])
  })

  test('are found by words of their name and of their system’s', async () => {
    await holder(harbor)
    for (const nm of ['invoi', 'BILLING inv']) expect(await read(harbor, staff, { nm })).toHaveLength(1)
    expect(await read(harbor, staff, { nm: 'other' })).toEqual([])
    for (const sort of ['pageNm', 'systemNm'] as const) expect(await read(harbor, staff, { sort })).toHaveLength(1)
  })

  test('are counted among its first users, however many it has', async () => {
    await portal.owner(
      `with added as (
         insert into users (user_name, first_name, last_name, email, client_id, status)
         select 'crowd' || $1::integer || '.' || n, 'One', 'Of many', 'crowd@x.test', $1, 1 from generate_series(1, $2) n returning id)
       insert into user_page_grants (user_id, page_id) select id, $3 from added`,
      [harbor, CLIENT_USERS_COUNTED + 2, invoices],
    )
    expect(await counts(harbor)).toEqual([[invoices, CLIENT_USERS_COUNTED]])
  })
})

describe('an administrator of a client', () => {
  test('reads the applications of their employer, and nothing of another one', async () => {
    const [ofHarbor, ofMeridian] = [await administratorOf(harbor), await administratorOf(meridian)]
    for (const clientId of [harbor, harbor, meridian]) await holder(clientId)
    const invoicesOf = async (clientId: number, by: Browser) =>
      (await counts(clientId, by)).filter(([pageId]) => pageId === invoices)
    expect(await invoicesOf(harbor, ofHarbor)).toEqual([[invoices, 2]])
    expect(await invoicesOf(meridian, ofMeridian)).toEqual([[invoices, 1]])
    for (const [by, clientId] of [
      [ofHarbor, meridian],
      [ofMeridian, harbor],
      [staff, 987_654_321],
    ] as const) {
      const answer = await by.send(listClientApplications, { params: { uid: by.userId, clientId }, query: {} })
      expect([answer.status, answer.data]).toEqual([404, null])
    }
  })

  test('needs the page for users', async () => {
    const made = await portal.make.user({ client_id: harbor })
    await portal.make.adminPages(made, ['Client Settings'])
    const by = await openSession(portal, made)
    const answer = await by.send(listClientApplications, { params: { uid: by.userId, clientId: harbor }, query: {} })
    expect(answer.status).toBe(403)
  })
})

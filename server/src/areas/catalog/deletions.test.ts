import {
  addApplication,
  deleteApplication,
  getApplication,
  getApplicationImpact,
  listDeletedApplications,
  listUserApplications,
  restoreApplication,
} from '@portico/contract/catalog/catalog.ts'
import { listSections, setFavorite } from '@portico/contract/home/home.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startWithAdmin } from '../../../test/administrator.ts'
import type { Browser } from '../../../test/browser.ts'
import { eventsAbout } from '../../../test/events.ts'
import type { MadeUser } from '../../../test/make.ts'
import type { Portal } from '../../../test/portal.ts'

let portal: Portal
let admin: MadeUser
let browser: Browser
beforeAll(async () => {
  ;({ portal, admin, browser } = await startWithAdmin(['Application Settings']))
})
afterAll(() => portal.close())

let systemId: number
let sectionId: number
let appId: number
let ann: MadeUser
let bob: MadeUser
/** Ann sees two applications of the tile, Bob one of them. */
beforeEach(async () => {
  systemId = await portal.make.system()
  sectionId = await portal.make.section()
  appId = await portal.make.page({ system_id: systemId, section_id: sectionId, name: 'Invoices' })
  const second = await portal.make.page({ system_id: systemId, section_id: sectionId })
  ann = await portal.make.user({ first_name: 'Ann' })
  bob = await portal.make.user({ first_name: 'Bob' })
  await portal.make.grant(ann, { systemId, pageId: appId })
  await portal.owner('insert into user_page_grants (user_id, page_id) values ($1, $2)', [ann.id, second])
  await portal.make.grant(bob, { systemId, pageId: appId })
})

const params = () => ({ uid: admin.id, appId })
const remove = (query = {}) => browser.send(deleteApplication, { params: params(), query })
const restore = (undoId: number) => browser.send(restoreApplication, { params: { uid: admin.id }, body: { undoId } })
const undoIdOf = ({ data }: { data: unknown }) => (data as { undoId: number }).undoId
const pagesOf = async (user: MadeUser) => {
  const theirs = await portal.as(user)
  const sections = await theirs.call(listSections, { params: { uid: user.id } })
  return sections.flatMap(({ userSectionPages }) => userSectionPages.map(({ pageId }) => pageId))
}
const grantsOf = (user: MadeUser) =>
  portal.owner('select page_id from user_page_grants where user_id = $1 and valid_to is null order by page_id', [
    user.id,
  ])

test('before it is deleted, everything that people lose is counted (CATA-068)', async () => {
  // Ann keeps the tile for its other application, and with it her favorite.
  for (const user of [ann, bob])
    await (
      await portal.as(user)
    ).call(setFavorite, {
      params: { uid: user.id, sectionId },
      body: { userSectionDetails: { favoriteFlg: true } },
    })
  await portal.make.grant(await portal.make.user({ status: 2 }), { systemId, pageId: appId })
  await portal.make.grant(await portal.make.user({ status: 3 }), { systemId, pageId: appId })
  expect(await browser.call(getApplicationImpact, { params: params() })).toEqual({
    permissionCnt: 3,
    userCnt: 2,
    tileLossCnt: 1,
    favoriteCnt: 1,
  })
  const missing = await browser.send(getApplicationImpact, { params: { uid: admin.id, appId: 987_654 } })
  expect(missing.status).toBe(404)
})

test('what people lose is their favorite of this tile, and none that they have taken back or that stands elsewhere', async () => {
  const elsewhere = await portal.make.section()
  const other = await portal.make.page({ system_id: systemId, section_id: elsewhere })
  const cy = await portal.make.user()
  for (const user of [bob, cy]) {
    await portal.make.grant(user, { systemId, pageId: other })
    const theirs = await portal.as(user)
    const choose = (tileId: number, favoriteFlg: boolean) =>
      theirs.call(setFavorite, {
        params: { uid: user.id, sectionId: tileId },
        body: { userSectionDetails: { favoriteFlg } },
      })
    if (user === cy) await portal.make.grant(cy, { systemId, pageId: appId })
    await choose(elsewhere, true)
    await choose(sectionId, true)
    if (user === cy) await choose(sectionId, false)
  }
  const impact = async () => browser.call(getApplicationImpact, { params: params() })
  expect(await impact()).toEqual({ permissionCnt: 3, userCnt: 3, tileLossCnt: 2, favoriteCnt: 1 })
  // A deleted application keeps no tile for anybody.
  await portal.owner('update pages set deleted_at = clock_now() where section_id = $1 and id <> $2', [sectionId, appId])
  expect(await impact()).toMatchObject({ userCnt: 3, tileLossCnt: 3 })
})

test('the people with a permission for it are listed (CATA-090)', async () => {
  const users = await browser.call(listUserApplications, { params: params(), query: {} })
  expect(users.map(({ firstNm }) => firstNm)).toEqual(['Ann', 'Bob'])
  const [only, ...others] = await browser.call(listUserApplications, { params: params(), query: { nm: 'bob' } })
  expect([only?.userId, others]).toEqual([bob.id, []])
  const missing = await browser.send(listUserApplications, { params: { uid: admin.id, appId: 987_654 }, query: {} })
  expect(missing.status).toBe(404)
})

test('who is deleted is not among the people with a permission for it', async () => {
  await portal.make.grant(await portal.make.user({ first_name: 'Gone', status: 3 }), { systemId, pageId: appId })
  await portal.make.grant(await portal.make.user({ first_name: 'Away', status: 2 }), { systemId, pageId: appId })
  const users = await browser.call(listUserApplications, { params: params(), query: {} })
  expect(users.map(({ firstNm }) => firstNm)).toEqual(['Ann', 'Away', 'Bob'])
})

test('an application without a permission of its own has the people of its system, with the end of their permission', async () => {
  const cy = await portal.make.user({ first_name: 'Cy' })
  await portal.make.grant(cy, { systemId })
  await portal.owner(`update user_system_grants set ends_at = '2099-05-01Z' where user_id = $1`, [cy.id])
  const listed = async () => {
    const users = await browser.call(listUserApplications, { params: params(), query: {} })
    return users.map(({ firstNm, endDt }) => [firstNm, endDt?.getUTCFullYear()])
  }
  const those = [
    ['Ann', undefined],
    ['Bob', undefined],
  ]
  expect(await listed()).toEqual(those)
  await portal.owner('update pages set is_assignable = false where id = $1', [appId])
  expect(await listed()).toEqual([...those, ['Cy', 2099]])
})

test('deleting it takes it and the permissions away (CATA-068, CATA-077, CATA-099)', async () => {
  const deleted = await remove({ permissionCnt: 2 })
  expect(deleted).toMatchObject({ code: '200', message: 'The application has been successfully deleted' })
  expect((await browser.send(getApplication, { params: params() })).status).toBe(404)
  expect(await pagesOf(bob)).toEqual([])
  expect((await pagesOf(ann)).includes(appId)).toBe(false)
  expect(await grantsOf(bob)).toEqual([])
  const [ended] = await portal.owner('select closed_by, valid_to from user_page_grants where user_id = $1', [bob.id])
  expect(ended).toMatchObject({ closed_by: admin.id })
  expect((await eventsAbout(portal, admin)).at(-1)).toBe('application_changed')
  expect((await remove()).status).toBe(404)
})

test('it stays where more people have a permission than the administrator was warned of', async () => {
  const refused = await remove({ permissionCnt: 1 })
  expect(refused).toMatchObject({
    status: 409,
    message:
      'More people have received permissions for this application since you opened it. Check what they lose, then delete it.',
  })
  expect(await pagesOf(bob)).toEqual([appId])
})

test('it stays where somebody else has changed it meanwhile', async () => {
  await portal.owner("update pages set name = 'Bills' where id = $1", [appId])
  expect((await remove({ version: 1 })).status).toBe(409)
  expect((await browser.send(getApplication, { params: params() })).code).toBe('200')
})

test('a screen of the portal itself is never deleted', async () => {
  const [own] = await portal.owner("select id from pages where system_id = 2 and name = 'User Administration'")
  const refused = await browser.send(deleteApplication, {
    params: { uid: admin.id, appId: Number(own?.['id']) },
    query: {},
  })
  expect(refused).toMatchObject({
    status: 422,
    message: 'The portal itself needs this application, so it can’t be deleted.',
  })
})

describe('a deletion is taken back', () => {
  test('within 30 days, with the permissions that it ended', async () => {
    const before = await grantsOf(ann)
    const undoId = undoIdOf(await remove())
    const [offer] = await browser.call(listDeletedApplications, { params: { uid: admin.id } })
    expect(offer).toMatchObject({ undoId, pageNm: 'Invoices' })
    const days = ((offer?.undoUntilDt.getTime() ?? 0) - Date.now()) / 86_400_000
    expect(Math.round(days)).toBe(30)
    expect(await restore(undoId)).toMatchObject({
      code: '200',
      message: 'The application is back, and its users have their permissions again.',
    })
    expect(await grantsOf(ann)).toEqual(before)
    expect(await pagesOf(bob)).toEqual([appId])
    expect((await restore(undoId)).status).toBe(404)
    expect(
      (await browser.call(listDeletedApplications, { params: { uid: admin.id } })).map((one) => one.undoId),
    ).not.toContain(undoId)
  })

  test('from a list that names the latest deletion first, each with its system', async () => {
    const [{ name } = { name: '' }] = await portal.owner('select name from systems where id = $1', [systemId])
    const second = await portal.make.page({ system_id: systemId, section_id: sectionId, name: 'Reminders' })
    const undoIds = [
      undoIdOf(await remove()),
      undoIdOf(await browser.send(deleteApplication, { params: { uid: admin.id, appId: second }, query: {} })),
    ]
    const offers = await browser.call(listDeletedApplications, { params: { uid: admin.id } })
    expect(offers.slice(0, 2).map(({ undoId, pageNm, systemNm }) => ({ undoId, pageNm, systemNm }))).toEqual([
      { undoId: undoIds[1], pageNm: 'Reminders', systemNm: name },
      { undoId: undoIds[0], pageNm: 'Invoices', systemNm: name },
    ])
  })

  test('and the audit trail says how many permissions went and came back', async () => {
    await portal.owner(
      "update user_page_grants set ends_at = clock_now() + interval '1 hour' where user_id = $1 and page_id = $2",
      [bob.id, appId],
    )
    const undoId = undoIdOf(await remove())
    await portal.owner(
      `update user_page_grants set ends_at = greatest(clock_now(), valid_from + interval '1 microsecond')
        where user_id = $1`,
      [bob.id],
    )
    await restore(undoId)
    const events = await portal.owner(
      `select before -> 'permissionCnt' as gone, after -> 'permissionCnt' as back from audit_events
        where event = 'application_changed' and target_id = $1 order by id`,
      [String(appId)],
    )
    expect(events).toEqual([
      { gone: 2, back: null },
      { gone: null, back: 1 },
    ])
  })

  test('for all of more users than one statement ends permissions of', async () => {
    await portal.owner(
      `with crowd as (
         insert into users (user_name, first_name, last_name, email, client_id)
         select 'holder.' || n, 'Ada', 'L', 'holder.' || n || '@example.test', $1 from generate_series(1, 2005) n returning id)
       insert into user_page_grants (user_id, page_id) select id, $2 from crowd`,
      [ann.clientId, appId],
    )
    const open = async () =>
      (
        await portal.owner(
          'select count(*)::int as open from user_page_grants where page_id = $1 and valid_to is null',
          [appId],
        )
      )[0]
    expect(await open()).toEqual({ open: 2_007 })
    const undoId = undoIdOf(await remove())
    expect(await open()).toEqual({ open: 0 })
    expect(await restore(undoId)).toMatchObject({ code: '200' })
    expect(await open()).toEqual({ open: 2_007 })
  })

  test('without permissions that would have ended by now, and none that ended before', async () => {
    await portal.owner(
      "update user_page_grants set ends_at = clock_now() + interval '1 hour' where user_id = $1 and page_id = $2",
      [bob.id, appId],
    )
    const former = await portal.make.user()
    await portal.make.grant(former, { systemId, pageId: appId })
    await portal.owner('update user_page_grants set valid_to = clock_now() where user_id = $1', [former.id])
    const undoId = undoIdOf(await remove())
    await portal.owner(
      `update user_page_grants set ends_at = greatest(clock_now(), valid_from + interval '1 microsecond')
        where user_id = $1`,
      [bob.id],
    )
    expect((await restore(undoId)).code).toBe('200')
    expect(await grantsOf(bob)).toEqual([])
    expect(await grantsOf(former)).toEqual([])
    expect(await pagesOf(ann)).toContain(appId)
  })

  test('only by who deleted it', async () => {
    const other = await portal.make.user({ is_internal: true })
    await portal.make.adminPages(other, ['Application Settings'])
    const theirs = await portal.as(other)
    const undoId = undoIdOf(await remove())
    const refused = await theirs.send(restoreApplication, { params: { uid: other.id }, body: { undoId } })
    expect(refused).toMatchObject({ status: 404, message: 'This can’t be undone any more.' })
    expect(await theirs.call(listDeletedApplications, { params: { uid: other.id } })).toEqual([])
  })

  test.for(['systems', 'sections'] as const)('not where its place among %s has been deleted', async (table) => {
    const undoId = undoIdOf(await remove())
    const placeId = table === 'systems' ? systemId : sectionId
    const grants = await Promise.all([grantsOf(ann), grantsOf(bob)])
    await portal.owner(`update ${table} set deleted_at = clock_now() where id = $1`, [placeId])
    expect(await restore(undoId)).toMatchObject({
      status: 409,
      code: '409',
      message: 'This can’t be undone: its system or section has been deleted since.',
    })
    // Nothing has changed then, and the deletion can still be taken back.
    expect((await browser.send(getApplication, { params: params() })).status).toBe(404)
    expect(await Promise.all([grantsOf(ann), grantsOf(bob)])).toEqual(grants)
    await portal.owner(`update ${table} set deleted_at = null where id = $1`, [placeId])
    expect((await restore(undoId)).code).toBe('200')
  })
})

test('an application whose permissions are gone can be added again under its name', async () => {
  await remove()
  const again = await browser.send(addApplication, {
    params: { uid: admin.id },
    body: { pageNm: 'Invoices', system: { systemId }, section: { sectionId } },
  })
  expect(again.code).toBe('200')
  expect(await pagesOf(bob)).toEqual([])
})

import {
  exportPermissionSetHolders,
  listPermissionSets,
  listPermissionSetsOfUser,
} from '@portico/contract/permission-sets/permission-sets.ts'
import { getUserDetail } from '@portico/contract/users/user-profile.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { grace, startWithAdmin } from '../../../test/administrator.ts'
import type { Browser } from '../../../test/browser.ts'
import { openSession } from '../../../test/guards/people.ts'
import type { MadeUser } from '../../../test/make.ts'
import type { Portal } from '../../../test/portal.ts'
import { makeSetWorld, permissionSets } from '../../../test/permission-sets.ts'
import { sheetOf } from '../../../test/reports.ts'

let portal: Portal
let staff: Browser
let root: MadeUser
let sets: ReturnType<typeof permissionSets>
let client: number
let billing: number
let invoices: number
let mail: number
let person: MadeUser
let count = 0

beforeAll(async () => {
  ;({ portal, admin: root, browser: staff } = await startWithAdmin(['User Administration'], grace))
  sets = permissionSets(staff)
})
afterAll(() => portal.close())
beforeEach(async () => {
  ;({ client, person, billing, mail, invoices } = await makeSetWorld(portal, ++count))
})

const ends = async () =>
  (await staff.call(listPermissionSetsOfUser, { params: { uid: staff.userId, userId: person.id } })).map(
    ({ setNm, endsList }) => [setNm.split(' ')[0], endsList.map((name) => name.replaceAll(` ${count}`, ''))],
  )

test('I read before I take a set what ends with it: neither what comes by hand nor what another set gives', async () => {
  await portal.make.grant(person, { systemId: mail })
  await sets.give(await sets.made({ setNm: `Clerk ${count}`, systemIds: [billing, mail], pageIds: [invoices] }), person)
  expect(await ends()).toEqual([['Clerk', ['Billing', 'Billing / Invoices']]])
  await sets.give(await sets.made({ setNm: `Reader ${count}`, systemIds: [billing] }), person)
  expect(await ends()).toEqual([
    ['Clerk', ['Billing / Invoices']],
    ['Reader', []],
  ])
})

test('a page that I gave by hand ends with the application that a set gave', async () => {
  await sets.give(await sets.made({ setNm: `Clerk ${count}`, systemIds: [billing] }), person)
  await portal.owner('insert into user_page_grants (user_id, page_id, granted_by) values ($1, $2, $3)', [
    person.id,
    invoices,
    root.id,
  ])
  expect(await ends()).toEqual([['Clerk', ['Billing', 'Billing / Invoices']]])
})

test('I read each way in which a user has an application and a page: by hand, and by sets', async () => {
  await portal.make.grant(person, { systemId: billing, pageId: invoices })
  for (const table of ['user_system_grants', 'user_page_grants'])
    await portal.owner(`update ${table} set granted_by = $1 where user_id = $2`, [root.id, person.id])
  await sets.give(await sets.made({ setNm: `Clerk ${count}`, systemIds: [billing], pageIds: [invoices] }), person)
  const { cpUser } = await staff.call(getUserDetail, { params: { uid: staff.userId, userId: person.id } })
  const ways = { givenByNm: 'Grace Hopper', permissionSets: [{ setNm: `Clerk ${count}`, versionNr: 1 }] }
  expect(cpUser.userSystems).toMatchObject([ways])
  expect(cpUser.userPages).toMatchObject([ways])
})

test('I find the sets that users of a client can get', async () => {
  const own = await sets.made({ setNm: `Clerk ${count}`, systemIds: [billing], clientId: client })
  const all = await sets.made({ setNm: `Clerk ${count}`, systemIds: [billing] })
  const other = await sets.made({
    setNm: `Clerk ${count}`,
    systemIds: [billing],
    clientId: await portal.make.client(),
  })
  const query = { nm: `clerk ${count}`, forClientId: client }
  const found = (await staff.call(listPermissionSets, { params: { uid: staff.userId }, query })).map(
    ({ setId }) => setId,
  )
  expect(found).toEqual(expect.arrayContaining([own, all]))
  expect(found).not.toContain(other)
})

test('I export the users of a set whom I administer, those that I have searched, and that is recorded', async () => {
  const other = await portal.make.user()
  const setId = await sets.made({ setNm: `Clerk ${count}`, systemIds: [billing] })
  await sets.give(setId, person, other)
  const names = async (by: Browser, body: object) => {
    const { rows, status } = await sheetOf(
      by,
      exportPermissionSetHolders,
      { format: 'xlsx', ...body },
      { setId: String(setId) },
    )
    return status === 200 ? rows.slice(1).map((row) => row[1]) : status
  }
  expect(await names(staff, {})).toEqual([other.userName, person.userName].toSorted())
  expect(await names(staff, { nm: person.userName })).toEqual([person.userName])
  const own = await portal.make.user({ client_id: client })
  await portal.make.adminPages(own, ['User Administration'])
  const clientAdmin = await openSession(portal, own)
  expect(await names(clientAdmin, {})).toEqual([person.userName])
  const ofOthers = await sets.made({
    setNm: `Others ${count}`,
    systemIds: [billing],
    clientId: await portal.make.client(),
  })
  const foreign = await sheetOf(clientAdmin, exportPermissionSetHolders, { format: 'csv' }, { setId: String(ofOthers) })
  expect(foreign.status).toBe(404)
  const events = await portal.owner(
    `select after from audit_events where event = 'permission_set_exported' and target_id = $1 order by id`,
    [String(setId)],
  )
  expect(events.map(({ after }) => after)).toEqual(
    Array.from({ length: 3 }, () => ({ name: `Clerk ${count}`, version: 1, format: 'xlsx' })),
  )
})

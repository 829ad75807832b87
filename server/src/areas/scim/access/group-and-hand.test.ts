import { listDirectoryGroups, saveGroupAccess } from '@portico/contract/scim/directory-groups.ts'
import { getUserDetail, updateUserPermissions } from '@portico/contract/users/user-profile.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startWithAdmin } from '../../../../test/administrator.ts'
import type { Browser } from '../../../../test/browser.ts'
import { openSession } from '../../../../test/guards/people.ts'
import type { Portal } from '../../../../test/portal.ts'
import { type Directory, groupOf, newDirectory, patchOf, personOf } from '../../../../test/scim.ts'

let portal: Portal
let staff: Browser
let directory: Directory
let billing: number
let invoices: number
let ada: { id: string; userId: number }
let clerks: number
let count = 0

beforeAll(async () => {
  ;({ portal, browser: staff } = await startWithAdmin())
})
afterAll(() => portal.close())
beforeEach(async () => {
  directory = await newDirectory(portal)
  billing = await portal.make.system()
  invoices = await portal.make.page({ system_id: billing, section_id: await portal.make.section() })
  const { body: person } = await directory.call('POST', '/Users', personOf(`hand.${++count}`))
  const [row] = await portal.owner('select user_id from scim_users where id = $1', [Number(person['id'])])
  ada = { id: String(person['id']), userId: Number(row?.['user_id']) }
  const { body: made } = await directory.call('POST', '/Groups', groupOf('Clerks', { members: [{ value: ada.id }] }))
  clerks = Number(made['id'])
})

const groupOfStaff = async (by = staff) =>
  (await by.call(listDirectoryGroups, { params: { uid: by.userId, clientId: directory.clientId }, query: {} })).find(
    ({ groupId }) => groupId === clerks,
  )

async function give(systemIds = [billing], pageIds = [invoices], by = staff) {
  const version = (await groupOfStaff(by))?.version ?? 0
  const params = { uid: by.userId, clientId: directory.clientId, groupId: clerks }
  return by.send(saveGroupAccess, { params, body: { systemIds, pageIds, version } })
}

const leave = () =>
  directory.call('PATCH', `/Groups/${clerks}`, patchOf({ op: 'remove', path: 'members', value: [{ value: ada.id }] }))

/** What Ada holds now; true: a group gave it. */
const held = async () =>
  Object.fromEntries(
    (
      await portal.owner(
        `select 'system' as kind, by_group from user_system_grants where user_id = $1 and valid_to is null
         union all select 'page', by_group from user_page_grants where user_id = $1 and valid_to is null`,
        [ada.userId],
      )
    ).map(({ kind, by_group: byGroup }) => [kind, byGroup]),
  )

const byGroup = { system: true, page: true }

/** Changes what Ada holds by hand: the application with these rights and its page, or nothing. */
async function change(rights: { sensitiveDataAccessFlg: boolean } | null) {
  const params = { uid: staff.userId, userId: ada.userId }
  const { permissionsVersion: version } = await staff.call(getUserDetail, { params })
  return staff.send(updateUserPermissions, {
    params,
    body: {
      userSystems: rights ? [{ systemId: billing, adminFlg: false, ...rights }] : [],
      userPages: rights ? [{ pageId: invoices }] : [],
      version,
    },
  })
}

describe('access by hand that a group gives, too', () => {
  test('can be ended; the group gives it in its place, and takes it away when the person leaves', async () => {
    await portal.make.grant({ id: ada.userId }, { systemId: billing, pageId: invoices })
    await give()
    expect(await held()).toEqual({ system: false, page: false })
    expect((await change(null)).status).toBe(200)
    expect(await held()).toEqual(byGroup)
    expect((await change(null)).status).toBe(422)
    await leave()
    expect(await held()).toEqual({})
  })

  test('ends with the pages of the application that the group gave', async () => {
    await portal.make.grant({ id: ada.userId }, { systemId: billing })
    await give()
    expect(await held()).toEqual({ system: false, page: true })
    expect((await change(null)).status).toBe(200)
    expect(await held()).toEqual(byGroup)
  })

  test('stays the group’s where an administrator adds a right and takes it away again', async () => {
    await give()
    expect((await change({ sensitiveDataAccessFlg: true })).status).toBe(200)
    expect((await change({ sensitiveDataAccessFlg: false })).status).toBe(200)
    expect(await held()).toEqual(byGroup)
    await leave()
    expect(await held()).toEqual({})
  })
})

test('a person who changes the employer keeps no page of an application that their group gave', async () => {
  await give([billing], [])
  await portal.owner('insert into user_page_grants (user_id, page_id) values ($1, $2)', [ada.userId, invoices])
  await portal.owner('update users set client_id = $2 where id = $1', [ada.userId, await portal.make.client()])
  expect(await held()).toEqual({})
})

describe('what a group gives', () => {
  test('is never a page without its application, also where it gives the page already', async () => {
    await give()
    const refused = await give([], [invoices])
    expect(refused).toMatchObject({ status: 422, data: [{ field: 'pageIds' }] })
    expect((await groupOfStaff())?.items).toHaveLength(2)
  })

  test('may be named twice', async () => {
    expect((await give([billing, billing], [invoices, invoices])).status).toBe(200)
    expect((await groupOfStaff())?.items).toHaveLength(2)
  })
})

describe('what a group gives no longer', () => {
  /** Lets the group give the application by an administrator of the client who loses the right then. */
  async function stopped(): Promise<Browser> {
    const former = await portal.make.user({ client_id: directory.clientId })
    await portal.make.adminPages(former, ['User Administration'])
    await portal.make.grant(former, { systemId: billing, pageId: invoices, isAdmin: true })
    const admin = await openSession(portal, former)
    expect((await give([billing], [invoices], admin)).status).toBe(200)
    await portal.owner('update user_system_grants set valid_to = now() where user_id = $1 and system_id = $2', [
      former.id,
      billing,
    ])
    const other = await portal.make.user({ client_id: directory.clientId })
    await portal.make.adminPages(other, ['User Administration'])
    return openSession(portal, other)
  }

  const givenBy = async () =>
    (await groupOfStaff())?.items.filter(({ systemId }) => systemId === billing).map(({ givenFlg }) => givenFlg)

  test('stays as it is while an administrator who cannot give it changes the rest', async () => {
    const admin = await stopped()
    const mail = await portal.make.system()
    await portal.make.grant({ id: admin.userId }, { systemId: mail, isAdmin: true })
    expect((await give([billing, mail], [invoices], admin)).status).toBe(200)
    expect(await givenBy()).toEqual([false, false])
    expect((await give([mail], [], admin)).status).toBe(403)
  })

  test('goes on where who saves it may give it, and can be taken away', async () => {
    await stopped()
    await portal.owner('update systems set is_assignable = false where id = $1', [billing])
    expect((await give()).status).toBe(200)
    expect(await givenBy()).toEqual([false, false])
    await portal.owner('update systems set is_assignable = true where id = $1', [billing])
    expect((await give()).status).toBe(200)
    expect(await givenBy()).toEqual([true, true])
    await portal.owner('update systems set is_assignable = false where id = $1', [billing])
    expect((await give([], [])).status).toBe(200)
    expect(await held()).toEqual({})
  })
})

import {
  createPermissionSet,
  givePermissionSet,
  listPermissionSetHolders,
  listPermissionSetsOfUser,
  takePermissionSet,
} from '@portico/contract/permission-sets/permission-sets.ts'
import { listDirectoryGroups, saveGroupAccess, undoGroupAccess } from '@portico/contract/scim/directory-groups.ts'
import { planGroupAccess } from '@portico/contract/scim/directory-group-plans.ts'
import { getUserDetail } from '@portico/contract/users/user-profile.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startWithAdmin } from '../../../../test/administrator.ts'
import type { Browser } from '../../../../test/browser.ts'
import { openSession } from '../../../../test/guards/people.ts'
import { jobContext } from '../../../../test/job-context.ts'
import type { Portal } from '../../../../test/portal.ts'
import { type Directory, groupOf, newDirectory, patchOf, personOf } from '../../../../test/scim.ts'
import { closeEndedGrantsJob } from '../../grants/close-ended-grants.job.ts'

let portal: Portal
let staff: Browser
let directory: Directory
let billing: number
let invoices: number
let setId: number
let count = 0

beforeAll(async () => {
  ;({ portal, browser: staff } = await startWithAdmin())
})
afterAll(() => portal.close())
beforeEach(async () => {
  directory = await newDirectory(portal)
  billing = await portal.make.system({ name: `Billing ${++count}` })
  const section_id = await portal.make.section()
  invoices = await portal.make.page({ name: `Invoices ${count}`, system_id: billing, section_id })
  setId = await newSet()
})

async function newSet(
  clientId: number | null = null,
  systemIds = [billing],
  pageIds = [invoices],
  customerIds: number[] = [],
): Promise<number> {
  const body = { setNm: `Clerk ${++count}`, descriptionTxt: '', clientId, systemIds, pageIds, customerIds }
  return (await staff.call(createPermissionSet, { params: { uid: staff.userId }, body })).setId
}

interface Person {
  id: string
  userId: number
}

async function person(): Promise<Person> {
  const name = `person.${++count}`
  const { body } = await directory.call('POST', '/Users', personOf(name, { externalId: name }))
  const [row] = await portal.owner('select user_id from scim_users where id = $1', [Number(body['id'])])
  return { id: String(body['id']), userId: Number(row?.['user_id']) }
}

async function group(name: string, ...members: Person[]): Promise<number> {
  const value = members.map(({ id }) => ({ value: id }))
  return Number((await directory.call('POST', '/Groups', groupOf(name, { members: value }))).body['id'])
}

const members = (groupId: number, op: 'add' | 'remove', ...people: Person[]) =>
  directory.call(
    'PATCH',
    `/Groups/${groupId}`,
    patchOf({ op, path: 'members', value: people.map(({ id }) => ({ value: id })) }),
  )

const paramsOf = (groupId: number, by = staff) => ({ uid: by.userId, clientId: directory.clientId, groupId })

const read = async (groupId: number, by = staff) => {
  const params = { uid: by.userId, clientId: directory.clientId }
  return (await by.call(listDirectoryGroups, { params, query: {} })).find((one) => one.groupId === groupId)
}

async function give(groupId: number, setIds: number[] | undefined = [setId], by = staff) {
  const version = (await read(groupId, by))?.version ?? 0
  const body = { systemIds: [], pageIds: [], version, ...(setIds && { setIds }) }
  return by.send(saveGroupAccess, { params: paramsOf(groupId, by), body })
}
const plan = (groupId: number, setIds: number[]) =>
  staff.call(planGroupAccess, { params: paramsOf(groupId), body: { systemIds: [], pageIds: [], setIds } })

const byHand = (endpoint: typeof givePermissionSet | typeof takePermissionSet, ...people: Person[]) => {
  const call = { params: { uid: staff.userId, setId }, body: { userIds: people.map(({ userId }) => userId) } }
  return endpoint === givePermissionSet ? staff.send(givePermissionSet, call) : staff.send(takePermissionSet, call)
}

/** Names of what a user holds now. */
const held = async ({ userId }: Person) =>
  (
    await portal.owner(
      `select system.name from current_system_grants held join systems system on system.id = held.system_id where held.user_id = $1
       union all
       select page.name from current_page_grants held join pages page on page.id = held.page_id where held.user_id = $1`,
      [userId],
    )
  )
    .map(({ name }) => String(name).split(' ')[0] ?? '')
    .toSorted()

/** An administrator of the client's users, who administers these applications. */
async function clientAdmin(...systemIds: number[]): Promise<Browser> {
  const user = await portal.make.user({ client_id: directory.clientId })
  await portal.make.adminPages(user, ['User Administration'])
  for (const systemId of systemIds)
    await portal.make.grant(user, { systemId, isAdmin: true, ...(systemId === billing && { pageId: invoices }) })
  return openSession(portal, user)
}

const reconcile = () => closeEndedGrantsJob({ db: portal.database.jobs }).run({}, jobContext())

const both = ['Billing', 'Invoices']

test('a set with a page for internal users alone is given by no group', async () => {
  await portal.owner('update pages set is_internal_only = true where id = $1', [invoices])
  expect(await give(await group(`Internal ${count}`))).toMatchObject({
    status: 422,
    message: expect.stringContaining('Invoices'),
  })
})

describe('a group that gives a permission set', () => {
  test('gives it to its members at once, to those who join, and ends it when they leave', async () => {
    const [ada, ben] = [await person(), await person()]
    const clerks = await group('fin-all', ada)
    expect((await plan(clerks, [setId])).sets).toMatchObject([{ setId, gainCnt: 1, loseCnt: 0 }])
    expect((await give(clerks)).status).toBe(200)
    expect(await held(ada)).toEqual(both)
    await members(clerks, 'add', ben)
    expect(await held(ben)).toEqual(both)
    await members(clerks, 'remove', ada)
    expect(await held(ada)).toEqual([])
    expect(await held(ben)).toEqual(both)
  })

  test('is named with the set as the way of what a member has', async () => {
    const ada = await person()
    await give(await group('fin-all', ada))
    const { cpUser } = await staff.call(getUserDetail, { params: { uid: staff.userId, userId: ada.userId } })
    expect(cpUser.userSystems).toMatchObject([
      { groupNms: ['fin-all'], permissionSets: [{ setNm: expect.stringContaining('Clerk'), versionNr: 1 }] },
    ])
    const events = await portal.owner(
      `select event, after from audit_events where subject_user_id = $1
          and event in ('permission_set_given', 'user_permissions_changed') order by id`,
      [ada.userId],
    )
    expect(events.map(({ event }) => event)).toEqual(['permission_set_given', 'user_permissions_changed'])
    expect(events[0]?.['after']).toMatchObject({ version: 1, group: 'fin-all' })
    expect(Object.values(events[1]?.['after'] ?? {})[0]).toMatch(/^Assigned, by set Clerk \d+ v1, by group fin-all$/)
  })

  test('leaves to its members what they have by hand', async () => {
    const ada = await person()
    await byHand(givePermissionSet, ada)
    const clerks = await group('fin-all', ada)
    await give(clerks)
    await members(clerks, 'remove', ada)
    expect(await held(ada)).toEqual(both)
  })

  test('keeps a set from being taken by hand; one that was given by hand comes by the group then', async () => {
    const [ada, ben] = [await person(), await person()]
    await byHand(givePermissionSet, ben)
    const clerks = await group('fin-all', ada, ben)
    await give(clerks)
    const refused = await byHand(takePermissionSet, ada)
    expect(refused.status).toBe(422)
    expect(refused.message).toContain('fin-all')
    expect((await byHand(takePermissionSet, ben)).status).toBe(200)
    expect(await held(ben)).toEqual(both)
    await members(clerks, 'remove', ben)
    expect(await held(ben)).toEqual([])
  })

  test('is named with the set and with those who have it by the group; nothing ends with what it gives, too', async () => {
    const [ada, ben, cai] = [await person(), await person(), await person()]
    await byHand(givePermissionSet, ben, cai)
    await give(await group('fin-all', ada, ben))
    const setsOf = async ({ userId }: Person) =>
      (await staff.call(listPermissionSetsOfUser, { params: { uid: staff.userId, userId } })).map(
        ({ groupNms, endsList }) => [groupNms, endsList.length],
      )
    expect([await setsOf(ada), await setsOf(ben), await setsOf(cai)]).toEqual([
      [[['fin-all'], 0]],
      [[[], 0]],
      [[[], 2]],
    ])
    const holders = await staff.call(listPermissionSetHolders, { params: { uid: staff.userId, setId }, query: {} })
    expect(new Map(holders.map(({ userId, groupNms }) => [userId, groupNms]))).toEqual(
      new Map([
        [ada.userId, ['fin-all']],
        [ben.userId, []],
        [cai.userId, []],
      ]),
    )
  })

  test('ends it for members where another group gives it no longer, either', async () => {
    const ada = await person()
    const [one, other] = [await group('one', ada), await group('other', ada)]
    await give(one)
    await give(other)
    await give(one, [])
    expect(await held(ada)).toEqual(both)
    expect((await plan(other, [])).sets).toMatchObject([{ setId, gainCnt: 0, loseCnt: 1 }])
    await directory.call('DELETE', `/Groups/${other}`)
    expect(await held(ada)).toEqual([])
  })

  test('is removed, and the record of that names its sets', async () => {
    const clerks = await group('fin-all')
    await give(clerks)
    await directory.call('DELETE', `/Groups/${clerks}`)
    const [event] = await portal.owner(
      `select before from audit_events where event = 'directory_group_removed' and target_id = $1`,
      [String(clerks)],
    )
    expect(event?.['before']).toMatchObject({ displayName: 'fin-all', gives: [expect.stringContaining('Clerk')] })
  })

  test('keeps its sets where a change does not name them, and gets them again when a change is taken back', async () => {
    const ada = await person()
    const clerks = await group('fin-all', ada)
    await give(clerks)
    await give(clerks, undefined)
    expect(await held(ada)).toEqual(both)
    const { undoId } = (await give(clerks, [])).data as { undoId: number }
    expect(await held(ada)).toEqual([])
    await staff.send(undoGroupAccess, { params: paramsOf(clerks), body: { undoId } })
    expect(await held(ada)).toEqual(both)
  })

  test('takes the place of a grant by hand that ends, whole', async () => {
    const ada = await person()
    await portal.owner(
      `insert into user_system_grants (user_id, system_id, valid_from, ends_at) values ($1, $2, now() - interval '2 days', now() - interval '1 day')`,
      [ada.userId, billing],
    )
    await give(await group('fin-all', ada))
    // A page alone would be of an application that has ended.
    expect(await portal.owner('select page_id from user_page_grants where user_id = $1', [ada.userId])).toEqual([])
    await reconcile()
    expect(await held(ada)).toEqual(both)
  })

  test('gives nothing of a set to members who have more rights than the administrator', async () => {
    const ada = await person()
    await portal.owner('update users set may_sign_on_as = true where id = $1', [ada.userId])
    const clerks = await group('fin-all', ada)
    const admin = await clientAdmin(billing)
    expect((await give(clerks, [setId], admin)).status).toBe(200)
    expect(await held(ada)).toEqual([])
  })
})

describe('an administrator of a client who lets a group give sets', () => {
  test('gives no set of which they may not give all', async () => {
    const mail = await portal.make.system({ name: `Mail ${count}` })
    const more = await newSet(null, [billing, mail])
    const clerks = await group('fin-all')
    const admin = await clientAdmin(billing)
    expect((await give(clerks, [more], admin)).status).toBe(403)
    expect((await give(clerks, [setId], admin)).status).toBe(200)
    expect((await give(clerks, [more])).status).toBe(200)
    expect((await give(clerks, [], admin)).status).toBe(403)
  })

  test('reads that a set is for another client', async () => {
    const foreign = await newSet(await portal.make.client())
    const refused = await give(await group('fin-all'), [foreign], await clientAdmin(billing))
    expect(refused.status).toBe(422)
    expect(refused.data).toMatchObject([{ field: 'setIds' }])
  })

  test('gives a set with customers while they have access to those', async () => {
    const customer = `insert into customers (name, facility_code) values ($1, 'EDH') returning id`
    const wharf = Number((await portal.owner(customer, [`Wharf ${count}`]))[0]?.['id'])
    const customersOf = ({ userId }: Person) =>
      portal.owner('select customer_id from current_customer_grants where user_id = $1', [userId])
    const ofClient = await newSet(directory.clientId, [billing], [invoices], [wharf])
    const [ada, ben] = [await person(), await person()]
    const clerks = await group('fin-all', ada)
    const admin = await clientAdmin(billing)
    expect((await give(clerks, [ofClient], admin)).status).toBe(403)
    await portal.owner(`insert into user_facility_grants (user_id, facility_code) values ($1, 'EDH')`, [admin.userId])
    await portal.owner('insert into user_customer_grants (user_id, customer_id) values ($1, $2)', [admin.userId, wharf])
    expect((await give(clerks, [ofClient], admin)).status).toBe(200)
    expect(await customersOf(ada)).toEqual([{ customer_id: wharf }])
    await portal.owner('update user_customer_grants set valid_to = clock_now() where user_id = $1', [admin.userId])
    await members(clerks, 'add', ben)
    expect([await held(ben), await customersOf(ben)]).toEqual([[], []])
    expect(await customersOf(ada)).toEqual([{ customer_id: wharf }])
    await members(clerks, 'remove', ada)
    expect(await customersOf(ada)).toEqual([])
  })

  test('gives it to no further members once they lost the right; those who have it keep it', async () => {
    const [ada, ben] = [await person(), await person()]
    const clerks = await group('fin-all', ada)
    const admin = await clientAdmin(billing)
    await give(clerks, [setId], admin)
    await portal.owner('update user_system_grants set is_admin = false where user_id = $1', [admin.userId])
    await members(clerks, 'add', ben)
    expect([await held(ada), await held(ben)]).toEqual([both, []])
    expect((await read(clerks))?.sets).toMatchObject([{ setId, givenFlg: false }])
    expect((await give(clerks)).status).toBe(200)
    expect(await held(ben)).toEqual(both)
  })
})

test('a user who moves to another client loses the sets of its groups, and the job finds who lacks them', async () => {
  const [ada, ben] = [await person(), await person()]
  const clerks = await group('fin-all', ada, ben)
  await give(clerks)
  await portal.owner('update users set client_id = $2 where id = $1', [ada.userId, await portal.make.client()])
  expect(await held(ada)).toEqual([])
  await portal.owner('update permission_set_holders set valid_to = clock_now() where user_id = $1', [ben.userId])
  await reconcile()
  expect([await held(ada), await held(ben)]).toEqual([[], both])
  await portal.owner('delete from scim_group_members where group_id = $1', [clerks])
  await reconcile()
  expect(await held(ben)).toEqual([])
})

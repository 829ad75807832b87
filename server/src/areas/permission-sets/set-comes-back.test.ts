import {
  deletePermissionSet,
  getPermissionSet,
  listPermissionSetsOfUser,
  planPermissionSet,
  undoPermissionSet,
} from '@portico/contract/permission-sets/permission-sets.ts'
import { getHandOver, handOverUser } from '@portico/contract/users/hand-over.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startWithAdmin } from '../../../test/administrator.ts'
import type { Browser } from '../../../test/browser.ts'
import { openSession } from '../../../test/guards/people.ts'
import type { MadeUser } from '../../../test/make.ts'
import { makeSetWorld, permissionSets } from '../../../test/permission-sets.ts'
import type { Portal } from '../../../test/portal.ts'

let portal: Portal
let staff: Browser
let root: MadeUser
let client: number
let billing: number
let mail: number
let person: MadeUser
let count = 0

beforeAll(async () => {
  ;({ portal, admin: root, browser: staff } = await startWithAdmin())
})
afterAll(() => portal.close())
beforeEach(async () => {
  ;({ client, person, billing, mail } = await makeSetWorld(portal, ++count))
})

/** An administrator of the client who administers these applications. */
async function clientAdmin(...systemIds: number[]): Promise<Browser> {
  const admin = await portal.make.user({ client_id: client })
  await portal.make.adminPages(admin, ['User Administration'])
  for (const systemId of systemIds) await portal.make.grant(admin, { systemId, isAdmin: true })
  return openSession(portal, admin)
}
const remove = async (setId: number, by = staff) => {
  const { undoId } = (await by.call(deletePermissionSet, { params: { uid: by.userId, setId } })) as { undoId: number }
  return () => by.send(undoPermissionSet, { params: { uid: by.userId, setId }, body: { undoId } })
}
const itemsOf = async (setId: number) =>
  (await staff.call(getPermissionSet, { params: { uid: staff.userId, setId } })).set.items.map(
    ({ systemId, givenFlg }) => [systemId, givenFlg],
  )
const heldBy = async ({ id }: MadeUser) =>
  (await portal.owner('select system_id from current_system_grants where user_id = $1 order by 1', [id])).map((row) =>
    Number(row['system_id']),
  )

test('a set that I deleted comes back whole, also with an application that is not offered any more', async () => {
  const sets = permissionSets(staff)
  const setId = await sets.made({ setNm: `Clerk ${count}`, systemIds: [billing, mail] })
  await sets.give(setId, person)
  await portal.owner('update systems set is_assignable = false where id = $1', [mail])
  const undo = await remove(setId)
  expect(await heldBy(person)).toEqual([])
  expect((await undo()).status).toBe(200)
  expect(await itemsOf(setId)).toEqual([
    [billing, true],
    [mail, false],
  ])
  expect(await heldBy(person)).toEqual([billing])
})

test('a set that I deleted comes back with the parts of others, by whose rights its users have them again', async () => {
  const setId = await permissionSets(staff).made({
    setNm: `Clerk ${count}`,
    systemIds: [billing, mail],
    clientId: client,
  })
  await permissionSets(staff).give(setId, person)
  const mine = await clientAdmin(billing, mail)
  const undo = await remove(setId, mine)
  await portal.owner('update user_system_grants set valid_to = clock_now() where user_id = $1 and system_id = $2', [
    mine.userId,
    mail,
  ])
  expect((await undo()).status).toBe(200)
  expect(await heldBy(person)).toEqual([billing, mail])
})

test('a set with a page of the administration comes back by a fresh sign-in', async () => {
  const setId = await permissionSets(staff).made({ setNm: `Portal ${count}`, systemIds: [2] })
  const undo = await remove(setId)
  await portal.owner(`update sessions set authenticated_at = now() - interval '1 day' where user_id = $1`, [root.id])
  expect((await undo()).data).toEqual({ reauth: true })
  staff = await openSession(portal, root)
})

test('the preview counts nobody who has more rights than the administrator who put the application in', async () => {
  const mine = await clientAdmin(billing)
  const setId = await permissionSets(mine).made({ setNm: `Clerk ${count}`, systemIds: [billing], clientId: client })
  const stronger = await portal.make.user({ client_id: client })
  await portal.make.grant(stronger, { systemId: await portal.make.system(), isAdmin: true })
  await portal.owner('insert into permission_set_holders (set_id, user_id) values ($1, $2), ($1, $3)', [
    setId,
    stronger.id,
    person.id,
  ])
  const body = { systemIds: [billing], pageIds: [] }
  const plan = await staff.call(planPermissionSet, { params: { uid: staff.userId, setId }, body })
  expect(plan.users.map(({ userId }) => userId)).toEqual([person.id])
})

test('closing an account takes its sets, which is said before and afterwards, and in the audit trail', async () => {
  const setId = await permissionSets(staff).made({ setNm: `Clerk ${count}`, systemIds: [billing] })
  await permissionSets(staff).give(setId, person)
  const vault = await portal.make.system({ name: `Vault ${count}` })
  const further = await permissionSets(staff).made({ setNm: `Keeper ${count}`, systemIds: [vault] })
  await permissionSets(staff).give(further, person)
  // Of a set that was deleted before, the user loses nothing.
  const former = await permissionSets(staff).made({ setNm: `Former ${count}`, systemIds: [billing] })
  await permissionSets(staff).give(former, person)
  await remove(former)
  const params = { uid: staff.userId, userId: person.id }
  const mine = await clientAdmin(billing)
  const seen = (by: Browser) => by.call(getHandOver, { params: { uid: by.userId, userId: person.id } })
  // Of a set whose applications they do not administer nothing ends.
  expect([(await seen(staff)).setCnt, (await seen(mine)).setCnt]).toEqual([2, 1])
  const body = { userId: person.id, recipientId: null }
  const { message } = await staff.send(handOverUser, { params: { uid: staff.userId }, body })
  expect(message).toMatch(/ is inactive\. Sessions and access have ended\. 2 permission sets ended\.$/)
  expect(await staff.call(listPermissionSetsOfUser, { params })).toEqual([])
  const taken = await portal.owner(
    `select before from audit_events where event = 'permission_set_taken' and subject_user_id = $1 order by id`,
    [person.id],
  )
  expect(taken.map(({ before }) => before)).toEqual([
    { name: `Clerk ${count}`, version: 1 },
    { name: `Keeper ${count}`, version: 1 },
  ])
})

test('closing an account leaves a set of which the administrator may not end all, with what stays of it', async () => {
  const setId = await permissionSets(staff).made({ setNm: `Clerk ${count}`, systemIds: [billing, mail] })
  await permissionSets(staff).give(setId, person)
  const mine = await clientAdmin(billing)
  const body = { userId: person.id, recipientId: null }
  expect((await mine.send(handOverUser, { params: { uid: mine.userId }, body })).status).toBe(200)
  const sets = await staff.call(listPermissionSetsOfUser, { params: { uid: staff.userId, userId: person.id } })
  expect(sets.map((set) => set.setId)).toEqual([setId])
  expect(await heldBy(person)).toContain(mail)
})

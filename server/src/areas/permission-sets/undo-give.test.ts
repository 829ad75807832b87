import {
  deletePermissionSet,
  listPermissionSetHolders,
  undoGivePermissionSet,
} from '@portico/contract/permission-sets/permission-sets.ts'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { startWithAdmin } from '../../../test/administrator.ts'
import type { Browser } from '../../../test/browser.ts'
import { openSession } from '../../../test/guards/people.ts'
import type { MadeUser } from '../../../test/make.ts'
import { inDays, makeSetWorld, permissionSets } from '../../../test/permission-sets.ts'
import type { Portal } from '../../../test/portal.ts'
import { waitingStatements } from '../../../test/waiting-statements.ts'

let portal: Portal
let staff: Browser
let root: MadeUser
let sets: ReturnType<typeof permissionSets>
let client: number
let billing: number
let person: MadeUser
let other: MadeUser
let clerk: number
let count = 0

const [soon, late] = [inDays(10), inDays(30)]

beforeAll(async () => {
  ;({ portal, admin: root, browser: staff } = await startWithAdmin())
  sets = permissionSets(staff)
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.moveClock('0')
  ;({ client, person, billing } = await makeSetWorld(portal, ++count))
  other = await portal.make.user({ client_id: client })
  clerk = await sets.made({ setNm: `Clerk ${count}`, systemIds: [billing] })
})

const undoIdOf = ({ data }: { data: unknown }) => (data as { undo?: { undoId: number } }).undo?.undoId ?? 0
const undo = (undoId: number, by = staff, setId = clerk) =>
  by.send(undoGivePermissionSet, { params: { uid: by.userId, setId }, body: { undoId } })

/** Who has the set until when, by their ids. */
const holders = async () => {
  const params = { uid: staff.userId, setId: clerk }
  const held = await staff.call(listPermissionSetHolders, { params, query: {} })
  return Object.fromEntries(held.map(({ userId, endDt }) => [userId, endDt]))
}
const opened = async ({ id }: MadeUser) =>
  (await portal.owner('select system_id from current_system_grants where user_id = $1', [id])).length

test('Undo takes a set from those to whom I gave it, with what it gave, once', async () => {
  const given = await sets.give(clerk, person, other)
  expect(await opened(person)).toBe(1)
  const undone = await undo(undoIdOf(given))
  expect([undone.data, undone.message]).toEqual([{ changedCnt: 2, leftOut: [] }, 'The change was undone.'])
  expect([await holders(), await opened(person), await opened(other)]).toEqual([{}, 0, 0])
  expect((await undo(undoIdOf(given))).status).toBe(404)
})

test('Undo lets have a set until the former end whom I gave it for longer, and keeps who had it before', async () => {
  const third = await portal.make.user({ client_id: client })
  await sets.giveUntil(clerk, soon, person)
  await sets.give(clerk, other)
  const given = await sets.giveUntil(clerk, late, person, other, third)
  expect(await holders()).toEqual({ [person.id]: late, [other.id]: null, [third.id]: late })
  expect((await undo(undoIdOf(given))).data).toEqual({ changedCnt: 2, leftOut: [] })
  expect(await holders()).toEqual({ [person.id]: soon, [other.id]: null })
  const shortened = await sets.giveUntil(clerk, soon, other)
  await undo(undoIdOf(shortened))
  expect(await holders()).toEqual({ [person.id]: soon, [other.id]: null })
})

test('Undo takes a set whose former end has passed by then', async () => {
  await sets.giveUntil(clerk, new Date(Date.now() + 600_000), person)
  const given = await sets.giveUntil(clerk, late, person, other)
  await portal.moveClock('20 minutes')
  await undo(undoIdOf(given))
  expect([await holders(), await opened(person)]).toEqual([{}, 0])
})

test('Undo leaves out whom somebody has given the set anew, or taken it from, with the reason', async () => {
  const third = await portal.make.user({ client_id: client })
  const given = await sets.give(clerk, person, other, third)
  await sets.take(clerk, person, other)
  await sets.give(clerk, person)
  const undone = await undo(undoIdOf(given))
  const reasonTxt = 'They got or lost the permission set again since then.'
  expect(undone).toMatchObject({
    message: 'The change was undone. 2 users stay as they are.',
    data: { changedCnt: 1, leftOut: [person, other].map(({ id }) => ({ userId: id, reasonTxt })) },
  })
  expect(await holders()).toEqual({ [person.id]: null })
  const toOne = await sets.give(clerk, other)
  await sets.take(clerk, other)
  expect(await undo(undoIdOf(toOne))).toMatchObject({ status: 422, message: reasonTxt })
})

test('Undo is refused to others, for another set, once the set is deleted, and after an hour', async () => {
  const another = await portal.make.user({ is_internal: true })
  await portal.make.adminPages(another, ['User Administration'])
  const given = await sets.give(clerk, person)
  expect((await undo(undoIdOf(given), await openSession(portal, another))).status).toBe(404)
  const reader = await sets.made({ setNm: `Reader ${count}`, systemIds: [billing] })
  expect((await undo(undoIdOf(given), staff, reader)).status).toBe(404)
  await portal.moveClock('61 minutes')
  expect((await undo(undoIdOf(given), await openSession(portal, root))).status).toBe(404)
  await portal.moveClock('0')
  await staff.call(deletePermissionSet, { params: { uid: staff.userId, setId: clerk } })
  expect((await undo(undoIdOf(given))).status).toBe(404)
})

test('Undo follows the rules for taking a set: by then I have to administer all that it gives', async () => {
  const admin = await portal.make.user({ client_id: client })
  await portal.make.adminPages(admin, ['User Administration'])
  await portal.make.grant(admin, { systemId: billing, isAdmin: true })
  const by = await openSession(portal, admin)
  const given = await permissionSets(by).give(clerk, person)
  expect(given.status).toBe(200)
  const administers = (is: boolean) =>
    portal.owner('update user_system_grants set is_admin = $3 where user_id = $1 and system_id = $2', [
      admin.id,
      billing,
      is,
    ])
  await administers(false)
  expect(await undo(undoIdOf(given), by)).toMatchObject({ status: 403, message: expect.stringContaining('Billing') })
  expect(await holders()).toEqual({ [person.id]: null })
  await administers(true)
  expect(await undo(undoIdOf(given), by)).toMatchObject({ status: 200, data: { changedCnt: 1, leftOut: [] } })
  expect(await holders()).toEqual({})
})

test('Undo locks the users in one order, whichever ends they had before', async () => {
  await sets.giveUntil(clerk, soon, other)
  const given = await sets.giveUntil(clerk, late, other, person)
  const rival = new pg.Client(portal.config.databaseUrl)
  await rival.connect()
  onTestFinished(() => rival.end())
  const lock = 'select from users where id = $1 for update nowait'
  await rival.query('begin')
  await rival.query(lock, [person.id])
  const undone = undo(undoIdOf(given))
  await expect.poll(() => waitingStatements(portal)).toBe(1)
  await rival.query(lock, [other.id])
  await rival.query('commit')
  expect((await undone).data).toEqual({ changedCnt: 2, leftOut: [] })
})

test('who changed nobody has nothing to undo', async () => {
  await sets.give(clerk, person, other)
  const { data } = await sets.give(clerk, person, other)
  expect(data).toMatchObject({ changedCnt: 0 })
  expect(data).not.toHaveProperty('undo')
})

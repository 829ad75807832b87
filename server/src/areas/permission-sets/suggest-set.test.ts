import { suggestPermissionSet } from '@portico/contract/permission-sets/permission-sets.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startWithAdmin } from '../../../test/administrator.ts'
import type { Browser } from '../../../test/browser.ts'
import { openSession } from '../../../test/guards/people.ts'
import type { MadeUser } from '../../../test/make.ts'
import { permissionSets } from '../../../test/permission-sets.ts'
import type { Portal } from '../../../test/portal.ts'

let portal: Portal
let staff: Browser
let client: number
let department: number
let billing: number
let invoices: number
let mail: number
let count = 0

beforeAll(async () => {
  ;({ portal, browser: staff } = await startWithAdmin())
})
afterAll(() => portal.close())
beforeEach(async () => {
  count++
  client = await portal.make.client()
  const [made] = await portal.owner('insert into departments (name) values ($1) returning id', [`Claims ${count}`])
  department = Number(made?.['id'])
  billing = await portal.make.system({ name: `Billing ${count}` })
  mail = await portal.make.system({ name: `Mail ${count}` })
  invoices = await portal.make.page({
    name: `Invoices ${count}`,
    system_id: billing,
    section_id: await portal.make.section(),
  })
})

interface Member {
  systems?: readonly number[]
  pageId?: number
  columns?: object
}

/** A user of the department who has these applications by hand. */
async function member({ systems = [billing], pageId, columns = {} }: Member = {}): Promise<MadeUser> {
  const user = await portal.make.user({ client_id: client, department_id: department, ...columns })
  for (const systemId of systems)
    await portal.make.grant(user, { systemId, ...(systemId === billing && pageId !== undefined && { pageId }) })
  return user
}
const members = async (size: number, one: Member = {}) => {
  const made: MadeUser[] = []
  for (let n = 0; n < size; n++) made.push(await member(one))
  return made
}

const ask = (by: Browser, clientId = client) =>
  by.send(suggestPermissionSet, { params: { uid: by.userId, clientId, departmentId: department } })

/** What is suggested, in words: 'Billing 4/5', with a mark where it is checked at first. */
async function suggested(by = staff) {
  const { userCnt, items } = await by.call(suggestPermissionSet, {
    params: { uid: by.userId, clientId: client, departmentId: department },
  })
  return items.map(({ systemNm, pageNm, holderCnt, bySetCnt, suggestedFlg }) => {
    const name = (pageNm ?? systemNm).split(' ')[0]
    return `${suggestedFlg ? '✓ ' : ''}${name} ${holderCnt}/${userCnt}${bySetCnt > 0 ? `, ${bySetCnt} by set` : ''}`
  })
}

/** An administrator of the client who administers Billing, and has this page of it. */
async function clientAdmin(pageId?: number): Promise<Browser> {
  const user = await portal.make.user({ client_id: client })
  await portal.make.adminPages(user, ['User Administration'])
  await portal.make.grant(user, { systemId: billing, isAdmin: true, ...(pageId !== undefined && { pageId }) })
  return openSession(portal, user)
}

test('what four of five users of a department have is suggested with its count, what three have is not', async () => {
  await members(3, { systems: [billing, mail], pageId: invoices })
  await member({ pageId: invoices })
  await member({ systems: [] })
  expect(await suggested()).toEqual(['✓ Billing 4/5', '✓ Invoices 4/5'])
})

test('nothing is suggested from fewer than five active users of the department and the client', async () => {
  await members(4)
  await member({ columns: { status: 2 } })
  await member({ columns: { client_id: await portal.make.client() } })
  await member({ columns: { department_id: null } })
  expect((await ask(staff)).data).toEqual({ userCnt: 4, items: [] })
  await member()
  expect(await suggested()).toEqual(['✓ Billing 5/5'])
})

test('access that ends, or has ended, is not counted', async () => {
  const all = await members(5, { systems: [billing, mail] })
  const ids = all.map(({ id }) => id)
  await portal.owner(
    `update user_system_grants set ends_at = clock_now() + interval '1 day' where system_id = $1 and user_id = any ($2::integer[])`,
    [mail, ids],
  )
  await portal.owner('update user_system_grants set valid_to = clock_now() where system_id = $1 and user_id = $2', [
    billing,
    ids[0],
  ])
  expect(await suggested()).toEqual(['✓ Billing 4/5'])
})

test('what a permission set gives most of them already is shown and not suggested', async () => {
  const sets = permissionSets(staff)
  const all = await members(5, { systems: [billing, mail], pageId: invoices })
  const setId = await sets.made({ setNm: `Reader ${count}`, systemIds: [mail] })
  await sets.give(setId, ...all.slice(0, 1))
  expect(await suggested()).toEqual(['✓ Billing 5/5', '✓ Invoices 5/5', '✓ Mail 5/5, 1 by set'])
  await sets.give(setId, ...all.slice(1, 3))
  expect(await suggested()).toEqual(['✓ Billing 5/5', '✓ Invoices 5/5', 'Mail 5/5, 3 by set'])
  // A set that ends leaves what they have without an end.
  for (const one of all.slice(0, 3)) await sets.giveUntil(setId, new Date(Date.now() + 86_400_000), one)
  expect(await suggested()).toEqual(['✓ Billing 5/5', '✓ Invoices 5/5', '✓ Mail 5/5'])
})

test('the application of a suggested page is suggested with it', async () => {
  const sets = permissionSets(staff)
  const all = await members(5, { pageId: invoices })
  await sets.give(await sets.made({ setNm: `Books ${count}`, systemIds: [billing] }), ...all)
  expect(await suggested()).toEqual(['✓ Billing 5/5, 5 by set', '✓ Invoices 5/5'])
})

test('an administrator of a client reads of its departments what they may give', async () => {
  await members(5, { systems: [billing, mail], pageId: invoices })
  expect(await suggested(await clientAdmin())).toEqual(['✓ Billing 5/5'])
  const admin = await clientAdmin(invoices)
  expect(await suggested(admin)).toEqual(['✓ Billing 5/5', '✓ Invoices 5/5'])
  expect((await ask(admin, await portal.make.client())).status).toBe(404)
})

test('what nobody can give is not suggested', async () => {
  await members(5, { pageId: invoices })
  await portal.owner('update pages set is_internal_only = true where id = $1', [invoices])
  expect(await suggested()).toEqual(['✓ Billing 5/5'])
  await portal.owner('update systems set is_assignable = false where id = $1', [billing])
  expect(await suggested()).toEqual([])
})

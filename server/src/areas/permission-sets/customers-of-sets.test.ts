import { getUserCustomers, updateUserCustomers } from '@portico/contract/customers/user-customers.ts'
import {
  createPermissionSet,
  deletePermissionSet,
  getPermissionSet,
  listPermissionSetsOfUser,
  planPermissionSet,
  undoPermissionSet,
  updatePermissionSet,
} from '@portico/contract/permission-sets/permission-sets.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startWithAdmin } from '../../../test/administrator.ts'
import type { Browser } from '../../../test/browser.ts'
import { openSession } from '../../../test/guards/people.ts'
import { jobContext } from '../../../test/job-context.ts'
import type { MadeUser } from '../../../test/make.ts'
import { makeSetCustomers, makeSetWorld, permissionSets } from '../../../test/permission-sets.ts'
import type { Portal } from '../../../test/portal.ts'
import { closeEndedGrantsJob } from '../grants/close-ended-grants.job.ts'

let portal: Portal
let staff: Browser
let client: number
let billing: number
let person: MadeUser
/** Below `harbor`. */
let pier: number
let harbor: number
let wharf: number
let count = 0

beforeAll(async () => {
  ;({ portal, browser: staff } = await startWithAdmin())
})
afterAll(() => portal.close())
beforeEach(async () => {
  ;({ client, person, billing } = await makeSetWorld(portal, ++count))
  ;({ harbor, pier, wharf } = await makeSetCustomers(portal, count))
})

const bodyOf = (customerIds?: readonly number[], setNm = `Clerk ${count}`) => ({
  setNm,
  descriptionTxt: '',
  systemIds: [billing],
  pageIds: [],
  ...(customerIds && { customerIds: [...customerIds] }),
})
const create = (
  customerIds: readonly number[],
  { by = staff, setNm = `Clerk ${count}`, of = client as number | null } = {},
) => by.send(createPermissionSet, { params: { uid: by.userId }, body: { ...bodyOf(customerIds, setNm), clientId: of } })
const made = async (...given: Parameters<typeof create>) =>
  (((await create(...given)).data ?? {}) as { setId: number }).setId
const change = (setId: number, versionNr: number, customerIds?: readonly number[], by = staff) =>
  by.send(updatePermissionSet, { params: { uid: by.userId, setId }, body: { ...bodyOf(customerIds), versionNr } })
const read = (setId: number, by = staff) => by.call(getPermissionSet, { params: { uid: by.userId, setId } })
const give = (setId: number, by = staff, user = person) => permissionSets(by).give(setId, user)
const take = (setId: number, by = staff) => permissionSets(by).take(setId, person)
const undoIdOf = ({ data }: { data: unknown }) => (data as { undoId: number }).undoId

/** Facilities and customers of a user, by the first word of their names. */
const held = async ({ id }: { id: number } = person) =>
  (
    await portal.owner(
      `select facility_code as name from current_facility_grants where user_id = $1
       union all
       select customer.name from current_customer_grants given join customers customer on customer.id = given.customer_id
        where given.user_id = $1`,
      [id],
    )
  )
    .map(({ name }) => String(name).split(' ')[0] ?? '')
    .toSorted()

const assign = (user: { id: number }, customerIds: readonly number[]) =>
  staff.send(updateUserCustomers, {
    params: { uid: staff.userId, userId: user.id },
    body: {
      userFacilities: [{ facilityCd: 'EDH', allCustomersFlg: false }],
      userCustomers: customerIds.map((customerId) => ({ customerId })),
    },
  })

/** An administrator of the client and of Billing, who holds these customers. */
async function clientAdmin(...customerIds: number[]): Promise<Browser> {
  const user = await portal.make.user({ client_id: client })
  await portal.make.adminPages(user, ['User Administration'])
  await portal.make.grant(user, { systemId: billing, isAdmin: true })
  if (customerIds.length > 0) await assign(user, customerIds)
  return openSession(portal, user)
}

const reconcile = () => closeEndedGrantsJob({ db: portal.database.jobs }).run({}, jobContext())

describe('a set of a client with customers', () => {
  test('lists them by facility, and by name there', async () => {
    const [elsewhere] = await portal.owner(
      `insert into customers (name, facility_code) values ($1, 'KCW') returning id`,
      [`Atoll ${count}`],
    )
    const { customers } = await read(await made([Number(elsewhere?.['id']), wharf, harbor]))
    expect(customers.map(({ customerNm, facilityCd }) => `${facilityCd} ${customerNm}`)).toEqual([
      `EDH Harbor ${count}`,
      `EDH Wharf ${count}`,
      `KCW Atoll ${count}`,
    ])
  })

  test('gives them with their facility, until it is taken', async () => {
    const setId = await made([harbor, wharf])
    await give(setId)
    expect(await held()).toEqual(['EDH', 'Harbor', 'Wharf'])
    const { userCustomers } = await staff.call(getUserCustomers, { params: { uid: staff.userId, userId: person.id } })
    expect(userCustomers.map(({ permissionSets: sets }) => sets)).toEqual([
      [{ setNm: `Clerk ${count}`, versionNr: 1 }],
      [{ setNm: `Clerk ${count}`, versionNr: 1 }],
    ])
    const [set] = await staff.call(listPermissionSetsOfUser, { params: { uid: staff.userId, userId: person.id } })
    expect(set?.givesList).toEqual([`Billing ${count}`, `EDH / Harbor ${count}`, `EDH / Wharf ${count}`])
    expect(set?.endsList).toEqual(set?.givesList)
    await take(setId)
    expect(await held()).toEqual([])
    const events = await portal.owner(
      `select before, after from audit_events where subject_user_id = $1 and event = 'user_permissions_changed' order by id`,
      [person.id],
    )
    expect(events[0]?.['after']).toMatchObject({ [`EDH / Harbor ${count}`]: `Assigned, by set Clerk ${count} v1` })
    expect(events[1]?.['before']).toMatchObject({ [`EDH / Wharf ${count}`]: `Assigned, by set Clerk ${count} v1` })
  })

  test('adds nothing to what is held by hand, and takes nothing of it', async () => {
    await assign(person, [harbor])
    const setId = await made([pier, wharf])
    await give(setId)
    expect(await held()).toEqual(['EDH', 'Harbor', 'Wharf'])
    await take(setId)
    expect(await held()).toEqual(['EDH', 'Harbor'])
  })

  test('gives with another set what either gives', async () => {
    const first = await made([harbor])
    const second = await made([harbor, wharf], { setNm: `Reader ${count}` })
    await give(first)
    await give(second)
    const [clerk] = await staff.call(listPermissionSetsOfUser, { params: { uid: staff.userId, userId: person.id } })
    expect(clerk?.endsList).toEqual([])
    await take(first)
    expect(await held()).toEqual(['EDH', 'Harbor', 'Wharf'])
    await take(second)
    expect(await held()).toEqual([])
  })

  test('changes what its users have, counted before, and back', async () => {
    const setId = await made([harbor])
    await give(setId)
    const plan = await staff.call(planPermissionSet, {
      params: { uid: staff.userId, setId },
      body: { systemIds: [billing], pageIds: [], customerIds: [wharf] },
    })
    expect(plan).toMatchObject({ memberCnt: 1, changedCnt: 1, gainCnt: 1, loseCnt: 1 })
    expect(plan.items).toEqual([
      { systemNm: 'EDH', pageNm: `Harbor ${count}`, gainCnt: 0, loseCnt: 1 },
      { systemNm: 'EDH', pageNm: `Wharf ${count}`, gainCnt: 1, loseCnt: 0 },
    ])
    const done = await change(setId, 1, [wharf])
    expect(await held()).toEqual(['EDH', 'Wharf'])
    await staff.send(undoPermissionSet, { params: { uid: staff.userId, setId }, body: { undoId: undoIdOf(done) } })
    expect(await held()).toEqual(['EDH', 'Harbor'])
    const deleted = await staff.send(deletePermissionSet, { params: { uid: staff.userId, setId } })
    expect(await held()).toEqual([])
    await staff.send(undoPermissionSet, { params: { uid: staff.userId, setId }, body: { undoId: undoIdOf(deleted) } })
    expect(await held()).toEqual(['EDH', 'Harbor'])
    const { versions } = await read(setId)
    expect(versions.map(({ versionNr, givesList }) => [versionNr, givesList.at(-1)])).toEqual([
      [5, `EDH / Harbor ${count}`],
      [3, `EDH / Harbor ${count}`],
      [2, `EDH / Wharf ${count}`],
      [1, `EDH / Harbor ${count}`],
    ])
    expect((await read(setId, await clientAdmin(pier))).versions.at(-1)?.givesList).toEqual([`Billing ${count}`])
  })

  test('keeps them where a change does not name them', async () => {
    const setId = await made([harbor])
    await give(setId)
    await change(setId, 1)
    expect(await held()).toEqual(['EDH', 'Harbor'])
  })

  test('ends with the employer', async () => {
    await give(await made([harbor]))
    await portal.owner('update users set client_id = $2 where id = $1', [person.id, await portal.make.client()])
    expect(await held()).toEqual([])
  })

  test('gives them once what was held besides has ended', async () => {
    await assign(person, [harbor])
    await give(await made([pier]))
    expect(await held()).toEqual(['EDH', 'Harbor'])
    await assign(person, [])
    await reconcile()
    expect(await held()).toEqual(['EDH', 'Pier'])
  })
})

describe('customers are put into a set', () => {
  test('of a client alone, that there are, and none above another', async () => {
    for (const [sent, of] of [
      [[harbor], null],
      [[2_000_000_000], client],
      [[harbor, pier], client],
    ] as const) {
      const refused = await create(sent, { of, setNm: `Refused ${count}` })
      expect(refused.status).toBe(422)
      expect(refused.text).toContain('customerIds')
    }
  })

  test('by those who have access to them; others stay as they are and are not named', async () => {
    const admin = await clientAdmin(pier)
    expect((await create([wharf], { by: admin, setNm: `Own ${count}` })).status).toBe(422)
    expect((await create([harbor], { by: admin, setNm: `Own ${count}` })).status).toBe(422)
    const setId = await made([pier, wharf])
    expect(await read(setId, admin)).toMatchObject({ customers: [{ customerId: pier }], hiddenCustomerCnt: 1 })
    expect((await change(setId, 1, [], admin)).status).toBe(200)
    expect((await read(setId)).customers.map(({ customerId }) => customerId)).toEqual([wharf])
  })

  test('a set is given, taken and deleted by those who have access to all of them', async () => {
    const setId = await made([wharf])
    const admin = await clientAdmin(pier)
    expect((await give(setId, admin)).status).toBe(403)
    await give(setId)
    expect((await take(setId, admin)).status).toBe(403)
    const params = { uid: admin.userId, setId }
    expect((await admin.send(deletePermissionSet, { params })).status).toBe(403)
    expect(await held()).toEqual(['EDH', 'Wharf'])
    const other = await clientAdmin(wharf)
    expect((await take(setId, other)).status).toBe(200)
    expect(await held()).toEqual([])
  })

  test('go no further once their giver lost access, and again by one who has it', async () => {
    const admin = await clientAdmin(wharf)
    const setId = await made([], { by: admin })
    await give(setId)
    expect((await change(setId, 1, [wharf], admin)).status).toBe(200)
    expect(await held()).toEqual(['EDH', 'Wharf'])
    await portal.owner('update user_customer_grants set valid_to = clock_now() where user_id = $1', [admin.userId])
    const late = await portal.make.user({ client_id: client })
    await portal.owner('insert into permission_set_holders (set_id, user_id) values ($1, $2)', [setId, late.id])
    await reconcile()
    expect(await held()).toEqual(['EDH', 'Wharf'])
    expect(await held(late)).toEqual([])
    expect((await read(setId)).customers).toMatchObject([{ customerId: wharf, givenFlg: false }])
    await change(setId, 2, [wharf])
    expect((await read(setId)).customers).toMatchObject([{ givenFlg: true }])
    expect(await held(late)).toEqual(['EDH', 'Wharf'])
  })

  test('are not taken from users with rights that the administrator lacks', async () => {
    const setId = await made([wharf])
    const strong = await portal.make.user({ client_id: client })
    await portal.make.grant(strong, { systemId: await portal.make.system(), isAdmin: true })
    await give(setId, staff, strong)
    const admin = await clientAdmin(wharf)
    expect((await change(setId, 1, [], admin)).status).toBe(403)
    expect(await held(strong)).toEqual(['EDH', 'Wharf'])
  })
})

test('a customer that a set gives is not taken by hand', async () => {
  await give(await made([wharf]))
  await assign(person, [wharf, harbor])
  expect(await held()).toEqual(['EDH', 'Harbor', 'Wharf'])
  const refused = await assign(person, [harbor])
  expect(refused.status).toBe(422)
  expect(refused.text).toContain(`Clerk ${count}`)
  expect(await held()).toEqual(['EDH', 'Harbor', 'Wharf'])
})

test('customers that sets give above and below each other stay with a change by hand', async () => {
  await give(await made([pier]))
  await give(await made([harbor], { setNm: `Reader ${count}` }))
  expect(await held()).toEqual(['EDH', 'Harbor', 'Pier'])
  expect((await assign(person, [pier, harbor, wharf])).status).toBe(200)
  expect((await assign(person, [pier, harbor])).status).toBe(200)
  expect(await held()).toEqual(['EDH', 'Harbor', 'Pier'])
})

test('a customer above one that a set gives is assigned by hand, and the set gives its own again once that ends', async () => {
  await give(await made([pier]))
  expect((await assign(person, [harbor])).status).toBe(200)
  expect(await held()).toEqual(['EDH', 'Harbor'])
  await assign(person, [])
  await reconcile()
  expect(await held()).toEqual(['EDH', 'Pier'])
})

test('a facility that a set needs is not ended by hand, and a customer that I have no access to is not named', async () => {
  await give(await made([wharf]))
  const admin = await clientAdmin(pier)
  const refused = await admin.send(updateUserCustomers, {
    params: { uid: admin.userId, userId: person.id },
    body: {
      userFacilities: [{ facilityCd: 'EDH', allCustomersFlg: false, endDt: new Date(Date.now() + 86_400_000) }],
      userCustomers: [{ customerId: pier }],
    },
  })
  expect([refused.status, refused.data]).toEqual([
    422,
    [
      {
        field: 'userFacilities',
        message: `The permission set Clerk ${count} gives customers of this facility, so that it can’t end on a date.`,
      },
    ],
  ])
  expect(await held()).toEqual(['EDH', 'Wharf'])
})

test('what would end with a set does not count one whose end is over and not recorded yet', async () => {
  const other = await made([harbor], { setNm: `Reader ${count}` })
  await give(await made([harbor]))
  await give(other)
  await portal.owner(
    `update permission_set_holders set valid_from = now() - interval '2 days', ends_at = now() - interval '1 day'
      where set_id = $1`,
    [other],
  )
  const sets = await staff.call(listPermissionSetsOfUser, { params: { uid: staff.userId, userId: person.id } })
  expect(sets.map(({ setNm, endsList }) => [setNm, endsList.at(-1)])).toEqual([
    [`Clerk ${count}`, `EDH / Harbor ${count}`],
  ])
})

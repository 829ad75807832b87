import type { RequestOf } from '@portico/contract/kit/endpoint.ts'
import { listCatalogFacilities } from '@portico/contract/catalog/catalog-systems.ts'
import { removeFacility, saveFacility } from '@portico/contract/reference-data/reference-data.ts'
import { getUserDetail } from '@portico/contract/users/user-profile.ts'
import {
  ASSIGNED_CUSTOMERS_MAX,
  CUSTOMERS_PAGE,
  getUserCustomers,
  listCustomerDescendants,
  listTopLevelCustomers,
  searchCustomers,
  updateUserCustomers,
  type UserCustomersChange,
} from '@portico/contract/customers/user-customers.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Browser } from '../../../test/browser.ts'
import { openSession } from '../../../test/guards/people.ts'
import type { MadeUser } from '../../../test/make.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'

let portal: Portal
let portalAdmin: Browser
/** Holds West with all below it, and all customers of KCW. */
let clientAdmin: Browser
let clientAdminUser: MadeUser
let ownClient: number
let target: MadeUser
let ids: Record<'group' | 'west' | 'seattle' | 'portland' | 'east' | 'lone' | 'flat', number>

beforeAll(async () => {
  portal = await startPortal()
  ownClient = await portal.make.client()
  ids = {
    group: await customer('Group'),
    west: 0,
    seattle: 0,
    portland: 0,
    east: 0,
    lone: await customer('Alone'),
    flat: await customer('Flat Straße', null, 'KCW'),
  }
  ids.west = await customer('West', ids.group)
  ids.east = await customer('East', ids.group)
  ids.seattle = await customer('Seattle Clinic', ids.west)
  ids.portland = await customer('Portland Clinic', ids.west)
  const admin = await portal.make.user({ is_internal: true })
  await portal.make.adminPages(admin, ['User Administration'])
  portalAdmin = await portal.as(admin)
  clientAdminUser = await portal.make.user({ client_id: ownClient })
  await portal.make.adminPages(clientAdminUser, ['User Administration'])
  await portal.owner('update user_system_grants set is_admin = false where user_id = $1', [clientAdminUser.id])
  await holds(clientAdminUser, { EDH: [ids.west], KCW: 'all' })
  clientAdmin = await portal.as(clientAdminUser)
})
afterAll(() => portal.close())
beforeEach(async () => {
  target = await portal.make.user({ client_id: ownClient })
})

async function customer(name: string, parent: number | null = null, facility = 'EDH'): Promise<number> {
  const [row] = await portal.owner(
    'insert into customers (name, parent_id, facility_code) values ($1, $2, $3) returning id',
    [name, parent, facility],
  )
  return Number(row?.['id'])
}

async function holds(user: MadeUser, facilities: Record<string, number[] | 'all'>) {
  for (const [code, customers] of Object.entries(facilities)) {
    await portal.owner('insert into user_facility_grants (user_id, facility_code, all_customers) values ($1, $2, $3)', [
      user.id,
      code,
      customers === 'all',
    ])
    if (customers !== 'all')
      await portal.owner('insert into user_customer_grants (user_id, customer_id) select $1, unnest($2::int[])', [
        user.id,
        customers,
      ])
  }
}

const topLevel = (admin = portalAdmin, query: RequestOf<typeof listTopLevelCustomers>['query'] = {}) =>
  admin.call(listTopLevelCustomers, { params: { uid: admin.userId }, query })
const descendants = (
  customerId: number,
  admin = portalAdmin,
  query: RequestOf<typeof listCustomerDescendants>['query'] = {},
) => admin.send(listCustomerDescendants, { params: { uid: admin.userId, customerId }, query })
const search = (searchPattern: string, admin = portalAdmin, facilityCd = 'EDH') =>
  admin.call(searchCustomers, { params: { uid: admin.userId }, query: { searchPattern, facilityCd } })
const assigned = (admin = portalAdmin, userId = target.id) =>
  admin.call(getUserCustomers, { params: { uid: admin.userId, userId } })

type Change = { facilities?: UserCustomersChange['userFacilities']; customers?: number[]; version?: number }
const save = ({ facilities = [], customers = [], version }: Change, admin = portalAdmin, userId = target.id) =>
  admin.send(updateUserCustomers, {
    params: { uid: admin.userId, userId },
    body: {
      userFacilities: facilities,
      userCustomers: customers.map((customerId) => ({ customerId })),
      ...(version === undefined ? {} : { version }),
    },
  })
const facility = (facilityCd: string, allCustomersFlg = false) => ({ facilityCd, allCustomersFlg })
const heldIds = async (userId = target.id) =>
  (await portal.owner('select customer_id from current_customer_grants where user_id = $1 order by 1', [userId])).map(
    ({ customer_id }) => Number(customer_id),
  )
const heldFacilities = async (userId = target.id) =>
  portal.owner(
    'select facility_code as code, all_customers as "all" from current_facility_grants where user_id = $1 order by 1',
    [userId],
  )
const sorted = (...customers: number[]) => customers.toSorted((a, b) => a - b)

describe('the tree', () => {
  test('begins with the top level of the default facility, by name (UADM-092..099, UADM-148, UADM-171)', async () => {
    const [lone, group] = await topLevel()
    expect(lone).toMatchObject({ customerNm: 'Alone', childCnt: 0 })
    expect(group).toEqual({
      customerId: ids.group,
      customerNm: 'Group',
      parentCustId: 0,
      children: [],
      path: 'Group',
      pathAsCustomerId: String(ids.group),
      selected: false,
      facilityCd: 'EDH',
      childCnt: 2,
    })
  })

  test('descendants come as a tree, or as many levels as asked for (UADM-149)', async () => {
    const answer = await descendants(ids.group)
    const [east, west] = answer.data as Awaited<ReturnType<typeof topLevel>>
    expect(east).toMatchObject({ customerNm: 'East', parentCustId: ids.group, children: [], path: 'Group / East' })
    expect(west?.children.map(({ customerNm, path }) => [customerNm, path])).toEqual([
      ['Portland Clinic', 'Group / West / Portland Clinic'],
      ['Seattle Clinic', 'Group / West / Seattle Clinic'],
    ])
    expect(west?.children[0]?.pathAsCustomerId).toBe(`${ids.group}/${ids.west}/${ids.portland}`)
    const oneLevel = await descendants(ids.group, portalAdmin, { levels: 1 })
    expect(oneLevel.data).toMatchObject([{ childCnt: 0 }, { childCnt: 2, children: [] }])
  })

  test('children come 100 at a time, with the number of all (decision E16)', async () => {
    const parent = await customer('Many')
    await portal.owner(
      "insert into customers (name, parent_id, facility_code) select 'Child ' || lpad(n::text, 4, '0'), $1, 'EDH' from generate_series(1, 150) n",
      [parent],
    )
    const first = await descendants(parent)
    expect(first.data).toHaveLength(CUSTOMERS_PAGE)
    expect(first.headers.get('x-total-count')).toBe('150')
    const next = await descendants(parent, portalAdmin, { offset: 100 })
    expect(next.data).toHaveLength(50)
    expect((next.data as { customerNm: string }[])[0]?.customerNm).toBe('Child 0101')
  })

  test('a facility without a hierarchy is one flat list (decision E17)', async () => {
    const child = await customer('Below', ids.flat, 'KCW')
    const rows = await topLevel(portalAdmin, { facilityCd: 'KCW' })
    expect(rows.map(({ customerId, childCnt }) => [customerId, childCnt])).toEqual([
      [child, 0],
      [ids.flat, 0],
    ])
    await portal.owner('delete from customers where id = $1', [child])
  })

  test('marks the customers that a user is assigned (UADM-098)', async () => {
    await holds(target, { EDH: [ids.lone] })
    const rows = await topLevel(portalAdmin, { userId: target.id })
    expect(rows.filter(({ selected }) => selected).map(({ customerId }) => customerId)).toEqual([ids.lone])
    await portal.owner('insert into user_customer_grants (user_id, customer_id) select $1, unnest($2::int[])', [
      target.id,
      [ids.east, ids.seattle],
    ])
    const [east, west] = await portalAdmin.call(listCustomerDescendants, {
      params: { uid: portalAdmin.userId, customerId: ids.group },
      query: { userId: target.id },
    })
    expect([east?.selected, west?.selected]).toEqual([true, false])
    const below = west?.children.map(({ customerId, selected }) => [customerId, selected])
    expect(below).toEqual([
      [ids.portland, false],
      [ids.seattle, true],
    ])
  })
})

describe('searching', () => {
  test.each(['clinic', 'CLINIC', 'Clinic'])(
    '%s finds customers in any case, with their place (UADM-128, UADM-150)',
    async (text) => {
      const found = await search(text)
      expect(found.map(({ path }) => path)).toEqual(['Group / West / Portland Clinic', 'Group / West / Seattle Clinic'])
    },
  )

  test('capitals find letters that look different in capitals (UADM-128)', async () => {
    expect((await search('STRASSE', portalAdmin, 'KCW')).map(({ customerId }) => customerId)).toEqual([ids.flat])
    expect(await search('STRASSE')).toEqual([])
  })

  test('signs of patterns are ordinary text, and a blank search is the top level', async () => {
    expect(await search('%')).toEqual([])
    expect(await search('_')).toEqual([])
    expect(await search('\\')).toEqual([])
    expect(await search('  ')).toEqual(await topLevel())
  })

  test('answers at the second address too (UADM-151)', async () => {
    const path = `/ccservices/secure/admin/rest/db/user-admin/admin-users/${portalAdmin.userId}/customers/search-customers/?facilityCd=EDH&searchPattern=EAST`
    expect((await portalAdmin.request('GET', path)).data).toMatchObject([{ customerNm: 'East' }])
  })
})

describe('assigning', () => {
  test('saves facilities and customers, and says so (UADM-013, UADM-085, UADM-145, UADM-167, AUTZ-026)', async () => {
    const answer = await save({ facilities: [facility('EDH')], customers: [ids.west, ids.lone] })
    expect([answer.code, answer.message]).toEqual(['200', 'Changes to the customer assignments have been saved'])
    expect(await heldIds()).toEqual(sorted(ids.west, ids.lone))
    const { facilities, userCustomers } = await assigned()
    expect(facilities).toMatchObject([
      { facilityCd: 'EDH', hierarchyFlg: true, accessFlg: true, allCustomersFlg: false, mayAssignAllFlg: true },
      { facilityCd: 'KCW', hierarchyFlg: false, accessFlg: false },
    ])
    expect(userCustomers[1]).toEqual({
      customerId: ids.west,
      customerName: 'West',
      customerNamePath: 'Group / West',
      customerIdPath: `${ids.group}/${ids.west}`,
      facilityCd: 'EDH',
      endDt: null,
    })
  })

  test('shows the assignment in the profile, in every field (UADM-081, UADM-082, UADM-084, UADM-086..091, UADM-172)', async () => {
    await save({ facilities: [facility('KCW', true)], customers: [ids.west] })
    const { cpUser } = await portalAdmin.call(getUserDetail, {
      params: { uid: portalAdmin.userId, userId: target.id },
    })
    const west = {
      customerId: ids.west,
      customerName: 'West',
      customerNamePath: 'Group / West',
      customerIdPath: `${ids.group}/${ids.west}`,
      facilityCd: 'EDH',
      endDt: null,
    }
    expect(cpUser.userFacilities).toEqual([
      { facilityCd: 'EDH', allCustomersFlg: false, customers: [west], endDt: null },
      { facilityCd: 'KCW', allCustomersFlg: true, customers: [], endDt: null },
    ])
    expect([cpUser.userCustomers, cpUser.userCustomerDetail]).toEqual([[west], [west]])
  })

  test('the lists of a user are those of the facilities, EDH and KCW at first: one that is added is chosen wherever they are (UADM-172, UADM-173, decision E17)', async () => {
    const admin = await portal.make.user({ is_internal: true })
    await portal.make.adminPages(admin, ['User Administration', 'Database Maintenance', 'Application Settings'])
    const browser = await openSession(portal, admin)
    const uid = admin.id
    const codes = async () => ({
      customers: (await assigned(browser)).facilities.map(({ facilityCd, hierarchyFlg }) => [facilityCd, hierarchyFlg]),
      systems: (await browser.call(listCatalogFacilities, { params: { uid } })).map(({ facilityCd }) => facilityCd),
    })
    const shipped = await codes()
    expect(shipped.customers).toEqual([
      ['EDH', true],
      ['KCW', false],
    ])
    expect(shipped.systems).toEqual(['EDH', 'KCW'])

    await browser.call(saveFacility, {
      params: { uid, facilityCd: '0' } as never,
      body: { facilityCd: 'NORTH', facilityNm: 'North', hierarchyFlg: true },
    })
    const top = await customer('Northern Mills', null, 'NORTH')
    expect(await codes()).toEqual({
      customers: [...shipped.customers, ['NORTH', true]],
      systems: ['EDH', 'KCW', 'NORTH'],
    })
    expect(await topLevel(browser, { facilityCd: 'NORTH' })).toMatchObject([{ customerId: top, facilityCd: 'NORTH' }])
    // A list holds customers of its own facility alone.
    const all = (await topLevel(browser, { facilityCd: 'EDH' })).map(({ customerId }) => customerId)
    expect(all).not.toContain(top)
    expect((await save({ customers: [top] }, browser)).code).toBe('200')
    const { cpUser } = await browser.call(getUserDetail, { params: { uid, userId: target.id } })
    expect(cpUser.userFacilities).toMatchObject([{ facilityCd: 'NORTH', customers: [{ customerId: top }] }])
    // Administrators who lack the facility are not offered it.
    const offered = (await assigned(clientAdmin)).facilities.map(({ facilityCd }) => facilityCd)
    expect(offered).toEqual(['EDH', 'KCW'])

    await save({}, browser)
    await portal.owner('delete from user_customer_grants where customer_id = $1', [top])
    await portal.owner('delete from customers where id = $1', [top])
    expect((await browser.send(removeFacility, { params: { uid, facilityCd: 'NORTH' }, query: {} })).code).toBe('200')
    expect(await codes()).toEqual(shipped)
    await portal.owner('update users set status = 2 where id = $1', [admin.id])
  })

  test('a customer brings its facility, and what is left out is taken away (decision E14)', async () => {
    await save({ customers: [ids.lone, ids.flat] })
    expect(await heldFacilities()).toEqual([
      { code: 'EDH', all: false },
      { code: 'KCW', all: false },
    ])
    await save({ facilities: [facility('KCW')] })
    expect(await heldIds()).toEqual([])
    expect(await heldFacilities()).toEqual([{ code: 'KCW', all: false }])
  })

  test('all customers of a facility replace the selected ones (UADM-083, UADM-127, AUTZ-026)', async () => {
    await save({ facilities: [facility('EDH')], customers: [ids.lone] })
    await save({ facilities: [facility('EDH', true)], customers: [ids.west, ids.seattle, ids.flat] })
    expect(await heldIds()).toEqual([ids.flat])
    expect(await heldFacilities()).toContainEqual({ code: 'EDH', all: true })
  })

  test.each([['seattle', 'group'] as const, ['west', 'seattle'] as const])(
    '%s and %s are parent and child: refused, and nothing changes (UADM-125, decision E15)',
    async (one, other) => {
      await save({ customers: [ids.lone] })
      const answer = await save({ customers: [ids[one], ids[other]] })
      expect([answer.status, answer.message]).toEqual([
        422,
        'You cannot select both a parent and child in the same hierarchy.',
      ])
      expect(answer.data).toMatchObject([{ field: 'userCustomers' }])
      expect(await heldIds()).toEqual([ids.lone])
    },
  )

  test('siblings are no conflict', async () => {
    expect((await save({ customers: [ids.seattle, ids.portland, ids.east] })).code).toBe('200')
  })

  test('the other parts of a user are ignored (decision E13)', async () => {
    const answer = await portalAdmin.request(
      'POST',
      `/ccservices/secure/admin/rest/db/user-admin/admin-users/${portalAdmin.userId}/cpusers/${target.id}/update-user-customers`,
      {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          user: { firstNm: 'Eve' },
          notificationTypes: [],
          userSystems: [{ systemId: 2, adminFlg: 'Y' }],
          userPages: [{ pageId: 1 }],
          userFacilities: [{ facilityCd: 'EDH', allCustomersFlg: 'N', customers: [ids.lone] }],
          userCustomers: [],
          userCustomerDetail: [{ customerId: ids.lone }],
        }),
      },
    )
    expect(answer.code).toBe('200')
    expect(await heldIds()).toEqual([])
    const [row] = await portal.owner('select first_name from users where id = $1', [target.id])
    expect(row).toEqual({ first_name: 'Ada' })
    expect(await portal.owner('select from user_system_grants where user_id = $1', [target.id])).toEqual([])
  })

  test('an end date is kept; one in the past is refused', async () => {
    const withEnd = (ofFacility: Date, ofCustomer = ofFacility) =>
      portalAdmin.send(updateUserCustomers, {
        params: { uid: portalAdmin.userId, userId: target.id },
        body: {
          userFacilities: [{ ...facility('EDH'), endDt: ofFacility }],
          userCustomers: [{ customerId: ids.lone, endDt: ofCustomer }],
        },
      })
    const [end, past] = [new Date(Date.now() + 86_400_000), new Date('2020-01-01')]
    expect((await withEnd(end)).code).toBe('200')
    expect((await assigned()).userCustomers[0]?.endDt).toEqual(end)
    for (const [ofFacility, ofCustomer] of [
      [past, past],
      [past, end],
      [end, past],
    ] as const)
      expect(await withEnd(ofFacility, ofCustomer)).toMatchObject({
        status: 422,
        message: 'The end date must be in the future.',
      })
    expect((await assigned()).userCustomers[0]?.endDt).toEqual(end)
  })

  test('two administrators do not overwrite each other: the second sees who was first', async () => {
    const { version } = await assigned()
    expect((await save({ customers: [ids.lone], version })).code).toBe('200')
    const late = await save({ customers: [ids.east], version })
    expect([late.status, late.message]).toEqual([
      409,
      'Ada Lovelace has changed these customer assignments. Load the current state, then save again.',
    ])
    expect(await heldIds()).toEqual([ids.lone])
    // Nobody is named where a job made the change.
    for (const table of ['user_facility_grants', 'user_customer_grants'])
      await portal.owner(`update ${table} set granted_by = null, closed_by = null where user_id = $1`, [target.id])
    expect(await save({ customers: [ids.east], version })).toMatchObject({
      status: 409,
      message: 'These customer assignments have changed. Load the current state, then save again.',
      data: { changedByNm: null },
    })
    expect((await save({ customers: [ids.east], version: (await assigned()).version })).code).toBe('200')
  })

  test('the audit trail has the difference (S30)', async () => {
    await save({ customers: [ids.lone] })
    await save({ customers: [ids.lone] })
    const events = await portal.owner(
      "select before, after, client_id, subject_user_id from audit_events where event = 'user_updated' and target_id = $1",
      [String(target.id)],
    )
    expect(events).toHaveLength(1)
    expect(events[0]).toMatchObject({
      before: { facilities: [], customers: [] },
      after: { facilities: [{ facilityCode: 'EDH' }], customers: [{ customerId: ids.lone }] },
      client_id: ownClient,
      subject_user_id: target.id,
    })
  })

  test('more customers than can be assigned get a sentence, and nothing changes', async () => {
    await portal.owner(
      "insert into customers (name, facility_code) select 'N ' || n, 'KCW' from generate_series(1, $1) n",
      [ASSIGNED_CUSTOMERS_MAX + 1],
    )
    const many = (await portal.owner("select id from customers where name like 'N %' order by id")).map(({ id }) =>
      Number(id),
    )
    const answer = await save({ customers: many })
    expect([answer.status, answer.message]).toEqual([
      422,
      'You can select up to 5,000 customers. To assign more, select their parents or all customers.',
    ])
    expect(await heldIds()).toEqual([])
    expect((await save({ customers: many.slice(1) })).code).toBe('200')
    await portal.owner('delete from user_customer_grants where user_id = $1', [target.id])
    await portal.owner("delete from customers where name like 'N %'")
  })
})

describe('an administrator without all customers (decision E4)', () => {
  test('sees the held customers as the top level, and no name above them', async () => {
    const rows = await topLevel(clientAdmin)
    expect(rows).toMatchObject([
      { customerId: ids.west, parentCustId: 0, path: 'West', pathAsCustomerId: String(ids.west), childCnt: 2 },
    ])
    expect((await descendants(ids.west, clientAdmin)).data).toMatchObject([
      { path: 'West / Portland Clinic' },
      { path: 'West / Seattle Clinic' },
    ])
    expect((await search('SEATTLE', clientAdmin)).map(({ path }) => path)).toEqual(['West / Seattle Clinic'])
    expect(await search('EAST', clientAdmin)).toEqual([])
  })

  test('gets the same answer for customers out of reach as for missing ones', async () => {
    const answers = await Promise.all(
      [ids.group, ids.east, ids.lone, 987_654].map((id) => descendants(id, clientAdmin)),
    )
    for (const { status, text } of answers) expect([status, text]).toEqual([404, answers[3]?.text])
    for (const id of [ids.group, ids.east, 987_654]) {
      const answer = await save({ customers: [ids.seattle, id] }, clientAdmin)
      const message = 'A selected customer doesn’t exist, or you don’t have access to it.'
      expect([answer.status, answer.message]).toEqual([422, message])
      expect(answer.data).toEqual([{ field: 'userCustomers', message }])
    }
    expect(await heldIds()).toEqual([])
    expect(await heldFacilities()).toEqual([])
  })

  test('sees in the profile of a user only customers in reach, without the names above them', async () => {
    await save({ customers: [ids.west, ids.lone] })
    const { cpUser } = await clientAdmin.call(getUserDetail, { params: { uid: clientAdmin.userId, userId: target.id } })
    const shown = cpUser.userCustomers.map(({ customerId, customerNamePath }) => [customerId, customerNamePath])
    expect(shown).toEqual([[ids.west, 'West']])
    expect(cpUser.userFacilities.flatMap(({ customers }) => customers)).toHaveLength(1)
    await portal.owner('delete from user_customer_grants where user_id = $1', [target.id])
  })

  test('sees in the profile of a user only facilities in reach; a portal administrator sees all', async () => {
    await portal.owner("insert into facilities (code, name) values ('FAR', 'Far away')")
    await holds(target, { EDH: [], FAR: 'all', KCW: 'all' })
    const facilitiesFor = async (admin: Browser) => {
      const { cpUser } = await admin.call(getUserDetail, { params: { uid: admin.userId, userId: target.id } })
      return cpUser.userFacilities.map(({ facilityCd }) => facilityCd)
    }
    expect(await facilitiesFor(clientAdmin)).toEqual(['EDH', 'KCW'])
    expect(await facilitiesFor(portalAdmin)).toEqual(['EDH', 'FAR', 'KCW'])
    await portal.owner("delete from user_facility_grants where facility_code = 'FAR'")
    await portal.owner("delete from facilities where code = 'FAR'")
  })

  test('takes a facility away where the user has hidden customers: it stays, and ends when it did', async () => {
    const end = new Date(Date.now() + 86_400_000)
    await holds(target, { EDH: [ids.east, ids.seattle] })
    await portal.owner('update user_facility_grants set ends_at = $2 where user_id = $1', [target.id, end])
    expect((await save({}, clientAdmin)).code).toBe('200')
    expect(await heldIds()).toEqual([ids.east])
    const { facilities } = await assigned()
    expect(facilities.find(({ facilityCd }) => facilityCd === 'EDH')).toMatchObject({ accessFlg: true, endDt: end })
  })

  test('assigns what is in reach, and leaves the rest as it is', async () => {
    await save({ customers: [ids.east] })
    const before = await assigned(clientAdmin)
    expect(before.userCustomers).toEqual([])
    expect(before.facilities).toMatchObject([
      { facilityCd: 'EDH', mayAssignAllFlg: false, hiddenCustomerCnt: 1 },
      { facilityCd: 'KCW', mayAssignAllFlg: true, hiddenCustomerCnt: 0 },
    ])
    expect((await save({ customers: [ids.seattle] }, clientAdmin)).code).toBe('200')
    expect(await heldIds()).toEqual(sorted(ids.east, ids.seattle))
    expect((await save({}, clientAdmin)).code).toBe('200')
    expect(await heldIds()).toEqual([ids.east])
    expect(await heldFacilities()).toEqual([{ code: 'EDH', all: false }])
  })

  test('a customer below a hidden one that the user has is a conflict', async () => {
    await save({ customers: [ids.group] })
    expect((await save({ customers: [ids.seattle] }, clientAdmin)).message).toBe(
      'You cannot select both a parent and child in the same hierarchy.',
    )
    expect(await heldIds()).toEqual([ids.group])
  })

  test('cannot assign all customers of a facility without having them, nor take them away', async () => {
    expect((await save({ facilities: [facility('EDH', true)] }, clientAdmin)).message).toBe(
      'You can assign all customers of a facility only if you have all of them yourself.',
    )
    expect((await save({ facilities: [facility('KCW', true)] }, clientAdmin)).code).toBe('200')
    await save({ facilities: [facility('EDH', true)] })
    expect((await save({ facilities: [facility('EDH')], customers: [ids.west] }, clientAdmin)).code).toBe('200')
    expect(await heldFacilities()).toEqual([{ code: 'EDH', all: true }])
  })

  test('an unknown facility and one without access get the same answer', async () => {
    await portal.owner("insert into facilities (code, name) values ('NEW', 'New')")
    for (const code of ['NEW', 'NONE'])
      expect((await save({ facilities: [facility(code)] }, clientAdmin)).message).toBe(
        'A selected facility doesn’t exist, or you don’t have access to it.',
      )
    expect(await topLevel(clientAdmin, { facilityCd: 'NEW' })).toEqual([])
  })

  test('a grant that has ended counts no more', async () => {
    const admin = await portal.make.user({ client_id: ownClient })
    await portal.make.adminPages(admin, ['User Administration'])
    await holds(admin, { EDH: [ids.west] })
    const browser = await portal.as(admin)
    expect(await topLevel(browser)).toHaveLength(1)
    await portal.owner('update user_customer_grants set valid_to = clock_now() where user_id = $1', [admin.id])
    expect(await topLevel(browser)).toEqual([])
  })

  test('users of other clients are not there, and stronger ones are refused', async () => {
    const foreign = await portal.make.user({ client_id: await portal.make.client() })
    const read = await clientAdmin.send(getUserCustomers, {
      params: { uid: clientAdmin.userId, userId: foreign.id },
    })
    expect(read.status).toBe(404)
    expect((await save({}, clientAdmin, foreign.id)).status).toBe(404)
    const stronger = await portal.make.user({ client_id: ownClient })
    await portal.make.grant(stronger, { systemId: await portal.make.system(), isAdmin: true })
    expect((await save({}, clientAdmin, stronger.id)).status).toBe(403)
  })

  test('nobody raises themselves', async () => {
    const answer = await save({ customers: [ids.west] }, clientAdmin, clientAdminUser.id)
    expect([answer.status, answer.message]).toEqual([403, 'You can’t change your own customer assignments.'])
  })

  test('nor do portal administrators, but the only one, to whom nobody else could assign customers (E4)', async () => {
    const own = () => save({ customers: [ids.west] }, portalAdmin, portalAdmin.userId)
    const other = await portal.make.user({ is_internal: true })
    await portal.make.grant(other, { systemId: 2, isAdmin: true })
    expect((await own()).status).toBe(403)
    await portal.owner('update users set status = 2 where id = $1', [other.id])
    expect((await own()).status).not.toBe(403)
  })
})

import * as contract from '@portico/contract/reference-data/reference-data.ts'
import * as referenceUses from '@portico/contract/reference-data/reference-uses.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from '../../../test/browser.ts'
import { openSession } from '../../../test/guards/people.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'

let portal: Portal
let ann: Browser
let uid: number
beforeAll(async () => {
  portal = await startPortal()
  const admin = await portal.make.user({ is_internal: true })
  await portal.make.adminPages(admin, ['Database Maintenance'])
  ann = await openSession(portal, admin)
  uid = admin.id
})
afterAll(() => portal.close())

const add = (facilityCd: string) =>
  ann.call(contract.saveFacility, {
    params: { uid, facilityCd: '0' } as never,
    body: { facilityCd, facilityNm: `Facility ${facilityCd}`, hierarchyFlg: true },
  })
const remove = (facilityCd: string) => ann.send(contract.removeFacility, { params: { uid, facilityCd }, query: {} })
const counts = async (facilityCd: string) =>
  Promise.all(
    [
      referenceUses.countFacilitySystems,
      referenceUses.countFacilityClientMasters,
      referenceUses.countFacilityUsers,
    ].map((call) => ann.call(call, { params: { facilityCd } })),
  )

test('a facility that client records contain is not deleted (DBMT-086, DBMT-087, DBMT-138, DBMT-153)', async () => {
  await add('NORTH')
  await portal.owner("insert into customers (facility_code, name) values ('NORTH', 'A customer')")
  expect(await counts('NORTH')).toEqual([0, 1, 0])
  expect(await remove('NORTH')).toMatchObject({
    status: 422,
    message: 'Cannot delete because client records contain this facility.',
  })
})

test('systems and users lose a facility that is deleted, and have it again once it is restored (DBMT-137, DBMT-139, DBMT-163, decision I7)', async () => {
  await add('SOUTH')
  const system = await portal.make.system()
  const user = await portal.make.user()
  await portal.owner("update systems set facility_code = 'SOUTH' where id = $1", [system])
  await portal.owner(
    "insert into user_facility_grants (user_id, facility_code, all_customers) values ($1, 'SOUTH', true)",
    [user.id],
  )
  expect(await counts('SOUTH')).toEqual([1, 0, 1])
  const uses = await ann.call(contract.countFacilityUses, { params: { uid, facilityCd: 'SOUTH' } })
  expect(uses).toEqual([
    { usedByNm: 'client records', usageCnt: 0, lostFlg: false },
    { usedByNm: 'systems', usageCnt: 1, lostFlg: true },
    { usedByNm: 'users', usageCnt: 1, lostFlg: true },
  ])
  const { undoId } = (await remove('SOUTH')).data as { undoId: number }
  const held = () =>
    portal.owner(
      `select (select facility_code from systems where id = $1) as system,
         (select count(*)::int from user_facility_grants where user_id = $2 and valid_to is null and all_customers) as grants`,
      [system, user.id],
    )
  expect(await held()).toEqual([{ system: null, grants: 0 }])
  const [event] = await portal.owner(
    "select before, after from audit_events where target_kind = 'facilities' and target_id = 'SOUTH' order by id desc offset 1 limit 1",
  )
  expect(event).toEqual({ before: { systems: [system], userCnt: 1 }, after: { systems: [], userCnt: 0 } })
  await ann.call(contract.restoreFacility, { params: { uid }, body: { undoId } })
  expect(await held()).toEqual([{ system: 'SOUTH', grants: 1 }])
})

test('a system that got another facility meanwhile keeps that one when the deletion is taken back (decision I7)', async () => {
  await add('LEFT')
  await add('NEXT')
  const [moved, loose] = [await portal.make.system(), await portal.make.system()]
  await portal.owner("update systems set facility_code = 'LEFT' where id = any($1)", [[moved, loose]])
  const { undoId } = (await remove('LEFT')).data as { undoId: number }
  await portal.owner("update systems set facility_code = 'NEXT' where id = $1", [moved])
  await ann.call(contract.restoreFacility, { params: { uid }, body: { undoId } })
  const held = await portal.owner('select facility_code as code from systems where id = any($1) order by id', [
    [moved, loose],
  ])
  expect(held).toEqual([{ code: 'NEXT' }, { code: 'LEFT' }])
})

test('access to a facility that has ended by now is no deletion of the administrator, and stays ended', async () => {
  await add('ENDED')
  const user = await portal.make.user()
  await portal.owner(
    `insert into user_facility_grants (user_id, facility_code, valid_from, ends_at)
     values ($1, 'ENDED', now() - interval '2 days', now() - interval '1 day')`,
    [user.id],
  )
  const { undoId } = (await remove('ENDED')).data as { undoId: number }
  const grants = () =>
    portal.owner(
      `select valid_to = ends_at as "endedThen", closed_by as "closedBy" from user_facility_grants where user_id = $1`,
      [user.id],
    )
  expect(await grants()).toEqual([{ endedThen: true, closedBy: null }])
  await ann.call(contract.restoreFacility, { params: { uid }, body: { undoId } })
  expect(await grants()).toEqual([{ endedThen: true, closedBy: null }])
})

test('nobody gets a facility that is not there', async () => {
  const user = await portal.make.user()
  await expect(
    portal.owner("insert into user_facility_grants (user_id, facility_code) values ($1, 'NOWHERE')", [user.id]),
  ).rejects.toThrow('there is no such facility')
})

test('a facility whose customers stand below others keeps its hierarchy', async () => {
  const { version } = await add('WEST')
  await portal
    .owner(
      `with top as (insert into customers (facility_code, name) values ('WEST', 'Top') returning id)
     insert into customers (facility_code, name, parent_id) select 'WEST', 'Below', id from top`,
    )
    .catch(async () => {
      const [top] = await portal.owner(
        "insert into customers (facility_code, name) values ('WEST', 'Top') returning id",
      )
      await portal.owner("insert into customers (facility_code, name, parent_id) values ('WEST', 'Below', $1)", [
        top?.['id'],
      ])
    })
  expect(
    await ann.send(contract.saveFacility, {
      params: { uid, facilityCd: 'WEST' } as never,
      body: { facilityCd: 'WEST', facilityNm: 'West', hierarchyFlg: false, version },
    }),
  ).toMatchObject({ status: 422, data: [{ field: 'hierarchyFlg' }] })
})

test('an address with 0 adds a facility, any other changes it, and its code stays (DBMT-108, DBMT-109)', async () => {
  const { version } = await add('EAST')
  const saved = await ann.call(contract.saveFacility, {
    params: { uid, facilityCd: 'EAST' } as never,
    body: { facilityCd: 'EAST2', facilityNm: 'Far east', hierarchyFlg: false, version },
  })
  expect(saved).toEqual({ facilityCd: 'EAST', facilityNm: 'Far east', hierarchyFlg: false, version: 2 })
})

test('who has chosen a notification type is listed (DBMT-140, DBMT-149)', async () => {
  const user = await portal.make.user()
  const { notificationTypeId } = await ann.call(contract.addNotificationType, {
    params: { uid },
    body: { notificationTypeNm: 'Fax' },
  })
  await portal.owner('insert into user_notification_types values ($1, $2)', [user.id, notificationTypeId])
  const [chosen] = await ann.call(referenceUses.listNotificationTypeUsers, {
    params: { notificationTypeId },
    query: {},
  })
  expect(chosen).toMatchObject({ notificationTypeId, userId: user.id })
})

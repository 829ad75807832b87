import * as z from 'zod/mini'
import { Id, text } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { admin } from '../kit/guard.ts'
import { listQuery } from '../kit/list.ts'

const reads = '/ccservices/secure/user/rest/database-maintenance'
const guard = admin('Database Maintenance', { staffOnly: true })
const OneFacility = z.strictObject({ facilityCd: text(20) })

export const countFacilitySystems = endpoint({
  name: 'countFacilitySystems',
  method: 'GET',
  path: `${reads}/systems/facilities/{facilityCd}/count`,
  guard,
  params: OneFacility,
  data: z.int(),
})

export const countFacilityClientMasters = endpoint({
  name: 'countFacilityClientMasters',
  method: 'GET',
  path: `${reads}/client-masters/facilities/{facilityCd}/count`,
  guard,
  params: OneFacility,
  data: z.int(),
})

export const countFacilityUsers = endpoint({
  name: 'countFacilityUsers',
  method: 'GET',
  path: `${reads}/user-facilities/facilities/{facilityCd}/count`,
  guard,
  params: OneFacility,
  data: z.int(),
})

/** Users who have chosen a notification type, by their names. */
export const typePreferences = listQuery({
  columns: ['userNm'],
  filters: {},
  defaultSort: { column: 'userNm', direction: 'asc' },
})

export const listNotificationTypeUsers = endpoint({
  name: 'listNotificationTypeUsers',
  method: 'GET',
  path: `${reads}/user-notification-prfs/{notificationTypeId}`,
  guard,
  params: z.strictObject({ notificationTypeId: Id }),
  query: typePreferences.query,
  data: z.array(z.object({ notificationTypeId: z.int(), userId: z.int(), userNm: z.string() })),
})

export const summaries = {
  countFacilitySystems: 'How many systems hold a facility; they lose it when it is deleted',
  countFacilityClientMasters: 'How many client records contain a facility; with any it cannot be deleted',
  countFacilityUsers: 'How many users hold a facility; they lose it when it is deleted',
  listNotificationTypeUsers:
    'The notification preferences of users for one type; a type that users have chosen cannot be deleted',
}

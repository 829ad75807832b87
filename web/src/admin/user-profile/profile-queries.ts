import { listCarriers } from '@portico/contract/account/account.ts'
import { listEmployersByDomain } from '@portico/contract/users/user-creation.ts'
import { getUserDetail, listUserDepartments, listUserNotificationTypes } from '@portico/contract/users/user-profile.ts'
import { getUserOverview } from '@portico/contract/users/user-overview.ts'
import type { AdminEntry } from '../../shell/admin-entry.ts'
import { query, queryClient } from '../../api/query.ts'
import { loadPhoneNumbers } from '../../patterns/phone-numbers.ts'
import { userCustomersQuery } from '../user-customers/customer-queries.ts'
import { userSystemsQuery } from '../permissions/assignable-queries.ts'
import { adminMenuQuery } from '../../shell/frame-queries.ts'
import { userListOptionsQuery, userStatusesQuery } from '../users/user-queries.ts'

export const userProfileQuery = (uid: number, userId: number) => query(getUserDetail, { params: { uid, userId } })
/** Sessions and locks change by themselves. */
export const userOverviewQuery = (uid: number, userId: number) => ({
  ...query(getUserOverview, { params: { uid, userId } }),
  staleTime: 0,
})
export const userNotificationTypesQuery = () => query(listUserNotificationTypes)
export const userDepartmentsQuery = () => query(listUserDepartments)
export const userCarriersQuery = (uid: number) => query(listCarriers, { params: { uid } })
export const userEmployersQuery = (uid: number, domain: string) =>
  query(listEmployersByDomain, { params: { uid }, query: { domain } })

const loadOverview = (uid: number, userId: number) =>
  Promise.all([
    queryClient.ensureQueryData(userOverviewQuery(uid, userId)),
    queryClient.ensureQueryData(userStatusesQuery(uid)),
    queryClient.ensureQueryData(adminMenuQuery(uid)),
  ])

/** For the loader of the screen. */
export const loadProfile = ({
  uid,
  params: { userId, tabName },
}: AdminEntry<{ userId: number; tabName: string }>): Promise<unknown> =>
  Promise.all([
    queryClient.ensureQueryData(userProfileQuery(uid, userId)),
    queryClient.ensureQueryData(userListOptionsQuery(uid)),
    queryClient.ensureQueryData(userSystemsQuery(uid)),
    queryClient.ensureQueryData(userNotificationTypesQuery()),
    queryClient.ensureQueryData(userDepartmentsQuery()),
    queryClient.ensureQueryData(userCarriersQuery(uid)),
    loadPhoneNumbers(),
    // The acts beside the name depend on it, too; without it the other tabs open all the same.
    tabName === 'overview'
      ? loadOverview(uid, userId)
      : queryClient.ensureQueryData(userOverviewQuery(uid, userId)).catch(() => undefined),
    tabName === 'customerAssignment' && queryClient.ensureQueryData(userCustomersQuery(uid, userId)),
  ])

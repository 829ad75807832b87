import { listCarriers } from '@portico/contract/account/account.ts'
import { listEmployersByDomain } from '@portico/contract/users/user-creation.ts'
import { getUserDetail, listUserDepartments, listUserNotificationTypes } from '@portico/contract/users/user-profile.ts'
import type { AdminEntry } from '../../shell/admin-entry.ts'
import { query, queryClient } from '../../api/query.ts'
import { userCustomersQuery } from '../user-customers/customer-queries.ts'
import { userSystemsQuery } from '../permissions/assignable-queries.ts'
import { userListOptionsQuery } from '../users/user-queries.ts'

export const userProfileQuery = (uid: number, userId: number) => query(getUserDetail, { params: { uid, userId } })
export const userNotificationTypesQuery = () => query(listUserNotificationTypes)
export const userDepartmentsQuery = () => query(listUserDepartments)
export const userCarriersQuery = (uid: number) => query(listCarriers, { params: { uid } })
export const userEmployersQuery = (uid: number, domain: string) =>
  query(listEmployersByDomain, { params: { uid }, query: { domain } })

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
    tabName === 'customerAssignment' && queryClient.ensureQueryData(userCustomersQuery(uid, userId)),
  ])

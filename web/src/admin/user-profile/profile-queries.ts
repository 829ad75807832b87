import { listCarriers } from '@portico/contract/account.ts'
import { listEmployersByDomain } from '@portico/contract/user-creation.ts'
import {
  getUserDetail,
  listAssignablePages,
  listAssignableSystems,
  listUserDepartments,
  listUserNotificationTypes,
} from '@portico/contract/user-profile.ts'
import type { AdminEntry } from '../../admin-routes.tsx'
import { query, queryClient } from '../../api/query.ts'
import { userCustomersQuery } from '../user-customers/customer-queries.ts'
import { userListOptionsQuery } from '../users/user-queries.ts'

export const profileQuery = (uid: number, userId: number) => query(getUserDetail, { params: { uid, userId } })
export const systemsQuery = (uid: number) => query(listAssignableSystems, { params: { uid } })
export const pagesQuery = (uid: number, systemId: number) => query(listAssignablePages, { params: { uid, systemId } })
export const typesQuery = () => query(listUserNotificationTypes)
export const departmentsQuery = () => query(listUserDepartments)
export const carriersQuery = (uid: number) => query(listCarriers, { params: { uid } })
export const employersQuery = (uid: number, domain: string) =>
  query(listEmployersByDomain, { params: { uid }, query: { domain } })

/** For the loader of the screen. */
export const loadProfile = ({ uid, params }: AdminEntry): Promise<unknown> =>
  Promise.all([
    queryClient.ensureQueryData(profileQuery(uid, Number(params['userId']))),
    queryClient.ensureQueryData(userListOptionsQuery(uid)),
    queryClient.ensureQueryData(systemsQuery(uid)),
    queryClient.ensureQueryData(typesQuery()),
    queryClient.ensureQueryData(departmentsQuery()),
    queryClient.ensureQueryData(carriersQuery(uid)),
    params['tabName'] === 'customerAssignment' &&
      queryClient.ensureQueryData(userCustomersQuery(uid, Number(params['userId']))),
  ])

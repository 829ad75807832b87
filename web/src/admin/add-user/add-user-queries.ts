import { listCarriers, listDepartments, listNotificationTypes } from '@portico/contract/account.ts'
import { listEmployersByDomain } from '@portico/contract/user-creation.ts'
import { listAssignablePages, listAssignableSystems } from '@portico/contract/user-profile.ts'
import { getUserCustomers } from '@portico/contract/user-customers.ts'
import { query, queryClient } from '../../api/query.ts'

export const typesQuery = () => query(listNotificationTypes)
export const departmentsQuery = () => query(listDepartments)
export const carriersQuery = (uid: number) => query(listCarriers, { params: { uid } })
export const employersQuery = (uid: number, domain: string) =>
  query(listEmployersByDomain, { params: { uid }, query: { domain } })
export const systemsQuery = (uid: number) => query(listAssignableSystems, { params: { uid } })
export const pagesQuery = (uid: number, systemId: number) => query(listAssignablePages, { params: { uid, systemId } })

/** The facilities that the administrator may assign: those of their own assignments. */
export const facilitiesQuery = (uid: number) => query(getUserCustomers, { params: { uid, userId: uid } })

/** For the loader of the screen. */
export const loadAddUser = (uid: number): Promise<unknown> =>
  Promise.all([
    queryClient.ensureQueryData(typesQuery()),
    queryClient.ensureQueryData(departmentsQuery()),
    queryClient.ensureQueryData(carriersQuery(uid)),
    queryClient.ensureQueryData(systemsQuery(uid)),
    queryClient.ensureQueryData(facilitiesQuery(uid)),
  ])

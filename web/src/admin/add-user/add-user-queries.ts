import { listCarriers, listDepartments, listNotificationTypes } from '@portico/contract/account/account.ts'
import { listEmployersByDomain } from '@portico/contract/users/user-creation.ts'
import { listAssignablePages, listAssignableSystems } from '@portico/contract/users/user-profile.ts'
import { getUserCustomers } from '@portico/contract/customers/user-customers.ts'
import { query, queryClient } from '../../api/query.ts'
import { loadPhoneNumbers } from '../../patterns/phone-numbers.ts'

export const newUserTypesQuery = () => query(listNotificationTypes)
export const newUserDepartmentsQuery = () => query(listDepartments)
export const newUserCarriersQuery = (uid: number) => query(listCarriers, { params: { uid } })
export const newUserEmployersQuery = (uid: number, domain: string) =>
  query(listEmployersByDomain, { params: { uid }, query: { domain } })
export const newUserSystemsQuery = (uid: number) => query(listAssignableSystems, { params: { uid } })
export const newUserPagesQuery = (uid: number, systemId: number) =>
  query(listAssignablePages, { params: { uid, systemId } })

/** The facilities that the administrator may assign: those of their own assignments. */
export const newUserFacilitiesQuery = (uid: number) => query(getUserCustomers, { params: { uid, userId: uid } })

/** For the loader of the screen. */
export const loadAddUser = (uid: number): Promise<unknown> =>
  Promise.all([
    queryClient.ensureQueryData(newUserTypesQuery()),
    loadPhoneNumbers(),
    queryClient.ensureQueryData(newUserDepartmentsQuery()),
    queryClient.ensureQueryData(newUserCarriersQuery(uid)),
    queryClient.ensureQueryData(newUserSystemsQuery(uid)),
    queryClient.ensureQueryData(newUserFacilitiesQuery(uid)),
  ])

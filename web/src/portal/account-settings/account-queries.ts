import {
  getProfile,
  listCarriers,
  listClientsByDomain,
  listDepartments,
  listNotificationTypes,
  listOwnNotificationTypes,
  type Profile,
} from '@portico/contract/account.ts'
import { getSecurityQuestions } from '@portico/contract/password.ts'
import { query, queryClient } from '../../api/query.ts'
import { loadSessions } from './session-queries.ts'

const own = (uid: number) => ({ params: { uid } })

export const profileQuery = () => query(getProfile)
export const questionsQuery = () => query(getSecurityQuestions)
export const departmentsQuery = () => query(listDepartments)
export const typesQuery = () => query(listNotificationTypes)
export const ownTypesQuery = (uid: number) => query(listOwnNotificationTypes, own(uid))
export const carriersQuery = (uid: number) => query(listCarriers, own(uid))
export const employersQuery = (uid: number) => query(listClientsByDomain, { ...own(uid), query: {} })

export const keepProfile = (profile: Profile): unknown => queryClient.setQueryData(profileQuery().queryKey, profile)

/** Loads the data that the account forms need to render. */
const loadForms = (uid: number): Promise<unknown> =>
  Promise.all([
    queryClient.ensureQueryData(profileQuery()),
    queryClient.ensureQueryData(questionsQuery()),
    queryClient.ensureQueryData(typesQuery()),
    queryClient.ensureQueryData(ownTypesQuery(uid)),
    queryClient.ensureQueryData(carriersQuery(uid)),
  ])

export const loadSetup = loadForms

/** Loads the data that the panels need to render; the employers load afterwards. */
export const loadAccount = (uid: number): Promise<unknown> =>
  Promise.all([loadForms(uid), queryClient.ensureQueryData(departmentsQuery()), loadSessions(uid)])

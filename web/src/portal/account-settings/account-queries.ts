import {
  listCarriers,
  listClientsByDomain,
  listDepartments,
  listNotificationTypes,
  listOwnNotificationTypes,
} from '@portico/contract/account/account.ts'
import { getSecurityQuestions } from '@portico/contract/password/password.ts'
import { query, queryClient } from '../../api/query.ts'
import { currentSession } from '../../api/session.ts'
import { loadPhoneNumbers } from '../../patterns/phone-numbers.ts'
import { ownExportQuery } from './own-export-queries.ts'
import { ownProfileQuery } from './own-profile.ts'
import { loadSessions } from './session-queries.ts'

const own = (uid: number) => ({ params: { uid } })

export const questionsQuery = () => query(getSecurityQuestions)
export const ownDepartmentsQuery = () => query(listDepartments)
export const allTypesQuery = () => query(listNotificationTypes)
export const ownTypesQuery = (uid: number) => query(listOwnNotificationTypes, own(uid))
export const ownCarriersQuery = (uid: number) => query(listCarriers, own(uid))
export const ownEmployersQuery = (uid: number) => query(listClientsByDomain, { ...own(uid), query: {} })

/** Loads the data that the account forms need to render. */
const loadForms = (uid: number): Promise<unknown> =>
  Promise.all([
    queryClient.ensureQueryData(ownProfileQuery()),
    queryClient.ensureQueryData(questionsQuery()),
    queryClient.ensureQueryData(allTypesQuery()),
    queryClient.ensureQueryData(ownTypesQuery(uid)),
    queryClient.ensureQueryData(ownCarriersQuery(uid)),
    loadPhoneNumbers(),
  ])

export const loadSetup = loadForms

/** Loads the data that the panels need to render; the employers load afterwards. */
export const loadAccount = (uid: number): Promise<unknown> =>
  Promise.all([
    loadForms(uid),
    queryClient.ensureQueryData(ownDepartmentsQuery()),
    loadSessions(uid),
    // Not for an administrator who acts as the user.
    currentSession()?.isEmulated === false && queryClient.ensureQueryData(ownExportQuery(uid)),
  ])

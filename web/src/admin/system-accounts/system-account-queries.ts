import {
  getUserSummary,
  listSystemAccountTypes,
  listUserSystemAccounts,
} from '@portico/contract/system-accounts/system-accounts.ts'
import { query, queryClient } from '../../api/query.ts'
import { userSystemsQuery } from '../permissions/assignable-queries.ts'

export const summaryQuery = (uid: number, userId: number) => query(getUserSummary, { params: { uid, userId } })
export const systemAccountTypesQuery = (uid: number, systemId: number) =>
  query(listSystemAccountTypes, { params: { uid, systemId } })
export const accountsQuery = (uid: number, userId: number, systemId: number) =>
  query(listUserSystemAccounts, { params: { uid, userId, systemId } })

/** For the loader of the screen. */
export const loadSystemAccounts = (uid: number, userId: number, systemId: number): Promise<unknown> =>
  Promise.all([
    queryClient.ensureQueryData(summaryQuery(uid, userId)),
    queryClient.ensureQueryData(userSystemsQuery(uid)),
    queryClient.ensureQueryData(systemAccountTypesQuery(uid, systemId)),
    queryClient.ensureQueryData(accountsQuery(uid, userId, systemId)),
  ])

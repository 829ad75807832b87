import { listAccountTypes } from '@portico/contract/system-accounts.ts'
import { query, queryClient } from '../../api/query.ts'
import { facilitiesQuery, systemsQuery } from '../application-search/application-queries.ts'

export const accountTypesQuery = () => query(listAccountTypes)

/** For the loader of the category; the facilities are those of a new system. */
export const loadAccountTypes = (uid: number): Promise<unknown> =>
  Promise.all([
    queryClient.ensureQueryData(accountTypesQuery()),
    queryClient.ensureQueryData(systemsQuery(uid)),
    queryClient.ensureQueryData(facilitiesQuery(uid)),
  ])

import { listAccountTypeRows } from '@portico/contract/reference-data/reference-data.ts'
import type { z } from 'zod/mini'
import { query, queryClient } from '../../../api/query.ts'
import { catalogFacilitiesQuery, catalogSystemsQuery } from '../../application-search/system-queries.ts'

export type AccountType = z.output<typeof listAccountTypeRows.data>[number]

export const accountTypesQuery = () => query(listAccountTypeRows, { query: {} })

/** For the loader of the category; the facilities are those of a new system. */
export const loadAccountTypes = (uid: number): Promise<unknown> =>
  Promise.all([
    queryClient.ensureQueryData(accountTypesQuery()),
    queryClient.ensureQueryData(catalogSystemsQuery(uid)),
    queryClient.ensureQueryData(catalogFacilitiesQuery(uid)),
  ])

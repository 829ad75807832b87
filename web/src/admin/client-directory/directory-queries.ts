import {
  directoryGroupList,
  directoryRequestList,
  getClientDirectory,
  listDirectoryConflicts,
  listDirectoryGroups,
  listDirectoryRequests,
} from '@portico/contract/scim/directory-groups.ts'
import { getDirectoryAttributes } from '@portico/contract/scim/directory-attributes.ts'
import { pageQuery, query } from '../../api/query.ts'
import { listSearch, type ValuesOf } from '../../patterns/list-search.ts'

export const directoryGroupSearch = listSearch(directoryGroupList, { name: 'nm' })

export const clientDirectoryQuery = (uid: number, clientId: number) =>
  query(getClientDirectory, { params: { uid, clientId } })

export const directoryConflictsQuery = (uid: number, clientId: number) => ({
  ...query(listDirectoryConflicts, { params: { uid, clientId } }),
  // The directory tries again at any time.
  staleTime: 0,
})

export const directoryGroupsQuery = (uid: number, clientId: number, values: ValuesOf<typeof directoryGroupSearch>) => ({
  ...pageQuery(listDirectoryGroups, { params: { uid, clientId }, query: directoryGroupSearch.query(values) }),
  // The directory changes groups at any time.
  staleTime: 0,
})

export const directoryRequestSearch = listSearch(directoryRequestList, { outcome: 'outcomeCd' })

export const directoryRequestsQuery = (
  uid: number,
  clientId: number,
  values: ValuesOf<typeof directoryRequestSearch>,
) => ({
  ...pageQuery(listDirectoryRequests, { params: { uid, clientId }, query: directoryRequestSearch.query(values) }),
  // The directory sends requests at any time.
  staleTime: 0,
})

export const directoryAttributesQuery = (uid: number, clientId: number) =>
  query(getDirectoryAttributes, { params: { uid, clientId } })

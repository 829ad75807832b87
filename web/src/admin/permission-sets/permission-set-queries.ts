import type { ExportFormat } from '@portico/contract/kit/list.ts'
import {
  exportPermissionSetHolders,
  getPermissionSet,
  listPermissionSetHolders,
  listPermissionSets,
  listPermissionSetsOfUser,
  permissionSetHolderList,
  permissionSetList,
  suggestPermissionSet,
} from '@portico/contract/permission-sets/permission-sets.ts'
import { listDepartmentsForAdmin } from '@portico/contract/users/user-profile.ts'
import { downloadAttachment } from '../../api/files.ts'
import { pageQuery, query, queryClient } from '../../api/query.ts'
import { listSearch, type ValuesOf } from '../../patterns/list-search.ts'
import { screenList } from '../../patterns/screen-list.ts'

const search = listSearch(permissionSetList, { name: 'nm' })

export const permissionSetPages = screenList({
  search,
  page: (uid, values) => ({
    ...pageQuery(listPermissionSets, { params: { uid }, query: search.query(values) }),
    staleTime: 0,
  }),
})

/** A set with its versions. */
export const permissionSetQuery = (uid: number, setId: number) => query(getPermissionSet, { params: { uid, setId } })

export const loadPermissionSet = (uid: number, setId: number) =>
  queryClient.ensureQueryData(permissionSetQuery(uid, setId))

export const holderSearch = listSearch(permissionSetHolderList, { name: 'nm' })

/** Who has a set changes elsewhere, too: with groups, requests and changes of access. */
export const holdersQuery = (uid: number, setId: number, values: ValuesOf<typeof holderSearch>) => ({
  ...pageQuery(listPermissionSetHolders, { params: { uid, setId }, query: holderSearch.query(values) }),
  staleTime: 0,
})

export const exportHolders = (
  uid: number,
  setId: number,
  values: ValuesOf<typeof holderSearch>,
  format: ExportFormat,
): Promise<void> =>
  downloadAttachment(
    exportPermissionSetHolders,
    { params: { uid, setId }, body: { ...holderSearch.selection(values), format } },
    `permission-set.${format}`,
  )

/** The sets that a user has. */
export const setsOfUserQuery = (uid: number, userId: number) => ({
  ...query(listPermissionSetsOfUser, { params: { uid, userId } }),
  staleTime: 0,
})

/** The departments of users. */
export const departmentsQuery = (uid: number) => query(listDepartmentsForAdmin, { params: { uid } })

/** What the users of a department have in common; who they are and what they have changes elsewhere. */
export const suggestionQuery = (uid: number, clientId: number, departmentId: number) => ({
  ...query(suggestPermissionSet, { params: { uid, clientId, departmentId } }),
  staleTime: 0,
})

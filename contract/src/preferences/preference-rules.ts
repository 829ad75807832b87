import { plainName } from '../plain-name.ts'
import { columnFieldList } from '../users/user-fields.ts'
import { adminGroups } from './admin-groups.ts'

/** Maximum saved filters per user and list. */
export const SAVED_FILTERS_MAX = 20
/** Maximum characters of a saved filter's name. */
export const SAVED_FILTER_NAME_MAX = 60
/** Maximum bytes of the filters that are saved under one name, as JSON in UTF-8. */
export const SAVED_FILTER_BYTES_MAX = 2_000

const fieldColumns = columnFieldList.map(({ wire }) => wire)

/**
 * Lists that keep preferences: the filters of their address, and the columns that can be hidden. The navigation of the
 * administration is kept alike: its columns are the groups that the user has opened or closed, against their default. So
 * is the overview: its columns are the parts that can be hidden.
 */
export const preferenceLists = {
  users: {
    filters: ['name', 'status', 'employer', 'signedInBefore', 'condition', 'import', ...fieldColumns],
    columns: ['lastNm', 'userNm', 'emailAddress', 'employer', ...fieldColumns, 'userStatus', 'lastLoginDt'],
  },
  audit: {
    filters: ['actor', 'subject', 'client', 'action', 'kind', 'target', 'from', 'to'],
    columns: ['action', 'actor', 'subject', 'target', 'client', 'address'],
  },
  report: {
    filters: [],
    columns: [
      'lastNm',
      'userNm',
      'emailAddress',
      'employerNm',
      'userStatus',
      'userType',
      'systemNm',
      'rights',
      'through',
      'source',
      'grantedDt',
      'createdDt',
      'lastLoginDt',
      ...fieldColumns,
    ],
  },
  navigation: { filters: [], columns: adminGroups },
  overview: { filters: [], columns: ['firstSteps'] },
} as const

export type ListName = keyof typeof preferenceLists
/** Names of a list's filters. */
export type FilterOf<Name extends ListName> = (typeof preferenceLists)[Name]['filters'][number]

/** True where both names count as the same one: case does not distinguish them. */
export const isSameFilterName = (one: string, other: string): boolean =>
  plainName(one).toLowerCase() === plainName(other).toLowerCase()

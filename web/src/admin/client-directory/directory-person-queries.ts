import {
  directoryPersonList,
  exportDirectoryPeople,
  listDirectoryPeople,
} from '@portico/contract/scim/directory-people.ts'
import type { ExportFormat } from '@portico/contract/kit/list.ts'
import { downloadAttachment } from '../../api/files.ts'
import { pageQuery } from '../../api/query.ts'
import { listSearch, type ValuesOf } from '../../patterns/list-search.ts'

export const directoryPersonSearch = listSearch(directoryPersonList, {
  name: 'nm',
  state: 'stateCd',
  account: 'accountCd',
})

type Values = ValuesOf<typeof directoryPersonSearch>

export const directoryPeopleQuery = (uid: number, clientId: number, values: Values) => ({
  ...pageQuery(listDirectoryPeople, { params: { uid, clientId }, query: directoryPersonSearch.query(values) }),
  // The directory provides people at any time.
  staleTime: 0,
})

/** Downloads the filtered users of all pages. */
export const exportDirectoryPeopleList = (
  uid: number,
  clientId: number,
  values: Values,
  format: ExportFormat,
): Promise<void> =>
  downloadAttachment(
    exportDirectoryPeople,
    { params: { uid, clientId }, body: { ...directoryPersonSearch.selection(values), format } },
    `directory-people.${format}`,
  )

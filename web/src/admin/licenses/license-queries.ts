import {
  countLicenseUsers,
  getLicenseOptions,
  getLicenseVersion,
  licenseList,
  listLicenses,
} from '@portico/contract/licenses/licenses.ts'
import { listTextClients } from '@portico/contract/texts/resource-texts.ts'
import { call } from '../../api/call.ts'
import { pageQuery, query, queryClient } from '../../api/query.ts'
import type { Option } from '../../patterns/Combobox.tsx'
import { awaitFirstEntry } from '../../patterns/list-query.ts'
import { listSearch } from '../../patterns/list-search.ts'
import { screenList } from '../../patterns/screen-list.ts'
import type { AdminEntry } from '../../shell/admin-entry.ts'

/** What the administrator may do. */
export const licenseOptionsQuery = (uid: number) => query(getLicenseOptions, { params: { uid } })

const search = listSearch(licenseList, { client: 'nm' })

export const licensePages = screenList({
  search,
  page: (uid, values) => pageQuery(listLicenses, { params: { uid }, query: search.query(values) }),
  beside: (uid) => [queryClient.ensureQueryData(licenseOptionsQuery(uid))],
})

export const licenseVersionQuery = (uid: number, licenseId: number) =>
  query(getLicenseVersion, { params: { uid, licenseId } })

export const loadLicense = ({ uid, params: { licenseId }, cause }: AdminEntry<{ licenseId: number }>): Promise<void> =>
  awaitFirstEntry(
    cause,
    Promise.all([
      queryClient.ensureQueryData(licenseVersionQuery(uid, licenseId)),
      queryClient.ensureQueryData(licenseOptionsQuery(uid)),
    ]),
  )

/** How many users have accepted the license of a client, or the default. */
export const licenseUsersQuery = (uid: number, clientId: number | null) =>
  query(countLicenseUsers, { params: { uid }, query: clientId === null ? {} : { clientId } })

/** Finds a client by its name. */
export const loadClients =
  (uid: number) =>
  async (keyword: string, offset: number, signal: AbortSignal): Promise<{ rows: Option[]; total: number }> => {
    // The first hundred are enough: the search narrows them.
    const found = await call(listTextClients, { params: { uid }, query: { keyword } }, signal)
    const rows = found.slice(offset).map(({ clientId, clientNm }) => ({ value: String(clientId), label: clientNm }))
    return { rows, total: found.length }
  }

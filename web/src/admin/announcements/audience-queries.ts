import {
  listAnnouncementPersons,
  listAnnouncementReaderClients,
  readAnnouncementReaders,
  readerClientList,
} from '@portico/contract/announcements/announcement-audience.ts'
import { fullName } from '@portico/contract/users/full-name.ts'
import type { RequestOf } from '@portico/contract/kit/endpoint.ts'
import { pageQuery, query, queryClient } from '../../api/query.ts'
import { type Option, pageAt } from '../../patterns/Combobox.tsx'
import { listSearch } from '../../patterns/list-search.ts'

interface Options {
  rows: readonly Option[]
  total: number
}

/** People as whom an announcement can be previewed, by a part of their name, user ID or email. */
export async function loadPersons(uid: number, text: string, offset: number): Promise<Options> {
  const { rows, total } = await queryClient.ensureQueryData(
    pageQuery(listAnnouncementPersons, { params: { uid }, query: { nm: text, ...pageAt(offset) } }),
  )
  return {
    rows: rows.map((one) => ({ value: String(one.userId), label: `${fullName(one)} (${one.userNm})` })),
    total,
  }
}

/** The list of clients in the dialog of the readers. */
export const readerClientSearch = listSearch(readerClientList, {})

export const readersQuery = (uid: number, announcementId: number, clientId: number | undefined) =>
  query(readAnnouncementReaders, { params: { uid, announcementId }, query: { clientId } })

export const readerClientsQuery = (
  uid: number,
  announcementId: number,
  list: RequestOf<typeof listAnnouncementReaderClients>['query'],
) => pageQuery(listAnnouncementReaderClients, { params: { uid, announcementId }, query: list })

/** The clients whose users an announcement reaches, by a part of their name. */
export async function loadReaderClients(
  uid: number,
  announcementId: number,
  text: string,
  offset: number,
): Promise<Options> {
  const list = { clientNm: text, ...pageAt(offset), sort: 'clientNm', direction: 'asc' } as const
  const { rows, total } = await queryClient.ensureQueryData(readerClientsQuery(uid, announcementId, list))
  return { rows: rows.map(({ clientId, clientNm }) => ({ value: String(clientId), label: clientNm })), total }
}

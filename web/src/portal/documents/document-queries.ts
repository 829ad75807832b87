import { isDayRange } from '@portico/contract/document-rules.ts'
import {
  deleteFromSpace,
  DOCUMENTS_PER_PAGE,
  downloadDocument,
  dropShare,
  getUsedSpace,
  listDocuments,
  listDocumentVersions,
  listSharedDocuments,
  listShares,
  listSharingClients,
  listSharingUsers,
  listTrash,
  restoreDocument,
  restoreVersion,
  shareDocument,
  trashDocument,
  unshareDocument,
} from '@portico/contract/documents.ts'
import type { documentColumns, sharedDocumentColumns } from '@portico/contract/document-columns.ts'
import type { Endpoint } from '@portico/contract/kit/endpoint.ts'
import { ApiError, call } from '../../api/call.ts'
import { download } from '../../api/files.ts'
import { invalidate, pageQuery, query, queryClient } from '../../api/query.ts'
import type { Outcome } from '../../ui/ModalForm.tsx'
import type { DocumentSearch } from './document-search.ts'

/** Days that are no range are told at their fields, and narrow nothing. */
const filtersOf = ({ q, from, to, dir, page }: DocumentSearch) => ({
  keyword: q,
  ...(isDayRange(from, to) ? { fromDt: from, toDt: to } : {}),
  direction: dir,
  pageNo: page ?? 1,
  pageSize: DOCUMENTS_PER_PAGE,
})

export const documentsQuery = (uid: number, search: DocumentSearch) =>
  pageQuery(listDocuments, {
    params: { uid },
    query: { ...filtersOf(search), sort: search.sort as (typeof documentColumns)[number] | undefined },
  })
export const sharedDocumentsQuery = (uid: number, search: DocumentSearch) =>
  pageQuery(listSharedDocuments, {
    params: { uid },
    query: { ...filtersOf(search), sort: search.sort as (typeof sharedDocumentColumns)[number] | undefined },
  })
export const trashQuery = (uid: number) => query(listTrash, { params: { uid } })
export const usedSpaceQuery = (uid: number) => query(getUsedSpace, { params: { uid } })
export const versionsQuery = (uid: number, docId: number) => query(listDocumentVersions, { params: { uid, docId } })
/** Others open a document at any time: who has is asked with every opening of the window. */
export const sharesQuery = (uid: number, docId: number) => ({
  ...query(listShares, { params: { uid, docId } }),
  staleTime: 0,
})
export const sharingClientsQuery = (uid: number) => query(listSharingClients, { params: { uid } })
export const sharingUsersQuery = (uid: number, clientid: number) =>
  query(listSharingUsers, { params: { uid, clientid } })

/** What the page cannot be drawn without. */
export async function loadLibrary(uid: number, search: DocumentSearch): Promise<void> {
  await Promise.all([
    queryClient.ensureQueryData(usedSpaceQuery(uid)),
    search.tab === 'trash'
      ? queryClient.ensureQueryData(trashQuery(uid))
      : search.tab === 'shared'
        ? queryClient.ensureQueryData(sharedDocumentsQuery(uid, search))
        : queryClient.ensureQueryData(documentsQuery(uid, search)),
  ])
}

/** Whatever the library shows may have changed. */
export const refresh = (...also: Endpoint[]): Promise<unknown> =>
  Promise.all([listDocuments, listSharedDocuments, listTrash, getUsedSpace, ...also].map(invalidate))

/** A success in given words, or what the server says against it. */
async function told(done: string, work: () => Promise<unknown>, ...also: Endpoint[]): Promise<Outcome> {
  try {
    await work()
    await refresh(...also)
    return { ok: true, message: done }
  } catch (error) {
    if (error instanceof ApiError) return { ok: false, message: error.message }
    throw error
  }
}

export const trash = (docId: number, done: string) => told(done, () => call(trashDocument, { params: { docId } }))
export const removeForGood = (uid: number, docId: number, done: string) =>
  told(done, () => call(deleteFromSpace, { params: { uid, docId } }))
export const restore = (uid: number, trashedDocId: number, done: string) =>
  told(done, () => call(restoreDocument, { params: { uid, trashedDocId } }))
export const leaveShare = (uid: number, docShareDtlId: number, done: string) =>
  told(done, () => call(dropShare, { params: { uid, docShareDtlId } }))
export const endShare = (uid: number, ownShareDtlId: number, done: string) =>
  told(done, () => call(unshareDocument, { params: { uid, ownShareDtlId } }), listShares)
export const share = (
  uid: number,
  body: { documentId: number; sharedUserIdList: number[]; expireDt: string | null },
  done: string,
) => told(done, () => call(shareDocument, { params: { uid }, body }), listShares)
export const bringBack = (uid: number, docId: number, versionNbr: number, done: string) =>
  told(done, () => call(restoreVersion, { params: { uid, docId }, body: { versionNbr } }), listDocumentVersions)

/** Saves a document; says what went wrong, if anything. */
export async function save(documentId: number, name: string, version?: number): Promise<string | null> {
  try {
    const fields = version === undefined ? {} : { versionNbr: String(version) }
    await download(downloadDocument, { params: { documentId }, fields, name })
    return null
  } catch (error) {
    if (error instanceof ApiError) return error.message
    throw error
  }
}

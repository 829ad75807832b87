import { isDayRange } from '@portico/contract/documents/document-rules.ts'
import {
  deleteFromSpace,
  dropShare,
  getUsedSpace,
  listDocuments,
  listDocumentVersions,
  listSharedDocuments,
  listShares,
  listSharingUsers,
  SHARING_USERS_FIRST,
  listTrash,
  restoreDocument,
  restoreVersion,
  shareDocument,
  trashDocument,
  unshareDocument,
} from '@portico/contract/documents/documents.ts'
import { listSharingClients } from '@portico/contract/documents/sharing-clients.ts'
import { hasDocuments } from '@portico/contract/documents/has-documents.ts'
import type { Endpoint } from '@portico/contract/kit/endpoint.ts'
import { call, callPage } from '../../api/call.ts'
import { invalidate, pageQuery, query, queryClient } from '../../api/query.ts'
import { awaitFirstEntry } from '../../patterns/list-query.ts'
import type { ValuesOf } from '../../patterns/list-search.ts'
import { runAction } from '../../patterns/run-action.ts'
import { tabIn } from '../../patterns/use-tab.ts'
import type { Outcome } from '../../ui/outcome.ts'
import { type DocumentFilters, documentTabs, ownDocumentSearch, sharedDocumentSearch } from './document-search.ts'

/** An invalid date range is reported at its fields, and does not filter. */
const periodOf = ({ filters: { from, to } }: { filters: DocumentFilters }) =>
  isDayRange(from, to) ? { fromDt: from, toDt: to } : {}

export const documentsQuery = (uid: number, values: ValuesOf<typeof ownDocumentSearch>) =>
  pageQuery(listDocuments, { params: { uid }, query: { ...ownDocumentSearch.query(values), ...periodOf(values) } })
export const sharedDocumentsQuery = (uid: number, values: ValuesOf<typeof sharedDocumentSearch>) =>
  pageQuery(listSharedDocuments, {
    params: { uid },
    query: { ...sharedDocumentSearch.query(values), ...periodOf(values) },
  })
export const trashQuery = (uid: number) => query(listTrash, { params: { uid } })
export const usedSpaceQuery = (uid: number) => query(getUsedSpace, { params: { uid } })
export const versionsQuery = (uid: number, docId: number) => query(listDocumentVersions, { params: { uid, docId } })
/** Recipients may open a document at any time, so the list is refetched whenever the dialog opens. */
export const sharesQuery = (uid: number, docId: number) => ({
  ...query(listShares, { params: { uid, docId } }),
  staleTime: 0,
})
export const sharingClientsQuery = (uid: number) => query(listSharingClients, { params: { uid } })

/** People that each press adds (DOCS-070). */
const MORE_PEOPLE = 100

/** A part of the people of a client whose name contains the text; none before the client is known. */
export async function loadSharingUsers(
  uid: number,
  clientid: number | undefined,
  text: string,
  offset: number,
  signal: AbortSignal,
) {
  if (clientid === undefined) return { rows: [], total: 0 }
  const part = offset === 0 ? { limit: SHARING_USERS_FIRST } : { offset, limit: MORE_PEOPLE }
  const search = text.trim() === '' ? part : { keyword: text.trim(), ...part }
  const { rows, total } = await callPage(listSharingUsers, { params: { uid, clientid }, query: search }, signal)
  return {
    rows: rows.map(({ userId, firstNm, lastNm }) => ({ value: String(userId), label: `${firstNm} ${lastNm}` })),
    total,
  }
}

/** Loads the lists that the page shows at its address; see `awaitFirstEntry`. */
export async function loadLibrary(uid: number, search: object, cause: 'enter' | 'stay' | 'preload'): Promise<void> {
  const tab = tabIn(documentTabs, search)
  await awaitFirstEntry(
    cause,
    Promise.all([
      queryClient.ensureQueryData(usedSpaceQuery(uid)),
      tab === 'trash'
        ? queryClient.ensureQueryData(trashQuery(uid))
        : tab === 'shared'
          ? queryClient.ensureQueryData(sharedDocumentsQuery(uid, sharedDocumentSearch.read(search)))
          : queryClient.ensureQueryData(documentsQuery(uid, ownDocumentSearch.read(search))),
    ]),
  )
}

/** What the library shows; any action may change it. */
const library: readonly Endpoint[] = [
  listDocuments,
  listSharedDocuments,
  listTrash,
  getUsedSpace,
  // A document that is overwritten gets another version.
  listDocumentVersions,
  // The main menu has the library where there are documents.
  hasDocuments,
]

/** Invalidates everything that the library shows. */
export const refresh = (): Promise<unknown> => Promise.all(library.map(invalidate))

/** The given success message, or the server's error. */
const runAndReport = (done: string, work: () => Promise<unknown>, ...also: Endpoint[]): Promise<Outcome> =>
  runAction(() => work().then(() => done), [...library, ...also])

export const trash = (docId: number, done: string) =>
  runAndReport(done, () => call(trashDocument, { params: { docId } }))
export const removeForGood = (uid: number, docId: number, done: string) =>
  runAndReport(done, () => call(deleteFromSpace, { params: { uid, docId } }))
export const restore = (uid: number, trashedDocId: number, done: string) =>
  runAndReport(done, () => call(restoreDocument, { params: { uid, trashedDocId } }))
export const leaveShare = (uid: number, docShareDtlId: number, done: string) =>
  runAndReport(done, () => call(dropShare, { params: { uid, docShareDtlId } }))
export const endShare = (uid: number, ownShareDtlId: number, done: string) =>
  runAndReport(done, () => call(unshareDocument, { params: { uid, ownShareDtlId } }), listShares)
/** For a form: rejects with the server's error. */
export async function share(
  uid: number,
  body: { documentId: number; sharedUserIdList: number[]; expireDt: string | null },
  done: string,
): Promise<string> {
  await call(shareDocument, { params: { uid }, body })
  await Promise.all([refresh(), invalidate(listShares)])
  return done
}
export const restoreEarlierVersion = (uid: number, docId: number, versionNbr: number, done: string) =>
  runAndReport(done, () => call(restoreVersion, { params: { uid, docId }, body: { versionNbr } }))

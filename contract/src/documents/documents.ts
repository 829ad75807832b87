import * as z from 'zod/mini'
import { Day, Id, Instant, OptionalDay, OwnUid, text, YesNo } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { signedIn } from '../kit/guard.ts'
import { listQuery } from '../kit/list.ts'

const mydocs = '/ccservices/secure/user/rest/db/mydocs/cpusers'
const mine = `${mydocs}/{uid}/mydocuments`

/** Bytes that each user may store (DOCS-068), including trash and earlier versions. */
export const DOCUMENT_QUOTA = 104_857_600
/** Rows per page (DOCS-012). */
export const DOCUMENTS_PER_PAGE = 15
/** Versions kept of a document, including the current one. */
export const DOCUMENT_VERSIONS = 5
/** Days that a deleted document stays in the trash. */
export const TRASH_DAYS = 30
/** Maximum recipients of one share. */
export const SHARED_AT_ONCE = 100

export const UserDocument = z.object({
  documentId: z.int(),
  documentNm: z.string(),
  /** The extension in lower case. */
  documentTypeTxt: z.string(),
  documentSizeByteCnt: z.int(),
  /** When its current version was stored. */
  recordAddDt: Instant,
  versionCnt: z.int(),
  /** Number of users it is shared with now. */
  sharedCnt: z.int(),
  /** Its current version was stored while the virus scanner was unavailable and is not scanned yet. */
  unscannedFlg: YesNo,
})
export type UserDocument = z.output<typeof UserDocument>

export const SharedDocument = z.object({
  documentShareDtlId: z.int(),
  sharedDt: Instant,
  expireDt: z.nullable(Day),
  doc: z.object({
    documentId: z.int(),
    documentNm: z.string(),
    documentTypeTxt: z.string(),
    documentSizeByteCnt: z.int(),
    recordAddDt: Instant,
    /** The owner's name. */
    firstNm: z.string(),
    lastNm: z.string(),
    unscannedFlg: YesNo,
  }),
})
export type SharedDocument = z.output<typeof SharedDocument>

export const TrashedDocument = z.object({
  documentId: z.int(),
  documentNm: z.string(),
  documentTypeTxt: z.string(),
  documentSizeByteCnt: z.int(),
  deletedDt: Instant,
  /** The day on which it is deleted permanently. */
  purgeDt: Instant,
})
export type TrashedDocument = z.output<typeof TrashedDocument>

export const DocumentVersion = z.object({
  versionNbr: z.int(),
  documentSizeByteCnt: z.int(),
  recordAddDt: Instant,
})
export type DocumentVersion = z.output<typeof DocumentVersion>

export const DocumentShare = z.object({
  documentShareDtlId: z.int(),
  userId: z.int(),
  firstNm: z.string(),
  lastNm: z.string(),
  clientNm: z.string(),
  sharedDt: Instant,
  expireDt: z.nullable(Day),
  /** When the recipient last opened it; null: never. */
  openedDt: z.nullable(Instant),
})
export type DocumentShare = z.output<typeof DocumentShare>

/** A part of the name, and a range of days in the business time zone, both included; '' does not filter. */
const filters = { keyword: text(100), fromDt: OptionalDay, toDt: OptionalDay }

/** Without a page size, the answer has all rows. */
export const documentList = listQuery({
  columns: ['documentNm', 'documentTypeTxt', 'documentSizeByteCnt', 'recordAddDt'],
  filters,
  defaultSort: { column: 'recordAddDt', direction: 'desc' },
})
export const sharedDocumentList = listQuery({
  columns: ['documentNm', 'ownerNm', 'documentSizeByteCnt', 'sharedDt', 'expireDt'],
  filters,
  defaultSort: { column: 'sharedDt', direction: 'desc' },
})

export const getUsedSpace = endpoint({
  name: 'getUsedSpace',
  method: 'GET',
  path: `${mine}/usedspace`,
  guard: signedIn(),
  params: OwnUid,
  data: z.int(),
})

export const listDocuments = endpoint({
  name: 'listDocuments',
  method: 'GET',
  path: `${mine}/list`,
  guard: signedIn(),
  params: OwnUid,
  query: documentList.query,
  data: z.array(UserDocument),
})

export const listSharedDocuments = endpoint({
  name: 'listSharedDocuments',
  method: 'GET',
  path: `${mine}/sharedlist`,
  guard: signedIn(),
  params: OwnUid,
  query: sharedDocumentList.query,
  data: z.array(SharedDocument),
})

export const listTrash = endpoint({
  name: 'listTrash',
  method: 'GET',
  path: `${mine}/trash`,
  guard: signedIn(),
  params: OwnUid,
  data: z.array(TrashedDocument),
})

export const listDocumentVersions = endpoint({
  name: 'listDocumentVersions',
  method: 'GET',
  path: `${mine}/versions/{docId}`,
  guard: signedIn(),
  params: z.strictObject({ uid: Id, docId: Id }),
  data: z.array(DocumentVersion),
})

export const restoreVersion = endpoint({
  name: 'restoreVersion',
  method: 'POST',
  path: `${mine}/versions/{docId}/restore`,
  guard: signedIn({ emulation: 'refuse' }),
  params: z.strictObject({ uid: Id, docId: Id }),
  body: z.strictObject({ versionNbr: Id }),
})

/** People to share with that are shown at first (DOCS-070), and the most that one call answers (decision J3). */
export const SHARING_USERS_FIRST = 150
export const SHARING_USERS_MOST = 500

export const listSharingUsers = endpoint({
  name: 'listSharingUsers',
  method: 'GET',
  path: `${mine}/user-by-client/{clientid}`,
  guard: signedIn(),
  params: z.strictObject({ uid: Id, clientid: Id }),
  query: z.strictObject({
    keyword: z.optional(text(100)),
    /** Rows to leave out; absent: none. */
    offset: z.optional(Id),
    /** Rows at most; absent: `SHARING_USERS_FIRST`, and never more than `SHARING_USERS_MOST`. */
    limit: z.optional(Id),
  }),
  data: z.array(z.object({ userId: z.int(), firstNm: z.string(), lastNm: z.string() })),
})

export const shareDocument = endpoint({
  name: 'shareDocument',
  method: 'POST',
  path: `${mine}/share`,
  guard: signedIn({ emulation: 'refuse' }),
  params: OwnUid,
  body: z.strictObject({
    documentId: Id,
    // Longer than the limit, so that the command refuses a longer list with its own sentence.
    sharedUserIdList: z.array(Id).check(z.maxLength(10_000)),
    expireDt: z.nullable(OptionalDay),
  }),
})

export const listShares = endpoint({
  name: 'listShares',
  method: 'GET',
  path: `${mine}/shares/{docId}`,
  guard: signedIn(),
  params: z.strictObject({ uid: Id, docId: Id }),
  data: z.array(DocumentShare),
})

export const unshareDocument = endpoint({
  name: 'unshareDocument',
  method: 'DELETE',
  path: `${mine}/unshare/{ownShareDtlId}`,
  guard: signedIn({ emulation: 'refuse' }),
  params: z.strictObject({ uid: Id, ownShareDtlId: Id }),
})

export const trashDocument = endpoint({
  name: 'trashDocument',
  method: 'DELETE',
  path: `${mydocs}/mydocuments/delete/{docId}`,
  guard: signedIn({ emulation: 'refuse' }),
  params: z.strictObject({ docId: Id }),
})

export const restoreDocument = endpoint({
  name: 'restoreDocument',
  method: 'POST',
  path: `${mine}/restore/{trashedDocId}`,
  guard: signedIn({ emulation: 'refuse' }),
  params: z.strictObject({ uid: Id, trashedDocId: Id }),
})

export const deleteFromSpace = endpoint({
  name: 'deleteFromSpace',
  method: 'DELETE',
  path: `${mine}/deletefromspace/{docId}`,
  guard: signedIn({ emulation: 'refuse' }),
  params: z.strictObject({ uid: Id, docId: Id }),
})

export const dropShare = endpoint({
  name: 'dropShare',
  method: 'DELETE',
  path: `${mine}/deleteshared/{docShareDtlId}`,
  guard: signedIn({ emulation: 'refuse' }),
  params: z.strictObject({ uid: Id, docShareDtlId: Id }),
})

export const uploadDocument = endpoint({
  name: 'uploadDocument',
  method: 'POST',
  path: `${mydocs}/mydocuments/addnew`,
  kind: 'upload',
  guard: signedIn(),
  body: z.strictObject({}),
  codes: { '404': { message: 'A document of that name already exists; data is that document.', data: UserDocument } },
})

export const overwriteDocument = endpoint({
  name: 'overwriteDocument',
  method: 'POST',
  path: `${mydocs}/mydocuments/overwrite`,
  kind: 'upload',
  guard: signedIn(),
  body: z.strictObject({ documentId: Id }),
})

export const downloadDocument = endpoint({
  name: 'downloadDocument',
  method: 'POST',
  path: `${mydocs}/mydocuments/get/{documentId}`,
  kind: 'form-download',
  guard: signedIn({ emulation: 'always' }),
  params: z.strictObject({ documentId: Id }),
  body: z.strictObject({ sessionToken: z.string(), csrfToken: z.string(), versionNbr: z.optional(Id) }),
})

export const summaries = {
  getUsedSpace: 'Bytes that the user’s documents use, including trash and earlier versions',
  listDocuments:
    'The user’s own documents, newest first; filtered, sorted and paged on request; the header x-total-count holds their number',
  listSharedDocuments: 'Documents that others share with the user, latest first; filtered, sorted and paged on request',
  listTrash: 'Deleted documents that can still be restored',
  listDocumentVersions: 'The kept versions of the user’s own document, newest first',
  restoreVersion: 'Make an earlier version of the user’s own document the current one',
  listSharingUsers:
    'Users of a client whom the user may share with; searched by name and in parts on request, the header x-total-count holds their number',
  shareDocument:
    'Share the user’s own document, read-only, until a given day or without an end; recipients always see the current version',
  listShares: 'Recipients of the user’s own document, and who has opened it',
  unshareDocument: 'End a share of the user’s own document',
  trashDocument: 'Move the user’s own document to the trash and end its shares (decision J2)',
  restoreDocument: 'Restore the user’s own document from the trash',
  deleteFromSpace:
    'Delete the user’s own document permanently with all versions, which frees its space at once (decision J2)',
  dropShare: 'Remove a shared document from the user’s own list',
  uploadDocument: 'Store a new document: the part file of a multipart body',
  overwriteDocument: 'Store a new version of the user’s own document: the field documentId, then the part file',
  downloadDocument:
    'The user’s own or a shared document as an attachment, whole or a byte range; owners may request a kept version',
}

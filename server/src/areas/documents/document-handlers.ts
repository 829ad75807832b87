import { isDayRange } from '@portico/contract/document-rules.ts'
import type * as contract from '@portico/contract/documents.ts'
import { TOTAL_HEADER } from '@portico/contract/kit/headers.ts'
import { defaultTexts } from '@portico/contract/texts/texts.ts'
import type { Db } from '../../db/database.ts'
import { Answer, refuse, refuseFields } from '../../http/answers.ts'
import type { Handlers } from '../../http/handlers.ts'
import {
  deleteFromSpace,
  dropShare,
  restoreDocument,
  restoreVersion,
  trashDocument,
  unshareDocument,
} from './dispose-document.ts'
import { readTrash, readUsedBytes, readVersions } from './document-details.ts'
import { type Page, readDocuments, readSharedDocuments } from './document-list.ts'
import { documentShare, sharedDocument, trashedDocument, userDocument } from './document-view.ts'
import { downloadDocument } from './download-document.ts'
import type { FileParts } from './receive-file.ts'
import { shareDocument } from './share-document.ts'
import { readShares, readSharingClients, readSharingUsers } from './share-list.ts'
import { overwriteDocument, uploadDocument } from './upload-document.ts'

export interface DocumentParts extends FileParts {
  db: Db
  /** Zone that decides what day it is. */
  timeZone: string
}

const notFound = () => refuse('404', defaultTexts.not_found)
const paged = <Row, Seen>({ rows, total }: Page<Row>, see: (row: Row) => Seen) =>
  new Answer(rows.map(see), { headers: { [TOTAL_HEADER]: String(total) } })

function refuseBackwards({ fromDt, toDt }: { fromDt?: string | undefined; toDt?: string | undefined }) {
  if (isDayRange(fromDt, toDt)) return undefined
  const message = defaultTexts.field_date_range
  return refuseFields('422', message, [
    { field: 'fromDt', message },
    { field: 'toDt', message },
  ])
}

export function documentHandlers(parts: DocumentParts): Handlers<typeof contract> {
  const { db, timeZone } = parts
  return {
    getUsedSpace: ({ caller }) => readUsedBytes(db, caller),
    listDocuments: async ({ caller, query }) =>
      refuseBackwards(query) ?? paged(await readDocuments(db, caller, timeZone, query), userDocument),
    listSharedDocuments: async ({ caller, query }) =>
      refuseBackwards(query) ?? paged(await readSharedDocuments(db, caller, timeZone, query), sharedDocument),
    listTrash: async ({ caller }) => (await readTrash(db, caller)).map(trashedDocument),
    listDocumentVersions: async ({ caller, params }) => {
      const versions = await readVersions(db, caller, params.docId)
      return (
        versions?.map((row) => ({
          versionNbr: row.version,
          documentSizeByteCnt: row.size_bytes,
          recordAddDt: row.stored_at,
        })) ?? notFound()
      )
    },
    restoreVersion: (call) => restoreVersion(parts, call, { id: call.params.docId, version: call.body.versionNbr }),
    listSharingClients: async ({ caller }) =>
      (await readSharingClients(db, caller)).map(({ id, name }) => ({ clientId: id, clientNm: name })),
    listSharingUsers: async ({ caller, params }) => {
      const users = await readSharingUsers(db, caller, params.clientid)
      return users?.map((row) => ({ userId: row.id, firstNm: row.first_name, lastNm: row.last_name })) ?? notFound()
    },
    shareDocument: (call) => shareDocument(parts, call, call.body),
    listShares: async ({ caller, params }) =>
      (await readShares(db, caller, params.docId))?.map(documentShare) ?? notFound(),
    unshareDocument: (call) => unshareDocument(parts, call, call.params.ownShareDtlId),
    trashDocument: (call) => trashDocument(parts, call, call.params.docId),
    restoreDocument: (call) => restoreDocument(parts, call, call.params.trashedDocId),
    deleteFromSpace: (call) => deleteFromSpace(parts, call, call.params.docId),
    dropShare: (call) => dropShare(parts, call, call.params.docShareDtlId),
    uploadDocument: (call) => uploadDocument(parts, call),
    overwriteDocument: (call) => overwriteDocument(parts, call, call.body.documentId),
    downloadDocument: (call) =>
      downloadDocument(parts, call, { documentId: call.params.documentId, version: call.body.versionNbr }),
  }
}

import { isDayRange } from '@portico/contract/documents/document-rules.ts'
import type * as contract from '@portico/contract/documents/documents.ts'
import type * as menuContract from '@portico/contract/documents/has-documents.ts'
import type * as clientContract from '@portico/contract/documents/sharing-clients.ts'
import { sentences } from '../../http/sentences.ts'
import type { Db } from '../../db/database.ts'
import { paged, refuse, refuseFields } from '../../http/answers.ts'
import type { Handlers } from '../../http/handlers.ts'
import {
  deleteFromSpace,
  dropShare,
  restoreDocument,
  restoreVersion,
  trashDocument,
  unshareDocument,
} from './dispose-document.ts'
import { hasDocuments, readTrash, readUsedBytes, readVersions } from './document-details.ts'
import { readDocuments, readSharedDocuments } from './document-list.ts'
import { documentShare, sharedDocument, sharingUser, trashedDocument, userDocument } from './document-view.ts'
import { downloadDocument } from './download-document.ts'
import type { FileDeps } from './receive-file.ts'
import { shareDocument } from './share-document.ts'
import { readShares, readSharingClients, readSharingUsers } from './share-list.ts'
import { overwriteDocument, uploadDocument } from './upload-document.ts'

export interface DocumentDeps extends FileDeps {
  db: Db
  /** Business time zone. */
  timeZone: string
}

const notFound = () => refuse('404', sentences.not_found)

function refuseBackwards({ fromDt, toDt }: { fromDt?: string | undefined; toDt?: string | undefined }) {
  if (isDayRange(fromDt, toDt)) return undefined
  const message = sentences.field_date_range
  return refuseFields('422', message, [
    { field: 'fromDt', message },
    { field: 'toDt', message },
  ])
}

export function documentHandlers(deps: DocumentDeps): Handlers<typeof contract> {
  const { db, timeZone } = deps
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
          documentSizeByteCnt: row.sizeBytes,
          recordAddDt: row.storedAt,
        })) ?? notFound()
      )
    },
    restoreVersion: (call) => restoreVersion(deps, call, { id: call.params.docId, version: call.body.versionNbr }),
    listSharingUsers: async ({ caller, params, query }) => {
      const users = await readSharingUsers(db, caller, params.clientid, query)
      return users ? paged(users, sharingUser) : notFound()
    },
    shareDocument: (call) => shareDocument(deps, call, call.body),
    listShares: async ({ caller, params }) =>
      (await readShares(db, caller, params.docId))?.map(documentShare) ?? notFound(),
    unshareDocument: (call) => unshareDocument(deps, call, call.params.ownShareDtlId),
    trashDocument: (call) => trashDocument(deps, call, call.params.docId),
    restoreDocument: (call) => restoreDocument(deps, call, call.params.trashedDocId),
    deleteFromSpace: (call) => deleteFromSpace(deps, call, call.params.docId),
    dropShare: (call) => dropShare(deps, call, call.params.docShareDtlId),
    uploadDocument: (call) => uploadDocument(deps, call, call),
    overwriteDocument: (call) => overwriteDocument(deps, call, { ...call.body, file: call.file }),
    downloadDocument: (call) =>
      downloadDocument(deps, call, { documentId: call.params.documentId, version: call.body.versionNbr }),
  }
}

/** The clients that share documents, which screens of the administration offer too. */
export const sharingClientsHandlers = ({ db }: Pick<DocumentDeps, 'db'>): Handlers<typeof clientContract> => ({
  listSharingClients: async ({ caller }) =>
    (await readSharingClients(db, caller)).map(({ id, name }) => ({ clientId: id, clientNm: name })),
})

/** Whether the main menu has the document library. */
export const hasDocumentsHandlers = ({
  db,
  timeZone,
}: Pick<DocumentDeps, 'db' | 'timeZone'>): Handlers<typeof menuContract> => ({
  hasDocuments: ({ caller }) => hasDocuments(db, caller, timeZone),
})

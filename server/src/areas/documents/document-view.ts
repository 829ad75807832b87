import {
  type DocumentShare,
  type SharedDocument,
  TRASH_DAYS,
  type TrashedDocument,
  type UserDocument,
} from '@portico/contract/documents/documents.ts'
import type { DocumentRow, SharedRow } from './document-list.ts'
import type { ShareRow } from './share-list.ts'
import type { TrashRow } from './document-details.ts'

const DAY_MS = 24 * 60 * 60 * 1000

export function userDocument(row: DocumentRow): UserDocument {
  return {
    documentId: row.id,
    documentNm: row.name,
    documentTypeTxt: row.extension,
    documentSizeByteCnt: row.sizeBytes,
    recordAddDt: row.storedAt,
    versionCnt: row.versions,
    sharedCnt: row.shares,
    unscannedFlg: row.awaitsScan,
  }
}

export function sharedDocument(row: SharedRow): SharedDocument {
  return {
    documentShareDtlId: row.shareId,
    sharedDt: row.sharedAt,
    expireDt: row.expiresOn,
    doc: {
      documentId: row.id,
      documentNm: row.name,
      documentTypeTxt: row.extension,
      documentSizeByteCnt: row.sizeBytes,
      recordAddDt: row.storedAt,
      firstNm: row.firstName,
      lastNm: row.lastName,
      unscannedFlg: row.awaitsScan,
    },
  }
}

export function trashedDocument(row: TrashRow): TrashedDocument {
  return {
    documentId: row.id,
    documentNm: row.name,
    documentTypeTxt: row.extension,
    documentSizeByteCnt: row.sizeBytes,
    deletedDt: row.trashedAt,
    purgeDt: new Date(row.trashedAt.getTime() + TRASH_DAYS * DAY_MS),
  }
}

export function documentShare(row: ShareRow): DocumentShare {
  return {
    documentShareDtlId: row.id,
    userId: row.recipientId,
    firstNm: row.firstName,
    lastNm: row.lastName,
    clientNm: row.clientName,
    sharedDt: row.sharedAt,
    expireDt: row.expiresOn,
    openedDt: row.openedAt,
  }
}

export const sharingUser = (row: { id: number; firstName: string; lastName: string }) => ({
  userId: row.id,
  firstNm: row.firstName,
  lastNm: row.lastName,
})

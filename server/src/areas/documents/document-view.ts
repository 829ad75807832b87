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
    documentSizeByteCnt: row.size_bytes,
    recordAddDt: row.stored_at,
    versionCnt: row.versions,
    sharedCnt: row.shares,
    unscannedFlg: row.awaits_scan,
  }
}

export function sharedDocument(row: SharedRow): SharedDocument {
  return {
    documentShareDtlId: row.share_id,
    sharedDt: row.shared_at,
    expireDt: row.expires_on,
    doc: {
      documentId: row.id,
      documentNm: row.name,
      documentTypeTxt: row.extension,
      documentSizeByteCnt: row.size_bytes,
      recordAddDt: row.stored_at,
      firstNm: row.first_name,
      lastNm: row.last_name,
      unscannedFlg: row.awaits_scan,
    },
  }
}

export function trashedDocument(row: TrashRow): TrashedDocument {
  return {
    documentId: row.id,
    documentNm: row.name,
    documentTypeTxt: row.extension,
    documentSizeByteCnt: row.size_bytes,
    deletedDt: row.trashed_at,
    purgeDt: new Date(row.trashed_at.getTime() + TRASH_DAYS * DAY_MS),
  }
}

export function documentShare(row: ShareRow): DocumentShare {
  return {
    documentShareDtlId: row.id,
    userId: row.recipient_id,
    firstNm: row.first_name,
    lastNm: row.last_name,
    clientNm: row.client_name,
    sharedDt: row.shared_at,
    expireDt: row.expires_on,
    openedDt: row.opened_at,
  }
}

export const sharingUser = (row: { id: number; first_name: string; last_name: string }) => ({
  userId: row.id,
  firstNm: row.first_name,
  lastNm: row.last_name,
})

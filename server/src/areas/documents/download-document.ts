import type { Readable } from 'node:stream'
import { sentences } from '../../http/sentences.ts'
import { FileUnavailable, type FileAnswer, type Refusal, refuse } from '../../http/answers.ts'
import type { CallContext } from '../../http/caller.ts'
import { everything } from '../../db/scope.ts'
import { type ByteRange, type FileStorage, StorageUnavailable } from '../../ports/file-storage/file-storage.ts'
import { auditActor, recordAudit } from '../audit/public.ts'
import { findReadableFile } from './document-details.ts'
import { mediaTypeOf } from './document-rules.ts'
import type { Db } from '../../db/database.ts'
import { recordShareOpening } from './share-store.ts'

export interface DownloadDeps {
  db: Db
  storage: FileStorage
  timeZone: string
}

/** Downloads an own or a shared document; the owner sees that a shared one was opened (decision J7). */
export async function downloadDocument(
  { db, storage, timeZone }: DownloadDeps,
  { caller, request }: CallContext,
  { documentId, version }: { documentId: number; version: number | undefined },
): Promise<FileAnswer | Refusal<'404', null>> {
  const found = await db.transact(everything, async (tx) => {
    const file = await findReadableFile(tx, { userId: caller.user.id, documentId, version, timeZone })
    if (!file) return undefined
    if (file.shareId !== null && caller.actorId === null) await recordShareOpening(tx, file.shareId)
    recordAudit(tx, request, {
      event: 'document_downloaded',
      ...auditActor(caller),
      target: { kind: 'document', id: documentId },
    })
    return file
  })
  if (!found) return refuse('404', sentences.not_found) as Refusal<'404', null>
  return {
    type: mediaTypeOf(found.extension),
    body: { bytes: found.sizeBytes, open: (range) => openStored(storage, found.fileId, range) },
    cacheControl: 'no-store',
    attachmentName: found.name,
  }
}

/** Opens a stored file; throws FileUnavailable while the storage is unavailable. */
export async function openStored(storage: FileStorage, key: string, range: ByteRange | undefined): Promise<Readable> {
  try {
    return await storage.open(key, range)
  } catch (error) {
    throw error instanceof StorageUnavailable
      ? new FileUnavailable(sentences.document_storage_unavailable, { cause: error })
      : error
  }
}

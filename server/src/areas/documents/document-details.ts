import type { Db, Tx } from '../../db/database.ts'
import type { Caller } from '../../http/caller.ts'
import { ownScope } from '../../http/authority.ts'
import { openShares } from './document-search.ts'
import { everything } from '../../db/scope.ts'
import { run, runFirst, runOne } from '../../db/run.ts'
import { bool, instant, int, nullable, present, type RowOf, statement, text, uuid } from '../../db/statement.ts'

const selectDocumentSpaces = statement([int], {
  name: 'documents: select document spaces',
  text: 'select used_bytes as "usedBytes" from document_spaces where user_id = $1',
  row: { usedBytes: int },
})

export async function readUsedBytes(db: Db, caller: Caller): Promise<number> {
  const [space] = await db.read(ownScope(caller), (tx) => run(tx, selectDocumentSpaces(caller.user.id)))
  return space?.usedBytes ?? 0
}

const hasAny = statement([int, text], {
  name: 'documents: has any',
  text: `
  select exists (select from documents where owner_id = $1 and trashed_at is null)
      or exists (select from documents where owner_id = $1 and trashed_at is not null)
      or exists (select from (${openShares('$2')}) open where open.recipient_id = $1) as "hasAny"`,
  row: { hasAny: present(bool) },
})

/** True where the caller has documents, in the trash or not, or others share some with them. */
export async function hasDocuments(db: Db, caller: Caller, timeZone: string): Promise<boolean> {
  // Owners of shared documents are outside of the reader's own scope.
  const { hasAny: found } = await db.read(everything, (tx) => runOne(tx, hasAny(caller.user.id, timeZone)))
  return found
}

const selectDocuments = statement([int], {
  name: 'documents: select documents',
  text: `select id, name, extension, size_bytes as "sizeBytes", trashed_at as "trashedAt" from documents
        where owner_id = $1 and trashed_at is not null order by trashed_at desc, id`,
  row: { id: int, name: text, extension: text, sizeBytes: int, trashedAt: present(instant) },
})
export type TrashRow = RowOf<typeof selectDocuments>

export function readTrash(db: Db, caller: Caller): Promise<TrashRow[]> {
  return db.read(ownScope(caller), (tx) => run(tx, selectDocuments(caller.user.id)))
}

const selectDocumentsForReadVersions = statement([int, int], {
  name: 'documents: select documents for read versions',
  text: `select kept.version, kept.size_bytes as "sizeBytes", kept.stored_at as "storedAt"
         from documents document join document_versions kept on kept.document_id = document.id
        where document.id = $1 and document.owner_id = $2 and document.trashed_at is null
        order by kept.version desc`,
  row: { version: int, sizeBytes: int, storedAt: instant },
})

/** Returns the stored versions of the caller's document, newest first; undefined: there is no such document. */
export async function readVersions(
  db: Db,
  caller: Caller,
  documentId: number,
): Promise<RowOf<typeof selectDocumentsForReadVersions>[] | undefined> {
  const versions = await db.read(ownScope(caller), (tx) =>
    run(tx, selectDocumentsForReadVersions(documentId, caller.user.id)),
  )
  return versions.length > 0 ? versions : undefined
}

const readable = statement([int, int, text, nullable(int)], {
  name: 'documents: readable',
  text: `
  select kept.file_id as "fileId", found.name, found.extension, kept.size_bytes as "sizeBytes", found.share_id as "shareId"
    from (
      select document.id, document.name, document.extension, coalesce($4::integer, document.version) as version, null::integer as share_id
        from documents document where document.owner_id = $2 and document.trashed_at is null and document.id = $1
      union all
      select open.id, open.name, open.extension, open.version, open.share_id
        from (${openShares('$3')} and share.recipient_id = $2 and share.document_id = $1) open where $4::integer is null) found
    join document_versions kept on kept.document_id = found.id and kept.version = found.version`,
  // The share is the one through which it is read; null for its owner.
  row: { fileId: uuid, name: text, extension: text, sizeBytes: int, shareId: nullable(int) },
})

/** A file to download. */
type ReadableFile = RowOf<typeof readable>

/** Returns the file of a document that the user owns or has a share of; only owners can read earlier versions. */
export async function findReadableFile(
  tx: Tx,
  {
    userId,
    documentId,
    version,
    timeZone,
  }: { userId: number; documentId: number; version?: number | undefined; timeZone: string },
): Promise<ReadableFile | undefined> {
  return runFirst(tx, readable(documentId, userId, timeZone, version ?? null))
}

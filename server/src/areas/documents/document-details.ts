import { query } from '../../db/query.ts'
import type { Db, Tx } from '../../db/database.ts'
import type { Caller } from '../../http/caller.ts'
import { ownScope } from '../../stores.ts'
import { openShares } from './document-search.ts'

export interface TrashRow {
  id: number
  name: string
  extension: string
  size_bytes: number
  trashed_at: Date
}

export interface VersionRow {
  version: number
  size_bytes: number
  stored_at: Date
}

/** A file to download. */
export interface ReadableFile {
  file_id: string
  name: string
  extension: string
  size_bytes: number
  /** Id of the share through which it is read; null for its owner. */
  share_id: number | null
}

export async function readUsedBytes(db: Db, caller: Caller): Promise<number> {
  const [space] = await db.read(ownScope(caller), (tx) =>
    query<{ used_bytes: number }>(tx, 'select used_bytes from document_spaces where user_id = $1', [caller.user.id]),
  )
  return space?.used_bytes ?? 0
}

export function readTrash(db: Db, caller: Caller): Promise<TrashRow[]> {
  return db.read(ownScope(caller), (tx) =>
    query<TrashRow>(
      tx,
      `select id, name, extension, size_bytes, trashed_at from documents
        where owner_id = $1 and trashed_at is not null order by trashed_at desc, id`,
      [caller.user.id],
    ),
  )
}

/** Returns the stored versions of the caller's document, newest first; undefined: there is no such document. */
export async function readVersions(db: Db, caller: Caller, documentId: number): Promise<VersionRow[] | undefined> {
  const versions = await db.read(ownScope(caller), (tx) =>
    query<VersionRow>(
      tx,
      `select kept.version, kept.size_bytes, kept.stored_at
         from documents document join document_versions kept on kept.document_id = document.id
        where document.id = $1 and document.owner_id = $2 and document.trashed_at is null
        order by kept.version desc`,
      [documentId, caller.user.id],
    ),
  )
  return versions.length > 0 ? versions : undefined
}

const readable = `
  select kept.file_id, found.name, found.extension, kept.size_bytes, found.share_id
    from (
      select document.id, document.name, document.extension, coalesce($4::integer, document.version) as version, null::integer as share_id
        from documents document where document.owner_id = $2 and document.trashed_at is null and document.id = $1
      union all
      select open.id, open.name, open.extension, open.version, open.share_id
        from (${openShares('$3')} and share.recipient_id = $2 and share.document_id = $1) open where $4::integer is null) found
    join document_versions kept on kept.document_id = found.id and kept.version = found.version`

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
  const values = [documentId, userId, timeZone, version ?? null]
  return (await query<ReadableFile>(tx, readable, values))[0]
}

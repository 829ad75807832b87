import { DOCUMENT_QUOTA } from '@portico/contract/documents/documents.ts'
import type { Tx } from '../../db/database.ts'
import { run, runFirst } from '../../db/run.ts'
import { arrayOf, float, int, statement, text } from '../../db/statement.ts'

/** The documents of a user outside of the trash, and what is shared. */
export interface DocumentSummary {
  documents: number
  /** Of all versions. */
  bytes: number
  /** Users with whom the user shares. */
  sharedWith: number
  received: number
}

const summary = statement([int], {
  name: 'documents: summary',
  text: `
  select count(*)::integer as documents,
         coalesce(sum((select sum(kept.size_bytes) from document_versions kept where kept.document_id = document.id)), 0)::float8 as bytes,
         (select count(distinct share.recipient_id) from document_shares share
            join documents own on own.id = share.document_id and own.trashed_at is null
           where own.owner_id = $1)::integer as "sharedWith",
         (select count(*) from document_shares share
            join documents theirs on theirs.id = share.document_id and theirs.trashed_at is null
           where share.recipient_id = $1)::integer as received
    from documents document where document.owner_id = $1 and document.trashed_at is null`,
  row: { documents: int, bytes: float, sharedWith: int, received: int },
})

export async function readDocumentSummary(tx: Tx, userId: number): Promise<DocumentSummary> {
  const row = await runFirst(tx, summary(userId))
  return row ?? { documents: 0, bytes: 0, sharedWith: 0, received: 0 }
}

/** A name that the new owner has already gets the former owner's user name and the document's id before its ending. */
const moveDocuments = statement([int, int, text], {
  name: 'documents: move documents',
  text: `
  update documents document
     set owner_id = $2,
         name = case when exists (select from documents own where own.owner_id = $2 and own.trashed_at is null
                                     and lower(own.name) = lower(document.name))
                     then left(left(document.name, -1 - length(document.extension)), 170) || ' (' || left($3, 50) || ', ' || document.id || ').' || document.extension
                     else document.name end
   where document.owner_id = $1 and document.trashed_at is null returning document.id`,
  row: { id: int },
})

/** Files of documents in the trash stay. */
const moveFiles = statement([int, int, arrayOf(int)], {
  name: 'documents: move files',
  text: `
  with moved as (
    update stored_files file set owner_id = $2
      from document_versions kept
     where kept.file_id = file.id and kept.document_id = any ($3::integer[]) and file.owner_id = $1
    returning case when file.state = 'dropped' then 0 else file.bytes end as bytes),
  total as (select coalesce(sum(bytes), 0)::bigint as bytes from moved),
  freed as (
    update document_spaces known set used_bytes = known.used_bytes - total.bytes from total where known.user_id = $1),
  taken as (
    insert into document_spaces as known (user_id, used_bytes) select $2, bytes from total
    on conflict (user_id) do update set used_bytes = known.used_bytes + excluded.used_bytes
    returning used_bytes)
  select used_bytes::float8 as used from taken`,
  row: { used: float },
})

const deleteDocumentShares = statement([arrayOf(int), int], {
  name: 'move documents: delete document shares',
  text: 'delete from document_shares where document_id = any ($1::integer[]) and recipient_id = $2',
})

/**
 * Moves the documents of a user outside of the trash to another one, with versions and shares; returns their number.
 * Undefined where the new owner lacks the space: the transaction has to be rolled back.
 */
export async function moveAllDocuments(
  tx: Tx,
  from: { id: number; userName: string },
  recipientId: number,
): Promise<number | undefined> {
  const moved = await run(tx, moveDocuments(from.id, recipientId, from.userName))
  const ids = moved.map(({ id }) => id)
  if (ids.length === 0) return 0
  const space = await runFirst(tx, moveFiles(from.id, recipientId, ids))
  await run(tx, deleteDocumentShares(ids, recipientId))
  return (space?.used ?? 0) > DOCUMENT_QUOTA ? undefined : ids.length
}

const deleteDocumentSharesForRemoveReceivedShares = statement([int], {
  name: 'documents: delete document shares for remove received shares',
  text: 'delete from document_shares where recipient_id = $1',
})

/** Ends every share that a user has received. */
export async function removeReceivedShares(tx: Tx, userId: number): Promise<void> {
  await run(tx, deleteDocumentSharesForRemoveReceivedShares(userId))
}

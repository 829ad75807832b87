import type { Tx } from '../../db/database.ts'
import { run } from '../../db/run.ts'
import { arrayOf, bool, day, int, nullable, statement, text } from '../../db/statement.ts'

export interface NewShares {
  documentId: number
  recipientIds: readonly number[]
  expiresOn: string | null
  /** Business time zone. */
  timeZone: string
}

/**
 * A user who has the document keeps it, until the new day; with one whose last day has passed it is shared anew.
 * Returns the new recipients.
 */
const share = statement([int, arrayOf(int), nullable(day), text], {
  name: 'documents: share',
  text: `
  insert into document_shares as known (document_id, recipient_id, expires_on)
  select $1, recipient.id, $3::date from unnest($2::integer[]) recipient (id)
  on conflict (document_id, recipient_id) do update set expires_on = excluded.expires_on,
    shared_at = case when known.expires_on < business_today($4) then clock_now() else known.shared_at end
  returning recipient_id as "recipientId", shared_at = clock_now() as "isNew"`,
  row: { recipientId: int, isNew: bool },
})

// The table `document_shares`.

export async function addShares(
  tx: Tx,
  { documentId, recipientIds, expiresOn, timeZone }: NewShares,
): Promise<number[]> {
  const shared = await run(tx, share(documentId, recipientIds, expiresOn, timeZone))
  return shared.filter((row) => row.isNew).map((row) => row.recipientId)
}

const deleteDocumentShares = statement([int, int], {
  name: 'documents: delete document shares',
  text: `delete from document_shares share using documents document
            where share.id = $1 and document.id = share.document_id and document.owner_id = $2
           returning share.document_id as "documentId"`,
  row: { documentId: int },
})

/** Ends a share of the owner's document; returns the document's id, or undefined when there is no such share. */
export const removeShareOfOwner = async (tx: Tx, ownerId: number, id: number): Promise<number | undefined> =>
  (await run(tx, deleteDocumentShares(id, ownerId)))[0]?.documentId

const deleteDocumentSharesRows = statement([int, int], {
  name: 'documents: delete document shares rows',
  text: 'delete from document_shares where id = $1 and recipient_id = $2 returning document_id as "documentId"',
  row: { documentId: int },
})

export const removeShareOfRecipient = async (tx: Tx, recipientId: number, id: number): Promise<number | undefined> =>
  (await run(tx, deleteDocumentSharesRows(id, recipientId)))[0]?.documentId

const deleteDocumentSharesForRemoveAllShares = statement([int], {
  name: 'documents: delete document shares for remove all shares',
  text: 'delete from document_shares where document_id = $1',
})

export async function removeAllShares(tx: Tx, documentId: number): Promise<void> {
  await run(tx, deleteDocumentSharesForRemoveAllShares(documentId))
}

const updateDocumentShares = statement([int], {
  name: 'documents: update document shares',
  text: 'update document_shares set opened_at = clock_now() where id = $1',
})

export async function recordShareOpening(tx: Tx, id: number): Promise<void> {
  await run(tx, updateDocumentShares(id))
}

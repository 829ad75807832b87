import { query } from '../../db/query.ts'
import type { Tx } from '../../db/database.ts'

export interface NewShares {
  documentId: number
  recipientIds: readonly number[]
  expiresOn: string | null
}

/** A user who has the document keeps it, until the new day. Returns the new recipients. */
const share = `
  insert into document_shares as known (document_id, recipient_id, expires_on)
  select $1, recipient.id, $3::date from unnest($2::integer[]) recipient (id)
  on conflict (document_id, recipient_id) do update set expires_on = excluded.expires_on
  returning recipient_id, xmax = 0 as is_new`

/** The table `document_shares`. */
export function shareStore(tx: Tx) {
  return {
    add: async ({ documentId, recipientIds, expiresOn }: NewShares): Promise<number[]> => {
      const shared = await query<{ recipient_id: number; is_new: boolean }>(tx, share, [
        documentId,
        recipientIds,
        expiresOn,
      ])
      return shared.filter((row) => row.is_new).map((row) => row.recipient_id)
    },
    /** Ends a share of the owner's document; returns the document's id, or undefined when there is no such share. */
    removeOfOwner: async (ownerId: number, id: number): Promise<number | undefined> =>
      (
        await query<{ document_id: number }>(
          tx,
          `delete from document_shares share using documents document
            where share.id = $1 and document.id = share.document_id and document.owner_id = $2
           returning share.document_id`,
          [id, ownerId],
        )
      )[0]?.document_id,
    removeOfRecipient: async (recipientId: number, id: number): Promise<number | undefined> =>
      (
        await query<{ document_id: number }>(
          tx,
          'delete from document_shares where id = $1 and recipient_id = $2 returning document_id',
          [id, recipientId],
        )
      )[0]?.document_id,
    removeAll: async (documentId: number): Promise<void> => {
      await query(tx, 'delete from document_shares where document_id = $1', [documentId])
    },
    recordOpening: async (id: number): Promise<void> => {
      await query(tx, 'update document_shares set opened_at = clock_now() where id = $1', [id])
    },
  }
}

import { ask } from '../../db/ask.ts'
import type { Tx } from '../../db/database.ts'

export interface NewShares {
  documentId: number
  recipientIds: readonly number[]
  expiresOn: string | null
}

/** Who has the document already keeps it, until the new day. Returns whom it is new to. */
const share = `
  insert into document_shares as known (document_id, recipient_id, expires_on)
  select $1, recipient.id, $3::date from unnest($2::integer[]) recipient (id)
  on conflict (document_id, recipient_id) do update set expires_on = excluded.expires_on
  returning recipient_id, xmax = 0 as is_new`

/** The table `document_shares`. */
export function shareStore(tx: Tx) {
  return {
    add: async ({ documentId, recipientIds, expiresOn }: NewShares): Promise<number[]> => {
      const shared = await ask<{ recipient_id: number; is_new: boolean }>(tx, 'share-document', share, [
        documentId,
        recipientIds,
        expiresOn,
      ])
      return shared.filter((row) => row.is_new).map((row) => row.recipient_id)
    },
    /** Ends a share of an own document; the document's id, or undefined where there is no such share. */
    removeOfOwner: async (ownerId: number, id: number): Promise<number | undefined> =>
      (
        await ask<{ document_id: number }>(
          tx,
          'end-share',
          `delete from document_shares share using documents document
            where share.id = $1 and document.id = share.document_id and document.owner_id = $2
           returning share.document_id`,
          [id, ownerId],
        )
      )[0]?.document_id,
    removeOfRecipient: async (recipientId: number, id: number): Promise<number | undefined> =>
      (
        await ask<{ document_id: number }>(
          tx,
          'drop-share',
          'delete from document_shares where id = $1 and recipient_id = $2 returning document_id',
          [id, recipientId],
        )
      )[0]?.document_id,
    removeAll: async (documentId: number): Promise<void> => {
      await ask(tx, 'end-shares', 'delete from document_shares where document_id = $1', [documentId])
    },
    recordOpening: async (id: number): Promise<void> => {
      await ask(tx, 'share-opened', 'update document_shares set opened_at = clock_now() where id = $1', [id])
    },
  }
}

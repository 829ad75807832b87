/**
 * Condition of a document that matches a keyword, shared by lists and search: its name contains the word, in any case.
 * `%` and `_` are literal. `word` is the parameter, null for none.
 */
export const matchesKeyword = (word: string, document = 'document'): string =>
  `(${word}::text is null or strpos(lower(${document}.name), lower(${word})) > 0)`

/**
 * Open shares: the document is not in the trash, the last day has not passed, and owner and recipient may still share
 * (decision J3). `zone` is the parameter with the business time zone.
 */
export const openShares = (zone: string): string => `
  select share.id as share_id, share.recipient_id, share.shared_at, share.expires_on, share.opened_at,
         document.id, document.name, document.extension, document.size_bytes, document.stored_at, document.version,
         owner.first_name, owner.last_name
    from document_shares share
    join documents document on document.id = share.document_id and document.trashed_at is null
    join users owner on owner.id = document.owner_id
    join users recipient on recipient.id = share.recipient_id
   where (share.expires_on is null or share.expires_on >= business_today(${zone}))
     and (owner.is_internal or recipient.is_internal or owner.client_id = recipient.client_id)`

/**
 * What makes a document match a keyword, in one place for lists and search: its name holds the word,
 * in whatever case. `%` and `_` are letters like all others. `word` is the parameter, null for none.
 */
export const matchesKeyword = (word: string, document = 'document'): string =>
  `(${word}::text is null or strpos(lower(${document}.name), lower(${word})) > 0)`

/**
 * Shares that are open: the document is not in the trash, the last day is not over, and the two people
 * may still share (decision J3). `zone` is the parameter with the time zone that decides the day.
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

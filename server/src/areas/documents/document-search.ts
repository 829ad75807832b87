import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** Condition of a document whose name contains the keyword, in any case. `%` and `_` are literal. */
export const matchesKeyword = (word: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`strpos(lower(document.name), lower(${word})) > 0`

/** Stands for the parameter with the business time zone. */
const ZONE = '{zone}'
const isOpenShare = `document.trashed_at is null
     and (share.expires_on is null or share.expires_on >= business_today(${ZONE}))
     and (owner.is_internal or recipient.is_internal or owner.client_id = recipient.client_id)`
const [beforeZone = '', afterZone = ''] = isOpenShare.split(ZONE)

/**
 * Condition of an open share: the document is not in the trash, the last day has not passed, and owner and recipient
 * may still share (decision J3).
 */
export const openShare = (timeZone: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.raw(beforeZone)}${timeZone}${sql.raw(afterZone)}`

/** All open shares. `zone` is the parameter with the business time zone. */
export const openShares = (zone: string): string => `
  select share.id as share_id, share.recipient_id, share.shared_at, share.expires_on, share.opened_at,
         document.id, document.name, document.extension, document.size_bytes, document.stored_at, document.version,
         owner.first_name, owner.last_name
    from document_shares share
    join documents document on document.id = share.document_id
    join users owner on owner.id = document.owner_id
    join users recipient on recipient.id = share.recipient_id
   where ${beforeZone}${zone}${afterZone}`

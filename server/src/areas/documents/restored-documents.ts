import type { Tx } from '../../db/database.ts'
import { run, runFirst } from '../../db/run.ts'
import { bool, day, instantText, int, jsonText, nullable, type RowOf, statement, text } from '../../db/statement.ts'

// Documents of a backup in a library that goes on: a document is the same where it was made at the same moment, to the
// microsecond, and has the same id or owner. Its files are new ones, as a former file may be about to be removed.

/** A document of a backup. */
export interface FormerDocument {
  id: number
  name: string
  extension: string
  version: number
  sizeBytes: number
  storedAt: string
  createdAt: string
}

/** A version of a former document, with the file that has been stored for it. */
export interface FormerVersion {
  version: number
  sizeBytes: number
  storedAt: string
  fileId: string
}

const compared = statement([int, jsonText], {
  name: 'documents: compare with a backup',
  text: `
  select former.id, same.owner_id as "ownerId", same.trashed_at is not null as "isTrashed",
         not exists (select from documents other where other.id = former.id)
           and former.id < coalesce((select max(id) from documents), 0) as "isIdFree",
         exists (select from documents own
                  where own.owner_id = $1 and own.trashed_at is null and lower(own.name) = lower(former.name)) as "isNameTaken"
    from jsonb_to_recordset($2::jsonb) former (id integer, name text, "createdAt" timestamptz)
    left join lateral (
      select known.owner_id, known.trashed_at from documents known
       where (known.id = former.id or known.owner_id = $1) and known.created_at = former."createdAt"
       limit 1) same on true
   order by former.id`,
  row: { id: int, ownerId: nullable(int), isTrashed: bool, isIdFree: bool, isNameTaken: bool },
})

/** What there is of a former document now; `ownerId` null: nothing. */
export type FormerDocumentState = RowOf<typeof compared>

/** Compares documents of a backup of this owner with those that are there. */
export const compareFormerDocuments = (
  tx: Tx,
  ownerId: number,
  documents: readonly FormerDocument[],
): Promise<FormerDocumentState[]> => run(tx, compared(ownerId, JSON.stringify(documents)))

const usedSpace = statement([int], {
  name: 'documents: used space',
  text: 'select used_bytes as used from document_spaces where user_id = $1',
  row: { used: int },
})

/** Bytes that the files of an owner use. */
export const readUsedSpace = async (tx: Tx, ownerId: number): Promise<number> =>
  (await runFirst(tx, usedSpace(ownerId)))?.used ?? 0

const insertStatement = (name: string, withId: boolean) =>
  statement([int, int, jsonText, jsonText], {
    name,
    text: `
  with former as (
    select * from jsonb_to_record($3::jsonb) each (name text, extension text, version integer, "sizeBytes" bigint,
                                                   "storedAt" timestamptz, "createdAt" timestamptz)),
  document as (
    insert into documents (${withId ? 'id, ' : ''}owner_id, name, extension, version, size_bytes, stored_at, created_at)
    select ${withId ? '$1::integer, ' : ''}$2, name, extension, version, "sizeBytes", "storedAt", "createdAt" from former
     where $1::integer is not null
    on conflict do nothing returning id)
  insert into document_versions (document_id, version, file_id, size_bytes, stored_at)
  select document.id, kept.version, kept."fileId", kept."sizeBytes", kept."storedAt"
    from document, jsonb_to_recordset($4::jsonb) kept (version integer, "fileId" uuid, "sizeBytes" bigint, "storedAt" timestamptz)
  returning document_id as id`,
    row: { id: int },
  })

const insertAgain = insertStatement('documents: insert from a backup under its id', true)
const insertAnew = insertStatement('documents: insert from a backup', false)

/**
 * Adds a document of a backup to a library, with its versions. Returns its id, which is the former one where that is
 * free; undefined where another document has taken the id or the name meanwhile.
 */
export async function insertFormerDocument(
  tx: Tx,
  ownerId: number,
  { document, isIdFree, versions }: { document: FormerDocument; isIdFree: boolean; versions: readonly FormerVersion[] },
): Promise<number | undefined> {
  const insert = isIdFree ? insertAgain : insertAnew
  const [row] = await run(tx, insert(document.id, ownerId, JSON.stringify(document), JSON.stringify(versions)))
  return row?.id
}

/** A share of a backup: with whom, who made their account when, and until when. */
export interface FormerShare {
  recipientId: number
  recipientMadeAt: string
  sharedAt: string
  expiresOn: string | null
}

const holding = statement([int, jsonText, text], {
  name: 'documents: shares of a backup that still hold',
  text: `
  select former.place
    from jsonb_to_recordset($2::jsonb) former (place integer, "recipientId" integer, "recipientMadeAt" timestamptz, "expiresOn" date)
    join users recipient on recipient.id = former."recipientId" and recipient.created_at = former."recipientMadeAt"
    join users owner on owner.id = $1
   where recipient.status = 1 and (former."expiresOn" is null or former."expiresOn" >= business_today($3))
     and (recipient.client_id = owner.client_id or recipient.is_internal or owner.is_internal)
   order by 1`,
  row: { place: nullable(int) },
})

/** Returns those of the shares whose recipients can still be reached by the owner, and whose last day is not over. */
export async function holdingShares<Share extends FormerShare>(
  tx: Tx,
  ownerId: number,
  shares: readonly Share[],
  timeZone: string,
): Promise<Share[]> {
  const listed = shares.map((share, place) => ({ ...share, place }))
  const places = new Set((await run(tx, holding(ownerId, JSON.stringify(listed), timeZone))).map(({ place }) => place))
  return shares.filter((_, place) => places.has(place))
}

const insertShare = statement([int, int, instantText, nullable(day)], {
  name: 'documents: insert share from a backup',
  text: `
  insert into document_shares (document_id, recipient_id, shared_at, expires_on) values ($1, $2, $3, $4::date)
  on conflict (document_id, recipient_id) do nothing returning id`,
  row: { id: int },
})

/** Shares a document as it was shared. */
export const insertFormerShare = async (tx: Tx, documentId: number, share: FormerShare): Promise<void> =>
  void (await run(tx, insertShare(documentId, share.recipientId, share.sharedAt, share.expiresOn)))

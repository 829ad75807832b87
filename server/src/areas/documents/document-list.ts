import { documentList, sharedDocumentList } from '@portico/contract/documents/documents.ts'
import type { ListRequest } from '@portico/contract/kit/list.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'
import { listPage, type ListSource } from '../../db/list-page.ts'
import { everything } from '../../db/scope.ts'
import type { Caller } from '../../http/caller.ts'
import { ownScope } from '../../http/authority.ts'
import { matchesKeyword, openShare } from './document-search.ts'
import { run } from '../../db/run.ts'

export interface DocumentRow {
  id: number
  name: string
  extension: string
  sizeBytes: number
  storedAt: Date
  versions: number
  shares: number
  awaitsScan: boolean
}

export interface SharedRow {
  shareId: number
  sharedAt: Date
  expiresOn: string | null
  id: number
  name: string
  extension: string
  sizeBytes: number
  storedAt: Date
  firstName: string
  lastName: string
  awaitsScan: boolean
}

type OwnColumn = (typeof documentList.columns)[number]
type SharedColumn = (typeof sharedDocumentList.columns)[number]

/** Filters of both lists: a part of the name, and a range of days in the business time zone, both included. */
interface Filters {
  keyword: string
  fromDt: string
  toDt: string
}

type Request<Column extends string> = ListRequest<Column> & { [Name in keyof Filters]?: Filters[Name] | undefined }

/** Conditions of the filters; `moment` is the time that the range of days is about. */
const filtersOf = (moment: RawBuilder<unknown>, timeZone: string): ListSource<string, Filters, unknown>['filters'] => ({
  keyword: (word) => matchesKeyword(word),
  fromDt: (day) => sql`${moment} >= ${day}::date::timestamp at time zone ${timeZone}`,
  toDt: (day) => sql`${moment} < (${day}::date + 1)::timestamp at time zone ${timeZone}`,
})

const documentFields = sql`document.id, document.name, document.extension, document.size_bytes as "sizeBytes", document.stored_at as "storedAt",
  exists (select from document_versions present join stored_files file on file.id = present.file_id
           where present.document_id = document.id and present.version = document.version and file.awaits_scan) as "awaitsScan"`

const ownSource = (userId: number, timeZone: string): ListSource<OwnColumn, Filters, DocumentRow> => ({
  from: sql`documents document`,
  id: sql`document.id`,
  where: sql`document.owner_id = ${userId} and document.trashed_at is null`,
  columns: {
    documentNm: sql`lower(document.name)`,
    documentTypeTxt: sql`document.extension`,
    documentSizeByteCnt: sql`document.size_bytes`,
    recordAddDt: sql`document.stored_at`,
  },
  filters: filtersOf(sql`document.stored_at`, timeZone),
  pageSize: null,
  rows: {
    from: sql`documents document`,
    id: sql`document.id`,
    select: sql<DocumentRow>`${documentFields},
      (select count(*)::integer from document_versions kept where kept.document_id = document.id) as versions,
      (select count(*)::integer from document_shares share where share.document_id = document.id
          and (share.expires_on is null or share.expires_on >= business_today(${timeZone}))) as shares`,
  },
})

const sharesWithOwner = sql`document_shares share
  join documents document on document.id = share.document_id
  join users owner on owner.id = document.owner_id`

/** Recipients see the names of owners. A share without an end comes after all that end. */
const sharedSource = (userId: number, timeZone: string): ListSource<SharedColumn, Filters, SharedRow> => ({
  from: sql`${sharesWithOwner} join users recipient on recipient.id = share.recipient_id`,
  id: sql`share.id`,
  where: sql`share.recipient_id = ${userId} and ${openShare(timeZone)}`,
  columns: {
    documentNm: sql`lower(document.name)`,
    ownerNm: sql`lower(owner.last_name || ' ' || owner.first_name)`,
    documentSizeByteCnt: sql`document.size_bytes`,
    sharedDt: sql`share.shared_at`,
    expireDt: sql`coalesce(share.expires_on, 'infinity'::date)`,
  },
  filters: filtersOf(sql`share.shared_at`, timeZone),
  pageSize: null,
  rows: {
    from: sharesWithOwner,
    id: sql`share.id`,
    select: sql<SharedRow>`share.id as "shareId", share.shared_at as "sharedAt", share.expires_on as "expiresOn",
      owner.first_name as "firstName", owner.last_name as "lastName",
      ${documentFields}`,
  },
})

const trimmed = <Column extends string>(request: Request<Column>) => ({ ...request, keyword: request.keyword?.trim() })

/** Returns the caller's documents outside of the trash. */
export const readDocuments = (db: Db, caller: Caller, timeZone: string, request: Request<OwnColumn>) =>
  db.read(ownScope(caller), (tx) => listPage(tx, documentList, ownSource(caller.user.id, timeZone), trimmed(request)))

/** Returns the documents shared with the caller. */
export const readSharedDocuments = (db: Db, caller: Caller, timeZone: string, request: Request<SharedColumn>) =>
  db.read(everything, (tx) =>
    listPage(tx, sharedDocumentList, sharedSource(caller.user.id, timeZone), trimmed(request)),
  )

async function findOwn(tx: Tx, ownerId: number, which: RawBuilder<SqlBool>): Promise<DocumentRow | undefined> {
  const [row] = await run(
    tx,
    sql<DocumentRow>`
      select ${documentFields},
        (select count(*)::integer from document_versions kept where kept.document_id = document.id) as versions,
        (select count(*)::integer from document_shares share where share.document_id = document.id) as shares
       from documents document
      where document.owner_id = ${ownerId} and document.trashed_at is null and ${which}`,
  )
  return row
}

/** Returns the caller's document of this name, in any case (decision J5). */
export const findDocumentNamed = (tx: Tx, ownerId: number, name: string): Promise<DocumentRow | undefined> =>
  findOwn(tx, ownerId, sql`lower(document.name) = lower(${name})`)

export const findDocument = (tx: Tx, ownerId: number, id: number): Promise<DocumentRow | undefined> =>
  findOwn(tx, ownerId, sql`document.id = ${id}`)

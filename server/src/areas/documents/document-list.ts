import type { documentColumns, sharedDocumentColumns } from '@portico/contract/document-columns.ts'
import { query } from '../../db/query.ts'
import type { Db, Tx } from '../../db/database.ts'
import type { ListPage } from '../../db/list-page.ts'
import { everything } from '../../db/scope.ts'
import { type Caller } from '../../http/caller.ts'
import { ownScope } from '../../stores.ts'
import { matchesKeyword, openShares } from './document-search.ts'

export interface DocumentRow {
  id: number
  name: string
  extension: string
  size_bytes: number
  stored_at: Date
  versions: number
  shares: number
  awaits_scan: boolean
}

export interface SharedRow {
  share_id: number
  shared_at: Date
  expires_on: string | null
  id: number
  name: string
  extension: string
  size_bytes: number
  stored_at: Date
  first_name: string
  last_name: string
  awaits_scan: boolean
}

export interface Filters<Column> {
  keyword?: string | undefined
  fromDt?: string | undefined
  toDt?: string | undefined
  sort?: Column | undefined
  direction?: 'asc' | 'desc' | undefined
  pageNo?: number | undefined
  pageSize?: number | undefined
}

type OwnColumn = (typeof documentColumns)[number]
type SharedColumn = (typeof sharedDocumentColumns)[number]

const ownOrder: Readonly<Record<OwnColumn, string>> = {
  documentNm: 'lower(name)',
  documentTypeTxt: 'extension',
  documentSizeByteCnt: 'size_bytes',
  recordAddDt: 'stored_at',
}
const sharedOrder: Readonly<Record<SharedColumn, string>> = {
  documentNm: 'lower(name)',
  ownerNm: `lower(last_name || ' ' || first_name)`,
  documentSizeByteCnt: 'size_bytes',
  sharedDt: 'shared_at',
  expireDt: 'expires_on',
}

/** From the start of one day to the end of another, in the business time zone ($3). */
const inDays = (moment: string) => `
  ($4::date is null or ${moment} >= $4::date::timestamp at time zone $3)
  and ($5::date is null or ${moment} < ($5::date + 1)::timestamp at time zone $3)`

/** One page of the matches, with the total; for an empty page one row of nulls. */
const pageOf = (matching: string, order: string, columns: string) => `
  with matching as (${matching}),
  page as (select * from matching order by ${order} limit $6 offset $7)
  select counted.total, ${columns}
    from (select count(*)::integer as total from matching) counted left join page on true
   order by ${order}`

/** True when the current version was stored unscanned. */
const awaitsScan = `
  exists (select from document_versions present join stored_files file on file.id = present.file_id
           where present.document_id = page.id and present.version = page.version and file.awaits_scan) as awaits_scan`

const counts = `page.*, ${awaitsScan},
  (select count(*)::integer from document_versions kept where kept.document_id = page.id) as versions,
  (select count(*)::integer from document_shares share where share.document_id = page.id
      and (share.expires_on is null or share.expires_on >= business_today($3))) as shares`

const ownMatching = `
  select document.id, document.name, document.extension, document.size_bytes, document.stored_at, document.version
    from documents document
   where document.owner_id = $1 and document.trashed_at is null
     and ${matchesKeyword('$2')} and ${inDays('document.stored_at')}`

const sharedMatching = `
  select open.* from (${openShares('$3')} and share.recipient_id = $1) open
   where ${matchesKeyword('$2', 'open')} and ${inDays('open.shared_at')}`

/** Nulls are last in either direction; the id breaks ties. */
const orderBy = (column: string, direction: 'asc' | 'desc', id: string) =>
  `${column} ${direction} nulls last, ${id} ${direction}`

function valuesOf(userId: number, timeZone: string, filters: Filters<string>): unknown[] {
  const { keyword, fromDt, toDt, pageNo = 1, pageSize } = filters
  const offset = pageSize === undefined ? 0 : (pageNo - 1) * pageSize
  return [userId, keyword?.trim() || null, timeZone, fromDt ?? null, toDt ?? null, pageSize ?? null, offset]
}

type Counted<Row> = Row & { total: number; id: number | null }

function pageFrom<Row>(rows: Counted<Row>[]): ListPage<Row> {
  return { rows: rows.filter(({ id }) => id !== null), total: rows[0]?.total ?? 0 }
}

/** Returns the caller's documents outside of the trash. */
export async function readDocuments(
  db: Db,
  caller: Caller,
  timeZone: string,
  filters: Filters<OwnColumn>,
): Promise<ListPage<DocumentRow>> {
  const { sort = 'recordAddDt', direction = sort === 'recordAddDt' ? 'desc' : 'asc' } = filters
  const statement = pageOf(ownMatching, orderBy(ownOrder[sort], direction, 'id'), counts)
  const rows = await db.read(ownScope(caller), (tx) =>
    query<Counted<DocumentRow>>(tx, statement, valuesOf(caller.user.id, timeZone, filters)),
  )
  return pageFrom(rows)
}

/** Returns the documents shared with the caller. Recipients see the names of owners. */
export async function readSharedDocuments(
  db: Db,
  caller: Caller,
  timeZone: string,
  filters: Filters<SharedColumn>,
): Promise<ListPage<SharedRow>> {
  const { sort = 'sharedDt', direction = sort === 'sharedDt' ? 'desc' : 'asc' } = filters
  const statement = pageOf(sharedMatching, orderBy(sharedOrder[sort], direction, 'share_id'), `page.*, ${awaitsScan}`)
  const rows = await db.read(everything, (tx) =>
    query<Counted<SharedRow>>(tx, statement, valuesOf(caller.user.id, timeZone, filters)),
  )
  return pageFrom(rows)
}

const one = `
  select page.*, ${awaitsScan}, (select count(*)::integer from document_versions kept where kept.document_id = page.id) as versions,
         (select count(*)::integer from document_shares share where share.document_id = page.id) as shares
    from (select id, name, extension, size_bytes, stored_at, version from documents document
           where document.owner_id = $1 and document.trashed_at is null`

/** Returns the caller's document of this name, in any case (decision J5). */
export async function findDocumentNamed(tx: Tx, ownerId: number, name: string): Promise<DocumentRow | undefined> {
  const statement = `${one} and lower(document.name) = lower($2)) page`
  return (await query<DocumentRow>(tx, statement, [ownerId, name]))[0]
}

export async function findDocument(tx: Tx, ownerId: number, id: number): Promise<DocumentRow | undefined> {
  return (await query<DocumentRow>(tx, `${one} and document.id = $2) page`, [ownerId, id]))[0]
}

import { sortOf, type Direction } from '@portico/contract/kit/list.ts'
import { REPORT_PRINTED_ROWS, REPORT_SORTED_ROWS } from '@portico/contract/reports/report-rules.ts'
import { type ReportColumn, reportRowList } from '@portico/contract/reports/report-records.ts'
import { columnFieldList } from '@portico/contract/users/user-fields.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { likePattern } from '../../db/like-pattern.ts'
import { run } from '../../db/run.ts'
import type { AccessRow } from './report-statements.ts'
import { CHUNK_ROWS, type StoredReport } from './report-store.ts'

/** A row as it is stored: moments are texts. */
export type StoredRow = Omit<AccessRow, 'grantedAt' | 'createdAt' | 'lastSignedInAt'> & {
  grantedAt: string
  createdAt: string
  lastSignedInAt: string | null
}

/** A stored row as it was read. */
export const momentsOf = (row: StoredRow): AccessRow => ({
  ...row,
  grantedAt: new Date(row.grantedAt),
  createdAt: new Date(row.createdAt),
  lastSignedInAt: row.lastSignedInAt === null ? null : new Date(row.lastSignedInAt),
})

/** What is asked of the rows of a report. */
export interface RowRequest {
  searchPattern?: string | undefined
  systemNm?: string | undefined
  employerNm?: string | undefined
  sort?: ReportColumn | undefined
  direction?: Direction | undefined
  pageNo?: number | undefined
  pageSize?: number | undefined
  /** The first REPORT_PRINTED_ROWS in place of a page. */
  printFlg?: boolean | undefined
}

export interface NumberedRow {
  /** Of the row in the order of the report, from 1. */
  rowNo: number
  row: StoredRow
}

interface FoundRows {
  rows: NumberedRow[]
  /** Those of all pages. */
  total: number
}

const PAGE_ROWS = 15

/**
 * Reads rows of a finished report: as many as a page has, or those that are printed. 'too many': the report is too
 * large to be sorted or filtered, and something else than its own order was asked for.
 */
export async function readReportRows(
  tx: Tx,
  { id, rowCount }: Pick<StoredReport, 'id' | 'rowCount'>,
  request: RowRequest,
): Promise<FoundRows | 'too many'> {
  const { column, direction } = sortOf(reportRowList, request)
  const conditions = conditionsOf(request)
  const size = request.pageSize ?? PAGE_ROWS
  const limit = request.printFlg === true ? REPORT_PRINTED_ROWS : size
  const offset = request.printFlg === true ? 0 : ((request.pageNo ?? 1) - 1) * size
  if (column === 'lastNm' && direction === 'asc' && conditions.length === 0) {
    if (offset >= rowCount) return { rows: [], total: rowCount }
    return { rows: await run(tx, ownOrder(id, offset, Math.min(limit, rowCount - offset))), total: rowCount }
  }
  if (rowCount > REPORT_SORTED_ROWS) return 'too many'
  const found = await run(tx, sortedRows(id, { key: keys[column], direction, conditions, offset, limit }))
  const rows = found.flatMap(({ rowNo, row }) => (rowNo === null || row === null ? [] : [{ rowNo, row }]))
  return { rows, total: found[0]?.total ?? 0 }
}

/** Numbers of rows that two columns give: chunks are full but the last. */
const rowNumber = sql`chunk.number * ${sql.lit(CHUNK_ROWS)} + part.at::integer`

/** Rows in the order of the report: only their chunks are read, wherever they are. */
const ownOrder = (id: number, offset: number, limit: number) => sql<NumberedRow>`
  select ${rowNumber} as "rowNo", part.value as row
    from report_chunks chunk cross join lateral jsonb_array_elements(chunk.rows) with ordinality part (value, at)
   where chunk.report_id = ${id}
     and chunk.number between ${Math.floor(offset / CHUNK_ROWS)} and ${Math.floor((offset + limit) / CHUNK_ROWS)}
     and ${rowNumber} > ${offset}::integer and ${rowNumber} <= ${offset + limit}::integer
   order by chunk.number, part.at`

interface SortedRows {
  key: RawBuilder<unknown>
  direction: Direction
  conditions: readonly RawBuilder<SqlBool>[]
  offset: number
  limit: number
}

/** A page of the rows that meet the conditions, and how many do; one row without a number where the page has none. */
function sortedRows(id: number, { key, direction, conditions, offset, limit }: SortedRows) {
  const order = direction === 'desc' ? sql`desc nulls last` : sql`asc nulls last`
  return sql<{ rowNo: number | null; row: StoredRow | null; total: number }>`
    with found as materialized (
      select chunk.number, part.at::integer as at, ${key} as key
        from report_chunks chunk cross join lateral jsonb_array_elements(chunk.rows) with ordinality part (value, at)
       where ${sql.join([sql`chunk.report_id = ${id}`, ...conditions], sql` and `)}),
    page as (select * from found order by key ${order}, number, at offset ${offset} limit ${limit})
    select page.number * ${sql.lit(CHUNK_ROWS)} + page.at as "rowNo", chunk.rows -> (page.at - 1) as row,
           (select count(*) from found)::integer as total
      from (select) one left join page on true
      left join report_chunks chunk on chunk.report_id = ${id} and chunk.number = page.number
     order by page.key ${order}, page.number, page.at`
}

/** A value of a stored row. */
const value = (name: keyof AccessRow) => sql`part.value ->> ${sql.lit(name)}`
/** In the order of the lists of the portal. */
const words = (name: keyof AccessRow) => sql`(${value(name)}) collate "en-x-icu"`

/** The names of the sets and groups that give the application. */
const sourceNames = sql`concat(
  jsonb_path_query_array(part.value, '$.sources.sets[*].name'), jsonb_path_query_array(part.value, '$.sources.groups[*]'))`

/** What each column is sorted by. Moments are stored as ISO 8601, whose texts have their order. */
const keys: Readonly<Record<ReportColumn, RawBuilder<unknown>>> = {
  firstNm: words('firstName'),
  lastNm: words('lastName'),
  userNm: words('userName'),
  emailAddress: words('email'),
  employerNm: words('clientName'),
  userStatus: sql`(${value('isLocked')}) || (${value('status')})`,
  userType: value('isInternal'),
  systemNm: words('systemName'),
  rights: sql`(${value('isAdmin')}) || (${value('hasSensitiveData')})`,
  through: sql`case when (${value('hasAllCustomers')})::boolean then '' else ${value('customerNames')} end collate "en-x-icu"`,
  // By hand first, then by the names of what gives it.
  source: sql`concat((${value('isByHand')})::boolean is not true, ${sourceNames}) collate "en-x-icu"`,
  grantedDt: value('grantedAt'),
  createdDt: value('createdAt'),
  lastLoginDt: value('lastSignedInAt'),
  ...(Object.fromEntries(columnFieldList.map(({ wire, name }) => [wire, words(name)])) as Record<
    (typeof columnFieldList)[number]['wire'],
    RawBuilder<unknown>
  >),
}

const searched = sql.join(
  [
    ...(['firstName', 'lastName', 'userName', 'email', 'clientName', 'systemName', 'customerNames'] as const).map(
      value,
    ),
    sourceNames,
  ],
  sql`, `,
)

function conditionsOf({ searchPattern = '', systemNm = '', employerNm = '' }: RowRequest): RawBuilder<SqlBool>[] {
  return [
    ...(searchPattern === ''
      ? []
      : [sql<SqlBool>`concat_ws(' ', ${searched}) ilike ${likePattern(searchPattern)} collate "en-x-icu"`]),
    ...(systemNm === '' ? [] : [sql<SqlBool>`${value('systemName')} = ${systemNm}`]),
    ...(employerNm === '' ? [] : [sql<SqlBool>`${value('clientName')} = ${employerNm}`]),
  ]
}

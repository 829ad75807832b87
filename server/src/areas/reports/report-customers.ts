import { type RawBuilder, sql } from 'kysely'
import { REPORT_CUSTOMER_GROUPS, REPORT_CUSTOMERS_PAGE } from '@portico/contract/reports/report-rules.ts'
import { CUSTOMER_NODES_MAX } from '@portico/contract/customers/user-customers.ts'
import type { Tx } from '../../db/database.ts'
import { likePattern } from '../../db/like-pattern.ts'
import { run, runOne } from '../../db/run.ts'
import { type Message, sentences } from '../../http/sentences.ts'
import { type Reach, visibleFrom } from '../customers/public.ts'

/** A customer that a report can be about. */
export interface ReportCustomerRow {
  id: number
  name: string
  parentId: number | null
  path: number[]
}

interface CustomerQuery {
  facilityCode: string
  reach: Reach
  /** Part of the name, in any case; '' for all. */
  text: string
  offset: number
}

interface CustomerPage {
  rows: ReportCustomerRow[]
  total: number
  /** Says that the page lacks customers which no other page has. */
  message?: Message
}

type Sql = RawBuilder<unknown>

function conditionOf({ facilityCode, reach, text }: CustomerQuery): Sql {
  const conditions = [sql`facility_code = ${facilityCode}`]
  if (reach !== 'all') conditions.push(sql`path && ${reach}::int[]`)
  if (text !== '')
    // Without the collation of the column the index on parts of names would not be used.
    conditions.push(
      sql`name_folded like lower(upper(${likePattern(text.normalize('NFC'))}::text collate "en-x-icu")) collate "C"`,
    )
  return sql.join(conditions, sql` and `)
}

const counted = async (tx: Tx, rows: Sql): Promise<number> =>
  (await runOne(tx, sql<{ total: number }>`select count(*)::int as total from (${rows}) every`)).total

/** One page of the customers of a facility in reach, by name. */
export async function readFlatCustomers(tx: Tx, request: CustomerQuery): Promise<CustomerPage> {
  const where = conditionOf(request)
  const [rows, total] = await Promise.all([
    run(
      tx,
      sql<ReportCustomerRow>`select id, name, parent_id as "parentId", path from customers where ${where}
        order by name, id offset ${request.offset} limit ${REPORT_CUSTOMERS_PAGE}`,
    ),
    counted(tx, sql`select from customers where ${where}`),
  ])
  return { rows, total }
}

/**
 * Whole groups of the customers of a facility: the highest ones in reach by name, each followed by all below it. With
 * a text only groups with a hit (RPTS-078). The total counts groups. At most CUSTOMER_NODES_MAX rows: a group that does
 * not fit is the first of the next page; one that fits on none is cut after its own hits and those above them, and the
 * message names it.
 */
export async function readCustomerGroups(tx: Tx, request: CustomerQuery): Promise<CustomerPage> {
  const { reach, text, offset } = request
  const where = conditionOf(request)
  const groups =
    text === '' && reach === 'all'
      ? sql`select id, name from customers where ${where} and parent_id is null`
      : topsOfHits(request, where)
  const page = sql`${groups} order by name, id offset ${offset} limit ${REPORT_CUSTOMER_GROUPS}`
  // Only the first group of a page can be cut.
  const hits =
    text === ''
      ? sql``
      : sql`, hits as materialized (
    select distinct unnest(found.path) as id from page cross join lateral (
      select path from customers where path @> array[page.id] and ${where}
       order by cardinality(path), name, id limit ${CUSTOMER_NODES_MAX}) found
     where page.at = 1)`
  const order = (row: string) =>
    sql.raw(
      `${text === '' ? '' : `(${row}.id in (select id from hits)) desc, `}cardinality(${row}.path), ${row}.name, ${row}.id`,
    )
  const [found, total] = await Promise.all([
    run(
      tx,
      sql<GroupedRow>`with page as materialized (select id, row_number() over () as at from (${page}) ordered)${hits}
       select page.at::int as "group", member.* from page cross join lateral (
         select id, name, parent_id as "parentId", path from customers below where path @> array[page.id]
          order by ${order('below')} limit ${CUSTOMER_NODES_MAX + 1}) member
        order by page.at, ${order('member')} limit ${CUSTOMER_NODES_MAX + 1}`,
    ),
    counted(tx, groups),
  ])
  const { rows, cutGroup } = wholeGroups(found)
  const cut = text === '' ? sentences.report_customers_cut : sentences.report_customers_found_cut
  return {
    rows: depthFirst(rows, reach),
    total,
    ...(cutGroup && {
      message: cut({ customer: cutGroup.name, max: CUSTOMER_NODES_MAX }),
    }),
  }
}

/** A customer and the number of its group on the page. */
type GroupedRow = ReportCustomerRow & { group: number }

/**
 * Leaves out the last group where there are too many rows: some of its own may be missing. The only one is cut.
 * @param found in the order of their groups, the highest customer of each first
 */
function wholeGroups(found: readonly GroupedRow[]): { rows: readonly GroupedRow[]; cutGroup?: ReportCustomerRow } {
  const [first] = found
  const last = found.at(-1)
  if (!first || !last || found.length <= CUSTOMER_NODES_MAX) return { rows: found }
  if (first.group === last.group) return { rows: found.slice(0, CUSTOMER_NODES_MAX), cutGroup: first }
  return { rows: found.filter(({ group }) => group !== last.group) }
}

/** The highest customers in reach above the hits; held ones below another held one are part of its group. */
function topsOfHits({ reach }: CustomerQuery, where: Sql): Sql {
  const top =
    reach === 'all'
      ? sql`hit.path[1]`
      : sql`(select id from unnest(hit.path) with ordinality step (id, at) where id = any (${reach}::int[]) order by at limit 1)`
  return sql`select id, name from customers where id in (select ${top} from customers hit where ${where})`
}

/** Parents before their children, by name. */
function depthFirst(found: readonly ReportCustomerRow[], reach: Reach): ReportCustomerRow[] {
  const rows = found.toSorted((one, other) => names.compare(one.name, other.name) || one.id - other.id)
  const childrenOf = new Map<number, ReportCustomerRow[]>(found.map(({ id }) => [id, []]))
  for (const row of rows) if (!isTop(row, reach)) childrenOf.get(row.parentId ?? 0)?.push(row)
  const walk = (row: ReportCustomerRow): ReportCustomerRow[] => [row, ...(childrenOf.get(row.id) ?? []).flatMap(walk)]
  return found.filter((row) => isTop(row, reach)).flatMap(walk)
}

/** As the database sorts names. */
const names = new Intl.Collator('en')

const isTop = ({ path }: ReportCustomerRow, reach: Reach): boolean => visibleFrom(reach, path) === path.length - 1

/** The customer as lists of reports show it; 0 is the parent of the highest one in reach. */
export const reportCustomerView = ({ id, name, parentId, path }: ReportCustomerRow, reach: Reach) => ({
  customerId: id,
  customerNm: name,
  parentCustId: isTop({ id, name, parentId, path }, reach) ? 0 : (parentId ?? 0),
})

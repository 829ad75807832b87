import { REPORT_CUSTOMER_GROUPS, REPORT_CUSTOMERS_PAGE } from '@portico/contract/reports/report-rules.ts'
import { CUSTOMER_NODES_MAX } from '@portico/contract/customers/user-customers.ts'
import type { Tx } from '../../db/database.ts'
import { likePattern } from '../../db/like-pattern.ts'
import { queryUnprepared } from '../../db/query.ts'
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

interface Conditions {
  where: string
  values: unknown[]
}

function conditionsOf({ facilityCode, reach, text }: CustomerQuery): Conditions {
  const values: unknown[] = [facilityCode]
  let where = 'facility_code = $1'
  if (reach !== 'all') {
    values.push(reach)
    where += ` and path && $${values.length}::int[]`
  }
  if (text !== '') {
    values.push(likePattern(text.normalize('NFC')))
    // Without the collation of the column the index on parts of names would not be used.
    where += ` and name_folded like lower(upper($${values.length}::text collate "en-x-icu")) collate "C"`
  }
  return { where, values }
}

const counted = async (tx: Tx, statement: string, values: unknown[]): Promise<number> =>
  (await queryUnprepared<{ total: number }>(tx, `select count(*)::int as total from (${statement}) every`, values))[0]
    ?.total ?? 0

/** One page of the customers of a facility in reach, by name. */
export async function readFlatCustomers(tx: Tx, request: CustomerQuery): Promise<CustomerPage> {
  const { where, values } = conditionsOf(request)
  const [rows, total] = await Promise.all([
    queryUnprepared<ReportCustomerRow>(
      tx,
      `select id, name, parent_id as "parentId", path from customers where ${where}
        order by name, id offset ${request.offset} limit ${REPORT_CUSTOMERS_PAGE}`,
      values,
    ),
    counted(tx, `select from customers where ${where}`, values),
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
  const { where, values } = conditionsOf(request)
  const groups =
    text === '' && reach === 'all'
      ? `select id, name from customers where ${where} and parent_id is null`
      : topsOfHits(request, where)
  const page = `${groups} order by name, id offset ${offset} limit ${REPORT_CUSTOMER_GROUPS}`
  // Only the first group of a page can be cut.
  const hits =
    text === ''
      ? ''
      : `, hits as materialized (
    select distinct unnest(found.path) as id from page cross join lateral (
      select path from customers where path @> array[page.id] and ${where}
       order by cardinality(path), name, id limit ${CUSTOMER_NODES_MAX}) found
     where page.at = 1)`
  const order = (row: string) =>
    `${text === '' ? '' : `(${row}.id in (select id from hits)) desc, `}cardinality(${row}.path), ${row}.name, ${row}.id`
  const [found, total] = await Promise.all([
    queryUnprepared<GroupedRow>(
      tx,
      `with page as materialized (select id, row_number() over () as at from (${page}) ordered)${hits}
       select page.at::int as "group", member.* from page cross join lateral (
         select id, name, parent_id as "parentId", path from customers below where path @> array[page.id]
          order by ${order('below')} limit ${CUSTOMER_NODES_MAX + 1}) member
        order by page.at, ${order('member')} limit ${CUSTOMER_NODES_MAX + 1}`,
      values,
    ),
    counted(tx, groups, values),
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
function topsOfHits({ reach }: CustomerQuery, where: string): string {
  const top =
    reach === 'all'
      ? 'hit.path[1]'
      : '(select id from unnest(hit.path) with ordinality step (id, at) where id = any ($2::int[]) order by at limit 1)'
  return `select id, name from customers where id in (select ${top} from customers hit where ${where})`
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

import { REPORT_CUSTOMER_GROUPS, REPORT_CUSTOMERS_PAGE } from '@portico/contract/report-rules.ts'
import { CUSTOMER_NODES_MAX } from '@portico/contract/user-customers.ts'
import type { Tx } from '../../db/database.ts'
import { likePattern } from '../../db/like-pattern.ts'
import { queryUnprepared } from '../../db/query.ts'
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
 * a text only groups with a hit (RPTS-078). The total counts groups. At most CUSTOMER_NODES_MAX rows.
 */
export async function readCustomerGroups(tx: Tx, request: CustomerQuery): Promise<CustomerPage> {
  const { reach, text, offset } = request
  const { where, values } = conditionsOf(request)
  const groups =
    text === '' && reach === 'all'
      ? `select id, name from customers where ${where} and parent_id is null`
      : topsOfHits(request, where)
  const page = `${groups} order by name, id offset ${offset} limit ${REPORT_CUSTOMER_GROUPS}`
  const [found, total] = await Promise.all([
    queryUnprepared<ReportCustomerRow & { at: number }>(
      tx,
      `with page as materialized (select id, row_number() over () as at from (${page}) ordered)
       select member.*, page.at::int from page cross join lateral (
         select id, name, parent_id as "parentId", path from customers where path @> array[page.id]
          order by cardinality(path), name, id limit ${CUSTOMER_NODES_MAX}) member
        order by page.at limit ${CUSTOMER_NODES_MAX}`,
      values,
    ),
    counted(tx, groups, values),
  ])
  return { rows: depthFirst(found, reach), total }
}

/** The highest customers in reach above the hits; held ones below another held one are part of its group. */
function topsOfHits({ reach }: CustomerQuery, where: string): string {
  const top =
    reach === 'all'
      ? 'hit.path[1]'
      : '(select id from unnest(hit.path) with ordinality step (id, at) where id = any ($2::int[]) order by at limit 1)'
  return `select id, name from customers where id in (select ${top} from customers hit where ${where})`
}

/** Parents before their children, which stay in their order. */
function depthFirst(found: readonly ReportCustomerRow[], reach: Reach): ReportCustomerRow[] {
  const known = new Set(found.map(({ id }) => id))
  const childrenOf = new Map<number, ReportCustomerRow[]>()
  const tops: ReportCustomerRow[] = []
  for (const row of found) {
    const { parentId } = row
    if (parentId === null || !known.has(parentId) || isTop(row, reach)) tops.push(row)
    else childrenOf.set(parentId, [...(childrenOf.get(parentId) ?? []), row])
  }
  const walk = (row: ReportCustomerRow): ReportCustomerRow[] => [row, ...(childrenOf.get(row.id) ?? []).flatMap(walk)]
  return tops.flatMap(walk)
}

const isTop = ({ path }: ReportCustomerRow, reach: Reach): boolean => visibleFrom(reach, path) === path.length - 1

/** The customer as lists of reports show it; 0 is the parent of the highest one in reach. */
export const reportCustomerView = ({ id, name, parentId, path }: ReportCustomerRow, reach: Reach) => ({
  customerId: id,
  customerNm: name,
  parentCustId: isTop({ id, name, parentId, path }, reach) ? 0 : (parentId ?? 0),
})

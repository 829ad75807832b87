import { type RawBuilder, sql } from 'kysely'
import { CUSTOMER_NODES_MAX, CUSTOMERS_PAGE } from '@portico/contract/customers/user-customers.ts'
import { likePattern } from '../../db/like-pattern.ts'
import type { Tx } from '../../db/database.ts'
import type { Reach } from './customer-reach.ts'
import { run, runFirst, runOne } from '../../db/run.ts'
import { arrayOf, bool, int, nullable, statement, text } from '../../db/statement.ts'

/** A customer of a level or a search. */
export interface CustomerRow {
  id: number
  name: string
  parentId: number | null
  facilityCode: string
  path: number[]
  /** Names along the path. */
  names: string[]
  childCount: number
  /** Whether the user of the request is assigned this very customer. */
  isSelected: boolean
}

export interface CustomerPage {
  rows: CustomerRow[]
  total: number
}

type Sql = RawBuilder<unknown>

interface Level {
  /** Rows to leave out. */
  offset: number
  /** The user whose assignments are marked; null: none. */
  userId: number | null
}

interface Facility extends Level {
  facilityCode: string
  reach: Reach
}

/** Columns of `customer`; assignments of the user are marked. */
const columns = (hasHierarchy: string, user = '$1') => `
  customer.id, customer.name, customer.parent_id as "parentId", customer.facility_code as "facilityCode", customer.path,
  array(select above.name from unnest(customer.path) with ordinality step (id, at)
          join customers above on above.id = step.id order by step.at) as names,
  case when ${hasHierarchy} then (select count(*)::int from customers below where below.parent_id = customer.id) else 0 end
    as "childCount",
  exists (select from current_customer_grants given where given.user_id = ${user} and given.customer_id = customer.id)
    as "isSelected"`

const columnsFor = ({ userId }: Level, hasHierarchy: boolean) =>
  sql.raw(columns(String(hasHierarchy), String(userId ?? 'null')))

/** Ids are found in an index first; only the rows of the page are read. */
const page = (where: Sql, hasHierarchy: boolean, level: Level) => sql<CustomerRow>`
  select ${columnsFor(level, hasHierarchy)}
    from (select id, name from customers where ${where}
           order by name, id offset ${level.offset} limit ${CUSTOMERS_PAGE}) page
    join customers customer on customer.id = page.id
   order by page.name, page.id`

async function readPage(tx: Tx, where: Sql, level: Level, hasHierarchy: boolean): Promise<CustomerPage> {
  const [rows, { total }] = await Promise.all([
    run(tx, page(where, hasHierarchy, level)),
    runOne(tx, sql<{ total: number }>`select count(*)::int as total from customers where ${where}`),
  ])
  return { rows, total }
}

const hasHierarchyStatement = statement([text], {
  name: 'customers: has hierarchy',
  text: 'select coalesce((select has_hierarchy from facilities where code = $1), false) as "hasHierarchy"',
  row: { hasHierarchy: bool },
})

async function hasHierarchy(tx: Tx, code: string): Promise<boolean> {
  const row = await runFirst(tx, hasHierarchyStatement(code))
  return row?.hasHierarchy ?? false
}

/** The first level of a facility in reach; without a hierarchy all of its customers (decision E17). */
export async function readTopLevel(tx: Tx, { facilityCode, reach, ...level }: Facility): Promise<CustomerPage> {
  const isTree = await hasHierarchy(tx, facilityCode)
  const all = isTree ? sql`parent_id is null` : sql`true`
  const first = reach === 'all' ? all : sql`id = any(${reach}::int[])`
  return readPage(tx, sql`facility_code = ${facilityCode} and ${first}`, level, isTree)
}

const selectCustomersRow = {
  id: int,
  name: text,
  parentId: nullable(int),
  facilityCode: text,
  path: arrayOf(int),
  names: arrayOf(text),
  childCount: int,
  isSelected: bool,
}

const selectCustomers = statement([nullable(int), int], {
  name: 'customers: select customers',
  text: `select ${columns('true')} from customers customer where id = $2`,
  row: selectCustomersRow,
})

/** A customer by its id; undefined where there is none. */
export async function findCustomer(tx: Tx, id: number): Promise<CustomerRow | undefined> {
  return runFirst(tx, selectCustomers(null, id))
}

/** Children of a customer, in a facility with a hierarchy. */
export const readChildren = (tx: Tx, parentId: number, level: Level): Promise<CustomerPage> =>
  readPage(tx, sql`parent_id = ${parentId}`, level, true)

const firstChildren = statement([nullable(int), arrayOf(int), int], {
  name: 'customers: first children',
  text: `
  select child.* from unnest($2::int[]) with ordinality parent (id, at)
    cross join lateral (
      select ${columns('true')} from customers customer where customer.parent_id = parent.id
       order by customer.name, customer.id limit ${CUSTOMERS_PAGE}) child
   order by parent.at, child.name, child.id limit $3`,
  row: selectCustomersRow,
})

/**
 * The first children of customers, and below them as many levels as given, one statement a level.
 * @param room the most nodes to return
 */
export async function readBelow(
  tx: Tx,
  parents: readonly number[],
  { levels, room, userId }: { levels: number; room: number; userId: number | null },
): Promise<CustomerRow[]> {
  if (levels <= 0 || room <= 0 || parents.length === 0) return []
  const rows = await run(tx, firstChildren(userId, parents, room))
  const next = rows.filter(({ childCount }) => childCount > 0).map(({ id }) => id)
  const below = await readBelow(tx, next, { levels: levels - 1, room: room - rows.length, userId })
  return [...rows, ...below]
}

/**
 * Customers in reach whose name contains a text, by name. The total is at most CUSTOMER_NODES_MAX + 1: so many that
 * counting and sorting them all would cost more than they are worth.
 */
export async function searchByName(tx: Tx, text: string, { facilityCode, reach, ...level }: Facility) {
  // Without the collation of the column the index on parts of names would not be used.
  const matches = sql`facility_code = ${facilityCode}
    and name_folded like lower(upper(${likePattern(text.normalize('NFC'))}::text collate "en-x-icu")) collate "C"
    and ${reach === 'all' ? sql`true` : sql`path && ${reach}::int[]`}`
  const isTree = await hasHierarchy(tx, facilityCode)
  const found = await run(
    tx,
    sql<
      CustomerRow & { total: number }
    >`with hits as materialized (select id, name from customers where ${matches} limit ${CUSTOMER_NODES_MAX + 1}),
     page as (select id, name from hits order by name, id offset ${level.offset} limit ${CUSTOMERS_PAGE})
     select (select count(*)::int from hits) as total, ${columnsFor(level, isTree)}
       from (select) one left join page on true left join customers customer on customer.id = page.id
      order by page.name, page.id`,
  )
  const total = found[0]?.total ?? 0
  if (total <= CUSTOMER_NODES_MAX) return { rows: found.filter(({ id }) => id !== null), total }
  // With so many hits the order of the index finds a page sooner than sorting them.
  return { rows: await run(tx, page(matches, isTree, level)), total }
}

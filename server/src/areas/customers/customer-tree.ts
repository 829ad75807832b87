import { CUSTOMER_NODES_MAX, CUSTOMERS_PAGE } from '@portico/contract/customers/user-customers.ts'
import { likePattern } from '../../db/like-pattern.ts'
import { queryUnprepared } from '../../db/query.ts'
import type { Tx } from '../../db/database.ts'
import type { Reach } from './customer-reach.ts'
import { run, runFirst } from '../../db/run.ts'
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

/** Columns of `customer`; $1 is the user whose assignments are marked. */
const columns = (hasHierarchy: string) => `
  customer.id, customer.name, customer.parent_id as "parentId", customer.facility_code as "facilityCode", customer.path,
  array(select above.name from unnest(customer.path) with ordinality step (id, at)
          join customers above on above.id = step.id order by step.at) as names,
  case when ${hasHierarchy} then (select count(*)::int from customers below where below.parent_id = customer.id) else 0 end
    as "childCount",
  exists (select from current_customer_grants given where given.user_id = $1 and given.customer_id = customer.id)
    as "isSelected"`

const hierarchyOf = 'select coalesce((select has_hierarchy from facilities where code = $2), false) as "hasHierarchy"'

/** Ids are found in an index first; only the rows of the page are read. */
const page = (from: string, hasHierarchy: boolean, offset: number) => `
  select ${columns(String(hasHierarchy))}
    from (select id, name from customers where ${from} order by name, id offset ${offset} limit ${CUSTOMERS_PAGE}) page
    join customers customer on customer.id = page.id
   order by page.name, page.id`

async function readPage(tx: Tx, from: string, values: unknown[], level: Level, hasHierarchy: boolean) {
  const [rows, [counted]] = await Promise.all([
    queryUnprepared<CustomerRow>(tx, page(from, hasHierarchy, level.offset), values),
    queryUnprepared<{ total: number }>(
      tx,
      // The user is a parameter of the page alone.
      `select count(*)::int as total from customers where ${from} and ($1::int is null or true)`,
      values,
    ),
  ])
  return { rows, total: counted?.total ?? 0 }
}

const hasHierarchyStatement = statement([text], {
  name: 'customers: has hierarchy',
  text: hierarchyOf.replace('$2', '$1'),
  row: { hasHierarchy: bool },
})

async function hasHierarchy(tx: Tx, code: string): Promise<boolean> {
  const row = await runFirst(tx, hasHierarchyStatement(code))
  return row?.hasHierarchy ?? false
}

/** The first level of a facility in reach; without a hierarchy all of its customers (decision E17). */
export async function readTopLevel(tx: Tx, { facilityCode, reach, ...level }: Facility): Promise<CustomerPage> {
  const isTree = await hasHierarchy(tx, facilityCode)
  const first = isTree ? ' and parent_id is null' : ''
  if (reach === 'all') return readPage(tx, `facility_code = $2${first}`, [level.userId, facilityCode], level, isTree)
  const held = 'facility_code = $2 and id = any($3::int[])'
  return readPage(tx, held, [level.userId, facilityCode, reach], level, isTree)
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
  const row = await runFirst(tx, selectCustomers(null, id))
  return row
}

/** Children of a customer, in a facility with a hierarchy. */
export const readChildren = (tx: Tx, parentId: number, level: Level): Promise<CustomerPage> =>
  readPage(tx, 'parent_id = $2', [level.userId, parentId], level, true)

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
  const matches = `facility_code = $2 and name_folded like lower(upper($3::text collate "en-x-icu")) collate "C"${
    reach === 'all' ? '' : ' and path && $4::int[]'
  }`
  const values = [level.userId, facilityCode, likePattern(text.normalize('NFC')), ...(reach === 'all' ? [] : [reach])]
  const isTree = await hasHierarchy(tx, facilityCode)
  const found = await queryUnprepared<CustomerRow & { total: number }>(
    tx,
    `with hits as materialized (select id, name from customers where ${matches} limit ${CUSTOMER_NODES_MAX + 1}),
     page as (select id, name from hits order by name, id offset ${level.offset} limit ${CUSTOMERS_PAGE})
     select (select count(*)::int from hits) as total, ${columns(String(isTree))}
       from (select) one left join page on true left join customers customer on customer.id = page.id
      order by page.name, page.id`,
    values,
  )
  const total = found[0]?.total ?? 0
  if (total <= CUSTOMER_NODES_MAX) return { rows: found.filter(({ id }) => id !== null), total }
  // With so many hits the order of the index finds a page sooner than sorting them.
  return { rows: await queryUnprepared<CustomerRow>(tx, page(matches, isTree, level.offset), values), total }
}

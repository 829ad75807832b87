import {
  FIRST_CUSTOMERS,
  MAPPABLE_PAGES,
  type MappableCustomer,
  MORE_CUSTOMERS,
} from '@portico/contract/sso-mappings.ts'
import type { Tx } from '../../db/database.ts'
import { likePattern } from '../../db/like-pattern.ts'
import { queryUnprepared } from '../../db/query.ts'

interface Page<Row> {
  rows: Row[]
  total: number
}

interface Choice {
  keyword?: string | undefined
  /** Rows to leave out. */
  offset?: number | undefined
}

const pattern = (text: string) => likePattern(text.normalize('NFC'))

async function readPage<Row extends object>(
  tx: Tx,
  { select, from, order }: { select: string; from: string; order: string },
  values: readonly unknown[],
  { offset = 0, limit }: { offset: number | undefined; limit: number },
): Promise<Page<Row>> {
  const page = `select ${select} from ${from} order by ${order} offset ${offset} limit ${limit}`
  const [rows, [counted]] = await Promise.all([
    queryUnprepared<Row>(tx, page, [...values]),
    queryUnprepared<{ total: number }>(tx, `select count(*)::int as total from ${from}`, [...values]),
  ])
  return { rows, total: counted?.total ?? 0 }
}

/** Applications that new accounts can begin with: never the portal's own, which administrators grant. */
export const readMappablePages = (tx: Tx, { keyword = '', offset }: Choice) =>
  readPage<{ pageId: number; pageNm: string; systemNm: string }>(
    tx,
    {
      select: 'page.id as "pageId", page.name as "pageNm", system.name as "systemNm"',
      from: `pages page join systems system on system.id = page.system_id and system.deleted_at is null
             where page.deleted_at is null and page.system_id > 2 and page.name || ' ' || system.name ilike $1`,
      order: 'page.name, page.id',
    },
    [pattern(keyword.trim())],
    { offset, limit: MAPPABLE_PAGES },
  )

const customerColumns = `
  customer.id as "customerId", customer.name as "customerNm", array_to_string(customer.path, '/') as "pathAsCustomerId",
  (select string_agg(above.name, ' / ' order by step.at) from unnest(customer.path) with ordinality step (id, at)
     join customers above on above.id = step.id) as path,
  (select name from facilities where code = customer.facility_code) as "facilityNm",
  (select count(*)::int from customers below where below.parent_id = customer.id) as "childCnt"`

/** Customers of one level, or those with a keyword in their name; of these the places in their trees are in `path`. */
export function readMappableCustomers(
  tx: Tx,
  { keyword = '', parentId, offset }: Choice & { parentId?: number | undefined },
): Promise<Page<MappableCustomer>> {
  const word = keyword.trim()
  const where = word === '' ? 'customer.parent_id is not distinct from $1' : 'customer.name ilike $1'
  return readPage<MappableCustomer>(
    tx,
    {
      select: customerColumns,
      from: `customers customer where ${where}`,
      order: 'customer.name, customer.id',
    },
    [word === '' ? (parentId ?? null) : pattern(word)],
    { offset, limit: offset ? MORE_CUSTOMERS : FIRST_CUSTOMERS },
  )
}

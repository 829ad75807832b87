import {
  FIRST_CUSTOMERS,
  MAPPABLE_PAGES,
  type MappableCustomer,
  MORE_CUSTOMERS,
} from '@portico/contract/sso-mappings/sso-mappings.ts'
import { type SqlBool, sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { likePattern } from '../../db/like-pattern.ts'
import { hasWords } from '../../db/search-words.ts'
import { listFromOffset, type ListPage, type ListSource } from '../../db/list-page.ts'

interface Choice {
  keyword?: string | undefined
  /** Rows to leave out. */
  offset?: number | undefined
}

interface MappablePage {
  pageId: number
  pageNm: string
  systemNm: string
}

const byName = { columns: ['name'], defaultSort: { column: 'name', direction: 'asc' } } as const
const keywordOf = ({ keyword = '' }: Choice) => keyword.normalize('NFC').trim()

/** Never the portal's own pages, which administrators grant. */
const mappablePages: ListSource<'name', { keyword: string }, MappablePage> = {
  from: sql`pages page join systems system on system.id = page.system_id and system.deleted_at is null`,
  id: sql`page.id`,
  where: sql`page.deleted_at is null and page.system_id > 2`,
  columns: { name: sql`page.name` },
  filters: {
    keyword: (text) =>
      hasWords(sql`lower(concat_ws(' ', page.name, system.name) collate "en-x-icu") collate "C"`, text),
  },
  rows: {
    from: sql`pages shown join systems shown_in on shown_in.id = shown.system_id`,
    id: sql`shown.id`,
    select: sql`shown.id as "pageId", shown.name as "pageNm", shown_in.name as "systemNm"`,
  },
}

/** Applications that new accounts can begin with. */
export const readMappablePages = (tx: Tx, choice: Choice): Promise<ListPage<MappablePage>> =>
  listFromOffset(tx, byName, mappablePages, {
    keyword: keywordOf(choice),
    offset: choice.offset ?? 0,
    limit: MAPPABLE_PAGES,
  })

function customersWith(keyword: string, parentId: number | null) {
  if (keyword !== '') return sql<SqlBool>`customer.name ilike ${likePattern(keyword)}`
  return parentId === null ? sql<SqlBool>`customer.parent_id is null` : sql<SqlBool>`customer.parent_id = ${parentId}`
}

/** Those with a keyword in their name, or without one the children of `parentId`; null: the first level. */
const mappableCustomers = (keyword: string, parentId: number | null): ListSource<'name', object, MappableCustomer> => ({
  from: sql`customers customer`,
  id: sql`customer.id`,
  where: customersWith(keyword, parentId),
  columns: { name: sql`customer.name` },
  filters: {},
  rows: {
    from: sql`customers shown`,
    id: sql`shown.id`,
    select: sql`shown.id as "customerId", shown.name as "customerNm",
      array_to_string(shown.path, '/') as "pathAsCustomerId",
      (select string_agg(above.name, ' / ' order by step.at) from unnest(shown.path) with ordinality step (id, at)
         join customers above on above.id = step.id) as path,
      (select name from facilities where code = shown.facility_code) as "facilityNm",
      (select count(*)::int from customers below where below.parent_id = shown.id) as "childCnt"`,
  },
})

/** Customers of one level, or those with a keyword in their name; of these the places in their trees are in `path`. */
export const readMappableCustomers = (
  tx: Tx,
  { parentId, offset = 0, ...choice }: Choice & { parentId?: number | undefined },
): Promise<ListPage<MappableCustomer>> =>
  listFromOffset(tx, byName, mappableCustomers(keywordOf(choice), parentId ?? null), {
    offset,
    limit: offset > 0 ? MORE_CUSTOMERS : FIRST_CUSTOMERS,
  })

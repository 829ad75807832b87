import type { List, ListRequest } from '@portico/contract/kit/list.ts'
import { sortOf } from '@portico/contract/kit/list.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Tx } from './database.ts'
import { queries } from './queries.ts'
import { run } from './run.ts'

type Fragment = RawBuilder<unknown>
type Condition = RawBuilder<SqlBool>

/** Source of a list. Ids are found in `from`, which should be narrow; `rows` is read for one page only. */
export interface ListSource<Column extends string, Filters, Row> {
  /** Table or view with its alias: sql`audit_events event`. */
  from: Fragment
  /** Unique; breaks ties of every order. */
  id: Fragment
  /** A condition that always holds. */
  where?: Condition
  /** What each column compares: one value, or several, one after the other. */
  columns: Readonly<Record<Column, Fragment | readonly Fragment[]>>
  /** Condition of each filter. A filter without a value adds nothing to the statement. */
  filters: { readonly [Name in keyof Filters]-?: (value: NonNullable<Filters[Name]>) => Condition }
  /**
   * Filters that find few rows by an index of their own, such as a text search. 'always': so few, or by conditions of such
   * cost, that they are read once, for page and total together.
   */
  searches?: readonly (keyof Filters)[] | 'always'
  /** Rows of a page where a request names no size; null: all of them. 15 unless said otherwise. */
  pageSize?: number | null
  /** The exact number of the rows that these filters leave, if something cheaper than counting them knows it. */
  total?: (given: Partial<Filters>) => RawBuilder<{ total: number }> | undefined
  rows: {
    from: Fragment
    id: Fragment
    select: RawBuilder<Row>
    /**
     * Looks up each row of a page by its id, whatever the planner expects: for a row of so many tables, or of tables under
     * such policies, that a join with the page would read all rows of the list. `id` has an index then.
     */
    areLookedUp?: true
  }
}

export interface ListPage<Row> {
  rows: Row[]
  /** Rows on all pages, exact. */
  total: number
}

/** A page this far from the beginning is read from the nearer end. */
export const NEAR_ROWS = 10_000
/** Up to so many hits of a search are sorted and counted in one statement; more are cheaper in the order of the list. */
export const SEARCH_HITS_MAX = 40_000

interface Plan {
  from: Fragment
  /** Conditions of the request, from `where` on. */
  where: Fragment
  keys: readonly Fragment[]
  id: Fragment
  isDescending: boolean
  offset: number
  /** Null: all rows. */
  limit: number | null
}

/** A request with its filter values; undefined, null and '' do not filter. */
type Filtered<Filters, Column extends string> = ListRequest<Column> & {
  [Name in keyof NoInfer<Filters>]?: NoInfer<Filters>[Name] | null | undefined
}

/** Reads one page of a list and the number of all its rows; beyond the last page there are no rows. */
export async function listPage<Column extends string, Filters extends object, Row extends object>(
  tx: Tx,
  list: List<Column>,
  source: ListSource<Column, Filters, Row>,
  request: Filtered<Filters, Column>,
): Promise<ListPage<Row>> {
  return readPlan(tx, planOf(list, source, request), source, givenFilters(source, request))
}

/** Reads the rows of a list from an offset on, for choices that load more, and the number of all its rows. */
export async function listFromOffset<Column extends string, Filters extends object, Row extends object>(
  tx: Tx,
  list: List<Column>,
  source: ListSource<Column, Filters, Row>,
  { offset, limit, ...request }: Filtered<Filters, Column> & { offset: number; limit: number },
): Promise<ListPage<Row>> {
  const filtered = request as Filtered<Filters, Column>
  const plan = { ...planOf(list, source, filtered), offset, limit }
  return readPlan(tx, plan, source, givenFilters(source, filtered))
}

async function readPlan<Filters extends object, Row extends object>(
  tx: Tx,
  plan: Plan,
  source: Pick<ListSource<string, Filters, Row>, 'rows' | 'searches' | 'total'>,
  given: Partial<Filters>,
): Promise<ListPage<Row>> {
  const { searches } = source
  if (searches === 'always' ? plan.limit !== null : searches?.some((name) => name in given)) {
    const found = await readHits<Row>(tx, plan, source.rows)
    if (found) return found
  }
  const counted = source.total?.(given) ?? countOf(plan)
  if (plan.offset < NEAR_ROWS) {
    const [rows, total] = await Promise.all([run<Row>(tx, pageOf(plan, source.rows)), readTotal(tx, counted)])
    return { rows, total }
  }
  const total = await readTotal(tx, counted)
  if (plan.offset >= total) return { rows: [], total }
  return { rows: await run<Row>(tx, pageOf(fromNearerEnd(plan, total), source.rows)), total }
}

/** The statement that reads all rows of a list in its order, for `database.stream`. */
export function listStatement<Column extends string, Filters extends object, Row extends object>(
  list: List<Column>,
  source: ListSource<Column, Filters, Row>,
  request: Filtered<Filters, Column>,
): { text: string; values: unknown[] } {
  const plan = planOf(list, source, request)
  const { rows } = source
  const { sql: text, parameters } = sql<Row>`
    select ${rows.select} from (select ${listedOf(plan)} from ${plan.from} ${plan.where}) page
      join ${rows.from} on ${rows.id} = page.list_id
     order by ${orderOf(plan, plan.isDescending, 'page')}`.compile(queries)
  return { text, values: [...parameters] }
}

function givenFilters<Filters extends object>(
  source: Pick<ListSource<string, Filters, unknown>, 'filters'>,
  request: object,
): Partial<Filters> {
  const isGiven = ([name, value]: [string, unknown]) =>
    name in source.filters && value !== undefined && value !== null && value !== ''
  return Object.fromEntries(Object.entries(request).filter(isGiven)) as Partial<Filters>
}

function planOf<Column extends string, Filters extends object, Row>(
  list: List<Column>,
  source: ListSource<Column, Filters, Row>,
  request: Filtered<Filters, Column>,
): Plan {
  const { column, direction } = sortOf(list, request)
  const limit = request.pageSize ?? (source.pageSize === undefined ? 15 : source.pageSize)
  const given = givenFilters(source, request)
  const names = (Object.keys(source.filters) as (keyof Filters)[]).filter((name) => name in given)
  const conditions = names.map((name) => source.filters[name](given[name] as NonNullable<Filters[typeof name]>))
  const all = source.where ? [source.where, ...conditions] : conditions
  return {
    from: source.from,
    where: all.length ? sql`where ${sql.join(all, sql` and `)}` : sql``,
    keys: [source.columns[column]].flat(),
    id: source.id,
    isDescending: direction === 'desc',
    offset: limit === null ? 0 : ((request.pageNo ?? 1) - 1) * limit,
    limit,
  }
}

/** The same page, counted from the last row backwards where that is nearer. */
function fromNearerEnd(plan: Plan, total: number): Plan & { isBackwards?: boolean } {
  const { offset, limit, isDescending } = plan
  if (offset <= total / 2) return plan
  const rows = Math.min(limit ?? total, total - offset)
  return { ...plan, offset: total - offset - rows, limit: rows, isDescending: !isDescending, isBackwards: true }
}

type Order = Pick<Plan, 'keys' | 'id'>

/** What a page has of each row: its id, and what is compared. */
const listedOf = ({ keys, id }: Order): Fragment =>
  sql.join([sql`${id} as list_id`, ...keys.map((key, at) => sql`${key} as ${sql.ref(`list_key_${at}`)}`)])

/** The order of the rows, by what the source compares, or by what a page or `hits` has of it. */
function orderOf({ keys, id }: Order, isDescending: boolean, of?: 'page' | 'hits'): Fragment {
  const compared = of
    ? [...keys.map((_, at) => sql.ref(`${of}.list_key_${at}`)), sql.ref(`${of}.list_id`)]
    : [...keys, id]
  return sql.join(compared.map((each) => sql`${each} ${isDescending ? sql`desc` : sql`asc`}`))
}

function pageOf<Row>(plan: Plan & { isBackwards?: boolean }, rows: ListSource<string, object, Row>['rows']) {
  const { from, where, offset, limit, isDescending, isBackwards = false } = plan
  const { columns, joined } = joinOf(rows, limit === null)
  return sql<Row>`
    select ${columns}
      from (select ${listedOf(plan)} from ${from} ${where}
             order by ${orderOf(plan, isDescending)} offset ${offset} limit ${limit}) page
      join ${joined}
     order by ${orderOf(plan, isDescending !== isBackwards, 'page')}`
}

/** What is selected of the rows of a page, and what is joined with it. */
function joinOf<Row>(
  { from, id, select, areLookedUp }: ListSource<string, object, Row>['rows'],
  isWhole = false,
): { columns: Fragment; joined: Fragment } {
  if (!areLookedUp || isWhole) return { columns: select, joined: sql`${from} on ${id} = page.list_id` }
  // The planner does not merge a subquery that has an offset with the join.
  const row = sql`lateral (select ${select} from ${from} where ${id} = page.list_id offset 0) listed on true`
  return { columns: sql`listed.*`, joined: row }
}

const countOf = ({ from, where }: Plan) => sql<{ total: number }>`select count(*)::int as total from ${from} ${where}`

async function readTotal(tx: Tx, counted: RawBuilder<{ total: number }>): Promise<number> {
  const [row] = await run(tx, counted)
  return row?.total ?? 0
}

/** Total and page of a search in one statement; undefined where it has more hits than are worth collecting. */
async function readHits<Row extends object>(
  tx: Tx,
  plan: Plan,
  rows: ListSource<string, object, Row>['rows'],
): Promise<ListPage<Row> | undefined> {
  const { from, where, offset, limit, isDescending } = plan
  const { columns, joined } = joinOf(rows)
  const found = await run(
    tx,
    sql<Row & { list_total: number; list_id: unknown }>`
      with hits as materialized (
        select ${listedOf(plan)} from ${from} ${where} limit ${SEARCH_HITS_MAX + 1}),
      page as (
        select * from hits order by ${orderOf(plan, isDescending, 'hits')} offset ${offset} limit ${limit})
      select (select count(*) from hits)::int as list_total, page.list_id, ${columns}
        from (select) one left join page on true left join ${joined}
       order by ${orderOf(plan, isDescending, 'page')}`,
  )
  const total = found[0]?.list_total ?? 0
  if (total > SEARCH_HITS_MAX) return undefined
  return { rows: found.filter(({ list_id }) => list_id !== null), total }
}

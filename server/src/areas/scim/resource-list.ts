import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { run, runOne } from '../../db/run.ts'
import type { ListedResource } from './listed-resource.ts'
import { parseFilter } from './protocol/filter.ts'
import { filterCondition, sortExpression } from './protocol/filter-sql.ts'
import type { ResourceKind } from './protocol/scim-schema.ts'
import { scimLimits } from './protocol/scim-limits.ts'
import { countEveryone, readEveryone } from './users/everyone-page.ts'

/** What a list asks for. */
export interface ListQuery {
  readonly filter: string | undefined
  readonly sortBy: string | undefined
  readonly isDescending: boolean
  /** Counted from 1. */
  readonly startIndex: number
  readonly count: number
  /** Memberships are read only where they are wanted. */
  readonly withLinks: boolean
}

export const tables: Readonly<Record<ResourceKind, RawBuilder<unknown>>> = {
  User: sql`scim_users_in_scope`,
  Group: sql`scim_groups`,
}

/** The memberships of the resources of a page, as one list for each. */
const links: Readonly<Record<ResourceKind, RawBuilder<unknown>>> = {
  User: sql`select link.member_id as id,
               json_agg(json_build_object('value', g.id, 'display', g.doc ->> 'displayName') order by g.id) as list
               from page join scim_group_members link on link.member_id = page.id
               join scim_groups g on g.client_id = link.client_id and g.id = link.group_id`,
  Group: sql`select link.group_id as id,
                json_agg(json_build_object('value', one.id, 'display',
                  coalesce(one.doc ->> 'displayName', one.doc ->> 'userName')) order by one.id) as list
                from page join scim_group_members link on link.group_id = page.id
                join scim_users one on one.client_id = link.client_id and one.id = link.member_id`,
}

/** Where the memberships of a resource r stand. */
const linkRows: Readonly<Record<ResourceKind, RawBuilder<unknown>>> = {
  User: sql`scim_group_members link where link.client_id = r.client_id and link.member_id = r.id`,
  Group: sql`scim_group_members link where link.client_id = r.client_id and link.group_id = r.id`,
}

/**
 * A page of the resources of an employer that a filter finds, and the number of all of them. The order is that in which
 * they were added unless another one is asked for, so that a client that pages misses nobody who is added meanwhile.
 * A page ends before the resource whose memberships would be too many with those before it.
 */
export async function listResources(
  tx: Tx,
  kind: ResourceKind,
  clientId: number,
  query: ListQuery,
): Promise<{ total: number; rows: ListedResource[] }> {
  const { filter } = query
  const found = filter === undefined ? sql`true` : filterCondition({ kind, isOneOfAll: false }, parseFilter(filter))
  const where = sql`r.client_id = ${clientId} and ${found}`
  if (kind === 'User' && filter === undefined) {
    const [rows, total] = await Promise.all([
      query.count > 0 && query.sortBy === undefined
        ? readEveryone(tx, clientId, query)
        : readPage(tx, kind, clientId, where, query),
      countEveryone(tx, clientId),
    ])
    return { total, rows }
  }
  const rows = await readPage(tx, kind, clientId, where, query)
  const known = totalOf(rows, query)
  if (known !== undefined) return { total: known, rows }
  const counting = sql<{ total: number }>`select count(*)::int as total from ${tables[kind]} r where ${where}`
  return { total: (await runOne(tx, counting)).total, rows }
}

/** A resource of a page, with the number of all that the page would have if memberships did not cut it. */
export interface PagedResource extends ListedResource {
  readonly pageSize: number
}

const readPage = async (
  tx: Tx,
  kind: ResourceKind,
  clientId: number,
  where: RawBuilder<unknown>,
  query: ListQuery,
): Promise<PagedResource[]> =>
  query.count === 0 ? [] : run(tx, pageOf(kind, clientId, { ...query, where, order: orderOf(kind, query) }))

function orderOf(kind: ResourceKind, { sortBy, isDescending }: ListQuery): RawBuilder<unknown> {
  if (sortBy === undefined) return sql`r.id`
  return sql`${sortExpression({ kind, isOneOfAll: false }, sortBy)} ${directionOf(isDescending)}, r.id`
}

/** SQL: the direction of an order; what has no value comes last. */
export const directionOf = (isDescending: boolean): RawBuilder<unknown> =>
  isDescending ? sql`desc nulls last` : sql`asc nulls last`

/** The number of all that a filter finds, where a page that is not full says it, as in a search for one person. */
function totalOf([first]: readonly PagedResource[], { startIndex, count }: ListQuery): number | undefined {
  if (first) return first.pageSize < count ? startIndex - 1 + first.pageSize : undefined
  return startIndex === 1 && count > 0 ? 0 : undefined
}

interface PageParts extends Pick<ListQuery, 'startIndex' | 'count' | 'withLinks'> {
  readonly where: RawBuilder<unknown>
  readonly order: RawBuilder<unknown>
}

/** Those of these resources of an employer, in the order of their ids, whose memberships one answer has together. */
export const readResources = (
  tx: Tx,
  kind: ResourceKind,
  clientId: number,
  { ids, withLinks }: { ids: readonly number[]; withLinks: boolean },
): Promise<PagedResource[]> =>
  run(
    tx,
    pageOf(kind, clientId, {
      where: sql`r.client_id = ${clientId} and r.id = any (${ids}::integer[])`,
      order: sql`array_position(${ids}::integer[], r.id)`,
      startIndex: 1,
      count: ids.length,
      withLinks,
    }),
  )

/**
 * Only ids are sorted and skipped; documents and memberships are read for the page alone. A list of memberships is never
 * cut, so the first resource that has any comes with all of them.
 */
function pageOf(
  kind: ResourceKind,
  clientId: number,
  { where, order, startIndex, count, withLinks }: PageParts,
): RawBuilder<PagedResource> {
  const active = kind === 'User' ? sql`r.is_active` : sql`null::boolean`
  const page = withLinks ? pageWithin(kind, clientId, order) : sql`ids`
  const listed = withLinks
    ? sql`${links[kind]} where link.client_id = ${clientId} group by 1`
    : sql`select null::integer as id, null::json as list where false`
  return sql<PagedResource>`
    with ids as materialized (
      select r.id from ${tables[kind]} r where ${where} order by ${order} limit ${count} offset ${startIndex - 1}),
    page as materialized (select id from ${page} one_page), listed as (${listed})
    select r.id, r.doc, r.version, r.created_at as "createdAt", r.updated_at as "updatedAt", ${active} as "isActive",
           ${withLinks ? sql`coalesce(listed.list, '[]')` : sql`null::json`} as links,
           (select count(*)::int from ids) as "pageSize"
      from page join ${tables[kind]} r on r.client_id = ${clientId} and r.id = page.id
      left join listed on listed.id = r.id
     order by ${order}`
}

/** The ids of a page up to the one with whose memberships there would be more than one answer has. */
function pageWithin(kind: ResourceKind, clientId: number, order: RawBuilder<unknown>): RawBuilder<unknown> {
  const most = scimLimits.members
  const size = sql`(select count(*) from (select from ${linkRows[kind]} limit ${most + 1}) some_links)`
  return sql`(
      select counted.id from (
        select sized.id, sized.size, sum(sized.size) over (order by sized.place) as so_far from (
          select r.id, ${size} as size, row_number() over (order by ${order}) as place
            from ids page join ${tables[kind]} r on r.client_id = ${clientId} and r.id = page.id) sized) counted
       where counted.so_far <= ${most} or counted.so_far = counted.size)`
}

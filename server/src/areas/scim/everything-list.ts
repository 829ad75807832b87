import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { run, runOne } from '../../db/run.ts'
import type { ListedResource } from './listed-resource.ts'
import { type FilterNode, parseFilter } from './protocol/filter.ts'
import { filterCondition, sortExpression } from './protocol/filter-sql.ts'
import type { ResourceKind, Searched } from './protocol/scim-schema.ts'
import { scimLimits } from './protocol/scim-limits.ts'
import { directionOf, type ListQuery, type PagedResource, readResources, tables } from './resource-list.ts'

/** Kinds of resources, in the order of their pages. */
const kinds = ['User', 'Group'] as const satisfies readonly ResourceKind[]

/** What a search over all kinds asks for; memberships are read only of the kinds of which they are wanted. */
export interface EverythingQuery extends Omit<ListQuery, 'withLinks'> {
  readonly withLinks: Readonly<Record<ResourceKind, boolean>>
}

interface Place {
  readonly kind: ResourceKind
  readonly id: number
}

/** A resource with its kind. */
export interface FoundResource {
  readonly kind: ResourceKind
  readonly row: ListedResource
}

/**
 * A page of the users and groups of an employer that a filter finds, and the number of all of them: users first, each in
 * the order in which they were added, or in the order that is asked for. A page ends before the resource whose memberships
 * would be too many with those before it. What is deleted while it is read is left out.
 */
export async function listEverything(
  tx: Tx,
  clientId: number,
  query: EverythingQuery,
): Promise<{ total: number; rows: FoundResource[] }> {
  const { filter, sortBy, isDescending, startIndex, count, withLinks } = query
  const node = filter === undefined ? null : parseFilter(filter)
  const found = sql.join(
    kinds.map((kind, number) => foundOf({ kind, isOneOfAll: true }, { number, clientId, node, sortBy })),
    sql` union all `,
  )
  const page = sql<Place>`
    select one.kind, one.id from (${found}) one
     order by one.place ${directionOf(isDescending)}, one.number, one.id limit ${count} offset ${startIndex - 1}`
  const [places, { total }] = await Promise.all([
    run(tx, page),
    runOne(tx, sql<{ total: number }>`select count(*)::integer as total from (${found}) one`),
  ])
  const [users = [], groups = []] = await Promise.all(
    kinds.map(async (kind) => {
      const ids = places.flatMap((place) => (place.kind === kind ? [place.id] : []))
      return ids.length === 0 ? [] : readResources(tx, kind, clientId, { ids, withLinks: withLinks[kind] })
    }),
  )
  return { total, rows: pageOf(places, { User: users, Group: groups }) }
}

interface Sought {
  /** Of the kind, in the order of their pages. */
  readonly number: number
  readonly clientId: number
  readonly node: FilterNode | null
  readonly sortBy: string | undefined
}

/** SQL: the resources of a kind that are found, with what they are sorted by. */
function foundOf(searched: Searched, { number, clientId, node, sortBy }: Sought) {
  const { kind } = searched
  const place = sortBy === undefined ? sql`null` : sortExpression(searched, sortBy)
  const where = node === null ? sql`true` : filterCondition(searched, node)
  return sql`
    select ${sql.lit(kind)}::text as kind, ${sql.lit(number)}::integer as number, r.id, ${place} as place
      from ${tables[kind]} r where r.client_id = ${clientId} and ${where}`
}

const byId = (rows: readonly PagedResource[]) => new Map(rows.map((row) => [row.id, row]))

/** The id of the last one of a kind that was read, where the memberships of the next one would be too many. */
const cutAfter = (rows: readonly PagedResource[]): number | undefined =>
  rows.length < (rows[0]?.pageSize ?? 0) ? rows.at(-1)?.id : undefined

/** The resources up to the one with whose memberships there would be more than one answer has. */
function pageOf(
  places: readonly Place[],
  read: Readonly<Record<ResourceKind, readonly PagedResource[]>>,
): FoundResource[] {
  const rows = { User: byId(read.User), Group: byId(read.Group) }
  const ends = { User: cutAfter(read.User), Group: cutAfter(read.Group) }
  const page: FoundResource[] = []
  let links = 0
  const over = new Set<ResourceKind>()
  for (const { kind, id } of places) {
    const row = rows[kind].get(id)
    if (!row && over.has(kind)) break
    // It was deleted since its id was read.
    if (!row) continue
    const size = row.links?.length ?? 0
    if (links > 0 && links + size > scimLimits.members) break
    links += size
    page.push({ kind, row })
    if (id === ends[kind]) over.add(kind)
  }
  return page
}

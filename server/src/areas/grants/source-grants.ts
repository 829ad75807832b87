import type { Tx } from '../../db/database.ts'
import { run } from '../../db/run.ts'
import { arrayOf, bool, instant, int, nullable, type RowOf, statement, text, textOf } from '../../db/statement.ts'
import { type FollowedSets, followSetsOfGroups } from './sets-by-group.ts'
import { dueBySources } from './source-due.ts'
import { closedSql, hasOtherEnd, isTooLong } from './source-ends.ts'
import { followCustomers } from './source-customers.ts'
import { lacksPage, lacksSystem } from './lacked-items.ts'

// What sources give: groups of directories, and permission sets. Of customers see `source-customers.ts`. A grant that a
// source gave has `by_group`; what is held otherwise stays as it is, and a grant by hand comes first: there is one open
// grant of a user for an object.

export type SourceKind = 'group' | 'set'

/** A source by its name; the version is that of a permission set. */
export interface NamedSource {
  readonly kind: SourceKind
  readonly name: string
  readonly version: number | null
}

const due = dueBySources({
  sources: 'true',
  access: 'source_access using (kind, source_id)',
  item: 'access.system_id, access.page_id',
})

/** SQL: the user of a grant is one of these users, and of this employer. */
const isConcerned = (held: string): string => `
  ${held}.user_id = any ($2::integer[])
       and exists (select from users person where person.id = ${held}.user_id and person.client_id = $1)`

const sourceKind = textOf<SourceKind>()
const changeRow = {
  userId: int,
  systemName: text,
  pageName: nullable(text),
  kind: nullable(sourceKind),
  name: nullable(text),
  version: nullable(int),
  endsAt: nullable(instant),
}

const closeStatement = statement([int, arrayOf(int)], {
  name: 'grants: close what no source gives',
  text: `
  with ${due},
  closed_systems as (
    update user_system_grants held set ${closedSql}
     where ${isConcerned('held')} and held.by_group and held.valid_to is null
       and (held.user_id, held.system_id) not in (select due.user_id, due.system_id from due where due.page_id is null)
    returning held.user_id, held.system_id, held.ends_at),
  closed_pages as (
    update user_page_grants held set ${closedSql}
      from pages page
     where page.id = held.page_id and ${isConcerned('held')} and held.valid_to is null
       and ((held.by_group and (held.user_id, held.page_id) not in (
               select due.user_id, due.page_id from due where due.page_id is not null))
            or (held.user_id, page.system_id) in (select gone.user_id, gone.system_id from closed_systems gone))
    returning held.user_id, held.page_id, held.ends_at)
  select gone.user_id as "userId", system.name::text as "systemName", null::text as "pageName", null::text as kind,
         null::text as name, null::integer as version, gone.ends_at as "endsAt"
    from closed_systems gone join systems system on system.id = gone.system_id
  union all
  select gone.user_id, system.name::text, page.name::text, null, null, null, gone.ends_at
    from closed_pages gone join pages page on page.id = gone.page_id join systems system on system.id = page.system_id
  order by 1, 2, 3 nulls first`,
  row: changeRow,
})

// What lasts too long is opened again until the end that all sources give, with the same giver. What is to last longer is
// opened by the statement below, by the rights of its sources.
const closeOtherEnds = statement([int, arrayOf(int)], {
  name: 'grants: close what sources give until another moment',
  text: `
  with ${due},
  systems_closed as (
    update user_system_grants held set ${closedSql}
      from due
     where due.user_id = held.user_id and due.system_id = held.system_id and due.page_id is null
       and held.by_group and held.valid_to is null and ${hasOtherEnd('held', 'due')}
    returning held.user_id, held.system_id, held.ends_at, held.granted_by, due.lasts, due.kind, due.name, due.version,
              ${isTooLong('held.ends_at', 'due.lasts')} as is_too_long),
  systems_opened as (
    insert into user_system_grants (user_id, system_id, granted_by, by_group, ends_at)
    select user_id, system_id, granted_by, true, lasts from systems_closed where is_too_long),
  pages_closed as (
    update user_page_grants held set ${closedSql}
      from due
     where due.user_id = held.user_id and due.page_id = held.page_id
       and held.by_group and held.valid_to is null and ${hasOtherEnd('held', 'due')}
    returning held.user_id, held.page_id, held.ends_at, held.granted_by, due.lasts, due.kind, due.name, due.version,
              ${isTooLong('held.ends_at', 'due.lasts')} as is_too_long),
  pages_opened as (
    insert into user_page_grants (user_id, page_id, granted_by, by_group, ends_at)
    select user_id, page_id, granted_by, true, lasts from pages_closed where is_too_long)
  select gone.user_id as "userId", system.name::text as "systemName", null::text as "pageName", gone.kind,
         gone.name, gone.version, gone.ends_at as "endsAt", case when gone.is_too_long then gone.lasts end as until
    from systems_closed gone join systems system on system.id = gone.system_id
  union all
  select gone.user_id, system.name::text, page.name::text, gone.kind, gone.name, gone.version, gone.ends_at,
         case when gone.is_too_long then gone.lasts end
    from pages_closed gone join pages page on page.id = gone.page_id join systems system on system.id = page.system_id
  order by 1, 2, 3 nulls first`,
  row: { ...changeRow, until: nullable(instant) },
})

// The users are locked, so that what they lack is what they get.
const openStatement = statement([int, arrayOf(int)], {
  name: 'grants: open what sources give',
  text: `
  with ${due},
  lacking as materialized (
    select due.* from due
     where due.granted_by is not null
       and case when due.page_id is null then ${lacksSystem('due.user_id', 'due.system_id')}
                else ${lacksPage('due.user_id', 'due.page_id', 'due.system_id')} end),
  opened_systems as (
    insert into user_system_grants (user_id, system_id, granted_by, by_group, ends_at)
    select user_id, system_id, granted_by, true, nullif(may_last, 'infinity')
      from lacking where page_id is null on conflict do nothing),
  opened_pages as (
    insert into user_page_grants (user_id, page_id, granted_by, by_group, ends_at)
    select user_id, page_id, granted_by, true, nullif(may_last, 'infinity')
      from lacking where page_id is not null on conflict do nothing)
  select lacking.user_id as "userId", system.name::text as "systemName", page.name::text as "pageName", lacking.kind,
         lacking.name, lacking.version, nullif(lacking.may_last, 'infinity') as "endsAt"
    from lacking join systems system on system.id = lacking.system_id left join pages page on page.id = lacking.page_id
   order by 1, 2, 3 nulls first`,
  row: changeRow,
})

/** A grant that was opened or closed, by the names of what it gives; of an opened one with the source. */
export type SourceGrantChange = RowOf<typeof openStatement>

const lockUsers = statement([arrayOf(int)], {
  name: 'grants: lock users',
  text: 'select id from users where id = any ($1::integer[]) order by id for no key update',
  row: { id: int },
})

/** Locks users of several employers in one order, as all who lock users do, before each employer’s follow their sources. */
export const lockToFollow = (tx: Tx, userIds: readonly number[]) => run(tx, lockUsers(userIds))

/** What users got and lost by their sources, and the sets among those. */
export interface FollowedChanges {
  readonly sets: FollowedSets
  readonly closed: readonly SourceGrantChange[]
  /** Closed, because sources give it until another moment; opened again. */
  readonly moved: readonly SourceGrantChange[]
  readonly opened: readonly SourceGrantChange[]
}

/**
 * Gives users of an employer what their sources give, first the sets of their groups, and ends what none of them gives
 * any more: a constant number of statements, however many users there are. A user who has moved meanwhile is left to the job.
 */
export async function followSources(tx: Tx, clientId: number, userIds: readonly number[]): Promise<FollowedChanges> {
  if (userIds.length === 0) return { sets: { closed: [], opened: [], given: [] }, closed: [], moved: [], opened: [] }
  await run(tx, lockUsers(userIds))
  const sets = await followSetsOfGroups(tx, clientId, userIds)
  const closed = await run(tx, closeStatement(clientId, userIds))
  const ends = await run(tx, closeOtherEnds(clientId, userIds))
  const opened = await run(tx, openStatement(clientId, userIds))
  const customers = await followCustomers(tx, clientId, userIds)
  const otherEnds = [...ends, ...customers.moved]
  const moved = otherEnds.map(({ until: _, ...change }) => ({ ...change, kind: null, name: null, version: null }))
  const shortened = otherEnds.flatMap(({ until, ...change }) => (until === null ? [] : [{ ...change, endsAt: until }]))
  return {
    sets,
    closed: [...closed, ...customers.closed],
    moved,
    opened: [...shortened, ...opened, ...customers.opened],
  }
}

const sourcesStatement = statement([arrayOf(int)], {
  name: 'grants: sources of users',
  text: `
  select one.user_id as "userId", item.kind, item.name, item.version, item.system_id as "systemId", item.page_id as "pageId",
         lower(item.name) as folded, item.source_id as "sourceId"
    from source_members one join users person on person.id = one.user_id and person.client_id = one.client_id
    join source_items item on item.kind = one.kind and item.source_id = one.source_id
   where one.user_id = any ($1::integer[])
  union
  select one.user_id, 'group', provided.doc ->> 'displayName', null, item.system_id, item.page_id,
         lower(provided.doc ->> 'displayName'), provided.id
    from scim_group_set_members one
    join users person on person.id = one.user_id and person.client_id = one.client_id
    join permission_set_holders held on held.user_id = one.user_id and held.set_id = one.set_id and held.valid_to is null
    join source_items item on item.kind = 'set' and item.source_id = one.set_id
    join scim_groups provided on provided.client_id = one.client_id and provided.id = one.group_id
   where one.user_id = any ($1::integer[])
   order by kind, folded, "sourceId"`,
  row: {
    userId: int,
    kind: sourceKind,
    name: text,
    version: nullable(int),
    systemId: int,
    pageId: nullable(int),
    folded: text,
    sourceId: int,
  },
})

/** What a group or a permission set of a user gives; `pageId` null: the application itself. */
export type GrantSource = RowOf<typeof sourcesStatement>

/** What the groups and the permission sets of users give, by the names of those; a group gives also what its sets do. */
export const readSources = (tx: Tx, userIds: readonly number[]): Promise<GrantSource[]> =>
  run(tx, sourcesStatement(userIds))

const dueStatement = statement([int, arrayOf(int)], {
  name: 'grants: what sources give now',
  text: `
  with ${due}
  select due.system_id as "systemId", due.page_id as "pageId", due.kind, due.name, due.version,
         case when due.page_id is null
           then exists (select from user_system_grants held where held.user_id = due.user_id
                          and held.system_id = due.system_id and held.valid_to is null and held.by_group)
           else exists (select from user_page_grants held where held.user_id = due.user_id
                          and held.page_id = due.page_id and held.valid_to is null and held.by_group) end as "isBySource"
    from due where due.granted_by is not null order by due.kind, lower(due.name), due.system_id, due.page_id nulls first`,
  row: {
    systemId: int,
    pageId: nullable(int),
    kind: sourceKind,
    name: text,
    version: nullable(int),
    isBySource: bool,
  },
})

/** What sources of a user may give them now; `isBySource`: what they hold of it is given by a source, not by hand. */
export const readDueBySources = (tx: Tx, clientId: number, userId: number): Promise<RowOf<typeof dueStatement>[]> =>
  run(tx, dueStatement(clientId, [userId]))

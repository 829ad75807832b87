import type { Tx } from '../../db/database.ts'
import { run } from '../../db/run.ts'
import { arrayOf, int, nullable, type RowOf, statement, text } from '../../db/statement.ts'
import { mayGiveBySource } from './source-rights.ts'
import { lacksPage, lacksSystem } from './lacked-items.ts'

// Permission sets that groups of directories give: members have the set, with `by_group`, as long as a group of theirs
// gives it. A set that is given by hand comes first and stays.

const closeStatement = statement([int, arrayOf(int)], {
  name: 'grants: close sets that no group gives',
  text: `
  with closed as (
    update permission_set_holders held set valid_to = greatest(held.valid_from, clock_now()), closed_by = null
      from users person
     where person.id = held.user_id and person.client_id = $1 and held.user_id = any ($2::integer[])
       and held.by_group and held.valid_to is null
       and not exists (select from scim_group_set_members one
                        where one.user_id = held.user_id and one.set_id = held.set_id and one.client_id = person.client_id)
    returning held.user_id, held.set_id)
  select closed.user_id as "userId", named.id as "setId", named.name, named.version
    from closed join permission_sets named on named.id = closed.set_id order by 1, 2`,
  row: { userId: int, setId: int, name: text, version: int },
})

/** SQL: the set that a group gives to a user is in use, and the user lacks it. */
export const isLackedSet = (member: string): string => `
  (exists (select from permission_sets named where named.id = ${member}.set_id and named.deleted_at is null)
   and not exists (select from permission_set_holders held
                    where held.user_id = ${member}.user_id and held.set_id = ${member}.set_id and held.valid_to is null))`

// No two of the parts below are joined: the planner knows nothing of their size, and would compare each row with each.

const openStatement = statement([int, arrayOf(int)], {
  name: 'grants: open sets that groups give',
  text: `
  with access as materialized (select * from scim_group_set_access where client_id = $1 and may_give),
  mapped as materialized (
    select distinct on (one.user_id, one.set_id)
           one.user_id, one.set_id, one.link_id, access.granted_by, named.name, named.version,
           provided.doc ->> 'displayName' as group_name
      from scim_group_set_members one join access on access.id = one.link_id
      join users target on target.id = one.user_id and target.client_id = one.client_id
      join lateral (
        select target.id as user_id, target.status, target.is_internal, held.is_portal_admin, held.admin_system_ids,
               held.page_ids, held.may_sign_on_as
          from protected_authorities held where held.user_id = target.id) person on ${mayGiveBySource('access', 'person')} and ${isLackedSet('one')}
      join permission_sets named on named.id = one.set_id
      join scim_groups provided on provided.client_id = one.client_id and provided.id = one.group_id
     where one.client_id = $1 and one.user_id = any ($2::integer[])
     order by one.user_id, one.set_id, one.group_id),
  opened as (
    insert into permission_set_holders (set_id, user_id, granted_by, by_group)
    select set_id, user_id, granted_by, true from mapped on conflict do nothing)
  select user_id as "userId", set_id as "setId", link_id as "linkId", name, version, group_name as "groupName",
         granted_by as "grantedBy"
    from mapped order by user_id, lower(name), set_id`,
  row: { userId: int, setId: int, linkId: int, name: text, version: int, groupName: text, grantedBy: int },
})

const partsStatement = statement([arrayOf(int)], {
  name: 'grants: what the sets of groups give now',
  text: `
  select item.source_id as "linkId", item.system_id as "systemId", item.page_id as "pageId",
         part.granted_by as "putInBy", system.name::text as "systemName", page.name::text as "pageName"
    from source_access item join scim_group_sets link on link.id = item.source_id
    join permission_set_items part on part.set_id = link.set_id and part.system_id = item.system_id
     and part.page_id is not distinct from item.page_id
    join systems system on system.id = item.system_id left join pages page on page.id = item.page_id
   where item.kind = 'group-set' and item.may_give and item.source_id = any ($1::integer[])
   order by system.name, page.name nulls first`,
  row: {
    linkId: int,
    systemId: int,
    pageId: nullable(int),
    putInBy: nullable(int),
    systemName: text,
    pageName: nullable(text),
  },
})

const giveStatement = statement([arrayOf(int), arrayOf(int), arrayOf(nullable(int)), arrayOf(int)], {
  name: 'grants: give what the sets of groups give',
  text: `
  with wanted as materialized (
    select * from unnest($1::integer[], $2::integer[], $3::integer[], $4::integer[]) one (user_id, system_id, page_id, granted_by)),
  systems_given as (
    insert into user_system_grants (user_id, system_id, granted_by, by_group)
    select wanted.user_id, wanted.system_id, wanted.granted_by, true from wanted
     where wanted.page_id is null and ${lacksSystem('wanted.user_id', 'wanted.system_id')}
    on conflict do nothing returning user_id, system_id),
  pages_given as (
    insert into user_page_grants (user_id, page_id, granted_by, by_group)
    select wanted.user_id, wanted.page_id, wanted.granted_by, true from wanted
     where wanted.page_id is not null and ${lacksPage('wanted.user_id', 'wanted.page_id', 'wanted.system_id')}
    on conflict do nothing returning user_id, page_id)
  select user_id as "userId", system_id as "systemId", null::integer as "pageId" from systems_given
  union all select user_id, null, page_id from pages_given`,
  row: { userId: int, systemId: nullable(int), pageId: nullable(int) },
})

/** A set that ended with a group. */
export type ClosedSet = RowOf<typeof closeStatement>

/** A set that a group gave. */
export type OpenedSet = RowOf<typeof openStatement>

/** An application or a page that came with such a set. */
export interface GivenBySet extends Pick<OpenedSet, 'userId' | 'name' | 'version' | 'groupName'> {
  readonly systemName: string
  readonly pageName: string | null
}

/** What the groups of users did with their sets. */
export interface FollowedSets {
  readonly closed: readonly ClosedSet[]
  readonly opened: readonly OpenedSet[]
  readonly given: readonly GivenBySet[]
}

/** Gives locked users of an employer the sets that their groups give, with what those give now, and ends the rest. */
export async function followSetsOfGroups(tx: Tx, clientId: number, userIds: readonly number[]): Promise<FollowedSets> {
  const closed = await run(tx, closeStatement(clientId, userIds))
  const opened = await run(tx, openStatement(clientId, userIds))
  return { closed, opened, given: opened.length === 0 ? [] : await giveParts(tx, opened) }
}

/** Gives what the opened sets give now, by the rights of who let the group give them; no user what they put in themselves. */
async function giveParts(tx: Tx, opened: readonly OpenedSet[]): Promise<GivenBySet[]> {
  const parts = await run(tx, partsStatement([...new Set(opened.map(({ linkId }) => linkId))]))
  const byLink = Map.groupBy(parts, ({ linkId }) => linkId)
  const wanted = new Map<string, { set: OpenedSet; part: RowOf<typeof partsStatement> }>()
  for (const set of opened) {
    for (const part of byLink.get(set.linkId) ?? []) {
      const key = keyOf(set.userId, part)
      if (part.putInBy !== set.userId && !wanted.has(key)) wanted.set(key, { set, part })
    }
  }
  const all = [...wanted.values()]
  const given = await run(
    tx,
    giveStatement(
      all.map(({ set }) => set.userId),
      all.map(({ part }) => part.systemId),
      all.map(({ part }) => part.pageId),
      all.map(({ set }) => set.grantedBy),
    ),
  )
  return given.flatMap((row) => {
    const found = wanted.get(keyOf(row.userId, row))
    if (!found) return []
    const { userId, name, version, groupName } = found.set
    return [{ userId, name, version, groupName, systemName: found.part.systemName, pageName: found.part.pageName }]
  })
}

const keyOf = (userId: number, { systemId, pageId }: { systemId: number | null; pageId: number | null }) =>
  pageId === null ? `${userId} system ${systemId}` : `${userId} page ${pageId}`

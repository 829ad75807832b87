import type { Tx } from '../../db/database.ts'
import { run } from '../../db/run.ts'
import { arrayOf, bool, int, nullable, type RowOf, statement, text } from '../../db/statement.ts'

// What groups of directories give. A grant that a group gave has `by_group`; what is held otherwise stays as it is, and
// a grant by hand comes first: there is one open grant of a user for an object.

/**
 * SQL of decision E4 for the giver of what a group gives, and the person who is to get it.
 * @param access a row of `scim_group_access`
 * @param person a user with what they hold, as `protected_authorities` says it
 */
export const mayGiveByGroup = (access: string, person: string): string => `
  (${access}.may_give and ${person}.status = 1 and ${access}.granted_by <> ${person}.user_id
   and (${access}.is_portal_admin or (
     (${access}.giver_is_internal or not ${person}.is_internal) and not ${person}.is_portal_admin
     and (not ${person}.may_sign_on_as or ${access}.may_sign_on_as)
     and ${person}.admin_system_ids <@ ${access}.admin_system_ids and ${person}.page_ids <@ ${access}.page_ids)))`

/** $1: employer, $2: users of it. `due` has what their groups give; `granted_by` is null where no giver may do so now. */
const due = `
  access as materialized (select * from scim_group_access where client_id = $1),
  people as materialized (
    select one.id, one.user_id, target.status, target.is_internal, held.is_portal_admin, held.admin_system_ids,
           held.page_ids, held.may_sign_on_as
      from scim_users one join users target on target.id = one.user_id
      join protected_authorities held on held.user_id = target.id
     where one.client_id = $1 and one.user_id = any ($2::integer[]) and one.deleted_at is null),
  due as materialized (
    select people.user_id, access.system_id, access.page_id,
           (array_agg(access.granted_by order by link.group_id) filter (where ${mayGiveByGroup('access', 'people')}))[1] as granted_by,
           min(link.group_id) filter (where ${mayGiveByGroup('access', 'people')}) as group_id
      from people join scim_group_members link on link.client_id = $1 and link.member_id = people.id
      join access on access.group_id = link.group_id
     group by people.user_id, access.system_id, access.page_id)`

const closeStatement = statement([int, arrayOf(int)], {
  name: 'grants: close what no group gives',
  text: `
  with ${due},
  closed_systems as (
    update user_system_grants held set valid_to = greatest(held.valid_from, clock_now()), closed_by = null
     where held.user_id = any ($2::integer[]) and held.by_group and held.valid_to is null
       and not exists (select from due where due.user_id = held.user_id and due.system_id = held.system_id and due.page_id is null)
    returning held.user_id, held.system_id),
  closed_pages as (
    update user_page_grants held set valid_to = greatest(held.valid_from, clock_now()), closed_by = null
      from pages page
     where page.id = held.page_id and held.user_id = any ($2::integer[]) and held.valid_to is null
       and ((held.by_group and not exists (select from due where due.user_id = held.user_id and due.page_id = held.page_id))
            or exists (select from closed_systems gone where gone.user_id = held.user_id and gone.system_id = page.system_id))
    returning held.user_id, held.page_id)
  select gone.user_id as "userId", system.name::text as "systemName", null::text as "pageName", null::text as "groupName"
    from closed_systems gone join systems system on system.id = gone.system_id
  union all
  select gone.user_id, system.name::text, page.name::text, null
    from closed_pages gone join pages page on page.id = gone.page_id join systems system on system.id = page.system_id
  order by 1, 2, 3 nulls first`,
  row: { userId: int, systemName: text, pageName: nullable(text), groupName: nullable(text) },
})

const openStatement = statement([int, arrayOf(int)], {
  name: 'grants: open what groups give',
  text: `
  with ${due},
  opened_systems as (
    insert into user_system_grants (user_id, system_id, granted_by, by_group)
    select due.user_id, due.system_id, due.granted_by, true from due
     where due.page_id is null and due.granted_by is not null
       and not exists (select from user_system_grants held
                        where held.user_id = due.user_id and held.system_id = due.system_id and held.valid_to is null)
    on conflict do nothing returning user_id, system_id),
  opened_pages as (
    insert into user_page_grants (user_id, page_id, granted_by, by_group)
    select due.user_id, due.page_id, due.granted_by, true from due
     where due.page_id is not null and due.granted_by is not null
       and not exists (select from user_page_grants held
                        where held.user_id = due.user_id and held.page_id = due.page_id and held.valid_to is null)
       and not exists (select from user_system_grants over
                        where over.user_id = due.user_id and over.system_id = due.system_id and over.valid_to is null
                          and over.ends_at <= clock_now())
    on conflict do nothing returning user_id, page_id)
  select made.user_id as "userId", system.name::text as "systemName", null::text as "pageName",
         provided.doc ->> 'displayName' as "groupName"
    from opened_systems made join systems system on system.id = made.system_id
    join due on due.user_id = made.user_id and due.system_id = made.system_id and due.page_id is null
    join scim_groups provided on provided.client_id = $1 and provided.id = due.group_id
  union all
  select made.user_id, system.name::text, page.name::text, provided.doc ->> 'displayName'
    from opened_pages made join pages page on page.id = made.page_id join systems system on system.id = page.system_id
    join due on due.user_id = made.user_id and due.page_id = made.page_id
    join scim_groups provided on provided.client_id = $1 and provided.id = due.group_id
  order by 1, 2, 3 nulls first`,
  row: { userId: int, systemName: text, pageName: nullable(text), groupName: nullable(text) },
})

/** A grant that was opened or closed, by the names of what it gives; of an opened one with the group. */
export type GroupGrantChange = RowOf<typeof openStatement>

const lockUsers = statement([arrayOf(int)], {
  name: 'grants: lock users',
  text: 'select id from users where id = any ($1::integer[]) order by id for no key update',
  row: { id: int },
})

/**
 * Gives users of an employer what their groups give, and ends what none of them gives any more: four statements
 * however many users there are.
 */
export async function followGroups(
  tx: Tx,
  clientId: number,
  userIds: readonly number[],
): Promise<{ closed: GroupGrantChange[]; opened: GroupGrantChange[] }> {
  if (userIds.length === 0) return { closed: [], opened: [] }
  await run(tx, lockUsers(userIds))
  const closed = await run(tx, closeStatement(clientId, userIds))
  return { closed, opened: await run(tx, openStatement(clientId, userIds)) }
}

/** Users whose grants one transaction compares with their groups. */
export const GROUP_USERS_MAX = 1_000

const differingStatement = statement([], {
  name: 'grants: users who differ from their groups',
  text: `
  with access as materialized (select * from scim_group_access),
  lacking as materialized (
    select person.client_id, person.id as user_id, person.status, person.is_internal, access.may_give,
           access.granted_by, access.is_portal_admin, access.giver_is_internal, access.may_sign_on_as,
           access.admin_system_ids, access.page_ids
      from access join scim_group_members link on link.client_id = access.client_id and link.group_id = access.group_id
      join scim_users one on one.client_id = link.client_id and one.id = link.member_id and one.deleted_at is null
      join users person on person.id = one.user_id and person.status = 1
     where access.may_give
       and case when access.page_id is null
             then not exists (select from user_system_grants held
                               where held.user_id = person.id and held.system_id = access.system_id and held.valid_to is null)
             else not exists (select from user_page_grants held
                               where held.user_id = person.id and held.page_id = access.page_id and held.valid_to is null) end),
  differing as (
    select lacking.client_id, lacking.user_id
      from lacking join lateral (
        select lacking.user_id, lacking.status, lacking.is_internal, held.is_portal_admin, held.admin_system_ids,
               held.page_ids, held.may_sign_on_as
          from protected_authorities held where held.user_id = lacking.user_id) person on ${mayGiveByGroup('lacking', 'person')}
    union
    select person.client_id, held.user_id
      from user_system_grants held join users person on person.id = held.user_id
     where held.by_group and held.valid_to is null and not exists (
       select from scim_users one
         join scim_group_members link on link.client_id = one.client_id and link.member_id = one.id
         join scim_group_grants item on item.client_id = link.client_id and item.group_id = link.group_id
        where one.user_id = held.user_id and one.client_id = person.client_id and one.deleted_at is null
          and item.system_id = held.system_id and item.page_id is null)
    union
    select person.client_id, held.user_id
      from user_page_grants held join users person on person.id = held.user_id
     where held.by_group and held.valid_to is null and not exists (
       select from scim_users one
         join scim_group_members link on link.client_id = one.client_id and link.member_id = one.id
         join scim_group_grants item on item.client_id = link.client_id and item.group_id = link.group_id
        where one.user_id = held.user_id and one.client_id = person.client_id and one.deleted_at is null
          and item.page_id = held.page_id))
  select client_id as "clientId", user_id as "userId" from differing order by client_id, user_id limit ${GROUP_USERS_MAX}`,
  row: { clientId: int, userId: int },
})

/** Some users, of any employer, whose grants are not what their groups give; for a transaction that sees everything. */
export const usersUnlikeGroups = (tx: Tx): Promise<{ clientId: number; userId: number }[]> =>
  run(tx, differingStatement())

const sourcesStatement = statement([int], {
  name: 'grants: groups of user',
  text: `
  select item.system_id as "systemId", item.page_id as "pageId", provided.doc ->> 'displayName' as "groupName"
    from scim_users one join users person on person.id = one.user_id and person.client_id = one.client_id
    join scim_group_members link on link.client_id = one.client_id and link.member_id = one.id
    join scim_group_grants item on item.client_id = link.client_id and item.group_id = link.group_id
    join scim_groups provided on provided.client_id = link.client_id and provided.id = link.group_id
   where one.user_id = $1 and one.deleted_at is null
   order by provided.name_folded, provided.id`,
  row: { systemId: int, pageId: nullable(int), groupName: text },
})

/** What the groups of a user give; `pageId` null: the application itself. */
export type GroupSource = RowOf<typeof sourcesStatement>

/** What the groups of a user give, by the names of the groups. */
export const readGroupSources = (tx: Tx, userId: number): Promise<GroupSource[]> => run(tx, sourcesStatement(userId))

const dueStatement = statement([int, arrayOf(int)], {
  name: 'grants: what groups give now',
  text: `
  with ${due}
  select due.system_id as "systemId", due.page_id as "pageId", provided.doc ->> 'displayName' as "groupName",
         case when due.page_id is null
           then exists (select from user_system_grants held where held.user_id = due.user_id
                          and held.system_id = due.system_id and held.valid_to is null and held.by_group)
           else exists (select from user_page_grants held where held.user_id = due.user_id
                          and held.page_id = due.page_id and held.valid_to is null and held.by_group) end as "isByGroup"
    from due join scim_groups provided on provided.client_id = $1 and provided.id = due.group_id
   where due.granted_by is not null order by provided.name_folded, provided.id`,
  row: { systemId: int, pageId: nullable(int), groupName: text, isByGroup: bool },
})

/** What groups of a user may give them now; `isByGroup`: what they hold of it is given by a group, not by hand. */
export const readDueByGroups = (tx: Tx, clientId: number, userId: number): Promise<RowOf<typeof dueStatement>[]> =>
  run(tx, dueStatement(clientId, [userId]))

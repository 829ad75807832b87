import type { Tx } from '../../db/database.ts'
import { run, runOne } from '../../db/run.ts'
import { arrayOf, bool, int, nullable, type RowOf, statement, text } from '../../db/statement.ts'
import { hasCustomer } from './source-customers.ts'
import type { SourceKind } from './source-grants.ts'
import { isNoStronger, mayGiveBySource } from './source-rights.ts'

/** A directory group or a permission set. */
export interface SourceId {
  readonly kind: SourceKind
  readonly id: number
}

/** Applications and pages; of a group permission sets, of a permission set customers. */
interface Items {
  readonly systemIds: readonly number[]
  readonly pageIds: readonly number[]
  readonly setIds?: readonly number[]
  /** Absent: they stay as they are. */
  readonly customerIds?: readonly number[] | undefined
}

const usersStatement = statement([text, int, int], {
  name: 'grants: users of a source',
  text: `
  select user_id as "userId", client_id as "clientId"
    from source_members where kind = $1 and source_id = $2 order by 1 limit $3`,
  row: { userId: int, clientId: int },
})

/** The first users of a source with their employers. */
export const readSourceUsers = (tx: Tx, { kind, id }: SourceId, limit: number) =>
  run(tx, usersStatement(kind, id, limit))

const isSameItem = (one: string, other: string): string =>
  `${one}.system_id = ${other}.system_id and ${one}.page_id is not distinct from ${other}.page_id`

/** SQL: the item is one of these applications or pages of a user. */
const isAmong = (item: string, systems: string, pages: string): string =>
  `case when ${item}.page_id is null then ${item}.system_id = any (${systems}) else ${item}.page_id = any (${pages}) end`

/**
 * What a change may give and take: `items`, each application and page once, with the rights of who would give it and the
 * sets of a group that give it; also the pages of applications that may end. `concerned` has what is looked up of users.
 */
const concernedItems = `
  wanted as materialized (
    select distinct system_id, null::integer as page_id from unnest($3::integer[]) given (system_id)
    union all
    select page.system_id, page.id from pages page where page.id = any ($4::integer[])),
  giver as materialized (
    select true as may_give, account.id as granted_by, account.is_internal as giver_is_internal, held.is_portal_admin,
           held.admin_system_ids, held.page_ids, held.may_sign_on_as
      from users account join user_authorities held on held.user_id = account.id where account.id = $5),
  kept as materialized (
    select * from source_access item where item.kind = $1 and item.source_id = $2 and item.may_give),
  kept_customers as materialized (
    select * from source_customers given where $1 = 'set' and given.set_id = $2 and given.may_give),
  givers as materialized (
    select is_portal_admin from giver union select is_portal_admin from kept union select is_portal_admin from kept_customers),
  removed as materialized (
    select item.system_id, item.page_id from source_items item
     where item.kind = $1 and item.source_id = $2
       and not exists (select from wanted where ${isSameItem('wanted', 'item')})),
  removed_sets as materialized (
    select link.set_id from scim_group_sets link
     where $1 = 'group' and link.group_id = $2 and link.set_id <> all ($8::integer[])),
  of_sets as materialized (
    select item.system_id, item.page_id, array_agg(item.source_id) as set_ids
      from source_items item
     where item.kind = 'set' and item.source_id = any ($8::integer[] || array(select set_id from removed_sets))
     group by item.system_id, item.page_id),
  ending_pages as materialized (
    select page.system_id, page.id as page_id
      from (select system_id, page_id from removed union select system_id, page_id from of_sets) gone
      join pages page on page.system_id = gone.system_id
     where gone.page_id is null),
  items as materialized (
    select row_number() over ()::integer as number, one.system_id, one.page_id, wanted.system_id is not null as is_wanted,
           gone.system_id is not null as is_removed,
           system.is_assignable and system.deleted_at is null
             and (one.page_id is null or (page.is_assignable and page.deleted_at is null)) as is_offered,
           coalesce(of_sets.set_ids, '{}') as set_ids, access.may_give, access.granted_by, access.giver_is_internal,
           access.is_portal_admin, access.admin_system_ids, access.page_ids, access.may_sign_on_as
      from (select system_id, page_id from wanted
            union
            select system_id, page_id from removed
            union
            select system_id, page_id from of_sets
            union
            select system_id, page_id from ending_pages) one
      join systems system on system.id = one.system_id left join pages page on page.id = one.page_id
      left join wanted on ${isSameItem('wanted', 'one')}
      left join removed gone on ${isSameItem('gone', 'one')}
      left join of_sets on ${isSameItem('of_sets', 'one')}
      left join lateral (
        select may_give, granted_by, giver_is_internal, is_portal_admin, admin_system_ids, page_ids, may_sign_on_as
          from kept where ${isSameItem('kept', 'one')}
        union all
        select * from giver where not exists (select from kept where ${isSameItem('kept', 'one')})) access
        on wanted.system_id is not null
       and not case when one.page_id is null then one.system_id = any ($6::integer[])
                    else one.page_id = any ($7::integer[]) end),
  concerned as materialized (
    select array(select distinct system_id from items) as system_ids,
           array(select page_id from items where page_id is not null) as page_ids,
           array(select page_id from ending_pages) as ending_page_ids),
  others as materialized (
    select item.kind, item.source_id, item.system_id, item.page_id from source_items item
     where (item.kind <> $1 or item.source_id <> $2)
       and exists (select from items gone where not gone.is_wanted and ${isSameItem('gone', 'item')}))`

/**
 * The users of the source by the definitions of `source_members`, from the tables themselves, of which the planner knows
 * how many rows they have.
 */
const belonging = `
  belonging as materialized (
    select held.user_id, named.client_id
      from permission_set_holders held join permission_sets named on named.id = held.set_id and named.deleted_at is null
     where $1 = 'set' and held.set_id = $2 and held.valid_to is null and (held.ends_at is null or held.ends_at > clock_now())
    union all
    select provided.user_id, null
      from scim_groups named
      join scim_group_members link on link.client_id = named.client_id and link.group_id = named.id
      join scim_users provided on provided.client_id = link.client_id and provided.id = link.member_id
     where $1 = 'group' and named.id = $2 and provided.deleted_at is null)`

/** Users of the source with what they hold of `concerned`. */
const members = `
  select target.id as user_id, target.user_name, target.client_id, target.status, target.is_internal,
         target.may_sign_on_as, rights.is_portal_admin, rights.admin_system_ids, rights.page_ids,
         systems.system_ids, systems.by_source as systems_by_source, systems.ended as ended_systems,
         pages.held_pages, pages.by_source as pages_by_source, pages.ending as ending_pages
    from concerned cross join belonging one
    join users target on target.id = one.user_id and (one.client_id is null or one.client_id = target.client_id)
    left join lateral (
      select held.* from protected_authorities held
       where held.user_id = target.id and exists (select from givers where not is_portal_admin)) rights on true
    cross join lateral (
      select coalesce(array_agg(held.system_id), '{}') as system_ids,
             coalesce(array_agg(held.system_id) filter (where held.by_group), '{}') as by_source,
             coalesce(array_agg(held.system_id) filter (where held.ends_at <= clock_now()), '{}') as ended
        from user_system_grants held
       where held.user_id = target.id and held.system_id = any (concerned.system_ids) and held.valid_to is null) systems
    cross join lateral (
      select coalesce(array_agg(held.page_id), '{}') as held_pages,
             coalesce(array_agg(held.page_id) filter (where held.by_group), '{}') as by_source,
             coalesce(array_agg(held.page_id) filter (where held.page_id = any (concerned.ending_page_ids)), '{}') as ending
        from user_page_grants held
       where held.user_id = target.id and held.page_id = any (concerned.page_ids) and held.valid_to is null) pages`

/** The sets that a member of a group would gain and lose. */
const setsOfPerson = `
  select case when $1 = 'group' then array(
           select named.id from permission_sets named
            where named.id = any ($8::integer[]) and named.id <> all ($9::integer[])
              and ${mayGiveBySource('giver', 'person')}
              and not exists (select from permission_set_holders held where held.user_id = person.user_id
                                 and held.set_id = named.id and held.valid_to is null)) else '{}' end as gained_sets,
         case when $1 = 'group' then array(
           select gone.set_id from removed_sets gone
             join permission_set_holders held on held.user_id = person.user_id and held.set_id = gone.set_id
              and held.by_group and held.valid_to is null
            where not exists (
              select from scim_group_set_members other where other.user_id = person.user_id
                 and other.client_id = person.client_id and other.set_id = gone.set_id
                 and other.group_id <> $2)) else '{}' end as lost_sets
  offset 0`

/** Items by number that a person would gain, and lose because neither the source nor another one gives them. */
const itemsOfPerson = `
  select array(
           select item.number from items item
            where (${mayGiveBySource('item', 'person')} or (item.is_offered and item.set_ids && sets.gained_sets))
              and not ${isAmong('item', 'person.system_ids', 'person.held_pages')}
              and not (item.page_id is not null and item.system_id = any (person.ended_systems))) as gained,
         array(
           select gone.number from items gone
            where not gone.is_wanted and (gone.is_removed or gone.set_ids && sets.lost_sets)
              and ${isAmong('gone', 'person.systems_by_source', 'person.pages_by_source')}
              and not gone.set_ids && sets.gained_sets
              and not exists (
                select from others item
                  join source_members other on other.kind = item.kind and other.source_id = item.source_id
                 where other.user_id = person.user_id and other.client_id = person.client_id
                   and not (other.kind = 'set' and other.source_id = any (sets.lost_sets))
                   and ${isSameItem('item', 'gone')})) as lost
  offset 0`

/**
 * Each user of the source has one row in `people`, with what they would gain and lose in arrays: the planner knows nothing
 * of the size of the parts, and time grows with the number of users alone. What people hold is looked up only where one
 * of the givers does not administer the portal: nobody is stronger than who does. An application that ends takes its
 * pages with it.
 *
 * $1, $2: the source; $3, $4: applications and pages that it is to give; $5: who would give them; $6, $7: those of them that stay stopped; $8, $9: the same of sets; $10, $11: the same of customers, $10 null: they stay.
 */
export const changes = `
  with ${concernedItems},
  ${belonging},
  people as materialized (
    select person.user_id, person.user_name, person.client_id, person.status, person.is_internal, person.may_sign_on_as,
           person.is_portal_admin, person.admin_system_ids, person.page_ids,
           not ${isNoStronger('giver', 'person')} as is_stronger, sets.gained_sets, sets.lost_sets, parts.gained,
           case when person.ending_pages = '{}' then parts.lost else parts.lost || array(
             select page.number from items page
               join items system on system.system_id = page.system_id and system.page_id is null
              where page.page_id = any (person.ending_pages) and system.number = any (parts.lost)
                and page.number <> all (parts.lost)) end as lost
      from (${members}) person left join giver on true
      cross join lateral (${setsOfPerson}) sets
      cross join lateral (${itemsOfPerson}) parts),
  changes as materialized (
    select user_id, user_name, is_stronger, number, null::integer as set_id, null::integer as customer_id, true as is_gained
      from people cross join unnest(gained) number
    union all
    select user_id, user_name, is_stronger, number, null, null, false from people cross join unnest(lost) number
    union all
    select user_id, user_name, is_stronger, null, id, null, true from people cross join unnest(gained_sets) id
    union all
    select user_id, user_name, is_stronger, null, id, null, false from people cross join unnest(lost_sets) id
    union all
    select people.user_id, people.user_name, people.is_stronger, null, null, customer.id, true
      from people cross join giver join customers customer on customer.id = any ($10::integer[]) and customer.id <> all ($11::integer[])
      left join kept_customers kept on kept.customer_id = customer.id
     where case when kept.customer_id is null then ${mayGiveBySource('giver', 'people')}
                else ${mayGiveBySource('kept', 'people')} end
       and not ${hasCustomer('people.user_id', 'customer')}
    union all
    select people.user_id, people.user_name, people.is_stronger, null, null, given.customer_id, false
      from people join source_customers given on $1 = 'set' and given.set_id = $2 and given.customer_id <> all ($10::integer[])
      join user_customer_grants held on held.user_id = people.user_id and held.customer_id = given.customer_id
       and held.by_group and held.valid_to is null
     where not exists (
       select from source_members other join source_customers item on item.set_id = other.source_id
        where other.kind = 'set' and other.source_id <> $2 and other.user_id = people.user_id
          and other.client_id = people.client_id and item.customer_id = given.customer_id))`

const ids = arrayOf(int)
/** The parameters of `changes`. */
export const changeParameters = [text, int, ids, ids, int, ids, ids, ids, ids, nullable(ids), ids] as const

const perAccessStatement = statement([...changeParameters, bool, nullable(int)], {
  name: 'grants: who gains and loses what by a change of a source',
  text: `${changes}
  select person.id as "userId", person.user_name as "userNm", person.first_name as "firstNm",
         person.last_name as "lastNm", system.name::text as "systemNm", page.name::text as "pageNm",
         named.name as "setNm", change.is_gained as "gainFlg"
    from changes change join users person on person.id = change.user_id
    left join items item on item.number = change.number
    left join systems system on system.id = item.system_id
    left join pages page on page.id = item.page_id
    left join permission_sets named on named.id = change.set_id
   where change.customer_id is null and not ($12 and change.is_gained)
   order by change.is_gained, person.last_name, person.first_name, person.user_name, named.name, system.name,
            page.name nulls first
   limit $13`,
  row: {
    userId: int,
    userNm: text,
    firstNm: text,
    lastNm: text,
    systemNm: nullable(text),
    pageNm: nullable(text),
    setNm: nullable(text),
    gainFlg: bool,
  },
})

/** An application, a page or a permission set that a user would gain or lose. */
export type ChangedAccess = RowOf<typeof perAccessStatement>

/** A change of what a source gives. */
export interface SourceChange {
  readonly source: SourceId
  /** Who would let the source give it. */
  readonly by: number
  readonly wanted: Items
  readonly stopped: Items
}

/** The values of `changeParameters`. */
export const valuesOfChange = ({ source: { kind, id }, by, wanted, stopped }: SourceChange) =>
  [
    kind,
    id,
    wanted.systemIds,
    wanted.pageIds,
    by,
    stopped.systemIds,
    stopped.pageIds,
    wanted.setIds ?? [],
    stopped.setIds ?? [],
    wanted.customerIds ?? null,
    stopped.customerIds ?? [],
  ] as const

const strongerStatement = statement(changeParameters, {
  name: 'grants: stronger users who lose by a change of a source',
  text: `${changes}
  select case when exists (select from giver where not is_portal_admin)
           then (select count(distinct user_id)::integer from changes where not is_gained and is_stronger)
           else 0 end as cnt`,
  row: { cnt: int },
})

/** How many users who have rights that this user lacks would lose something. */
export const countStrongerLosers = async (tx: Tx, source: SourceId, by: number, wanted: Items, stopped: Items) =>
  (await runOne(tx, strongerStatement(...valuesOfChange({ source, by, wanted, stopped })))).cnt

/** The first of what users would lose, by the names of the users. */
export const readLosses = (tx: Tx, change: SourceChange, limit: number) =>
  run(tx, perAccessStatement(...valuesOfChange(change), true, limit))

/** All that users would lose and gain, as a statement for `stream`. */
export const changedAccess = (change: SourceChange) => perAccessStatement(...valuesOfChange(change), false, null)

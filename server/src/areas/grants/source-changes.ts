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

/** SQL: the user holds an application or page; `condition` narrows which grants of it count. */
const holds = (user: string, item: string, condition = 'true'): string => `
  case when ${item}.page_id is null
    then exists (select from user_system_grants held where held.user_id = ${user}.user_id
                   and held.system_id = ${item}.system_id and held.valid_to is null and ${condition})
    else exists (select from user_page_grants held where held.user_id = ${user}.user_id
                   and held.page_id = ${item}.page_id and held.valid_to is null and ${condition}) end`

/** SQL: the application of a page ends on a day for the user, and takes no further pages until then. */
const endsByDate = (user: string, item: string): string => `
  (${item}.page_id is not null and exists (
    select from user_system_grants over where over.user_id = ${user}.user_id and over.system_id = ${item}.system_id
       and over.valid_to is null and over.ends_at <= clock_now()))`

const isSameItem = (one: string, other: string): string =>
  `${one}.system_id = ${other}.system_id and ${one}.page_id is not distinct from ${other}.page_id`

/**
 * The permission sets that members of a group would gain and lose, and what they would have and lose by those:
 * `gained_sets` and `lost_sets`.
 */
const setChanges = `
  gained_sets as materialized (
    select people.user_id, named.id as set_id
      from people cross join giver cross join permission_sets named
     where named.id = any ($8::integer[]) and named.id <> all ($9::integer[]) and ${mayGiveBySource('giver', 'people')}
       and not exists (select from permission_set_holders held where held.user_id = people.user_id
                          and held.set_id = named.id and held.valid_to is null)),
  lost_sets as materialized (
    select people.user_id, people.client_id, link.set_id
      from people join scim_group_sets link on $1 = 'group' and link.group_id = $2 and link.set_id <> all ($8::integer[])
      join permission_set_holders held on held.user_id = people.user_id and held.set_id = link.set_id
       and held.by_group and held.valid_to is null
     where not exists (select from scim_group_set_members other where other.user_id = people.user_id
                          and other.client_id = people.client_id and other.set_id = link.set_id and other.group_id <> $2))`

/** What members would lose: what neither the source nor another one gives, and the pages of an application that ends. */
const losses = `
  ending as (
    select people.user_id, people.client_id, removed.system_id, removed.page_id from people cross join removed
    union
    select lost.user_id, lost.client_id, item.system_id, item.page_id
      from lost_sets lost join source_items item on item.kind = 'set' and item.source_id = lost.set_id),
  lost as materialized (
    select ending.user_id, ending.system_id, ending.page_id from ending
     where ${holds('ending', 'ending', 'held.by_group')}
       and not exists (select from wanted where ${isSameItem('wanted', 'ending')})
       and not exists (
         select from gained_sets gained join source_items item on item.kind = 'set' and item.source_id = gained.set_id
          where gained.user_id = ending.user_id and ${isSameItem('item', 'ending')})
       and not exists (
         select from source_members other
           join source_items item on item.kind = other.kind and item.source_id = other.source_id
          where other.user_id = ending.user_id and other.client_id = ending.client_id
            and (other.kind <> $1 or other.source_id <> $2)
            and not (other.kind = 'set' and exists (
              select from lost_sets with_set where with_set.user_id = ending.user_id and with_set.set_id = other.source_id))
            and ${isSameItem('item', 'ending')}))`

/**
 * What people hold is looked up only where one of the givers does not administer the portal: nobody is stronger than who
 * does, and there may be very many people.
 *
 * $1, $2: the source; $3, $4: applications and pages that it is to give; $5: who would give them; $6, $7: those of them that stay stopped; $8, $9: the same of sets; $10, $11: the same of customers, $10 null: they stay.
 */
export const changes = `
  with wanted as (
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
  people as materialized (
    select target.id as user_id, target.client_id, target.status, target.is_internal,
           case when comparing.is_needed then held.is_portal_admin end as is_portal_admin,
           case when comparing.is_needed then held.admin_system_ids end as admin_system_ids,
           case when comparing.is_needed then held.page_ids end as page_ids, held.may_sign_on_as
      from (select exists (select from givers where not is_portal_admin) as is_needed) comparing
      cross join source_members one join users target on target.id = one.user_id
      join protected_authorities held on held.user_id = target.id
     where one.kind = $1 and one.source_id = $2),
  removed as (
    select item.system_id, item.page_id from source_items item
     where item.kind = $1 and item.source_id = $2
       and not exists (select from wanted where ${isSameItem('wanted', 'item')})),
  ${setChanges},
  ${losses},
  changes as materialized (
    select people.user_id, wanted.system_id, wanted.page_id, null::integer as set_id, null::integer as customer_id, true as is_gained
      from people cross join giver cross join wanted
      left join kept on ${isSameItem('kept', 'wanted')}
     where case when kept.system_id is null then ${mayGiveBySource('giver', 'people')}
                else ${mayGiveBySource('kept', 'people')} end
       and not case when wanted.page_id is null then wanted.system_id = any ($6::integer[])
                    else wanted.page_id = any ($7::integer[]) end
       and not ${holds('people', 'wanted')} and not ${endsByDate('people', 'wanted')}
    union
    select gained.user_id, item.system_id, item.page_id, null, null, true
      from gained_sets gained join source_items item on item.kind = 'set' and item.source_id = gained.set_id
      join systems system on system.id = item.system_id and system.is_assignable and system.deleted_at is null
      left join pages page on page.id = item.page_id
     where (item.page_id is null or (page.is_assignable and page.deleted_at is null))
       and not ${holds('gained', 'item')} and not ${endsByDate('gained', 'item')}
    union
    select user_id, system_id, page_id, null, null, false from lost
    union
    select lost.user_id, lost.system_id, held.page_id, null, null, false
      from lost join pages page on page.system_id = lost.system_id
      join user_page_grants held on held.user_id = lost.user_id and held.page_id = page.id and held.valid_to is null
     where lost.page_id is null
    union all
    select user_id, null, null, set_id, null, true from gained_sets
    union all
    select user_id, null, null, set_id, null, false from lost_sets
    union all
    select people.user_id, null, null, null, customer.id, true
      from people cross join giver join customers customer on customer.id = any ($10::integer[]) and customer.id <> all ($11::integer[])
      left join kept_customers kept on kept.customer_id = customer.id
     where case when kept.customer_id is null then ${mayGiveBySource('giver', 'people')}
                else ${mayGiveBySource('kept', 'people')} end
       and not ${hasCustomer('people.user_id', 'customer')}
    union all
    select people.user_id, null, null, null, given.customer_id, false
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
    left join systems system on system.id = change.system_id
    left join pages page on page.id = change.page_id
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
  select count(distinct people.user_id)::integer as cnt
    from changes change join people on people.user_id = change.user_id cross join giver
   where not change.is_gained and not ${isNoStronger('giver', 'people')}`,
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

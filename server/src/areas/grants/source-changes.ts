import type { Tx } from '../../db/database.ts'
import { run, runOne } from '../../db/run.ts'
import { arrayOf, bool, int, nullable, statement, text } from '../../db/statement.ts'
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

/** $1, $2: the source; $3, $4: applications and pages that it is to give; $5: who would give them; $6, $7: those of them that stay stopped; $8, $9: the same of sets; $10, $11: the same of customers, $10 null: they stay. */
const changes = `
  with wanted as (
    select distinct system_id, null::integer as page_id from unnest($3::integer[]) given (system_id)
    union all
    select page.system_id, page.id from pages page where page.id = any ($4::integer[])),
  giver as materialized (
    select true as may_give, account.id as granted_by, account.is_internal as giver_is_internal, held.is_portal_admin,
           held.admin_system_ids, held.page_ids, held.may_sign_on_as
      from users account join user_authorities held on held.user_id = account.id where account.id = $5),
  people as materialized (
    select target.id as user_id, target.client_id, target.status, target.is_internal, held.is_portal_admin,
           held.admin_system_ids, held.page_ids, held.may_sign_on_as
      from source_members one join users target on target.id = one.user_id
      join protected_authorities held on held.user_id = target.id
     where one.kind = $1 and one.source_id = $2),
  kept as materialized (
    select * from source_access item where item.kind = $1 and item.source_id = $2 and item.may_give),
  kept_customers as materialized (
    select * from source_customers given where $1 = 'set' and given.set_id = $2 and given.may_give),
  removed as (
    select item.system_id, item.page_id from source_items item
     where item.kind = $1 and item.source_id = $2
       and not exists (select from wanted where wanted.system_id = item.system_id and wanted.page_id is not distinct from item.page_id)),
  changes as materialized (
    select people.user_id, wanted.system_id, wanted.page_id, null::integer as set_id, null::integer as customer_id, true as is_gained
      from people cross join giver cross join wanted
      left join kept on kept.system_id = wanted.system_id and kept.page_id is not distinct from wanted.page_id
     where case when kept.system_id is null then ${mayGiveBySource('giver', 'people')}
                else ${mayGiveBySource('kept', 'people')} end
       and not case when wanted.page_id is null then wanted.system_id = any ($6::integer[])
                    else wanted.page_id = any ($7::integer[]) end
       and case when wanted.page_id is null
             then not exists (select from user_system_grants held where held.user_id = people.user_id
                                and held.system_id = wanted.system_id and held.valid_to is null)
             else not exists (select from user_page_grants held where held.user_id = people.user_id
                                and held.page_id = wanted.page_id and held.valid_to is null)
                  and not exists (select from user_system_grants over where over.user_id = people.user_id
                                and over.system_id = wanted.system_id and over.valid_to is null
                                and over.ends_at <= clock_now()) end
    union all
    select people.user_id, removed.system_id, removed.page_id, null, null, false
      from people cross join removed
     where case when removed.page_id is null
             then exists (select from user_system_grants held where held.user_id = people.user_id
                            and held.system_id = removed.system_id and held.valid_to is null and held.by_group)
             else exists (select from user_page_grants held where held.user_id = people.user_id
                            and held.page_id = removed.page_id and held.valid_to is null and held.by_group) end
       and not exists (
         select from source_members other
           join source_items item on item.kind = other.kind and item.source_id = other.source_id
          where other.user_id = people.user_id and other.client_id = people.client_id
            and (other.kind <> $1 or other.source_id <> $2)
            and item.system_id = removed.system_id and item.page_id is not distinct from removed.page_id)
    union all
    select people.user_id, null, null, named.id, null, true
      from people cross join giver cross join permission_sets named
     where named.id = any ($8::integer[]) and named.id <> all ($9::integer[]) and ${mayGiveBySource('giver', 'people')}
       and not exists (select from permission_set_holders held where held.user_id = people.user_id
                          and held.set_id = named.id and held.valid_to is null)
    union all
    select people.user_id, null, null, link.set_id, null, false
      from people join scim_group_sets link on $1 = 'group' and link.group_id = $2 and link.set_id <> all ($8::integer[])
      join permission_set_holders held on held.user_id = people.user_id and held.set_id = link.set_id
       and held.by_group and held.valid_to is null
     where not exists (select from scim_group_set_members other where other.user_id = people.user_id
                          and other.client_id = people.client_id and other.set_id = link.set_id and other.group_id <> $2)
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
const parameters = [text, int, ids, ids, int, ids, ids, ids, ids, nullable(ids), ids] as const

const totalsStatement = statement(parameters, {
  name: 'grants: how many a change of a source concerns',
  text: `${changes}
  select (select count(*)::integer from people) as "memberCnt",
         (select count(distinct user_id)::integer from changes) as "changedCnt",
         (select count(distinct user_id)::integer from changes where is_gained) as "gainCnt",
         (select count(distinct user_id)::integer from changes where not is_gained) as "loseCnt"`,
  row: { memberCnt: int, changedCnt: int, gainCnt: int, loseCnt: int },
})

const perItemStatement = statement(parameters, {
  name: 'grants: what a change of a source gives and takes',
  text: `${changes}
  select coalesce(system.name::text, customer.facility_code) as "systemNm",
         coalesce(page.name::text, customer.name::text) as "pageNm", named.id as "setId", named.name as "setNm",
         count(*) filter (where change.is_gained)::integer as "gainCnt",
         count(*) filter (where not change.is_gained)::integer as "loseCnt"
    from changes change left join systems system on system.id = change.system_id
    left join pages page on page.id = change.page_id
    left join permission_sets named on named.id = change.set_id
    left join customers customer on customer.id = change.customer_id
   group by system.id, page.id, named.id, customer.id
   order by named.name, customer.facility_code nulls first, system.name, page.name nulls first, customer.name`,
  row: {
    systemNm: nullable(text),
    pageNm: nullable(text),
    setId: nullable(int),
    setNm: nullable(text),
    gainCnt: int,
    loseCnt: int,
  },
})

const perUserStatement = statement([...parameters, int], {
  name: 'grants: whom a change of a source concerns',
  text: `${changes}
  select change.user_id as "userId", person.user_name as "userNm", bool_or(change.is_gained) as "gainFlg",
         bool_or(not change.is_gained) as "loseFlg"
    from changes change join users person on person.id = change.user_id
   group by change.user_id, person.user_name order by person.user_name limit $12`,
  row: { userId: int, userNm: text, gainFlg: bool, loseFlg: bool },
})

const valuesOf = ({ kind, id }: SourceId, by: number, wanted: Items, stopped: Items) =>
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

/** How many users would gain and lose what, if a user let the source give this; changes nothing. */
export async function countSourceChange(tx: Tx, source: SourceId, by: number, wanted: Items, stopped: Items) {
  const values = valuesOf(source, by, wanted, stopped)
  const totals = await runOne(tx, totalsStatement(...values))
  const rows = await run(tx, perItemStatement(...values))
  return {
    ...totals,
    items: rows.flatMap(({ systemNm, pageNm, gainCnt, loseCnt }) =>
      systemNm === null ? [] : [{ systemNm, pageNm, gainCnt, loseCnt }],
    ),
    sets: rows.flatMap(({ setId, setNm, gainCnt, loseCnt }) =>
      setId === null || setNm === null ? [] : [{ setId, setNm, gainCnt, loseCnt }],
    ),
  }
}

const strongerStatement = statement(parameters, {
  name: 'grants: stronger users who lose by a change of a source',
  text: `${changes}
  select count(distinct people.user_id)::integer as cnt
    from changes change join people on people.user_id = change.user_id cross join giver
   where not change.is_gained and not ${isNoStronger('giver', 'people')}`,
  row: { cnt: int },
})

/** How many users who have rights that this user lacks would lose something. */
export const countStrongerLosers = async (tx: Tx, source: SourceId, by: number, wanted: Items, stopped: Items) =>
  (await runOne(tx, strongerStatement(...valuesOf(source, by, wanted, stopped)))).cnt

/** The first users who would gain or lose something, by user ID. */
export const readChangedUsers = (tx: Tx, source: SourceId, by: number, wanted: Items, stopped: Items, limit: number) =>
  run(tx, perUserStatement(...valuesOf(source, by, wanted, stopped), limit))

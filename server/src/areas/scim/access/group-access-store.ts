import type { Tx } from '../../../db/database.ts'
import { queue, run, runFirst, runOne } from '../../../db/run.ts'
import { arrayOf, bool, int, nullable, type RowOf, statement, text } from '../../../db/statement.ts'
import { mayGiveByGroup } from '../../grants/public.ts'

// The table scim_group_grants: what groups of directories give.

const lockStatement = statement([int, int], {
  name: 'scim: lock group for its access',
  text: `
  select r.id, r.doc ->> 'displayName' as name, r.access_version as version
    from scim_groups r where r.client_id = $1 and r.id = $2 for update`,
  row: { id: int, name: text, version: int },
})

/** The group of an id at the employer, locked until the transaction ends; undefined where there is none. */
export const lockGroupAccess = (tx: Tx, clientId: number, groupId: number) =>
  runFirst(tx, lockStatement(clientId, groupId))

const itemsStatement = statement([int, int], {
  name: 'scim: what a group gives',
  text: `
  select item.system_id as "systemId", item.page_id as "pageId", item.may_give as "mayGive",
         system.name || case when page.id is null then '' else ' / ' || page.name end as name
    from scim_group_access item join systems system on system.id = item.system_id
    left join pages page on page.id = item.page_id
   where item.client_id = $1 and item.group_id = $2 order by name`,
  row: { systemId: int, pageId: nullable(int), mayGive: bool, name: text },
})

export type GroupAccessItem = RowOf<typeof itemsStatement>

export const readGroupItems = (tx: Tx, clientId: number, groupId: number): Promise<GroupAccessItem[]> =>
  run(tx, itemsStatement(clientId, groupId))

/** $6, $7: applications and pages that stay stopped. */
const staysStopped = `
  case when wanted.page_id is null then wanted.system_id = any ($6::integer[]) else wanted.page_id = any ($7::integer[]) end`

/** $1: employer, $2: group, $3: applications, $4: pages. */
const wanted = `
  wanted as (
    select distinct system_id, null::integer as page_id from unnest($3::integer[]) given (system_id)
    union all
    select page.system_id, page.id from pages page where page.id = any ($4::integer[]))`

const replaceStatement = statement([int, int, arrayOf(int), arrayOf(int), int, arrayOf(int), arrayOf(int)], {
  name: 'scim: replace what a group gives',
  text: `
  with ${wanted},
  gone as (
    delete from scim_group_grants item
     where item.client_id = $1 and item.group_id = $2
       and not exists (select from wanted where wanted.system_id = item.system_id and wanted.page_id is not distinct from item.page_id)),
  stopped as (
    select system_id, page_id from scim_group_access where client_id = $1 and group_id = $2 and not may_give)
  insert into scim_group_grants as item (client_id, group_id, system_id, page_id, granted_by)
  select $1, $2, wanted.system_id, wanted.page_id, $5 from wanted where not ${staysStopped}
  on conflict on constraint scim_group_grants_once do update set granted_by = excluded.granted_by, granted_at = clock_now()
   where exists (select from stopped where stopped.system_id = item.system_id and stopped.page_id is not distinct from item.page_id)`,
})

const versionStatement = statement([int, int], {
  name: 'scim: next version of what a group gives',
  text: `
  update scim_groups set access_version = access_version + 1 where client_id = $1 and id = $2
  returning access_version as version`,
  row: { version: int },
})

/** What a group is to give. */
export interface WantedAccess {
  readonly systemIds: readonly number[]
  readonly pageIds: readonly number[]
}

/**
 * Makes this what a group gives; what it gives already keeps who decided it, unless they may not any more and it does not
 * stay stopped.
 */
export async function replaceGroupItems(
  tx: Tx,
  { clientId, groupId, by }: { clientId: number; groupId: number; by: number },
  { systemIds, pageIds }: WantedAccess,
  stopped: WantedAccess,
): Promise<number> {
  queue(tx, replaceStatement(clientId, groupId, systemIds, pageIds, by, stopped.systemIds, stopped.pageIds))
  return (await runOne(tx, versionStatement(clientId, groupId))).version
}

const memberAccountsStatement = statement([int, int, int], {
  name: 'scim: accounts of members',
  text: `
  select one.user_id as id
    from scim_group_members link join scim_users one on one.client_id = link.client_id and one.id = link.member_id
   where link.client_id = $1 and link.group_id = $2 order by 1 limit $3`,
  row: { id: int },
})

/** The accounts of the first members of a group. */
export const readMemberAccounts = async (tx: Tx, clientId: number, groupId: number, limit: number) =>
  (await run(tx, memberAccountsStatement(clientId, groupId, limit))).map(({ id }) => id)

/** $5: who would give it. `changes` has a row for each member and each thing that they would gain or lose. */
const changes = `
  with ${wanted},
  giver as materialized (
    select true as may_give, account.id as granted_by, account.is_internal as giver_is_internal, held.is_portal_admin,
           held.admin_system_ids, held.page_ids, held.may_sign_on_as
      from users account join user_authorities held on held.user_id = account.id where account.id = $5),
  people as materialized (
    select one.id, one.user_id, target.status, target.is_internal, held.is_portal_admin, held.admin_system_ids,
           held.page_ids, held.may_sign_on_as
      from scim_group_members link join scim_users one on one.client_id = link.client_id and one.id = link.member_id
      join users target on target.id = one.user_id
      join protected_authorities held on held.user_id = target.id
     where link.client_id = $1 and link.group_id = $2 and one.deleted_at is null),
  removed as (
    select item.system_id, item.page_id from scim_group_grants item
     where item.client_id = $1 and item.group_id = $2
       and not exists (select from wanted where wanted.system_id = item.system_id and wanted.page_id is not distinct from item.page_id)),
  changes as materialized (
    select people.user_id, wanted.system_id, wanted.page_id, true as is_gained
      from people cross join giver cross join wanted
     where ${mayGiveByGroup('giver', 'people')} and not ${staysStopped}
       and case when wanted.page_id is null
             then not exists (select from user_system_grants held where held.user_id = people.user_id
                                and held.system_id = wanted.system_id and held.valid_to is null)
             else not exists (select from user_page_grants held where held.user_id = people.user_id
                                and held.page_id = wanted.page_id and held.valid_to is null) end
    union all
    select people.user_id, removed.system_id, removed.page_id, false
      from people cross join removed
     where case when removed.page_id is null
             then exists (select from user_system_grants held where held.user_id = people.user_id
                            and held.system_id = removed.system_id and held.valid_to is null and held.by_group)
             else exists (select from user_page_grants held where held.user_id = people.user_id
                            and held.page_id = removed.page_id and held.valid_to is null and held.by_group) end
       and not exists (
         select from scim_group_members link
           join scim_group_grants item on item.client_id = link.client_id and item.group_id = link.group_id
          where link.client_id = $1 and link.member_id = people.id and link.group_id <> $2
            and item.system_id = removed.system_id and item.page_id is not distinct from removed.page_id))`

const planParameters = [int, int, arrayOf(int), arrayOf(int), int, arrayOf(int), arrayOf(int)] as const

const totalsStatement = statement(planParameters, {
  name: 'scim: how many a change of a group concerns',
  text: `${changes}
  select (select count(*)::integer from people) as "memberCnt",
         (select count(distinct user_id)::integer from changes where is_gained) as "gainCnt",
         (select count(distinct user_id)::integer from changes where not is_gained) as "loseCnt"`,
  row: { memberCnt: int, gainCnt: int, loseCnt: int },
})

const perItemStatement = statement(planParameters, {
  name: 'scim: what a change of a group gives and takes',
  text: `${changes}
  select system.name::text as "systemNm", page.name::text as "pageNm",
         count(*) filter (where change.is_gained)::integer as "gainCnt",
         count(*) filter (where not change.is_gained)::integer as "loseCnt"
    from changes change join systems system on system.id = change.system_id
    left join pages page on page.id = change.page_id
   group by system.id, page.id order by system.name, page.name nulls first`,
  row: { systemNm: text, pageNm: nullable(text), gainCnt: int, loseCnt: int },
})

/** How many members would gain and lose what, if a user let the group give this; changes nothing. */
export async function countGroupChange(
  tx: Tx,
  { clientId, groupId, by }: { clientId: number; groupId: number; by: number },
  { systemIds, pageIds }: WantedAccess,
  stopped: WantedAccess,
) {
  const values = [clientId, groupId, systemIds, pageIds, by, stopped.systemIds, stopped.pageIds] as const
  const totals = await runOne(tx, totalsStatement(...values))
  return { ...totals, items: await run(tx, perItemStatement(...values)) }
}

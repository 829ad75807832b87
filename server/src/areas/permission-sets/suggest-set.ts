import { ALL_APPLICATIONS_ID, PORTAL_SYSTEM_ID } from '@portico/contract/catalog/catalog-rules.ts'
import { SUGGESTION_PERCENT, SUGGESTION_USERS_MIN } from '@portico/contract/permission-sets/permission-set-limits.ts'
import type { SetSuggestion, SuggestedItem } from '@portico/contract/permission-sets/permission-sets.ts'
import type { Tx } from '../../db/database.ts'
import { run } from '../../db/run.ts'
import { arrayOf, bool, int, nullable, statement, text } from '../../db/statement.ts'
import type { Authority } from '../../http/caller.ts'

/** SQL: how many users are most of the department. */
const isMost = (count: string) => `${count} * 100 >= department.user_count * ${SUGGESTION_PERCENT}`

/** $1: client, $2: department; what the administrator may give by $3: portal administrator, $4: internal, $5: their systems, $6: their id. */
const suggestionStatement = statement([int, int, bool, bool, arrayOf(int), int], {
  name: 'permission sets: what a department has in common',
  text: `
  with people as materialized (
    select id from users where client_id = $1 and department_id = $2 and status = 1),
  department as materialized (select (select count(*)::integer from people) as user_count from departments where id = $2),
  held as materialized (
    select given.system_id, null::integer as page_id, count(*)::integer as holder_count
      from people join user_system_grants given on given.user_id = people.id
     where given.valid_to is null and given.ends_at is null group by given.system_id
    union all
    select page.system_id, page.id, given.holder_count
      from (select one.page_id, count(*)::integer as holder_count
              from people join user_page_grants one on one.user_id = people.id
             where one.valid_to is null and one.ends_at is null group by one.page_id) given
      join pages page on page.id = given.page_id),
  by_set as materialized (
    select item.system_id, item.page_id, count(distinct held.user_id)::integer as holder_count
      from people join permission_set_holders held on held.user_id = people.id and held.valid_to is null
       and held.ends_at is null
      join permission_sets named on named.id = held.set_id and named.deleted_at is null
      join permission_set_items item on item.set_id = held.set_id
     group by item.system_id, item.page_id),
  common as (
    select held.system_id, system.name::text as system_name, held.page_id, page.name::text as page_name,
           held.holder_count, least(held.holder_count, coalesce(by_set.holder_count, 0)) as by_set_count
      from department join held on ${isMost('held.holder_count')}
      join systems system on system.id = held.system_id left join pages page on page.id = held.page_id
      left join by_set on by_set.system_id = held.system_id and by_set.page_id is not distinct from held.page_id
     where department.user_count >= ${SUGGESTION_USERS_MIN}
       and system.is_assignable and system.deleted_at is null and system.id <> ${ALL_APPLICATIONS_ID}
       and ($3 or system.id = any ($5::integer[])) and ($4 or system.id <> ${PORTAL_SYSTEM_ID})
       and (page.id is null or (
         page.deleted_at is null and page.is_assignable and not page.is_internal_only
         and ($3 or exists (select from current_page_grants own where own.user_id = $6 and own.page_id = page.id)))))
  select department.user_count as "userCount", common.system_id as "systemId", common.system_name as "systemName",
         common.page_id as "pageId", common.page_name as "pageName", common.holder_count as "holderCount",
         common.by_set_count as "bySetCount", ${isMost('(common.holder_count - common.by_set_count)')} as "isOpen"
    from department left join common on true
   order by lower(common.system_name), common.system_id, lower(common.page_name) nulls first, common.page_id`,
  row: {
    userCount: int,
    systemId: nullable(int),
    systemName: nullable(text),
    pageId: nullable(int),
    pageName: nullable(text),
    holderCount: nullable(int),
    bySetCount: nullable(int),
    isOpen: nullable(bool),
  },
})

/**
 * What most active users of a department of a client have without an end, of what the administrator may give. Suggested
 * is what most of them have without a permission set, with the applications of suggested pages. Undefined: there is no
 * such department.
 */
export async function suggestSet(
  tx: Tx,
  { isPortalAdmin, isInternal, adminSystemIds, userId }: Authority,
  { clientId, departmentId }: { clientId: number; departmentId: number },
): Promise<SetSuggestion | undefined> {
  const rows = await run(
    tx,
    suggestionStatement(clientId, departmentId, isPortalAdmin, isInternal, adminSystemIds, userId),
  )
  if (rows.length === 0) return undefined
  const items = rows.flatMap(
    ({ systemId, systemName, pageId, pageName, holderCount, bySetCount, isOpen }): SuggestedItem[] =>
      systemId === null
        ? []
        : [
            {
              systemId,
              systemNm: systemName ?? '',
              pageId,
              pageNm: pageName,
              holderCnt: holderCount ?? 0,
              bySetCnt: bySetCount ?? 0,
              suggestedFlg: isOpen ?? false,
            },
          ],
  )
  return { userCnt: rows[0]?.userCount ?? 0, items: withApplications(items) }
}

/** Leaves out pages whose application most do not have, and suggests the applications of suggested pages. */
function withApplications(items: readonly SuggestedItem[]): SuggestedItem[] {
  const isCommon = new Set(items.flatMap(({ systemId, pageId }) => (pageId === null ? [systemId] : [])))
  const isNeeded = new Set(items.flatMap(({ systemId, suggestedFlg }) => (suggestedFlg ? [systemId] : [])))
  return items
    .filter(({ systemId }) => isCommon.has(systemId))
    .map((item) => (item.pageId === null ? { ...item, suggestedFlg: isNeeded.has(item.systemId) } : item))
}

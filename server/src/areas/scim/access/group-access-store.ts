import type { Tx } from '../../../db/database.ts'
import { queue, run, runFirst, runOne } from '../../../db/run.ts'
import { arrayOf, bool, int, nullable, statement, text } from '../../../db/statement.ts'
import type { SourceItem, WantedItems } from '../../permissions/public.ts'

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

export const readGroupItems = (tx: Tx, clientId: number, groupId: number): Promise<SourceItem[]> =>
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

/**
 * Makes this what a group gives; what it gives already keeps who decided it, unless they may not any more and it does not
 * stay stopped.
 */
export async function replaceGroupItems(
  tx: Tx,
  { clientId, groupId, by }: { clientId: number; groupId: number; by: number },
  { systemIds, pageIds }: WantedItems,
  stopped: WantedItems,
): Promise<number> {
  queue(tx, replaceStatement(clientId, groupId, systemIds, pageIds, by, stopped.systemIds, stopped.pageIds))
  return (await runOne(tx, versionStatement(clientId, groupId))).version
}

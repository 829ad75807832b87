import type { Tx } from '../../../db/database.ts'
import { queue, run } from '../../../db/run.ts'
import { arrayOf, bool, int, type RowOf, statement, text } from '../../../db/statement.ts'

// The table scim_group_sets: the permission sets that groups of directories give.

const setsStatement = statement([int, int], {
  name: 'scim: sets of a group',
  text: `
  select named.id as "setId", named.name, coalesce(access.may_give, false) as "mayGive"
    from scim_group_sets link join permission_sets named on named.id = link.set_id and named.deleted_at is null
    left join scim_group_set_access access on access.id = link.id
   where link.client_id = $1 and link.group_id = $2 order by lower(named.name), named.id`,
  row: { setId: int, name: text, mayGive: bool },
})

/** A permission set that a group gives. */
export type GroupSet = RowOf<typeof setsStatement>

/** The sets that a group gives, without deleted ones. */
export const readGroupSets = (tx: Tx, clientId: number, groupId: number): Promise<GroupSet[]> =>
  run(tx, setsStatement(clientId, groupId))

const replaceStatement = statement([int, int, arrayOf(int), int, arrayOf(int)], {
  name: 'scim: replace the sets of a group',
  text: `
  with gone as (
    delete from scim_group_sets link using permission_sets named
     where link.client_id = $1 and link.group_id = $2 and link.set_id <> all ($3::integer[])
       and named.id = link.set_id and named.deleted_at is null),
  stopped as (
    select set_id from scim_group_set_access where client_id = $1 and group_id = $2 and not may_give)
  insert into scim_group_sets as link (client_id, group_id, set_id, granted_by)
  select $1, $2, wanted.id, $4 from unnest($3::integer[]) wanted (id) where wanted.id <> all ($5::integer[])
  on conflict on constraint scim_group_sets_once do update set granted_by = excluded.granted_by, granted_at = clock_now()
   where exists (select from stopped where stopped.set_id = link.set_id)`,
})

/** Makes these the sets that a group gives; a deleted one stays, as its deletion can be taken back. */
export const replaceGroupSets = (
  tx: Tx,
  { clientId, groupId, by }: { clientId: number; groupId: number; by: number },
  setIds: readonly number[],
  stopped: readonly number[],
): void => queue(tx, replaceStatement(clientId, groupId, [...new Set(setIds)], by, stopped))

import type { Tx } from '../../../db/database.ts'
import { run } from '../../../db/run.ts'
import { arrayOf, int, statement } from '../../../db/statement.ts'
import { runJobNow } from '../../../jobs/queue.ts'
import { followSourcesOf, SOURCE_USERS_MAX, type SourceActor } from '../../grants/public.ts'
import { auditContext, type ScimAct } from '../scim-act.ts'

const givingStatement = statement([int, int, arrayOf(int)], {
  name: 'scim: accounts of members whose group gives something',
  text: `
  select one.user_id as id from scim_users one
   where one.client_id = $1 and one.id = any ($3::integer[])
     and (exists (select from scim_group_grants item where item.client_id = $1 and item.group_id = $2)
          or exists (select from scim_group_sets link where link.client_id = $1 and link.group_id = $2))
   order by 1`,
  row: { id: int },
})

/** The accounts of these members; none where the group gives nothing. */
export async function accountsToFollow(
  tx: Tx,
  clientId: number,
  groupId: number,
  memberIds: readonly number[],
): Promise<number[]> {
  if (memberIds.length === 0) return []
  return (await run(tx, givingStatement(clientId, groupId, memberIds))).map(({ id }) => id)
}

const actorOf = (act: ScimAct): SourceActor => ({
  context: auditContext(act),
  actorId: act.account.ownerId,
  sessionId: null,
})

/**
 * Gives people what their groups give now and ends the rest, in the transaction of the request; of more than
 * SOURCE_USERS_MAX people a job does it soon.
 * @param groupName the group that some of them have left
 */
export async function followByDirectory(
  tx: Tx,
  act: ScimAct,
  userIds: readonly number[],
  groupName: string | null = null,
): Promise<void> {
  if (userIds.length > SOURCE_USERS_MAX) await runJobNow(tx, 'grant-ends')
  else
    await followSourcesOf(
      tx,
      act.account.clientId,
      userIds,
      actorOf(act),
      groupName === null ? null : { kind: 'group', name: groupName, version: null },
    )
}

import type { Tx } from '../../db/database.ts'
import type { ActContext } from '../../http/caller.ts'
import { runJobNow } from '../../jobs/queue.ts'
import { auditActor } from '../audit/public.ts'
import { followSourcesOf, lockToFollow, SOURCE_USERS_MAX } from '../grants/public.ts'
import { readHolders } from './holder-store.ts'
import type { StoredSet } from './permission-set-store.ts'

type NamedSet = Pick<StoredSet, 'id' | 'name' | 'version'>

/** Brings users in line with their sources after a set was changed or taken; `left` names the set in the records. */
export async function followUsers(
  tx: Tx,
  { caller, request }: ActContext,
  users: readonly { readonly userId: number; readonly clientId: number }[],
  { name, version }: NamedSet,
): Promise<void> {
  const actor = { context: request, ...auditActor(caller) }
  await lockToFollow(
    tx,
    users.map(({ userId }) => userId),
  )
  for (const [clientId, ofClient] of Map.groupBy(users, (user) => user.clientId)) {
    const userIds = ofClient.map(({ userId }) => userId)
    await followSourcesOf(tx, clientId, userIds, actor, { kind: 'set', name, version })
  }
}

/** Gives and takes what a change of a set means for its holders, in this transaction; of many a job does it soon. */
export async function followHolders(tx: Tx, call: ActContext, set: NamedSet): Promise<void> {
  const holders = await readHolders(tx, set.id, SOURCE_USERS_MAX + 1)
  if (holders.length > SOURCE_USERS_MAX) return void (await runJobNow(tx, 'grant-ends'))
  await followUsers(tx, call, holders, set)
}

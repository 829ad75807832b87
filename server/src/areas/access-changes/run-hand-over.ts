import type { Db } from '../../db/database.ts'
import type { Scope } from '../../db/scope.ts'
import { Refusal } from '../../http/answers.ts'
import { closeAccount } from '../users/public.ts'
import { lockChange, nextUsers, noteOutcomes, setChangeState } from './access-change-store.ts'
import { readGiver } from './read-giver.ts'

/**
 * Does a planned hand-over whose date has come, by the rules and the rights of now. What is refused by then changes
 * nothing: the act says why.
 */
export async function runHandOver({ db }: { db: Db }, scope: Scope, id: number): Promise<void> {
  const refused = await db.transact(scope, async (tx) => {
    const change = await lockChange(tx, id)
    const giver = change && (await readGiver(tx, change))
    const [leaver] = await nextUsers(tx, id, 'waiting', 1)
    if (!change || change.state !== 'running' || !giver || !leaver) return null
    const rights = { authority: giver.authority, isFresh: change.isFresh }
    const { userId } = leaver
    const outcome = await closeAccount(tx, giver.by, rights, { userId, recipientId: change.recipientId })
    if (outcome instanceof Refusal) return outcome
    noteOutcomes(tx, id, [{ userId, state: 'changed' }])
    setChangeState(tx, id, 'done')
    return null
  })
  if (refused === null) return
  await db.transact(scope, async (tx) => {
    const change = await lockChange(tx, id)
    const [leaver] = await nextUsers(tx, id, 'waiting', 1)
    if (change?.state !== 'running' || !leaver) return
    noteOutcomes(tx, id, [{ userId: leaver.userId, state: 'left-out', reason: refused.message }])
    setChangeState(tx, id, 'done')
  })
}

import type { Db, Tx } from '../../db/database.ts'
import { everything, type Scope } from '../../db/scope.ts'
import { Refusal, refuse } from '../../http/answers.ts'
import { sentences } from '../../http/sentences.ts'
import { findTarget } from '../permissions/public.ts'
import { closeAccount } from '../users/public.ts'
import { lockChange, nextUsers, noteOutcomes, setChangeState } from './access-change-store.ts'
import { readGiver } from './read-giver.ts'
import { stopChange } from './stop-change.ts'

/**
 * Does a planned hand-over whose date has come, by the rules and the rights of now. What is refused by then changes
 * nothing: the act stops, and says why.
 */
export async function runHandOver({ db }: { db: Db }, scope: Scope, id: number): Promise<void> {
  const outcome = await db.transact(scope, (tx) => handOver(tx, id))
  if (outcome === 'over') return
  const reason = outcome instanceof Refusal ? outcome.message : undefined
  await db.transact(everything, (tx) => stopChange(tx, id, reason))
}

/** 'impossible' where the administrator lost their rights since the last look, or the leaver is erased. */
async function handOver(tx: Tx, id: number): Promise<'over' | 'impossible' | Refusal> {
  const change = await lockChange(tx, id)
  if (!change) return 'impossible'
  if (change.state !== 'running') return 'over'
  const giver = await readGiver(tx, change)
  const [leaver] = await nextUsers(tx, id, 'waiting', 1)
  if (!giver || !leaver) return 'impossible'
  const { userId } = leaver
  // Administrators of the new employer have not agreed to it.
  const target = await findTarget(tx, userId)
  if (target && target.clientId !== change.clientId) return refuse('409', sentences.hand_over_employer_changed)
  const rights = { authority: giver.authority, isFresh: change.isFresh }
  const closed = await closeAccount(tx, giver.by, rights, { userId, recipientId: change.recipientId })
  if (closed instanceof Refusal) return closed
  noteOutcomes(tx, id, [{ userId, state: 'changed' }])
  setChangeState(tx, id, 'done')
  return 'over'
}

import { hasEnded } from '@portico/contract/users/grant-rules.ts'
import { databaseTime } from '../../db/clock.ts'
import type { Tx } from '../../db/database.ts'
import { refuseField, refuseOldSignIn } from '../../http/answers.ts'
import type { ActContext } from '../../http/caller.ts'
import { sentences } from '../../http/sentences.ts'
import { type ActorRights, lockUserTargets } from '../permissions/public.ts'
import { changeSets, judgeSets, lockSets } from './sets-of-acts.ts'

/** Gives a user who is being created sets until a moment (null: without a planned end), by the rules for giving them to any user; null, or why it is refused. */
export async function giveToNewUser(
  tx: Tx,
  by: ActContext,
  rights: ActorRights,
  userId: number,
  { setIds, endsAt }: { setIds: readonly number[]; endsAt: Date | null },
) {
  if (setIds.length === 0) return null
  if (hasEnded(endsAt, await databaseTime(tx))) return refuseField('setEndDt', sentences.permission_set_end_past)
  const sets = await lockSets(tx, 'give', setIds)
  const targets = await lockUserTargets(tx, [userId])
  const setsOf = await judgeSets(tx, rights, { act: 'give', endsAt, sets }, targets)
  for (const target of targets) {
    const { changing, refusals, needsFreshSignIn } = setsOf(target)
    if (needsFreshSignIn) return refuseOldSignIn(sentences.reauth_needed)
    if (refusals.length > 0) return refuseField('setIds', refusals.flat())
    await changeSets(tx, by, { act: 'give', endsAt }, [{ target, sets: changing }])
  }
  return null
}

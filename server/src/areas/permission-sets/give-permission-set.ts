import type { SetOutcome } from '@portico/contract/permission-sets/permission-sets.ts'
import type { Db, Tx } from '../../db/database.ts'
import { hasEnded } from '@portico/contract/users/grant-rules.ts'
import { databaseTime } from '../../db/clock.ts'
import { Answer, Refusal, refuse, refuseField, refuseOldSignIn, type StandardRefusal } from '../../http/answers.ts'
import { adminScope } from '../../http/authority.ts'
import type { CallContext } from '../../http/caller.ts'
import { sentences, type Texts } from '../../http/sentences.ts'
import { audienceOf } from '../../http/text-audience.ts'
import { lockUserTargets, readActorRights, type UserTarget } from '../permissions/public.ts'
import type { UndoOffer } from '../undo/public.ts'
import { lastsUntil } from './holder-store.ts'
import { giveSet, takeSet } from './hold-set.ts'
import { type Act, type ActOnSet, holderRules, readContent } from './judge-holders.ts'
import { lockSet, type StoredSet } from './permission-set-store.ts'
import type { ActingCall } from './save-permission-set.ts'
import { offerUndoGive } from './undo-give.ts'

export interface GiveDeps {
  db: Db
  texts: Pick<Texts, 'of'>
}

interface UsersOfSet {
  readonly setId: number
  readonly userIds: readonly number[]
  /** When a set that is given ends by itself; null or absent: no planned end. */
  readonly endDt?: Date | null | undefined
  /** Until when who is given it has to have it by now; absent: whether they have it or not. */
  readonly expectedEndDt?: Date | null | undefined
}

/** Users who were changed, and why others were not. */
interface Done {
  readonly name: string
  readonly changed: readonly UserTarget[]
  readonly leftOut: ReadonlyMap<number, StandardRefusal>
  /** What takes it back. */
  readonly undo?: UndoOffer
}

/** Gives users a set, or takes it from them, in one transaction; who may not be changed is left out with the reason. */
export async function changeHolders(
  { db, texts }: GiveDeps,
  call: CallContext,
  act: Act,
  { setId, userIds, endDt: endsAt = null, expectedEndDt }: UsersOfSet,
) {
  const rights = await readActorRights(call)
  const done = await db.transact(adminScope(call.caller), async (tx) => {
    const set = await lockSet(tx, setId)
    if (!set || set.isDeleted) return refuse('404', sentences.not_found)
    if (hasEnded(endsAt, await databaseTime(tx))) return refuseField('endDt', sentences.permission_set_end_past)
    return changeUsers(tx, { ...call, ...rights }, { act, set, endsAt, expectedEndDt }, [...new Set(userIds)])
  })
  if (done instanceof Refusal) return done
  const [only] = done.leftOut.values()
  if (only && userIds.length === 1) return only
  const outcome = await outcomeOf(texts, call, done)
  return new Answer({ ...outcome, ...(done.undo && { undo: done.undo }) }, { message: messageOf(act, done) })
}

/** How many users were changed, and why others were not, in the words of the caller. */
export async function outcomeOf(
  texts: GiveDeps['texts'],
  call: CallContext,
  { changed, leftOut }: Pick<Done, 'changed' | 'leftOut'>,
): Promise<SetOutcome> {
  const translate = await texts.of(audienceOf(call))
  return {
    changedCnt: changed.length,
    leftOut: [...leftOut].map(([userId, { message }]) => ({ userId, reasonTxt: translate(message) })),
  }
}

function messageOf(act: Act, { name, changed: { length: count } }: Done) {
  if (count === 0) return sentences.permission_set_none_changed
  return act === 'give'
    ? sentences.permission_set_given({ count, name })
    : sentences.permission_set_taken({ count, name })
}

async function changeUsers(
  tx: Tx,
  by: ActingCall,
  { act, set, endsAt, expectedEndDt: expected }: ActOnSet & Pick<UsersOfSet, 'expectedEndDt'> & { set: StoredSet },
  userIds: readonly number[],
) {
  const targets = await lockUserTargets(tx, userIds)
  const content = await readContent(tx, act, set)
  const { refuseOne, holdingOf } = await holderRules(tx, by, { act, endsAt }, content, targets)
  const refuseHolding = (target: UserTarget) => {
    const holding = holdingOf(target)
    if (expected !== undefined && (!holding || holding.endsAt?.getTime() !== expected?.getTime()))
      return refuse('422', sentences.permission_set_moved_since)
    // Nobody among several users has it for less by being named with the others.
    if (act === 'give' && userIds.length > 1 && lastsUntil(holding, endsAt))
      return refuse('422', sentences.permission_set_held)
    return null
  }
  const found = new Map(targets.map((target) => [target.id, target]))
  const leftOut = new Map<number, StandardRefusal>()
  const changed: UserTarget[] = []
  for (const userId of userIds) {
    const target = found.get(userId)
    const refusal = target ? (refuseOne(target) ?? refuseHolding(target)) : refuse('404', sentences.user_not_found)
    if (refusal === 'fresh sign-in') return refuseOldSignIn(sentences.reauth_needed)
    if (refusal) leftOut.set(userId, refusal)
    else if (target) changed.push(target)
  }
  const done: Done = { name: set.name, changed, leftOut }
  if (changed.length === 0) return done
  if (act === 'take') {
    await takeSet(tx, by, set, changed)
    return done
  }
  await giveSet(tx, by, content, changed, endsAt)
  return { ...done, undo: await offerUndoGive(tx, by, set, { changed, former: holdingOf }) }
}

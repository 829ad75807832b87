import type { Tx } from '../../db/database.ts'
import { databaseTime } from '../../db/clock.ts'
import { Refusal, refuse, refuseOldSignIn, type StandardRefusal } from '../../http/answers.ts'
import { sentences } from '../../http/sentences.ts'
import { lockUserTargets, type UserTarget } from '../permissions/public.ts'
import { offerUndo, takeUndo, type UndoOffer } from '../undo/public.ts'
import { type Holding, readHoldersOf } from './holder-store.ts'
import { restoreEnd, takeSet } from './hold-set.ts'
import { type ActOnSet, holderRules, readContent } from './judge-holders.ts'
import { lockSet, type StoredSet } from './permission-set-store.ts'
import type { ActingCall } from './save-permission-set.ts'

const UNDO = 'give permission_set'

/** Who was given a set, by the id of how they hold it since. */
interface GivenSnapshot {
  readonly setId: number
  readonly users: readonly GivenUser[]
}

interface GivenUser {
  readonly userId: number
  readonly holderId: number
  /** Until when they had it before; null: without a planned end, absent: they did not have it. */
  readonly formerEnd?: string | null
}

/** As they are now; undefined: gone, or not in the caller's scope any more. */
type FoundUser = GivenUser & { readonly target: UserTarget | undefined }

interface Given {
  readonly changed: readonly UserTarget[]
  readonly former: (target: UserTarget) => Holding | undefined
}

/** Offers to take back that users were given a set. */
export async function offerUndoGive(
  tx: Tx,
  { caller }: Pick<ActingCall, 'caller'>,
  { id: setId }: StoredSet,
  { changed, former }: Given,
): Promise<UndoOffer> {
  const ids = changed.map(({ id }) => id)
  const holders = await readHoldersOf(tx, setId, ids)
  const users = changed.flatMap((target): GivenUser[] => {
    const [before, now] = [former(target), holders.get(target.id)]
    if (!now) return []
    const { holderId } = now
    return [{ userId: target.id, holderId, ...(before && { formerEnd: before.endsAt?.toISOString() ?? null }) }]
  })
  const snapshot: GivenSnapshot = { setId, users }
  return offerUndo(tx, { kind: UNDO, userId: caller.user.id, snapshot })
}

/** Users from whom a set was taken, or who have it until their former end, and why others were left as they are. */
export interface UndoneGive {
  readonly changed: UserTarget[]
  readonly leftOut: Map<number, StandardRefusal>
}

/**
 * Takes back that the caller gave users a set, by the rules for taking it: who has it anew since, or no longer, is left
 * out, and so is whom they may not change. Who had it until another moment, which is still to come, has it until then, by
 * the rules for giving it. Refused where nobody is changed, so that it can be tried again.
 */
export async function undoGive(tx: Tx, by: ActingCall, { setId, undoId }: { setId: number; undoId: number }) {
  const snapshot = await takeUndo<GivenSnapshot>(tx, UNDO, by.caller.user.id, undoId)
  const set = snapshot?.setId === setId ? await lockSet(tx, setId) : undefined
  if (!snapshot || !set || set.isDeleted) return refuse('404', sentences.undo_expired)
  const given = await lockUsers(tx, snapshot)
  const now = await databaseTime(tx)
  const done: UndoneGive = { changed: [], leftOut: new Map() }
  const endOf = ({ formerEnd }: GivenUser) => (formerEnd && new Date(formerEnd) <= now ? undefined : formerEnd)
  for (const [end, users] of Map.groupBy(given, endOf)) {
    const judged = await (end === undefined
      ? takeBack(tx, by, set, users)
      : moveBack(tx, by, { set, endsAt: end === null ? null : new Date(end) }, users))
    if (judged instanceof Refusal) return judged
    done.changed.push(...judged.changed)
    for (const [userId, refusal] of judged.leftOut) done.leftOut.set(userId, refusal)
  }
  return refuseNobody(done)
}

/** All of them in the order of their ids, whatever ends they had, so that no two who change them wait for each other. */
async function lockUsers(tx: Tx, { users }: GivenSnapshot): Promise<FoundUser[]> {
  const ids = users.map(({ userId }) => userId)
  const targets = new Map((await lockUserTargets(tx, ids)).map((target) => [target.id, target]))
  return users.map((user) => ({ ...user, target: targets.get(user.userId) }))
}

function refuseNobody(done: UndoneGive): UndoneGive | StandardRefusal {
  const [first] = done.leftOut.values()
  return done.changed.length === 0 && first ? first : done
}

async function takeBack(tx: Tx, by: ActingCall, set: StoredSet, users: readonly FoundUser[]) {
  const judged = await judgeUsers(tx, by, { set, act: 'take', endsAt: null }, users)
  if (judged instanceof Refusal || judged.changed.length === 0) return judged
  await takeSet(tx, by, set, judged.changed)
  return judged
}

async function moveBack(
  tx: Tx,
  by: ActingCall,
  { set, endsAt }: { set: StoredSet; endsAt: Date | null },
  users: readonly FoundUser[],
) {
  const judged = await judgeUsers(tx, by, { set, act: 'give', endsAt }, users)
  if (judged instanceof Refusal || judged.changed.length === 0) return judged
  await restoreEnd(tx, by, set, judged.changed, endsAt)
  return judged
}

/** Whose set is taken back, and why that of others is not. */
async function judgeUsers(
  tx: Tx,
  by: ActingCall,
  { set, ...act }: ActOnSet & { set: StoredSet },
  users: readonly FoundUser[],
) {
  const targets = users.flatMap(({ target }) => target ?? [])
  const content = await readContent(tx, act.act, set)
  const { refuseOne, holdingOf } = await holderRules(tx, by, act, content, targets)
  const done: UndoneGive = { changed: [], leftOut: new Map() }
  for (const { userId, holderId, target } of users) {
    if (!target) done.leftOut.set(userId, refuse('404', sentences.user_not_found))
    else if (holdingOf(target)?.holderId !== holderId)
      done.leftOut.set(userId, refuse('422', sentences.permission_set_changed_since))
    else {
      const refusal = refuseOne(target)
      if (refusal === 'fresh sign-in') return refuseOldSignIn(sentences.reauth_needed)
      if (refusal) done.leftOut.set(userId, refusal)
      else done.changed.push(target)
    }
  }
  return done
}

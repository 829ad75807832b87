import type { Db } from '../../db/database.ts'
import { Answer, Refusal, refuse } from '../../http/answers.ts'
import { adminScope } from '../../http/authority.ts'
import type { CallContext } from '../../http/caller.ts'
import { sentences } from '../../http/sentences.ts'
import { readActorRights } from '../permissions/public.ts'
import { takeUndo } from '../undo/public.ts'
import { type GiveDeps, outcomeOf } from './give-permission-set.ts'
import { lockSet } from './permission-set-store.ts'
import { changeSet, refuseChange, restoreSet, type SetSnapshot, UNDO, withFreeName } from './save-permission-set.ts'
import { undoGive, type UndoneGive } from './undo-give.ts'

/** Takes back a change or a deletion of the caller, by the same rules as a change; refused where the set was changed again. */
export async function undoPermissionSet(
  { db }: { db: Db },
  call: CallContext,
  { setId, undoId }: { setId: number; undoId: number },
) {
  const rights = await readActorRights(call)
  return withFreeName(() =>
    db.transact(adminScope(call.caller), async (tx) => {
      const snapshot = await takeUndo<SetSnapshot>(tx, UNDO, call.caller.user.id, undoId)
      const set = snapshot?.setId === setId ? await lockSet(tx, setId) : undefined
      if (!snapshot || !set) return refuse('404', sentences.undo_expired)
      const refusal = refuseChange({ ...set, isDeleted: false }, rights.authority, snapshot.version)
      if (refusal) return refusal
      const by = { ...call, ...rights }
      const done = set.isDeleted ? await restoreSet(tx, by, set) : await changeSet(tx, by, set, snapshot)
      return done instanceof Refusal ? done : new Answer(null, { message: sentences.permission_set_undone })
    }),
  )
}

/** Takes back that the caller gave users a set; whom that does not reach is left out with the reason, which refuses it where that is all. */
export async function undoGivePermissionSet(
  { db, texts }: GiveDeps,
  call: CallContext,
  offer: { setId: number; undoId: number },
) {
  const rights = await readActorRights(call)
  const done = await db.transact(adminScope(call.caller), (tx) => undoGive(tx, { ...call, ...rights }, offer))
  if (done instanceof Refusal) return done
  return new Answer(await outcomeOf(texts, call, done), { message: messageOf(done) })
}

function messageOf({ leftOut: { size: count } }: UndoneGive) {
  return count === 0 ? sentences.permission_set_give_undone : sentences.permission_set_give_undone_partly({ count })
}

import { undoGivePermissionSet } from '@portico/contract/permission-sets/permission-sets.ts'
import { request } from '../../api/call.ts'
import { offerUndo } from '../../patterns/use-action.ts'
import { toast } from '../../ui/toast.ts'
import { changedByAct } from '../give-access/follow-access-change.ts'

/** Says that users were given a set, with Undo; `undo` is absent where nobody was changed. */
export function announceGiven(
  params: { uid: number; setId: number },
  message: string,
  undo: { undoId: number } | undefined,
): void {
  if (!undo) return toast.success(message)
  const body = { undoId: undo.undoId }
  offerUndo(message, async () => (await request(undoGivePermissionSet, { params, body })).message, changedByAct)
}

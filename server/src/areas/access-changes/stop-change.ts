import type { Tx } from '../../db/database.ts'
import type { Message } from '../../http/sentences.ts'
import { recordAudit } from '../audit/public.ts'
import { lockChange, nextUsers, noteOutcomes, setChangeState, type StoredChange } from './access-change-store.ts'

/**
 * Ends an act whose administrator lost their rights, or which cannot begin or go on: those who wait stay as they are. One that
 * was being taken back can be taken back further. False where it was over already.
 * @param reason why the leaver of a hand-over keeps what they have
 */
export async function stopChange(tx: Tx, id: number, reason?: Message): Promise<boolean> {
  const change = await lockChange(tx, id)
  if (!change || !['planned', 'running', 'undoing'].includes(change.state)) return false
  const concerned = await concernedBy(tx, change)
  if (reason && change.kind === 'hand-over' && concerned.subjectId !== null)
    noteOutcomes(tx, id, [{ userId: concerned.subjectId, state: 'left-out', reason }])
  setChangeState(tx, id, 'stopped')
  recordAudit(tx, null, {
    event: 'access_change_stopped',
    actorId: null,
    ...concerned,
    sessionId: null,
    target: { kind: 'access-change', id },
  })
  return true
}

/**
 * Whom the end of an act concerns, for the audit trail: the leaver of a hand-over, null once they are erased, and the
 * client that it was planned at; otherwise the administrator of the act.
 */
export async function concernedBy(
  tx: Tx,
  { id, kind, clientId, ownerId }: StoredChange,
): Promise<{ subjectId: number | null; clientId?: number }> {
  if (kind !== 'hand-over') return { subjectId: ownerId }
  const [leaver] = await nextUsers(tx, id, 'waiting', 1)
  return { subjectId: leaver?.userId ?? null, clientId }
}

import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { Stores } from '../../stores.ts'
import type { CallContext } from '../../http/caller.ts'
import { auditActor } from '../audit/public.ts'

interface StatusTarget {
  id: number
  clientId: number
  status: 1 | 2 | 3
}

/** Ends the user's sessions by trigger where the user was active; the former status is remembered (UADM-103..105). */
export async function setStatus(
  { tx, audit }: Pick<Stores, 'audit' | 'tx'>,
  call: CallContext,
  { id, clientId, status: former }: StatusTarget,
  status: 1 | 2 | 3,
): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      status,
      previous_status: status === 1 || former === 3 ? null : former,
      // A form that was loaded before must not bring the former status back.
      profile_version: sql<number>`profile_version + 1`,
      status_changed_at: sql<Date>`clock_now()`,
      status_changed_by: auditActor(call.caller).actorId,
      updated_at: sql<Date>`clock_now()`,
    })
    .where('id', '=', id)
    .execute()
  const record = { event: 'user_updated', kind: 'user', id, clientId, subjectId: id } as const
  audit.change(call, record, { status: former }, { status })
}

/** Lifts every lock of a user and gives back their password attempts. */
export async function liftLocks(tx: Tx, userId: number): Promise<void> {
  await tx.updateTable('user_sign_ins').set({ attempts: 0, locked_until: null }).where('user_id', '=', userId).execute()
  await tx.deleteFrom('device_sign_ins').where('user_id', '=', userId).execute()
}

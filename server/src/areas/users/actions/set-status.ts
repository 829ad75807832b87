import { sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'
import type { ActContext } from '../../../http/caller.ts'
import { auditActor, auditChange } from '../../audit/public.ts'
import { queries } from '../../../db/queries.ts'
import { run } from '../../../db/run.ts'

interface StatusTarget {
  id: number
  clientId: number
  status: 1 | 2 | 3
}

/**
 * Ends the user's sessions by trigger where the user was active; the former status is remembered (UADM-103..105).
 * @param by null: a command
 */
export async function storeStatus(
  tx: Tx,
  by: number | null,
  { id, status: former }: Pick<StatusTarget, 'id' | 'status'>,
  status: 1 | 2 | 3,
): Promise<void> {
  await run(
    tx,
    queries
      .updateTable('users')
      .set({
        status,
        previous_status: status === 1 || former === 3 ? null : former,
        // A form that was loaded before must not bring the former status back.
        profile_version: sql<number>`profile_version + 1`,
        status_changed_at: sql<Date>`clock_now()`,
        status_changed_by: by,
        updated_at: sql<Date>`clock_now()`,
      })
      .where('id', '=', id),
  )
}

/** Gives a user another status, and records it. */
export async function setStatus(tx: Tx, call: ActContext, target: StatusTarget, status: 1 | 2 | 3): Promise<void> {
  await storeStatus(tx, auditActor(call.caller).actorId, target, status)
  const { id, clientId, status: former } = target
  const record = { event: 'user_updated', kind: 'user', id, clientId, subjectId: id } as const
  auditChange(tx, call, record, { status: former }, { status })
}

/** Lifts every lock of a user and gives back their password attempts. */
export async function liftLocks(tx: Tx, userId: number): Promise<void> {
  await run(
    tx,
    queries.updateTable('user_sign_ins').set({ attempts: 0, locked_until: null }).where('user_id', '=', userId),
  )
  await run(tx, queries.deleteFrom('device_sign_ins').where('user_id', '=', userId))
}

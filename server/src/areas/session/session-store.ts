import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { DEFAULT_IDLE_MINUTES } from './session-rules.ts'

export type EndReason = 'logout' | 'replaced' | 'displaced' | 'revoked'

export interface NewSession {
  tokenHash: Buffer
  csrfHash: Buffer
  bindingHash: Buffer
  userId: number
  idleMinutes: number
  maxHours: number
  address: string
  device: string
}

export interface OpenSession {
  id: number
  bindingHash: Buffer
  lastActiveAt: Date
  device: string
  address: string
}

/** The table `sessions`. */
export function sessionStore(tx: Tx) {
  return {
    /** Sessions of the user's own that still live, latest used first; emulated ones are not his. */
    findOpenOfUser: async (userId: number): Promise<OpenSession[]> =>
      tx
        .selectFrom('sessions')
        .select([
          'id',
          'binding_hash as bindingHash',
          'last_active_at as lastActiveAt',
          sql<string>`coalesce(device, '')`.as('device'),
          sql<string>`coalesce(host(address), '')`.as('address'),
        ])
        .where('user_id', '=', userId)
        .where('actor_user_id', 'is', null)
        .where('ended_at', 'is', null)
        .where('expires_at', '>', sql<Date>`clock_now()`)
        .where(
          sql<boolean>`last_active_at + make_interval(mins => coalesce(idle_minutes, ${DEFAULT_IDLE_MINUTES})) > clock_now()`,
        )
        .orderBy('last_active_at', 'desc')
        .execute(),

    open: async (session: NewSession): Promise<number> => {
      const row = await tx
        .insertInto('sessions')
        .values({
          token_hash: session.tokenHash,
          csrf_hash: session.csrfHash,
          binding_hash: session.bindingHash,
          user_id: session.userId,
          idle_minutes: session.idleMinutes,
          expires_at: sql<Date>`clock_now() + make_interval(hours => ${session.maxHours})`,
          address: session.address,
          device: session.device,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return row.id
    },

    /** Counts as activity now. */
    touch: async (id: number): Promise<Date> => {
      const row = await tx
        .updateTable('sessions')
        .set({ last_active_at: sql<Date>`clock_now()` })
        .where('id', '=', id)
        .returning('last_active_at')
        .executeTakeFirstOrThrow()
      return row.last_active_at
    },

    end: async (ids: readonly number[], reason: EndReason): Promise<void> => {
      if (ids.length === 0) return
      await tx
        .updateTable('sessions')
        .set({ ended_at: sql<Date>`clock_now()`, end_reason: reason })
        .where('id', 'in', [...ids])
        .where('ended_at', 'is', null)
        .execute()
    },
  }
}

import { sql } from 'kysely'
import { ask } from '../../db/ask.ts'
import type { Tx } from '../../db/database.ts'
import { DEFAULT_IDLE_MINUTES } from './session-rules.ts'

export type EndReason = 'logout' | 'replaced' | 'displaced' | 'revoked' | 'password-changed'

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

export interface OpenedSession {
  id: number
  /** True where the user has signed in before, but never from this browser or one like it. */
  isNewDevice: boolean
}

interface OpenedRow {
  id: number
  isKnown: boolean
  isKnownDevice: boolean
}

export interface OpenSession {
  id: number
  bindingHash: Buffer
  createdAt: Date
  lastActiveAt: Date
  device: string
  address: string
}

// Asked at every sign-in, hence written out and prepared by name.
const openSessions = `
  select id, binding_hash as "bindingHash", created_at as "createdAt", last_active_at as "lastActiveAt",
         coalesce(device, '') as device, coalesce(host(address), '') as address
    from sessions
   where user_id = $1 and actor_user_id is null and ended_at is null and expires_at > clock_now()
     and last_active_at + make_interval(mins => coalesce(idle_minutes, ${DEFAULT_IDLE_MINUTES})) > clock_now()
   order by last_active_at desc`

const openSession = `
  insert into sessions (token_hash, csrf_hash, binding_hash, user_id, idle_minutes, expires_at, address, device)
  values ($1, $2, $3, $4, $5, clock_now() + make_interval(hours => $6), $7, $8)
  returning id,
    exists (select from sessions earlier where earlier.user_id = $4 and earlier.actor_user_id is null) as "isKnown",
    exists (select from sessions earlier where earlier.user_id = $4 and earlier.actor_user_id is null
             and (earlier.binding_hash = $3 or earlier.device = $8)) as "isKnownDevice"`

/** The table `sessions`. */
export function sessionStore(tx: Tx) {
  return {
    /** Sessions of the user's own that still live, latest used first; emulated ones are not his. */
    findOpenOfUser: (userId: number): Promise<OpenSession[]> =>
      ask<OpenSession>(tx, 'open-sessions', openSessions, [userId]),

    open: async (session: NewSession): Promise<OpenedSession> => {
      const [row] = await ask<OpenedRow>(tx, 'open-session', openSession, [
        session.tokenHash,
        session.csrfHash,
        session.bindingHash,
        session.userId,
        session.idleMinutes,
        session.maxHours,
        session.address,
        session.device,
      ])
      if (!row) throw new Error('The session was not stored')
      // A first sign-in is from nowhere new: there was nothing before.
      return { id: row.id, isNewDevice: row.isKnown && !row.isKnownDevice }
    },

    /** Counts as activity now; undefined if the session ended meanwhile. */
    touch: async (id: number): Promise<Date | undefined> => {
      const row = await tx
        .updateTable('sessions')
        .set({ last_active_at: sql<Date>`clock_now()` })
        .where('id', '=', id)
        .where('ended_at', 'is', null)
        .returning('last_active_at')
        .executeTakeFirst()
      return row?.last_active_at
    },

    /** Ends every session of the user's own but this one; emulated ones belong to their administrator. The number of them. */
    endOfUser: async (userId: number, exceptId: number | null, reason: EndReason): Promise<number> => {
      const ended = await tx
        .updateTable('sessions')
        .set({ ended_at: sql<Date>`clock_now()`, end_reason: reason })
        .where('user_id', '=', userId)
        .where('actor_user_id', 'is', null)
        .where('ended_at', 'is', null)
        .$if(exceptId !== null, (query) => query.where('id', '<>', exceptId as number))
        .executeTakeFirst()
      return Number(ended.numUpdatedRows)
    },

    /** Goes on under new tokens, the old ones being worthless at once; false if it ended meanwhile. */
    renew: async (id: number, tokenHash: Buffer, csrfHash: Buffer): Promise<boolean> => {
      const renewed = await tx
        .updateTable('sessions')
        .set({ token_hash: tokenHash, csrf_hash: csrfHash })
        .where('id', '=', id)
        .where('ended_at', 'is', null)
        .executeTakeFirst()
      return renewed.numUpdatedRows > 0n
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

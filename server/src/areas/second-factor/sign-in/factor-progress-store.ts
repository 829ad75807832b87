import { query } from '../../../db/query.ts'
import type { Tx } from '../../../db/database.ts'

/** What can be started in a browser and must be finished in the same one. */
type BeginningKind = 'authenticator' | 'new-passkey' | 'passkey' | 'provider'

export interface Beginning {
  userId: number
  bindingHash: Buffer
  kind: BeginningKind
}

const BEGINNING_MINUTES = 10

const beginIt = `
  insert into pending_factor_setups (user_id, binding_hash, kind, sealed, expires_at)
  values ($1, $2, $3, $4, clock_now() + interval '${BEGINNING_MINUTES} minutes')
  on conflict (user_id, binding_hash, kind) do update set sealed = excluded.sealed, expires_at = excluded.expires_at`

const finishIt = `
  delete from pending_factor_setups
   where user_id = $1 and binding_hash = $2 and kind = $3 and expires_at > clock_now()
  returning sealed`

const findIt = `
  select sealed from pending_factor_setups
   where user_id = $1 and binding_hash = $2 and kind = $3 and expires_at > clock_now()`

const countSkip = `
  insert into second_factor_skips as counted (user_id, skips) select $1, 1 where $2 > 0
  on conflict (user_id) do update set skips = counted.skips + 1 where counted.skips < $2
  returning skips`

/** The tables of what is in progress: `pending_factor_setups`, `second_factor_skips`. */
export function factorProgressStore(tx: Tx) {
  return {
    begin: async ({ userId, bindingHash, kind }: Beginning, sealed: string): Promise<void> => {
      await query(tx, beginIt, [userId, bindingHash, kind, sealed])
    },

    /** Consumes what was started; undefined when nothing was started in this browser, or it has expired. */
    finish: async ({ userId, bindingHash, kind }: Beginning): Promise<string | undefined> => {
      const [begun] = await query<{ sealed: string }>(tx, finishIt, [userId, bindingHash, kind])
      return begun?.sealed
    },

    /** The same without consuming it: a mistyped code may be entered again. */
    findBegun: async ({ userId, bindingHash, kind }: Beginning): Promise<string | undefined> => {
      const [begun] = await query<{ sealed: string }>(tx, findIt, [userId, bindingHash, kind])
      return begun?.sealed
    },

    skipsOf: async (userId: number): Promise<number> => {
      const row = await tx
        .selectFrom('second_factor_skips')
        .select('skips')
        .where('user_id', '=', userId)
        .executeTakeFirst()
      return row?.skips ?? 0
    },

    /** Returns false when no skip is left. */
    countSkip: async (userId: number, allowed: number): Promise<boolean> => {
      const counted = await query(tx, countSkip, [userId, allowed])
      return counted.length > 0
    },

    forgetProgress: async (userId: number): Promise<void> => {
      await tx.deleteFrom('pending_factor_setups').where('user_id', '=', userId).execute()
      await tx.deleteFrom('second_factor_skips').where('user_id', '=', userId).execute()
    },
  }
}

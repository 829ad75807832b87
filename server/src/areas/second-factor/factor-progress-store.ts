import { ask } from '../../db/ask.ts'
import type { Tx } from '../../db/database.ts'

/** What may be begun in a browser and finished there. */
type BeginningKind = 'authenticator' | 'new-passkey' | 'passkey' | 'provider'

export interface Beginning {
  userId: number
  bindingHash: Buffer
  kind: BeginningKind
}

/** Wrong codes and passwords within a time (S18). */
const TRIES = 5
const TRIES_MINUTES = 5
const BEGINNING_MINUTES = 10

const beginIt = `
  insert into second_factor_beginnings (user_id, binding_hash, kind, sealed, expires_at)
  values ($1, $2, $3, $4, clock_now() + interval '${BEGINNING_MINUTES} minutes')
  on conflict (user_id, binding_hash, kind) do update set sealed = excluded.sealed, expires_at = excluded.expires_at`

const finishIt = `
  delete from second_factor_beginnings
   where user_id = $1 and binding_hash = $2 and kind = $3 and expires_at > clock_now()
  returning sealed`

const findIt = `
  select sealed from second_factor_beginnings
   where user_id = $1 and binding_hash = $2 and kind = $3 and expires_at > clock_now()`

const windowRuns = `counted.tries_since > clock_now() - interval '${TRIES_MINUTES} minutes'`
const takeTry = `
  insert into second_factor_tries as counted (user_id, kind, tries, tries_since) values ($1, $2, 1, clock_now())
  on conflict (user_id, kind) do update
     set tries = case when ${windowRuns} then counted.tries + 1 else 1 end,
         tries_since = case when ${windowRuns} then counted.tries_since else clock_now() end
   where counted.tries < ${TRIES} or not ${windowRuns}
  returning user_id`

const countSkip = `
  insert into second_factor_skips as counted (user_id, skips) select $1, 1 where $2 > 0
  on conflict (user_id) do update set skips = counted.skips + 1 where counted.skips < $2
  returning skips`

/** The tables of what is under way: `second_factor_beginnings`, `second_factor_tries`, `second_factor_skips`. */
export function factorProgressStore(tx: Tx) {
  return {
    begin: async ({ userId, bindingHash, kind }: Beginning, sealed: string): Promise<void> => {
      await ask(tx, 'begin-factor', beginIt, [userId, bindingHash, kind, sealed])
    },

    /** What was begun, taken out of the world; undefined if nothing was begun here, or too long ago. */
    finish: async ({ userId, bindingHash, kind }: Beginning): Promise<string | undefined> => {
      const [begun] = await ask<{ sealed: string }>(tx, 'finish-factor', finishIt, [userId, bindingHash, kind])
      return begun?.sealed
    },

    /** The same, and leaves it: a mistyped code may be typed again. */
    findBegun: async ({ userId, bindingHash, kind }: Beginning): Promise<string | undefined> => {
      const [begun] = await ask<{ sealed: string }>(tx, 'find-begun-factor', findIt, [userId, bindingHash, kind])
      return begun?.sealed
    },

    /** One try, taken before anything is compared, in one statement: however many run at once, no more pass. */
    takeTry: async (userId: number, kind: 'code' | 'password'): Promise<boolean> => {
      const taken = await ask(tx, 'take-factor-try', takeTry, [userId, kind])
      return taken.length > 0
    },

    restoreTries: async (userId: number, kind: 'code' | 'password'): Promise<void> => {
      await tx.deleteFrom('second_factor_tries').where('user_id', '=', userId).where('kind', '=', kind).execute()
    },

    skipsOf: async (userId: number): Promise<number> => {
      const row = await tx
        .selectFrom('second_factor_skips')
        .select('skips')
        .where('user_id', '=', userId)
        .executeTakeFirst()
      return row?.skips ?? 0
    },

    /** False: none of the allowed ones is left. */
    countSkip: async (userId: number, allowed: number): Promise<boolean> => {
      const counted = await ask(tx, 'count-skip', countSkip, [userId, allowed])
      return counted.length > 0
    },

    forgetProgress: async (userId: number): Promise<void> => {
      await tx.deleteFrom('second_factor_beginnings').where('user_id', '=', userId).execute()
      await tx.deleteFrom('second_factor_tries').where('user_id', '=', userId).execute()
      await tx.deleteFrom('second_factor_skips').where('user_id', '=', userId).execute()
    },
  }
}

import { query } from '../../../db/query.ts'
import type { Tx } from '../../../db/database.ts'
import type { ProviderName } from '../second-factor-rules.ts'

const takeCodeStep = `
  update authenticators set last_step = $2, last_used_at = clock_now()
   where user_id = $1 and last_step < $2 returning user_id`

const keepAuthenticator = `
  insert into authenticators (user_id, sealed_seed, last_step) values ($1, $2, $3)
  on conflict (user_id) do update
     set sealed_seed = excluded.sealed_seed, last_step = excluded.last_step, created_at = clock_now(), last_used_at = null`

const useRecoveryCode = `update recovery_codes set used_at = clock_now() where id = $1 and used_at is null returning id`

/** The tables of enrolled factors: `second_factor_enrollments`, `authenticators`, `recovery_codes`. */
export function factorStore(tx: Tx) {
  const isTaken = (rows: unknown[]) => rows.length > 0
  return {
    /**
     * Returns true when the user was not enrolled at this provider before. Concurrent enrollments of one user are
     * serialized.
     */
    enroll: async (userId: number, provider: ProviderName): Promise<boolean> => {
      const added = await tx
        .insertInto('second_factor_enrollments')
        .values({ user_id: userId, provider })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      return (added.numInsertedOrUpdatedRows ?? 0n) > 0n
    },

    findAuthenticator: (userId: number) =>
      tx
        .selectFrom('authenticators')
        .select(['sealed_seed', 'created_at', 'last_used_at'])
        .where('user_id', '=', userId)
        .executeTakeFirst(),

    /** `step`: time step of the confirming code, so that this code is not valid again. */
    keepAuthenticator: async (userId: number, sealedSeed: string, step: number): Promise<void> => {
      await query(tx, keepAuthenticator, [userId, sealedSeed, step])
    },

    /** Returns false when a code of this step or a later one was used before. */
    takeCodeStep: async (userId: number, step: number): Promise<boolean> =>
      isTaken(await query(tx, takeCodeStep, [userId, step])),

    removeAuthenticator: async (userId: number): Promise<boolean> => {
      const removed = await tx.deleteFrom('authenticators').where('user_id', '=', userId).executeTakeFirst()
      return removed.numDeletedRows > 0n
    },

    listRecoveryCodes: (userId: number) =>
      tx
        .selectFrom('recovery_codes')
        .select(['id', 'signed_code'])
        .where('user_id', '=', userId)
        .where('used_at', 'is', null)
        .execute(),

    replaceRecoveryCodes: async (userId: number, signedCodes: readonly string[]): Promise<void> => {
      await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
      if (signedCodes.length === 0) return
      await tx
        .insertInto('recovery_codes')
        .values(signedCodes.map((signed_code) => ({ user_id: userId, signed_code })))
        .execute()
    },

    /** Returns false when the code was used concurrently. */
    useRecoveryCode: async (id: number): Promise<boolean> => isTaken(await query(tx, useRecoveryCode, [id])),

    /** Removes everything except passkeys; returns true when there was anything. */
    removeAll: async (userId: number): Promise<boolean> => {
      const enrolled = await tx.deleteFrom('second_factor_enrollments').where('user_id', '=', userId).executeTakeFirst()
      const apps = await tx.deleteFrom('authenticators').where('user_id', '=', userId).executeTakeFirst()
      await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
      return enrolled.numDeletedRows + apps.numDeletedRows > 0n
    },
  }
}

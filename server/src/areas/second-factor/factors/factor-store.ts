import type { Tx } from '../../../db/database.ts'
import type { ProviderName } from '../second-factor-rules.ts'
import { queries } from '../../../db/queries.ts'
import { run, runCount, runFirst } from '../../../db/run.ts'
import { int, statement, text } from '../../../db/statement.ts'

const takeCodeStepStatement = statement([int, int], {
  name: 'second-factor: take code step',
  text: `
  update authenticators set last_step = $2, last_used_at = clock_now()
   where user_id = $1 and last_step < $2 returning user_id as "userId"`,
  row: { userId: int },
})

const keepAuthenticatorStatement = statement([int, text, int], {
  name: 'second-factor: keep authenticator',
  text: `
  insert into authenticators (user_id, sealed_seed, last_step) values ($1, $2, $3)
  on conflict (user_id) do update
     set sealed_seed = excluded.sealed_seed, last_step = excluded.last_step, created_at = clock_now(), last_used_at = null`,
})

const spendRecoveryCode = statement([int], {
  name: 'second-factor: spend recovery code',
  text: `update recovery_codes set used_at = clock_now() where id = $1 and used_at is null returning id`,
  row: { id: int },
})

// The tables of enrolled factors: `second_factor_enrollments`, `authenticators`, `recovery_codes`.

const isTaken = (rows: unknown[]) => rows.length > 0

/**
 * Returns true when the user was not enrolled at this provider before. Concurrent enrollments of one user are
 * serialized.
 */
export async function enrollAtProvider(tx: Tx, userId: number, provider: ProviderName): Promise<boolean> {
  const added = await runCount(
    tx,
    queries
      .insertInto('second_factor_enrollments')
      .values({ user_id: userId, provider })
      .onConflict((conflict) => conflict.doNothing()),
  )
  return added > 0
}

export const findAuthenticator = (tx: Tx, userId: number) =>
  runFirst(
    tx,
    queries
      .selectFrom('authenticators')
      .select(['sealed_seed', 'created_at', 'last_used_at'])
      .where('user_id', '=', userId),
  )

/** `step`: time step of the confirming code, so that this code is not valid again. */
export async function keepAuthenticator(tx: Tx, userId: number, sealedSeed: string, step: number): Promise<void> {
  await run(tx, keepAuthenticatorStatement(userId, sealedSeed, step))
}

/** Returns false when a code of this step or a later one was used before. */
export const takeCodeStep = async (tx: Tx, userId: number, step: number): Promise<boolean> =>
  isTaken(await run(tx, takeCodeStepStatement(userId, step)))

export async function deleteAuthenticator(tx: Tx, userId: number): Promise<boolean> {
  const removed = await runCount(tx, queries.deleteFrom('authenticators').where('user_id', '=', userId))
  return removed > 0
}

export const listRecoveryCodes = (tx: Tx, userId: number) =>
  run(
    tx,
    queries
      .selectFrom('recovery_codes')
      .select(['id', 'signed_code'])
      .where('user_id', '=', userId)
      .where('used_at', 'is', null),
  )

export async function replaceRecoveryCodes(tx: Tx, userId: number, signedCodes: readonly string[]): Promise<void> {
  await run(tx, queries.deleteFrom('recovery_codes').where('user_id', '=', userId))
  if (signedCodes.length === 0) return
  await run(
    tx,
    queries.insertInto('recovery_codes').values(signedCodes.map((signed_code) => ({ user_id: userId, signed_code }))),
  )
}

/** Returns false when the code was used concurrently. */
export const markRecoveryCodeUsed = async (tx: Tx, id: number): Promise<boolean> =>
  isTaken(await run(tx, spendRecoveryCode(id)))

/** Removes everything except passkeys; returns true when there was anything. */
export async function removeEnrolledFactors(tx: Tx, userId: number): Promise<boolean> {
  const enrolled = await runCount(tx, queries.deleteFrom('second_factor_enrollments').where('user_id', '=', userId))
  const apps = await runCount(tx, queries.deleteFrom('authenticators').where('user_id', '=', userId))
  await run(tx, queries.deleteFrom('recovery_codes').where('user_id', '=', userId))
  return enrolled + apps > 0
}

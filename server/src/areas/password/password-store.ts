import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { queries } from '../../db/queries.ts'
import { run, runFirst, runOne } from '../../db/run.ts'

/** Number of earlier passwords kept, whatever the rule requires now: an administrator may require more later. */
const KEPT = 24

/** Columns of a password that its owner chose. */
const ownPassword = (hash: string) => ({
  password_hash: hash,
  password_changed_at: sql<Date>`clock_now()`,
  temporary_password_expires_at: null,
  password_spent_at: null,
  updated_at: sql<Date>`clock_now()`,
})

// The password columns of `users`, and the table `password_history`.

const remember = (tx: Tx, userId: number, replacedHash: string) => rememberPassword(tx, userId, replacedHash)

/** Replaces the password that was verified; returns the time, or undefined when another change came first. */
export async function replacePassword(
  tx: Tx,
  userId: number,
  oldHash: string,
  newHash: string,
): Promise<Date | undefined> {
  const changed = await runFirst(
    tx,
    queries
      .updateTable('users')
      .set(ownPassword(newHash))
      .where('id', '=', userId)
      .where('password_hash', '=', oldHash)
      .returning('password_changed_at as at'),
  )
  if (changed) await remember(tx, userId, oldHash)
  return changed?.at ?? undefined
}

/** Sets a password that the user chose, whatever they had before. */
export async function setOwnPassword(
  tx: Tx,
  user: { id: number; passwordHash: string | null },
  newHash: string,
): Promise<Date> {
  const row = await runOne(
    tx,
    queries
      .updateTable('users')
      .set(ownPassword(newHash))
      .where('id', '=', user.id)
      .returning('password_changed_at as at'),
  )
  if (user.passwordHash !== null) await remember(tx, user.id, user.passwordHash)
  return row.at as Date
}

/** Sets a temporary password; returns its expiry. */
export async function storeTemporaryPassword(
  tx: Tx,
  user: { id: number; passwordHash: string | null },
  newHash: string,
  minutes: number,
): Promise<Date> {
  const row = await runOne(
    tx,
    queries
      .updateTable('users')
      .set({
        password_hash: newHash,
        password_changed_at: null,
        temporary_password_expires_at: sql<Date>`clock_now() + make_interval(mins => ${minutes})`,
        password_spent_at: null,
        updated_at: sql<Date>`clock_now()`,
      })
      .where('id', '=', user.id)
      .returning('temporary_password_expires_at as end'),
  )
  if (user.passwordHash !== null) await remember(tx, user.id, user.passwordHash)
  return row.end as Date
}

/** Returns the latest earlier passwords, newest first. */
export async function listLatestPasswords(tx: Tx, userId: number, limit: number): Promise<string[]> {
  const rows = await run(
    tx,
    queries
      .selectFrom('password_history')
      .select('password_hash')
      .where('user_id', '=', userId)
      .orderBy('id', 'desc')
      .limit(limit),
  )
  return rows.map((row) => row.password_hash)
}

/** Stores the replaced password and deletes the oldest ones. */
async function rememberPassword(tx: Tx, userId: number, replacedHash: string): Promise<void> {
  await run(tx, queries.insertInto('password_history').values({ user_id: userId, password_hash: replacedHash }))
  await run(
    tx,
    queries
      .deleteFrom('password_history')
      .where('user_id', '=', userId)
      .where('id', 'not in', (eb) =>
        eb.selectFrom('password_history').select('id').where('user_id', '=', userId).orderBy('id', 'desc').limit(KEPT),
      ),
  )
}

import { createHash } from 'node:crypto'
import { attemptWindow } from '../../db/attempt-window.ts'
import type { Db, Tx } from '../../db/database.ts'
import { run, write } from '../../db/run.ts'
import { bool, bytes, int, statement } from '../../db/statement.ts'

/** How often an action may be attempted within a window, counted over all nodes. */
export interface AttemptLimit {
  /** What is counted; two limits never share a count. */
  key: readonly [purpose: string, ...about: (string | number)[]]
  maxAttempts: number
  minutes: number
}

const { isRunning, countOne } = attemptWindow('make_interval(mins => $3)')

// A full count is not changed: no row is returned and the window keeps running.
const consume = statement([bytes, int, int], {
  name: 'consume an attempt',
  text: `
  with taken as (
    insert into attempt_counts as counted (key, attempts, attempts_since) values ($1, 1, clock_now())
    on conflict (key) do update set ${countOne}
     where counted.attempts < $2 or not ${isRunning}
    returning 1)
  select exists (select from taken) as "isTaken",
         coalesce((select extract(epoch from attempts_since + make_interval(mins => $3) - clock_now())::integer
                     from attempt_counts where key = $1), 60 * $3) as seconds`,
  values: (limit: AttemptLimit) => [hashedKey(limit), limit.maxAttempts, limit.minutes],
  row: { isTaken: bool, seconds: int },
})

const hashedKey = ({ key }: Pick<AttemptLimit, 'key'>) => createHash('sha256').update(key.join('\0')).digest()

/** Consumes one attempt in one atomic statement. Returns null, or the seconds to wait when none is left. */
export async function consumeAttempt(db: Db, limit: AttemptLimit): Promise<{ waitSeconds: number } | null> {
  const [row] = await write(db, consume(limit))
  return row?.isTaken ? null : { waitSeconds: row?.seconds ?? 60 * limit.minutes }
}

const giveBack = statement([bytes], {
  name: 'give back an attempt',
  text: 'update attempt_counts set attempts = attempts - 1 where key = $1 and attempts > 0',
  values: (limit: AttemptLimit) => [hashedKey(limit)],
})

/** Gives back an attempt that could not be made, because what checks the secret is unavailable. */
export async function giveBackAttempt(db: Db, limit: AttemptLimit): Promise<void> {
  await write(db, giveBack(limit))
}

const reset = statement([bytes], {
  name: 'reset attempts',
  text: 'delete from attempt_counts where key = $1',
  values: (limit: AttemptLimit) => [hashedKey(limit)],
})

/** Resets the count after a correct secret. */
export async function resetAttempts(db: Db, limit: AttemptLimit): Promise<void> {
  await write(db, reset(limit))
}

/** The same within a transaction. */
export async function resetAttemptsIn(tx: Tx, limit: AttemptLimit): Promise<void> {
  await run(tx, reset(limit))
}

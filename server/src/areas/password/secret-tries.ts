import { createHash } from 'node:crypto'
import type { Db } from '../../db/database.ts'

/** How often a secret may be tried, counted over all nodes. */
export interface TryLimit {
  /** What is counted; two limits never share a count. */
  of: readonly [purpose: string, ...about: (string | number)[]]
  most: number
  minutes: number
}

const isRunning = 'counted.attempts_since > clock_now() - make_interval(mins => $3)'

// A count that is full stays as it is: no row comes back, and the time to wait goes on running.
const takeStatement = `
  with taken as (
    insert into secret_tries as counted (key, attempts, attempts_since) values ($1, 1, clock_now())
    on conflict (key) do update
       set attempts = case when ${isRunning} then counted.attempts + 1 else 1 end,
           attempts_since = case when ${isRunning} then counted.attempts_since else clock_now() end
     where counted.attempts < $2 or not ${isRunning}
    returning 1)
  select exists (select from taken) as is_taken,
         coalesce((select extract(epoch from attempts_since + make_interval(mins => $3) - clock_now())::integer
                     from secret_tries where key = $1), 60 * $3) as seconds`

const keyOf = ({ of }: Pick<TryLimit, 'of'>) => createHash('sha256').update(of.join('\0')).digest()

/** Takes one try, in one atomic statement; else the seconds until there is one again. */
export async function takeTry(db: Db, limit: TryLimit): Promise<{ waitSeconds: number } | null> {
  const [row] = await db.prepared<{ is_taken: boolean; seconds: number }>('take-secret-try', takeStatement, [
    keyOf(limit),
    limit.most,
    limit.minutes,
  ])
  return row?.is_taken ? null : { waitSeconds: row?.seconds ?? 60 * limit.minutes }
}

/** Makes the count whole again, after the secret was right. */
export async function forgetTries(db: Db, limit: TryLimit): Promise<void> {
  await db.prepared('forget-secret-tries', 'delete from secret_tries where key = $1', [keyOf(limit)])
}

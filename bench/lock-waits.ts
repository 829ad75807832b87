import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

/** Between two looks, so that a wait is measured too short by at most this. */
const LOOK_EVERY_MS = 20

/** Watches who waits for locks of tables and rows. */
export interface LockWatch {
  /** The longest wait since the last call, in milliseconds. Advisory locks, of which a turn of a job is one, do not count. */
  takeLongestMs(): number
  stop(): Promise<void>
}

const readLongest = `
  select coalesce(max(extract(epoch from clock_timestamp() - waitstart)) * 1000, 0)::float8 as ms
    from pg_locks where not granted and locktype <> 'advisory'`

export async function watchLocks(url: string): Promise<LockWatch> {
  const client = new pg.Client(url)
  await client.connect()
  let longest = 0
  let isOver = false
  const looking = (async () => {
    while (!isOver) {
      const { rows } = await client.query<{ ms: number }>(readLongest)
      longest = Math.max(longest, rows[0]?.ms ?? 0)
      await delay(LOOK_EVERY_MS)
    }
  })()
  return {
    takeLongestMs: () => {
      const taken = Math.round(longest)
      longest = 0
      return taken
    },
    stop: async () => {
      isOver = true
      await looking
      await client.end()
    },
  }
}

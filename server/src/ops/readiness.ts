import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../db/database.ts'
import { pendingMigrations, readApplied, readMigrations } from '../db/migrate.ts'
import { connectAsOwner } from '../db/owner-connection.ts'
import type { NodeState } from './node-state.ts'

const PATIENCE_MS = 1_000
const allowedClockDifference = 5000
/** Milliseconds for which the state of the migrations is believed. */
const migrationsKept = 30_000

export interface ReadinessParts {
  database: Database
  /** The list of migrations is for the owner of the database only. */
  databaseUrl: string
  state: NodeState
  /** How long the database may take to answer. */
  patienceMs?: number | undefined
}

/** Why this node should get no requests now; nothing means that it is ready. */
export function readiness({
  database,
  databaseUrl,
  state,
  patienceMs = PATIENCE_MS,
}: ReadinessParts): () => Promise<string[]> {
  const migrations = migrationCheck(databaseUrl, patienceMs)
  return async () => {
    if (state.phase === 'starting') return ['The portal is starting.']
    if (state.phase === 'draining') return ['The portal is stopping.']
    const clockAhead = await within(
      patienceMs,
      database.ping().then((ping) => ping.clockAhead),
    )
    if (clockAhead === undefined) return ['The database does not answer.']
    const reasons: string[] = []
    if (Math.abs(clockAhead) > allowedClockDifference)
      reasons.push(
        `The clocks of this node and of the database are ${Math.round(Math.abs(clockAhead) / 1000)} seconds apart.`,
      )
    if (!(await migrations())) reasons.push('The database lacks migrations of this version.')
    return reasons
  }
}

/** Whether all migrations of this version are applied, as far as is known. */
function migrationCheck(databaseUrl: string, patienceMs: number): () => Promise<boolean> {
  let isCurrent = false
  let knownAt = -Infinity
  return async () => {
    if (performance.now() - knownAt < migrationsKept && isCurrent) return isCurrent
    const pending = await within(patienceMs, countPending(databaseUrl))
    if (pending !== undefined) {
      isCurrent = pending === 0
      knownAt = performance.now()
    }
    return isCurrent
  }
}

async function countPending(databaseUrl: string): Promise<number> {
  const known = await readMigrations()
  const client = await connectAsOwner(databaseUrl, 'portal readiness')
  try {
    const applied = await readApplied(client)
    // Those of a newer version are its own business: two versions run side by side during an upgrade.
    return pendingMigrations(
      known,
      applied.filter(({ version }) => known.some((each) => each.version === version)),
    ).length
  } finally {
    await client.end()
  }
}

/** What the promise brings in time; nothing when it fails or takes too long. */
export async function within<Result>(milliseconds: number, promise: Promise<Result>): Promise<Result | undefined> {
  const timer = new AbortController()
  const late = delay(milliseconds, undefined, { signal: timer.signal, ref: false }).catch(() => undefined)
  try {
    return await Promise.race([promise.catch(() => undefined), late])
  } finally {
    timer.abort()
  }
}

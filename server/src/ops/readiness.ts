import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../db/database.ts'
import { readApplied } from '../db/migrate.ts'
import { readMigrations } from '../db/migration-files.ts'
import { connectAsOwner } from '../db/owner-connection.ts'
import { pendingMigrations } from '../db/serving-window.ts'
import { shortList, wrongGrants } from '../db/portal-grants.ts'
import { checkStoredSecrets } from '../doctor/check-keys.ts'
import type { SecretKey } from '../config/config.ts'
import type { SealedRows } from '../crypto/sealed-rows.ts'
import type { NodeState } from './node-state.ts'
import type { Standing } from './node-standing.ts'

const CHECK_TIMEOUT_MS = 1_000
const allowedClockDifference = 5000
/** Milliseconds that a successful check of migrations, grants and keys is cached. */
const FITNESS_KEPT_MS = 30_000

/** Milliseconds after which a check is given up, as on a connection that broke without a word. */
const FITNESS_ABANDONED_MS = 10_000

export interface ReadinessDeps {
  database: Database
  /** Migrations and grants are read as the owner of the database. */
  databaseUrl: string
  secretKeys: readonly SecretKey[]
  /** Kinds of stored secrets that a node has to open in order to be ready. */
  essentialSecrets: readonly SealedRows[]
  state: NodeState
  readStanding: () => Promise<Standing>
  /** Timeout of the database. */
  timeoutMs?: number | undefined
}

export interface Readiness {
  /** Why this node should get no requests now; empty when it is ready. */
  reasons: readonly string[]
  /** What an operator should do while the node serves. */
  notices: readonly string[]
}

/**
 * Only what every request needs makes a node unready: database, migrations, grants, keys, clock, and that it is not
 * stopping (R21).
 */
export function readiness({
  database,
  databaseUrl,
  secretKeys,
  essentialSecrets,
  state,
  readStanding,
  timeoutMs = CHECK_TIMEOUT_MS,
}: ReadinessDeps): () => Promise<Readiness> {
  const fitness = fitnessCheck(() => findUnfitness({ databaseUrl, secretKeys, essentialSecrets }), timeoutMs)
  return async () => {
    if (state.phase === 'starting') return unready('The portal is starting.')
    if (state.phase === 'draining') return unready('The portal is stopping.')
    const clockAhead = await within(
      timeoutMs,
      database.ping().then((ping) => ping.clockAhead),
    )
    if (clockAhead === undefined) return unready('The database does not answer.')
    const reasons: string[] = []
    if (Math.abs(clockAhead) > allowedClockDifference)
      reasons.push(
        `The clocks of this node and of the database are ${Math.round(Math.abs(clockAhead) / 1000)} seconds apart.`,
      )
    const standing = await within(timeoutMs, readStanding())
    if (standing) reasons.push(...standing.reasons)
    return { reasons: [...reasons, ...(await fitness())], notices: standing?.notices ?? [] }
  }
}

const unready = (reason: string): Readiness => ({ reasons: [reason], notices: [] })

/** Caches successful checks; failed ones are repeated each time. A check that takes too long counts when it ends. */
function fitnessCheck(find: () => Promise<string[]>, timeoutMs: number): () => Promise<string[]> {
  let known = ['Migrations, grants and keys could not be checked yet.']
  let knownAt = -Infinity
  let running: { since: number; ended: Promise<void> } | undefined
  const begin = () => {
    const check = { since: performance.now(), ended: Promise.resolve() }
    const keep = (found: string[]) => {
      if (running !== check) return
      known = found
      knownAt = performance.now()
    }
    check.ended = find()
      .then(keep)
      .finally(() => {
        if (running === check) running = undefined
      })
    check.ended.catch(() => {})
    return check
  }
  return async () => {
    if (known.length === 0 && performance.now() - knownAt < FITNESS_KEPT_MS) return known
    if (!running || performance.now() - running.since > FITNESS_ABANDONED_MS) running = begin()
    await within(timeoutMs, running.ended)
    return known
  }
}

type FitnessDeps = Pick<ReadinessDeps, 'databaseUrl' | 'secretKeys' | 'essentialSecrets'>

async function findUnfitness({ databaseUrl, secretKeys, essentialSecrets }: FitnessDeps): Promise<string[]> {
  const known = await readMigrations()
  const client = await connectAsOwner(databaseUrl, 'portal readiness')
  try {
    const applied = await readApplied(client)
    // Migrations of a newer version are the business of `nodeStanding`.
    const ours = applied.filter(({ version }) => known.some((each) => each.version === version))
    if (pendingMigrations(known, ours).length > 0) return ['The database lacks migrations of this version.']
    const reasons: string[] = []
    const { missing } = ours.length < applied.length ? { missing: [] } : await wrongGrants(client)
    if (missing.length > 0)
      reasons.push(`The database role portal_app lacks ${shortList(missing)}; "npm run portal -- doctor" says more.`)
    const keys = await checkStoredSecrets(client, { secretKeys }, essentialSecrets)
    if (!keys.ok) reasons.push(keys.message)
    return reasons
  } finally {
    await client.end()
  }
}

/** Returns the result of the promise in time; nothing when it fails or takes too long. */
export async function within<Result>(milliseconds: number, promise: Promise<Result>): Promise<Result | undefined> {
  const timer = new AbortController()
  const late = delay(milliseconds, undefined, { signal: timer.signal, ref: false }).catch(() => undefined)
  try {
    return await Promise.race([promise.catch(() => undefined), late])
  } finally {
    timer.abort()
  }
}

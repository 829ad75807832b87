import type { Db } from '../../db/database.ts'
import { runOne } from '../../db/run.ts'
import { bool, instant, statement, text } from '../../db/statement.ts'
import { ttlCache } from '../../db/ttl-cache.ts'
import { sourceOfNetwork } from './human-check-rules.ts'
import { hasFailedOften } from './sign-in-store.ts'

/** What a new pre-login token depends on. */
export interface TokenFacts {
  /** The database's clock. */
  now: Date
  /** True: the network's failures require a human check. */
  hasFailedOften: boolean
}

export interface TokenFactsReader {
  read(network: string): Promise<TokenFacts>
  /** To be called when a failure was counted; other nodes know of it within the time that facts are kept. */
  forget(): void
}

/** Milliseconds for which the facts of a network are kept: an office that signs in at nine reads them once a second. */
export const TOKEN_FACTS_MS = 1_000

const factsOfSource = statement([text], {
  name: 'sign-in: facts of source',
  text: `
  select clock_now() as now,
         exists (select from sign_in_failures where source = $1 and ${hasFailedOften}) as "hasFailedOften"`,
  row: { now: instant, hasFailedOften: bool },
})

/**
 * Reads the facts of a network at most once in `keptMs`; 0: each time. Facts that are a second old do no harm: whether
 * a check is required is decided when the attempt is counted.
 */
export function tokenFacts(db: Db, keptMs: number): TokenFactsReader {
  const load = async (network: string) => {
    return { row: await runOne(db, factsOfSource(sourceOfNetwork(network))), readAt: performance.now() }
  }
  const cache = keptMs === 0 ? { read: load, clear: () => {} } : ttlCache({ ttlMs: keptMs, maxEntries: 10_000 }, load)
  return {
    read: async (network) => {
      const { row, readAt } = await cache.read(network)
      const now = new Date(row.now.getTime() + performance.now() - readAt)
      return { now, hasFailedOften: row.hasFailedOften }
    },
    forget: () => cache.clear(),
  }
}

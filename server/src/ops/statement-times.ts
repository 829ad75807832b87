import { Histogram } from 'prom-client'
import { type ObserveDuration, servingPools } from '../db/database.ts'

/** How long statements took, by pool. Exists before the database is opened, whose statements it observes. */
export interface StatementTimes {
  readonly histogram: Histogram
  readonly observe: ObserveDuration
}

/** Makes the histogram of statement times; it is in no registry yet. */
export function statementTimes(): StatementTimes {
  const histogram = new Histogram({
    name: 'portal_database_statement_duration_seconds',
    help: 'Time from sending a statement to its answer, the wait for locks included; failed ones too.',
    labelNames: ['pool'],
    buckets: [0.005, 0.025, 0.1, 0.5, 1, 5, 30, 300],
    registers: [],
  })
  // Looking a label up for each statement takes longer than counting it.
  const byPool = new Map<string, { observe(seconds: number): void }>()
  for (const pool of servingPools) {
    histogram.zero({ pool })
    byPool.set(pool, histogram.labels({ pool }))
  }
  return { histogram, observe: (pool, seconds) => byPool.get(pool)?.observe(seconds) }
}

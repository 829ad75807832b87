import type * as contract from '@portico/contract/overview/overview.ts'
import type { Handlers } from '../../http/handlers.ts'
import { readDailyFigures } from './daily-figures.ts'
import { type FirstStepsDeps, readFirstSteps } from './first-steps.ts'
import { type LatestChangesDeps, readLatestChanges } from './latest-changes.ts'
import { type WaitingDeps, waitingCounter } from './waiting-counts.ts'

interface OverviewDeps extends WaitingDeps, FirstStepsDeps, LatestChangesDeps {
  /** Of the days that are counted. */
  timeZone: string
}

/** What administrators see before they open one of their screens. */
export function overviewHandlers(deps: OverviewDeps): Handlers<typeof contract> {
  const countWaiting = waitingCounter(deps)
  return {
    getWaiting: ({ caller }) => countWaiting(caller),
    // One after the other: a reader takes one connection, not three.
    getOverview: async ({ caller, request }) => ({
      firstSteps: await readFirstSteps(deps, caller),
      dailyFigures: await readDailyFigures(deps, caller),
      latestChanges: await readLatestChanges(deps, { caller, request }),
    }),
  }
}

import * as contract from '@portico/contract/overview/overview.ts'
import { run } from '../../db/run.ts'
import { adminScope } from '../../http/authority.ts'
import type { Handlers } from '../../http/handlers.ts'
import type { Texts } from '../../http/sentences.ts'
import { audienceOf } from '../../http/text-audience.ts'
import { latestChanges } from '../audit/public.ts'
import { readDailyFigures } from './daily-figures.ts'
import { type FirstStepsDeps, readFirstSteps } from './first-steps.ts'
import { type WaitingDeps, waitingCounter } from './waiting-counts.ts'

interface OverviewDeps extends WaitingDeps, FirstStepsDeps {
  texts: Pick<Texts, 'of'>
  /** Of the days that are counted. */
  timeZone: string
}

/** What administrators see before they open one of their screens. */
export function overviewHandlers(deps: OverviewDeps): Handlers<typeof contract> {
  const countWaiting = waitingCounter(deps)
  return {
    getWaiting: ({ caller }) => countWaiting(caller),
    listDailyFigures: ({ caller }) => readDailyFigures(deps, caller),
    listFirstSteps: ({ caller }) => readFirstSteps(deps, caller),
    listLatestChanges: async ({ caller, request }) => {
      const scope = adminScope(caller)
      const clientId = scope.kind === 'everything' ? null : scope.clientId
      const translate = await deps.texts.of(audienceOf({ caller, request }))
      return deps.db.read(scope, (tx) => run(tx, latestChanges(clientId, translate, contract.LATEST_CHANGES)))
    },
  }
}

import type * as contract from '@portico/contract/overview/overview.ts'
import type { Handlers } from '../../http/handlers.ts'
import { countWaiting, type WaitingDeps } from './waiting-counts.ts'

/** What administrators see before they open one of their screens. */
export function overviewHandlers(deps: WaitingDeps): Handlers<typeof contract> {
  return {
    getWaiting: ({ caller }) => countWaiting(deps, caller),
  }
}

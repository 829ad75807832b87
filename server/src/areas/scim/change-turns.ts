import { Semaphore } from '../../db/semaphore.ts'
import { Semaphores } from '../../db/semaphores.ts'
import { TooBusy } from '../../too-busy.ts'

/**
 * Changes of directories that a node works on at a time, of one employer and of all: more of them wait for each other
 * in the database, and people wait for them. One employer leaves a place to the others.
 */
const OF_EMPLOYER = 2
const OF_ALL = 3

/** How long a change waits for its turn, in milliseconds; directories try again by themselves. */
export const CHANGE_TURN_MS = 30_000

/** Runs a change of a directory when it is its turn. */
export type InTurn = <Result>(clientId: number, change: () => Promise<Result>) => Promise<Result>

/** Hands out the turns of a node. What waits longer is refused with TooBusy. */
export function changeTurns(waitMs: number): InTurn {
  const ofEmployers = new Semaphores<number>(OF_EMPLOYER, waitMs)
  const ofAll = new Semaphore(OF_ALL, waitMs)
  const refusal = () => new TooBusy('changes of directories')
  return (clientId, change) => {
    const latest = performance.now() + waitMs
    return ofEmployers.run(clientId, () => ofAll.run(change, refusal, latest - performance.now()), refusal)
  }
}

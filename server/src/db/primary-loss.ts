import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { describeError } from '../error-cause.ts'
import { endAtOnce, watchConnection } from './host-probe.ts'

/** Milliseconds without an answer after which the primary counts as lost: what waits for it is refused within a second. */
const SILENCE_MS = 600
const ASK_EVERY_MS = 100
const AFTER_PAUSE_MS = 150

/** Why a server counts as lost. */
export interface PrimaryLoss {
  readonly reason: string
  /** The server keeps its connections and does not answer on them. */
  readonly isSilent: boolean
}

/** Asks the server over one connection until it does not answer any more, or until the signal. Never fails. */
export async function untilLost(address: string, timeoutMs: number, signal: AbortSignal): Promise<PrimaryLoss> {
  let client: pg.Client | undefined
  try {
    client = await watchConnection(address, timeoutMs)
    while (!signal.aborted) {
      if (!(await isAnswered(client))) return { reason: 'it does not answer', isSilent: true }
      await delay(ASK_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined)
    }
    return { reason: '', isSilent: false }
  } catch (error) {
    return { reason: describeError(error), isSilent: false }
  } finally {
    if (client) endAtOnce(client)
  }
}

/** Whether the server answers in time. A pause of this process is no silence of the server: its answer is there then. */
async function isAnswered(client: pg.Client): Promise<boolean> {
  const asked = client.query({ text: 'select 1', query_timeout: 10 * SILENCE_MS } as pg.QueryConfig)
  const answer = asked.then(() => true)
  answer.catch(() => undefined)
  const began = performance.now()
  const within = (milliseconds: number) => Promise.race([answer, delay(milliseconds, false, { ref: false })])
  if (await within(SILENCE_MS)) return true
  const wasPaused = performance.now() - began > 1.2 * SILENCE_MS
  return wasPaused && within(AFTER_PAUSE_MS)
}

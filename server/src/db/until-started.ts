import { setTimeout as delay } from 'node:timers/promises'
import { hostAddresses, hostName } from '../config/database-hosts.mjs'
import { describeError } from '../error-cause.ts'
import { askHosts, type HostAnswer } from './host-survey.ts'

/** SQLSTATE of a server that starts, recovers, follows without letting anyone in, or stops. */
const CANNOT_CONNECT_NOW = '57P03'
const ANSWER_MS = 4_000
const ASK_EVERY_MS = 1_000
const SAY_EVERY_MS = 60_000

/** What is known while a server is waited for. */
export interface StartingServer {
  readonly host: string
  /** In the words of the server. */
  readonly reason: string
}

/**
 * Waits while a server of the address says that it is about to start or recovers, which may take it minutes, and no
 * other one accepts writes. Whatever else is wrong is found by the first connection. A standby without hot_standby says
 * the same for ever.
 * @param onWait called once a minute, with the first server that says so
 * @throws the reason of the signal
 */
export async function untilStarted(
  url: string,
  signal: AbortSignal,
  onWait: (server: StartingServer) => void,
): Promise<void> {
  for (let sayAt = 0; ;) {
    const answers = await askHosts(hostAddresses(url), ANSWER_MS)
    signal.throwIfAborted()
    const starting = answers.find(isStarting)
    if (!starting || answers.some(({ state }) => state?.isStandby === false)) return
    if (performance.now() >= sayAt) {
      sayAt = performance.now() + SAY_EVERY_MS
      onWait({ host: hostName(starting.address), reason: describeError(starting.failure) })
    }
    await delay(ASK_EVERY_MS, undefined, { signal }).catch(() => signal.throwIfAborted())
  }
}

const isStarting = (answer: HostAnswer): answer is Exclude<HostAnswer, { state: object }> =>
  answer.state === undefined &&
  answer.failure instanceof Error &&
  Reflect.get(answer.failure, 'code') === CANNOT_CONNECT_NOW

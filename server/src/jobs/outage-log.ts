import type { Logger } from '../logging.ts'
import { describeError } from '../error-cause.ts'

const quietTime = 30_000

/** Logs the first of several equal errors, and every thirty seconds their number since. */
export function loggedOnce(logger: Logger, sentence: string): (error: Error) => void {
  let loggedAt = -Infinity
  let unlogged = 0
  return (error) => {
    unlogged++
    const now = performance.now()
    if (now - loggedAt < quietTime) return
    logger.error({ err: { message: describeError(error) }, times: unlogged }, sentence)
    loggedAt = now
    unlogged = 0
  }
}

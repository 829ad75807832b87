import { setTimeout as delay } from 'node:timers/promises'

/**
 * The database cannot do this now and may soon: it is restarting, unreachable, full or too busy.
 * Nothing is wrong with the request, which may be sent again.
 */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
  /** Whether the connection itself was lost, or never came about. */
  readonly isLoss: boolean
  /** Whether a change may have been committed all the same: its answer was cut off. It must not be repeated unseen. */
  readonly isUnknown: boolean

  constructor(isLoss: boolean, cause: unknown, isUnknown = false) {
    super(
      isUnknown
        ? 'The database did not say whether it committed a change.'
        : 'The database is not available at the moment.',
      { cause },
    )
    this.isLoss = isLoss
    this.isUnknown = isUnknown
  }
}

const lossOfSocket = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENETUNREACH',
  'EHOSTUNREACH',
])
const lossOfServer = new Set(['57P01', '57P02', '57P03', '57P05'])
// Query canceled by its timeout, lock not free in time, deadlock, serialization, no resources.
const tooBusy = /^(57014|55P03|40P01|40001|53...)$/
/**
 * Functions of PostgreSQL that refuse writes on a standby, by SQLSTATE: of BEGIN READ WRITE, and of statements. Messages
 * are translated (lc_messages), these names are not; and 25006 alone is also given by read-only transactions of a primary.
 */
const standbyRoutines: Readonly<Record<string, string>> = {
  '0A000': 'call_bool_check_hook',
  '25006': 'PreventCommandDuringRecovery',
}
const lossInWords =
  /Connection terminated|Client has encountered a connection error|Query read timeout|Client was closed|timeout expired/

/** True for the refusal of a server that was demoted behind something that keeps our connection: nothing was written. */
export function isRefusedByStandby(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code = '', routine } = error as { code?: string; routine?: string }
  return routine !== undefined && standbyRoutines[code] === routine
}

/** Maps driver errors that mean an unavailable database; returns others unchanged. */
export function asDatabaseUnavailable(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseUnavailable) return error
  const code = String(Reflect.get(error, 'code') ?? '')
  const isLost = lossOfSocket.has(code) || lossOfServer.has(code) || code.startsWith('08')
  if (isRefusedByStandby(error) || isLost || lossInWords.test(error.message)) {
    return new DatabaseUnavailable(true, error)
  }
  // The pool's message when no connection became free in time.
  if (tooBusy.test(code) || error.message === 'timeout exceeded when trying to connect') {
    return new DatabaseUnavailable(false, error)
  }
  return error
}

const RETRY_WINDOW_MS = 2_000

/**
 * Retries reads for the first two seconds of an outage, or for the given time. After that everything fails at once,
 * until something succeeds again.
 */
export class Outage {
  #since: number | undefined
  readonly #windowMs: number

  constructor(windowMs = RETRY_WINDOW_MS) {
    this.#windowMs = windowMs
  }

  /** @param read gets the moment at which the first attempt began */
  async repeat<Result>(read: (since: number) => Promise<Result>): Promise<Result> {
    const started = performance.now()
    for (let pause = 20; ; pause = Math.min(pause * 2, 160)) {
      try {
        return await this.watch(() => read(started))
      } catch (error) {
        const now = performance.now()
        const mayRetry = now - started < this.#windowMs && now - (this.#since ?? now) < this.#windowMs
        if (!(error instanceof DatabaseUnavailable && error.isLoss && mayRetry)) throw error
        await delay(pause)
      }
    }
  }

  /** Takes note of how one attempt ended. */
  async watch<Result>(attempt: () => Promise<Result>): Promise<Result> {
    try {
      const result = await attempt()
      this.#since = undefined
      return result
    } catch (error) {
      if (error instanceof DatabaseUnavailable && error.isLoss) this.#since ??= performance.now()
      throw error
    }
  }
}

import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { listTexts } from '@portico/contract/texts/list-texts.ts'
import { ApiError, isChunkLoadError } from '../api/call.ts'
import { reportError } from '../api/client-log.ts'
import { invalidate, type NamedCall } from '../api/query.ts'
import { formatMessage, texts } from '../api/texts.ts'
import { formatInstant } from '../ui/format.ts'
import type { Outcome } from '../ui/outcome.ts'

/**
 * The message of an error; `noAnswer` where the server could not be reached. Unexpected errors are reported to the server
 * and get the general message.
 */
export function messageOfFailure(error: unknown, noAnswer?: string): string {
  const general = texts(generalTexts)
  if (error instanceof ApiError) {
    if (error.status === 0) return noAnswer ?? error.message
    const { message, change } = error
    if (change === null) return message
    return `${message} ${formatMessage(texts(listTexts).list_changed_at, { time: formatInstant(change.changedDt) })}`
  }
  void reportError(error, location.pathname)
  return isChunkLoadError(error) ? general.offline : general.service_error
}

/** Does the work, then fetches anew what these calls answer, also after a failure: a list may be stale then, too. */
export async function thenInvalidate<Result>(
  work: () => Promise<Result>,
  invalidated: readonly NamedCall[] = [],
): Promise<Result> {
  try {
    return await work()
  } finally {
    await Promise.allSettled(invalidated.map(invalidate))
  }
}

/**
 * Runs an action and returns its result as a message; never throws. `work` resolves with the success message.
 * `noAnswer` replaces the general message where the server could not be reached.
 */
export async function runAction(
  work: () => Promise<string>,
  invalidated: readonly NamedCall[] = [],
  noAnswer?: string,
): Promise<Outcome> {
  try {
    return { ok: true, message: await thenInvalidate(work, invalidated) }
  } catch (error) {
    return { ok: false, message: messageOfFailure(error, noAnswer) }
  }
}

import { onlineManager } from '@tanstack/react-query'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { listTexts } from '@portico/contract/texts/list-texts.ts'
import { shellTexts } from '@portico/contract/texts/shell-texts.ts'
import { ApiError, isChunkLoadError } from '../api/call.ts'
import { reportAndListen, reportError } from '../api/client-log.ts'
import { invalidate, type NamedCall } from '../api/query.ts'
import { formatMessage, texts } from '../api/texts.ts'
import { formatInstant } from '../ui/format.ts'
import type { Outcome } from '../ui/outcome.ts'
import { toast, type ToastAction } from '../ui/toast.ts'

/**
 * The message of an error; `noAnswer` where the server could not be reached. Unexpected errors are reported to the server
 * and get the general message.
 */
export function messageOfFailure(error: unknown, noAnswer?: string): string {
  if (error instanceof ApiError) {
    if (error.status === 0) return noAnswer ?? error.message
    const { message, change } = error
    if (change === null) return message
    return `${message} ${formatMessage(texts(listTexts).list_changed_at, { time: formatInstant(change.changedDt) })}`
  }
  void reportError(error, location.pathname)
  return texts(generalTexts).service_error
}

/** Why a part of the portal could not be loaded. `isGone`: the server answers, so it probably no longer has the part. */
export function messageOfMissingPart(isGone: boolean): string {
  const { error_updated: updated, error_hint: hint } = texts(shellTexts)
  return isGone ? `${updated} ${hint}` : texts(generalTexts).offline
}

/** Why work failed, and the button that loads the page anew where only that helps. */
export interface Failure {
  message: string
  reload?: ToastAction | undefined
}

/** The same as `messageOfFailure` for work that may have loaded a part of the portal. */
export async function failureOf(error: unknown): Promise<Failure> {
  if (!isChunkLoadError(error)) return { message: messageOfFailure(error) }
  const answers = reportAndListen(error, location.pathname)
  const isGone = onlineManager.isOnline() && (await answers)
  return { message: messageOfMissingPart(isGone), reload: isGone ? pageReload() : undefined }
}

const pageReload = (): ToastAction => ({ label: texts(generalTexts).try_again, run: () => location.reload() })

/** What `thenInvalidate` throws for a part that the server no longer has. */
const isOfGonePart = (error: unknown) =>
  error instanceof ApiError && error.status === 404 && isChunkLoadError(error.cause)

/** Shows in a toast why work failed that may have loaded a part of the portal. */
export const showFailure = async (error: unknown): Promise<void> => {
  const { message, reload } = await failureOf(error)
  toast.error(message, reload)
}

/** Does the work, then fetches anew what these calls answer, also after a failure: a list may be stale then, too. */
export async function thenInvalidate<Result>(
  work: () => Promise<Result>,
  invalidated: readonly NamedCall[] = [],
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!isChunkLoadError(error)) throw error
    const { message, reload } = await failureOf(error)
    throw new ApiError(message, { status: reload ? 404 : 0, cause: error })
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
    const reload = isOfGonePart(error) ? pageReload() : undefined
    return { ok: false, message: messageOfFailure(error, noAnswer), reload }
  }
}

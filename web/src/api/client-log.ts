import { logAnonymously, logForUser } from '@portico/contract/client-log/client-log.ts'
import { getManifest } from '@portico/contract/sign-in/sign-in.ts'
import { ApiError, call } from './call.ts'
import { query, queryClient } from './query.ts'
import { currentSession } from './session.ts'

/** Reports an error of this browser to the server. Resolves with whether the report arrived; never rejects. */
export const reportError = (error: unknown, route: string): Promise<boolean> =>
  report(error, route, currentSession()?.uid)

/** The same without the session: the report of one that has ended would lead away from the page. */
export const reportAnonymously = (error: unknown, route: string): Promise<boolean> => report(error, route, undefined)

function report(error: unknown, route: string, uid: number | undefined): Promise<boolean> {
  const build = queryClient.getQueryData(query(getManifest).queryKey)?.buildVersion ?? 'unknown'
  const requestId = error instanceof ApiError && error.requestId ? ` request ${error.requestId}` : ''
  const entry = {
    url: route,
    message: error instanceof Error ? error.message : String(error),
    type: `${error instanceof Error ? error.name : typeof error} in build ${build}${requestId}`,
    stackTrace: error instanceof Error ? (error.stack ?? null) : null,
    cause: error instanceof Error ? describeCause(error.cause) : null,
  }
  const sent =
    uid === undefined ? call(logAnonymously, { body: entry }) : call(logForUser, { params: { uid }, body: entry })
  // A failed report must not cause another error.
  return sent.then(
    () => true,
    () => false,
  )
}

function describeCause(cause: unknown): string | null {
  if (cause === undefined || cause === null) return null
  return cause instanceof Error ? `${cause.name}: ${cause.message}` : JSON.stringify(cause)
}

import { logAnonymously, logForUser } from '@portico/contract/client-log/client-log.ts'
import { getManifest } from '@portico/contract/sign-in/sign-in.ts'
import { ApiError, call } from './call.ts'
import { query, queryClient } from './query.ts'
import { currentSession } from './session.ts'

/** How long a user waits to read whether the server answers. */
const LISTEN_MS = 3000

/** Reports an error of this browser to the server. Resolves with whether the report arrived; never rejects. */
export const reportError = (error: unknown, route: string): Promise<boolean> =>
  hasArrived(report(error, route, currentSession()?.uid))

/** The same without the session: the report of one that has ended would lead away from the page. */
export const reportAnonymously = (error: unknown, route: string): Promise<boolean> =>
  hasArrived(report(error, route, undefined))

/** The same; resolves with whether the server soon answers anything, also that it refuses the report. */
export const reportAndListen = (error: unknown, route: string): Promise<boolean> =>
  Promise.race([
    report(error, route, currentSession()?.uid).then(
      () => true,
      (failure: unknown) => failure instanceof ApiError && failure.status !== 0,
    ),
    new Promise<boolean>((resolve) => setTimeout(() => resolve(false), LISTEN_MS)),
  ])

// A failed report must not cause another error.
const hasArrived = (sent: Promise<unknown>) =>
  sent.then(
    () => true,
    () => false,
  )

function report(error: unknown, route: string, uid: number | undefined): Promise<unknown> {
  const build = queryClient.getQueryData(query(getManifest).queryKey)?.buildVersion ?? 'unknown'
  const requestId = error instanceof ApiError && error.requestId ? ` request ${error.requestId}` : ''
  const entry = {
    url: route,
    message: error instanceof Error ? error.message : String(error),
    type: `${error instanceof Error ? error.name : typeof error} in build ${build}${requestId}`,
    stackTrace: error instanceof Error ? (error.stack ?? null) : null,
    cause: error instanceof Error ? describeCause(error.cause) : null,
  }
  return uid === undefined ? call(logAnonymously, { body: entry }) : call(logForUser, { params: { uid }, body: entry })
}

function describeCause(cause: unknown): string | null {
  if (cause === undefined || cause === null) return null
  return cause instanceof Error ? `${cause.name}: ${cause.message}` : JSON.stringify(cause)
}

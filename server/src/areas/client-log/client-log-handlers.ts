import type * as contract from '@portico/contract/client-log.ts'
import type { ClientLogEntry } from '@portico/contract/client-log.ts'
import type { RequestContext } from '../../http/caller.ts'
import type { Handlers } from '../../http/handlers.ts'
import type { Logger } from '../../logging.ts'
import type { Transact } from '../../stores.ts'
import { policyReportEntry, storedEntry } from './client-log-rules.ts'

export interface ClientLogDeps {
  transact: Transact<'clientLog'>
  log: Logger
  buildVersion: string
}

export function clientLogHandlers({ transact, log, buildVersion }: ClientLogDeps): Handlers<typeof contract> {
  const store = async (entry: ClientLogEntry, userId: number | null, request: RequestContext) => {
    const stored = storedEntry(entry)
    log.warn({ reqId: request.id, uid: userId ?? undefined, client: stored }, 'error in a browser')
    await transact({ kind: 'everything' }, ({ clientLog }) =>
      clientLog.add({ ...stored, userId, buildVersion, requestId: request.id }),
    )
    return null
  }
  return {
    logForUser: ({ body, caller, request }) => store(body, caller.user.id, request),
    logAnonymously: ({ body, request }) => {
      const entry = 'csp-report' in body ? policyReportEntry(body['csp-report'] as Record<string, unknown>) : body
      return store(entry as ClientLogEntry, null, request)
    },
  }
}

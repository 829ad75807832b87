import type * as contract from '@portico/contract/client-log/client-log.ts'
import type { ClientLogEntry } from '@portico/contract/client-log/client-log.ts'
import type { RequestContext } from '../../http/caller.ts'
import type { Handlers } from '../../http/handlers.ts'
import type { Logger } from '../../logging.ts'
import { policyReportEntry, storedEntry } from './client-log-rules.ts'
import type { Db } from '../../db/database.ts'
import { addClientLogEntry } from './client-log-store.ts'

export interface ClientLogDeps {
  db: Db
  log: Logger
  buildVersion: string
}

export function clientLogHandlers({ db, log, buildVersion }: ClientLogDeps): Handlers<typeof contract> {
  const store = async (entry: ClientLogEntry, userId: number | null, request: RequestContext) => {
    const stored = storedEntry(entry)
    log.warn({ reqId: request.id, uid: userId ?? undefined, client: stored }, 'error in a browser')
    await db.transact({ kind: 'everything' }, (tx) =>
      addClientLogEntry(tx, { ...stored, userId, buildVersion, requestId: request.id }),
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

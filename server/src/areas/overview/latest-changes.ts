import { listAuditEvents } from '@portico/contract/audit/audit.ts'
import { LATEST_CHANGES, type LatestChange } from '@portico/contract/overview/overview.ts'
import type { Db } from '../../db/database.ts'
import { run } from '../../db/run.ts'
import { mayCall } from '../../http/admin-guard.ts'
import { adminScope } from '../../http/authority.ts'
import type { Caller, RequestContext } from '../../http/caller.ts'
import type { Texts } from '../../http/sentences.ts'
import { audienceOf } from '../../http/text-audience.ts'
import { latestChanges } from '../audit/public.ts'

export interface LatestChangesDeps {
  db: Db
  texts: Pick<Texts, 'of'>
}

/** Returns the newest changes within the scope of an administrator who may list the audit trail, else none. */
export async function readLatestChanges(
  { db, texts }: LatestChangesDeps,
  { caller, request }: { caller: Caller; request: Pick<RequestContext, 'language'> },
): Promise<LatestChange[]> {
  if (!(await mayCall(listAuditEvents, caller))) return []
  const scope = adminScope(caller)
  const clientId = scope.kind === 'everything' ? null : scope.clientId
  const translate = await texts.of(audienceOf({ caller, request }))
  return db.read(scope, (tx) => run(tx, latestChanges(clientId, translate, LATEST_CHANGES)))
}

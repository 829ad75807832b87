import type { RequestContext } from '../../http/caller.ts'
import { type AuditEntry, recordAudit } from './audit-store.ts'
import type { Db } from '../../db/database.ts'

export { type AuditHead, replaceCheckpoint, signHead } from './audit-checkpoints.ts'
export { signDetachedMonthAgain } from './detached-months.ts'
export { eraseAuditStates, signRedactionsAgain } from './audit-erasure.ts'
export { differenceOf } from './difference-rules.ts'
export { lastEmployerChange } from './employer-change.ts'
export { latestChanges, latestChangesOfUser } from './audit-list.ts'
export { type EventOfPerson, eventsOfPerson } from './events-of-person.ts'
export { foundProblem } from './audit-verification.ts'
export { findFilterClients } from './audit-filters.ts'
export {
  type AuditEntry,
  auditActor,
  BACKUP_TARGET,
  BACKUP_TRIAL_TARGET,
  recordAudit,
  auditChange,
  type ChangedRecord,
  recordAudits,
} from './audit-store.ts'
export { readEventsAfter, readEventsOf, type SealedEvent, sealEvents } from './sealed-events.ts'

/** Records events in a transaction of its own. */
export interface AuditTrail {
  record(context: RequestContext, entry: AuditEntry): Promise<void>
}

export function auditTrail(db: Db): AuditTrail {
  return {
    record: (context, entry) => db.transact({ kind: 'everything' }, async (tx) => recordAudit(tx, context, entry)),
  }
}

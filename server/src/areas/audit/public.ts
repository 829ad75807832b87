import type { Transact } from '../../stores.ts'
import type { RequestContext } from '../../http/caller.ts'
import type { AuditEntry } from './audit-store.ts'

export { type AuditHead, replaceCheckpoint, signHead } from './audit-checkpoints.ts'
export { type AuditEntry, auditActor } from './audit-store.ts'

/** Records events in a transaction of its own. */
export interface AuditTrail {
  record(context: RequestContext, entry: AuditEntry): Promise<void>
}

export function auditTrail(transact: Transact<'audit'>): AuditTrail {
  return { record: (context, entry) => transact({ kind: 'everything' }, ({ audit }) => audit.record(context, entry)) }
}

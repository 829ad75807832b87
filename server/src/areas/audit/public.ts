import type { Transact } from '../../stores.ts'
import type { RequestFacts } from '../../http/caller.ts'
import type { AuditEntry } from './audit-store.ts'

export { type AuditEntry, whoOf } from './audit-store.ts'

/** Records outside of a transaction of one's own. */
export interface AuditTrail {
  record(facts: RequestFacts, entry: AuditEntry): Promise<void>
}

export function auditTrail(transact: Transact): AuditTrail {
  return { record: (facts, entry) => transact({ kind: 'everything' }, ({ audit }) => audit.record(facts, entry)) }
}

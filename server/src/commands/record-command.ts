import { type AuditEntry, recordAudit } from '../areas/audit/audit-store.ts'
import type { Tx } from '../db/database.ts'

type State = Readonly<Record<string, unknown>>

/** Records what an operator does on the command line, where no user is signed in. */
export function recordCommand(
  tx: Tx,
  entry: Omit<AuditEntry, 'actorId' | 'subjectId' | 'sessionId'> & { subjectId?: number },
): void {
  recordAudit(tx, null, { actorId: null, subjectId: null, sessionId: null, ...entry })
}

/** The same of an act on a user. */
export function recordUserCommand(
  tx: Tx,
  userId: number,
  event: AuditEntry['event'],
  after: State,
  before?: State,
): void {
  const target = { kind: 'user', id: userId } as const
  recordCommand(tx, { event, subjectId: userId, target, ...(before === undefined ? {} : { before }), after })
}

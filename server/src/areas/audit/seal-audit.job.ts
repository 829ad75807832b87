import type { KeyRing } from '../../crypto/key-ring.ts'
import { everything } from '../../db/scope.ts'
import type { JobDefinition } from '../../jobs/job.ts'
import { addCheckpoint, findAuditHead } from './audit-checkpoints.ts'
import type { Db } from '../../db/database.ts'
import { sealEvents } from './sealed-events.ts'

/**
 * Seals new audit events and signs the head of the chain. The head is also logged, where the owner of the database
 * cannot change it.
 */
export function sealAuditJob({ db, keys }: { db: Db; keys: KeyRing }): JobDefinition<'seal-audit'> {
  return {
    name: 'seal-audit',
    run: async (_, { signal, logger }) => {
      for await (const batch of sealEvents(db, signal)) if (batch.sealed > 0) logger.info(batch, 'audit sealed')
      const problem = await db.transact(everything, async (tx) => {
        const head = await findAuditHead(tx)
        return head ? addCheckpoint(keys, tx, head) : null
      })
      if (problem !== null) logger.error({ problem }, 'audit checkpoint refused: the audit trail was tampered with')
    },
  }
}

import type { KeyRing } from '../../crypto/key-ring.ts'
import { everything } from '../../db/scope.ts'
import type { JobDefinition } from '../../jobs/job.ts'
import { addCheckpoint, findAuditHead } from './audit-checkpoints.ts'
import type { Db } from '../../db/database.ts'
import { run } from '../../db/run.ts'
import { int, statement, text } from '../../db/statement.ts'

const batchSize = 1000
const sealNext = statement([int], {
  name: 'audit: seal next',
  text: `
  select sealed, head_sequence as sequence, encode(head_hash, 'hex') as head from seal_audit_events($1)`,
  row: { sealed: int, sequence: int, head: text },
})

/**
 * Seals new audit events and signs the head of the chain. The head is also logged, where the owner of the database
 * cannot change it.
 */
export function sealAuditJob({ db, keys }: { db: Db; keys: KeyRing }): JobDefinition<'seal-audit'> {
  return {
    name: 'seal-audit',
    run: async (_, { signal, logger }) => {
      for (let sealed = batchSize; sealed === batchSize && !signal.aborted;) {
        const [did] = await db.transact(everything, (tx) => run(tx, sealNext(batchSize)))
        if (did && did.sealed > 0) logger.info(did, 'audit sealed')
        sealed = did?.sealed ?? 0
      }
      const problem = await db.transact(everything, async (tx) => {
        const head = await findAuditHead(tx)
        return head ? addCheckpoint(keys, tx, head) : null
      })
      if (problem !== null) logger.error({ problem }, 'audit checkpoint refused: the audit trail was tampered with')
    },
  }
}

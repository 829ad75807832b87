import { ask } from '../../db/ask.ts'
import { everything } from '../../db/scope.ts'
import type { JobDefinition } from '../../jobs/job.ts'
import type { Transact } from '../../stores.ts'

interface Sealed {
  sealed: number
  sequence: number
  head: string
}

const batchSize = 1000
const sealNext = `
  select sealed, head_sequence as sequence, encode(head_hash, 'hex') as head from seal_audit_events($1)`

/** Seals new audit events. The head of the chain goes to the log, out of reach of who owns the database. */
export function sealAuditJob({ transact }: { transact: Transact }): JobDefinition<'seal-audit'> {
  return {
    name: 'seal-audit',
    run: async (_, { signal, logger }) => {
      for (let sealed = batchSize; sealed === batchSize && !signal.aborted;) {
        const [did] = await transact(everything, ({ tx }) => ask<Sealed>(tx, 'seal-audit', sealNext, [batchSize]))
        if (did && did.sealed > 0) logger.info(did, 'audit sealed')
        sealed = did?.sealed ?? 0
      }
    },
  }
}

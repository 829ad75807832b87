import type { Db } from '../../db/database.ts'
import { everything } from '../../db/scope.ts'
import type { JobDefinition } from '../../jobs/job.ts'
import { jobOutcome } from '../../jobs/job-outcome.ts'
import { removeOldDeliveries, removeOrphanDeliveries } from './delivery-store.ts'

export const DELIVERIES_PURGED_AT_ONCE = 5000

interface WebhookPurgeDeps {
  db: Db
  /** Days that the delivery log is kept. */
  keptDays: number
}

/** Deletes old rows of the delivery log, and those of deleted webhooks. */
export function webhookPurgeJob({ db, keptDays }: WebhookPurgeDeps): JobDefinition<'webhook-purge'> {
  return {
    name: 'webhook-purge',
    run: async (_, { signal, logger }) => {
      let total = 0
      for (let gone = DELIVERIES_PURGED_AT_ONCE; gone === DELIVERIES_PURGED_AT_ONCE && !signal.aborted; total += gone)
        gone = await db.transact(everything, (tx) => removeOldDeliveries(tx, keptDays, DELIVERIES_PURGED_AT_ONCE))
      // A webhook of many has fewer than a batch at its end.
      for (let gone = DELIVERIES_PURGED_AT_ONCE; gone > 0 && !signal.aborted; total += gone)
        gone = await db.transact(everything, (tx) => removeOrphanDeliveries(tx, DELIVERIES_PURGED_AT_ONCE))
      logger.info({ job: 'webhook-purge', gone: total }, 'purged')
      return total > 0 ? jobOutcome('job_outcome_rows_deleted', { count: total }) : undefined
    },
  }
}

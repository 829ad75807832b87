import type { KeyRing } from '../../crypto/key-ring.ts'
import { everything } from '../../db/scope.ts'
import type { JobDefinition } from '../../jobs/job.ts'
import { findAuditProblem, recordVerification } from './audit-verification.ts'
import { daysOf, repairDayCounts } from './day-counts.ts'
import type { Db } from '../../db/database.ts'

interface VerifyAuditDeps {
  db: Db
  keys: KeyRing
}

/**
 * Verifies the audit trail and keeps the result. Fails where something is wrong, so that the failure is reported; numbers of
 * events of a day that are wrong are repaired.
 */
export function verifyAuditJob({ db, keys }: VerifyAuditDeps): JobDefinition<'verify-audit'> {
  return {
    name: 'verify-audit',
    run: async (_, { logger, signal }) => {
      const problem = await db.transact(everything, async (tx) => {
        const found = await findAuditProblem(tx, keys)
        await recordVerification(tx, found)
        return found
      })
      if (problem !== null) throw new Error(`The audit trail has been changed or has gaps: ${problem}`)
      logger.info('audit verified')
      signal.throwIfAborted()
      const repaired = await db.transact(everything, repairDayCounts)
      if (repaired.length > 0)
        logger.warn({ days: daysOf(repaired) }, 'numbers of audit events were wrong and are repaired')
    },
  }
}

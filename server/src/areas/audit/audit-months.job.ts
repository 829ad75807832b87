import type { Db } from '../../db/database.ts'
import { runOne } from '../../db/run.ts'
import { everything } from '../../db/scope.ts'
import { int, statement } from '../../db/statement.ts'
import type { JobDefinition } from '../../jobs/job.ts'

const addMonths = statement([], {
  name: 'audit: add months',
  text: 'select add_audit_months() as added',
  row: { added: int },
})

/** Adds the partitions of the audit trail for the months ahead. */
export function auditMonthsJob({ db }: { db: Db }): JobDefinition<'audit-months'> {
  return {
    name: 'audit-months',
    run: async (_, { logger }) => {
      const { added } = await db.transact(everything, (tx) => runOne(tx, addMonths()))
      if (added > 0) logger.info({ added }, 'audit months added')
    },
  }
}

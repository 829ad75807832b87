import type { Tx } from '../../db/database.ts'
import { runFirst } from '../../db/run.ts'
import { instant, statement, text } from '../../db/statement.ts'

/** The audit trail names the employers of both sides of a change. */
const employerChange = statement([text], {
  name: 'audit: last change of employer',
  text: `
  select at from audit_events
   where target_kind = 'user' and target_id = $1 and event = 'user_updated' and before ? 'employer' and after ? 'employer'
   order by id desc limit 1`,
  row: { at: instant },
})

/** Returns when a user came to their employer from another one; null: never, as far as the audit trail tells. */
export const lastEmployerChange = async (tx: Tx, userId: number): Promise<Date | null> =>
  (await runFirst(tx, employerChange(String(userId))))?.at ?? null

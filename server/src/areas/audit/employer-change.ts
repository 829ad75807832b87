import type { Tx } from '../../db/database.ts'
import { runFirst } from '../../db/run.ts'
import { instant, nullable, statement, text } from '../../db/statement.ts'

/**
 * The audit trail names the employers of both sides of a change. One of a month that was detached is unknown, so what was
 * before the oldest month that there is counts as being of another employer.
 */
const employerChange = statement([text], {
  name: 'audit: last change of employer',
  text: `
  select coalesce(
    (select at from audit_events
      where target_kind = 'user' and target_id = $1 and event = 'user_updated' and before ? 'employer' and after ? 'employer'
      order by id desc limit 1),
    (select from_at from oldest_audit_month())) as at`,
  row: { at: nullable(instant) },
})

/** Returns when a user came to their employer from another one, at the latest; null: never, and the audit trail is whole. */
export const lastEmployerChange = async (tx: Tx, userId: number): Promise<Date | null> =>
  (await runFirst(tx, employerChange(String(userId))))?.at ?? null

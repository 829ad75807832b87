import { everything } from '../../db/scope.ts'
import type { JobDefinition } from '../../jobs/job.ts'
import { jobOutcome } from '../../jobs/job-outcome.ts'
import type { Db, Tx } from '../../db/database.ts'
import { recordAudits } from '../audit/public.ts'
import { run } from '../../db/run.ts'
import { instant, int, present, statement } from '../../db/statement.ts'

/** Passwords that one transaction erases. */
export const PASSWORDS_EXPIRED_AT_ONCE = 1_000

/**
 * A session that a temporary password opened needs it until the user has chosen another one, so that it is kept for a
 * day after its end. At the sign-in it counts for nothing from its end on, whenever this runs.
 */
const erase = statement([], {
  name: 'password: erase',
  text: `
  with due as materialized (
    select id from users
     where temporary_password_expires_at <= (select clock_now()) - interval '1 day'
       and password_hash is not null and password_changed_at is null and password_spent_at is null
     order by temporary_password_expires_at limit ${PASSWORDS_EXPIRED_AT_ONCE} for update skip locked)
  update users set password_hash = null, updated_at = clock_now()
    from due where users.id = due.id
  returning users.id, users.client_id as "clientId", users.temporary_password_expires_at as "expiredAt"`,
  row: { id: int, clientId: int, expiredAt: present(instant) },
})

/** Erases temporary passwords that have expired (decisions B15, I2). */
export function temporaryPasswordExpiryJob({ db }: { db: Db }): JobDefinition<'temporary-password-expiry'> {
  return {
    name: 'temporary-password-expiry',
    run: async (_, { signal, logger }) => {
      let total = 0
      for (
        let count = PASSWORDS_EXPIRED_AT_ONCE;
        count === PASSWORDS_EXPIRED_AT_ONCE && !signal.aborted;
        total += count
      )
        count = await db.transact(everything, eraseBatch)
      logger.info({ job: 'temporary-password-expiry', erased: total }, 'expired temporary passwords are erased')
      return jobOutcome('job_outcome_passwords_erased', { count: total })
    },
  }
}

async function eraseBatch(tx: Tx): Promise<number> {
  const erased = await run(tx, erase())
  recordAudits(
    tx,
    null,
    erased.map(({ id, clientId, expiredAt }) => ({
      event: 'temporary_password_expired',
      actorId: null,
      subjectId: id,
      sessionId: null,
      clientId,
      target: { kind: 'user', id },
      before: { validUntil: expiredAt },
      after: { validUntil: null },
    })),
  )
  return erased.length
}

import { query } from '../../db/query.ts'
import { everything } from '../../db/scope.ts'
import type { JobDefinition } from '../../jobs/job.ts'
import { jobOutcome } from '../../jobs/job-outcome.ts'
import type { Stores, Transact } from '../../stores.ts'

/** Passwords that one transaction erases. */
const BATCH = 1_000

/**
 * A session that a temporary password opened needs it until the user has chosen another one, so that it is kept for a
 * day after its end. At the sign-in it counts for nothing from its end on, whenever this runs.
 */
const erase = `
  with due as materialized (
    select id from users
     where temporary_password_expires_at <= (select clock_now()) - interval '1 day'
       and password_hash is not null and password_changed_at is null and password_spent_at is null
     order by temporary_password_expires_at limit ${BATCH} for update skip locked)
  update users set password_hash = null, updated_at = clock_now()
    from due where users.id = due.id
  returning users.id, users.client_id as "clientId", users.temporary_password_expires_at as "expiredAt"`

/** Erases temporary passwords that have expired (decisions B15, I2). */
export function temporaryPasswordExpiryJob({
  transact,
}: {
  transact: Transact<'audit' | 'tx'>
}): JobDefinition<'temporary-password-expiry'> {
  return {
    name: 'temporary-password-expiry',
    run: async (_, { signal, logger }) => {
      let total = 0
      for (let count = BATCH; count === BATCH && !signal.aborted; total += count)
        count = await transact(everything, eraseBatch)
      logger.info({ job: 'temporary-password-expiry', erased: total }, 'expired temporary passwords are erased')
      return jobOutcome('job_outcome_passwords_erased', { count: total })
    },
  }
}

async function eraseBatch({ tx, audit }: Pick<Stores, 'audit' | 'tx'>): Promise<number> {
  const erased = await query<{ id: number; clientId: number; expiredAt: Date }>(tx, erase, [])
  audit.recordAll(
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

import { PORTAL_SYSTEM_ID } from '@portico/contract/catalog/catalog-rules.ts'
import { REVIEW_ITEMS_MAX } from '@portico/contract/limits.ts'
import { everything } from '../../db/scope.ts'
import type { JobDefinition } from '../../jobs/job.ts'
import { jobOutcome } from '../../jobs/job-outcome.ts'
import type { Db, Tx } from '../../db/database.ts'
import { runJobNow } from '../../jobs/queue.ts'
import { isReviewUnderWay, addReview } from './access-review-store.ts'
import { recordAudit } from '../audit/public.ts'
import { run, runFirst } from '../../db/run.ts'
import { instant, int, nullable, statement, text } from '../../db/statement.ts'

/** Over before the next month begins, so that every month has its own. */
const DUE_DAYS = 21

/**
 * Employers, or the one employer $2, whose report is enabled and of whose access no review was started in this month of the business time zone.
 * The review is started in the name of the administrator who enabled the report, else of the first portal administrator.
 */
const dueClients = statement([text, nullable(int)], {
  name: 'access-reviews: due clients',
  text: `
  select client.id, coalesce(setting.changed_by, (
           select admin.id from users admin
             join current_system_grants portal on portal.user_id = admin.id and portal.system_id = ${PORTAL_SYSTEM_ID} and portal.is_admin
            where admin.status = 1 and admin.is_internal order by admin.id limit 1)) as "startedBy",
         clock_now() + make_interval(days => ${DUE_DAYS}) as "dueAt"
    from entitlement_report_settings setting
    join clients client on client.id = setting.client_id and not client.is_deleted
   where setting.is_enabled and ($2::integer is null or client.id = $2)
     and not exists (
       select from access_reviews review
        where review.client_id = client.id
          and date_trunc('month', review.started_at at time zone $1) = date_trunc('month', clock_now() at time zone $1))
     and exists (
       select from users holder
         join current_system_grants held on held.user_id = holder.id
         join systems system on system.id = held.system_id and system.deleted_at is null
        where holder.client_id = client.id and holder.status < 3)
   order by client.id`,
  row: { id: int, startedBy: nullable(int), dueAt: instant },
})

/**
 * Lists what the users of an employer may do, once a month for each employer whose report is enabled: as an access
 * review, whose record is kept, mailed to those who decide, and exported as a spreadsheet (decisions I2, I4).
 */
export function entitlementReportsJob({
  db,
  timeZone,
}: {
  db: Db
  /** Business time zone. */
  timeZone: string
}): JobDefinition<'entitlement-reports'> {
  return {
    name: 'entitlement-reports',
    run: async (_, { signal, logger }) => {
      const due = await db.read(everything, (tx) => run(tx, dueClients(timeZone, null)))
      let started = 0
      let tooLarge = 0
      for (const { id } of due) {
        if (signal.aborted) break
        try {
          started += await db.transact(everything, (tx) => startFor(tx, id, timeZone))
        } catch (error) {
          if (!(error instanceof TooManyGrants)) throw error
          tooLarge += 1
        }
      }
      if (started > 0) await db.transact(everything, (tx) => runJobNow(tx, 'access-review-notices'))
      logger.info({ job: 'entitlement-reports', reviews: started }, 'entitlement reports')
      return tooLarge === 0
        ? jobOutcome('job_outcome_reviews', { count: started })
        : jobOutcome('job_outcome_reviews_but_large', { count: started, large: tooLarge })
    },
  }
}

/** Undoes the review of an employer whose users hold more than `REVIEW_ITEMS_MAX` grants. */
class TooManyGrants extends Error {}

/** One transaction for each employer; returns 0 where none is due any more, or its access is under review already. */
async function startFor(tx: Tx, id: number, timeZone: string): Promise<0 | 1> {
  const scope = { clientId: id, systemId: null }
  if (await isReviewUnderWay(tx, scope)) return 0
  const due = await runFirst(tx, dueClients(timeZone, id))
  if (!due || due.startedBy === null) return 0
  const { startedBy, dueAt } = due
  const review = await addReview(tx, { ...scope, startedBy, dueAt })
  if (review.items > REVIEW_ITEMS_MAX) throw new TooManyGrants()
  recordAudit(tx, null, {
    event: 'access_review_started',
    actorId: null,
    subjectId: null,
    sessionId: null,
    target: { kind: 'access-review', id: review.id },
    clientId: id,
    after: { ...scope, dueAt, grants: review.items },
  })
  return 1
}

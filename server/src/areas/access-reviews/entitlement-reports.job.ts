import { REVIEW_ITEMS_MAX } from '@portico/contract/limits.ts'
import { query } from '../../db/query.ts'
import { everything } from '../../db/scope.ts'
import type { JobDefinition } from '../../jobs/job.ts'
import { jobOutcome } from '../../jobs/job-outcome.ts'
import type { Stores, Transact } from '../../stores.ts'

/** Over before the next month begins, so that every month has its own. */
const DUE_DAYS = 21

/**
 * Employers whose report is enabled and of whose access no review was started in this month of the business time zone.
 * The review is started in the name of the administrator who enabled the report, else of the first portal administrator.
 */
const dueClients = `
  select client.id, coalesce(setting.changed_by, (
           select admin.id from users admin
             join current_system_grants portal on portal.user_id = admin.id and portal.system_id = 2 and portal.is_admin
            where admin.status = 1 and admin.is_internal order by admin.id limit 1)) as "startedBy",
         clock_now() + make_interval(days => ${DUE_DAYS}) as "dueAt"
    from entitlement_report_settings setting
    join clients client on client.id = setting.client_id and not client.is_deleted
   where setting.is_enabled
     and not exists (
       select from access_reviews review
        where review.client_id = client.id
          and date_trunc('month', review.started_at at time zone $1) = date_trunc('month', clock_now() at time zone $1))
     and exists (
       select from users holder
         join current_system_grants held on held.user_id = holder.id
         join systems system on system.id = held.system_id and system.deleted_at is null
        where holder.client_id = client.id and holder.status < 3)
   order by client.id`

interface DueClient {
  id: number
  startedBy: number | null
  dueAt: Date
}

type ReportStores = Pick<Stores, 'accessReviews' | 'audit' | 'tx'>

/**
 * Lists what the users of an employer may do, once a month for each employer whose report is enabled: as an access
 * review, whose record is kept, mailed to those who decide, and exported as a spreadsheet (decisions I2, I4).
 */
export function entitlementReportsJob({
  transact,
  timeZone,
}: {
  transact: Transact<'accessReviews' | 'audit' | 'jobs' | 'tx'>
  /** Business time zone. */
  timeZone: string
}): JobDefinition<'entitlement-reports'> {
  return {
    name: 'entitlement-reports',
    run: async (_, { signal, logger }) => {
      const due = await transact(everything, ({ tx }) => query<DueClient>(tx, dueClients, [timeZone]))
      let started = 0
      let tooLarge = 0
      for (const client of due) {
        if (signal.aborted) break
        try {
          started += await transact(everything, (stores) => startFor(stores, client))
        } catch (error) {
          if (!(error instanceof TooManyGrants)) throw error
          tooLarge += 1
        }
      }
      if (started > 0) await transact(everything, ({ jobs }) => jobs.runNow('access-review-notices'))
      logger.info({ job: 'entitlement-reports', reviews: started }, 'entitlement reports')
      return tooLarge === 0
        ? jobOutcome('job_outcome_reviews', { count: started })
        : jobOutcome('job_outcome_reviews_but_large', { count: started, large: tooLarge })
    },
  }
}

/** Undoes the review of an employer whose users hold more than `REVIEW_ITEMS_MAX` grants. */
class TooManyGrants extends Error {}

/** One transaction for each employer; returns 0 where its access is under review already. */
async function startFor({ accessReviews, audit }: ReportStores, { id, startedBy, dueAt }: DueClient): Promise<0 | 1> {
  const scope = { clientId: id, systemId: null }
  if (startedBy === null || (await accessReviews.isUnderWay(scope))) return 0
  const review = await accessReviews.add({ ...scope, startedBy, dueAt })
  if (review.items > REVIEW_ITEMS_MAX) throw new TooManyGrants()
  audit.record(null, {
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

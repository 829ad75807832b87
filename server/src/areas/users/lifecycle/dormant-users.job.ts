import { PORTAL_SYSTEM_ID } from '@portico/contract/catalog/catalog-rules.ts'
import { type Dormancy, parseDormancy } from '@portico/contract/jobs/dormancy-rules.ts'
import { everything } from '../../../db/scope.ts'
import type { JobDefinition } from '../../../jobs/job.ts'
import { jobOutcome } from '../../../jobs/job-outcome.ts'
import { isLastPortalAdmin } from '../../permissions/public.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { addMails } from '../../mail/public.ts'
import { recordAudits } from '../../audit/public.ts'
import { run } from '../../../db/run.ts'
import { arrayOf, bool, instant, int, statement, text } from '../../../db/statement.ts'

/** Users that one transaction handles. */
export const DORMANT_AT_ONCE = 1_000

/** The latest of a sign-in, the creation of the account and its reactivation. */
const activeAt = 'greatest(account.created_at, account.status_changed_at, seen.last_signed_in_at)'

const accounts = `
  users account
  join clients client on client.id = account.client_id and not client.is_deleted
  join user_sign_ins seen on seen.user_id = account.id`

const isPortalAdmin = `(account.is_internal and exists (
  select from current_system_grants held
   where held.user_id = account.id and held.system_id = ${PORTAL_SYSTEM_ID} and held.is_admin))`

/** Notes what is due after the user `$1`; a user is noted once for each time that they stay away. */
const noteDue = statement([int, int, int], {
  name: 'users: note due',
  text: `
  with due as materialized (
    select account.id, account.first_name, account.email, account.client_id, ${activeAt} as active_at
      from ${accounts}
     where account.id > $1 and account.status = 1
       and ${activeAt} <= (select clock_now()) - make_interval(days => $2::integer - $3::integer)
       and not exists (select from dormancy_notices noted where noted.user_id = account.id and noted.active_at = ${activeAt})
     order by account.id limit ${DORMANT_AT_ONCE}),
  noted as (
    insert into dormancy_notices (user_id, active_at) select id, active_at from due
    on conflict (user_id) do update set active_at = excluded.active_at, noticed_at = clock_now()
    returning user_id, noticed_at)
  select due.id, due.first_name as "firstName", due.email, due.client_id as "clientId", noted.noticed_at as "noticedAt",
         greatest(due.active_at + make_interval(days => $2::integer),
                  noted.noticed_at + make_interval(days => $3::integer)) as "inactiveFrom"
    from noted join due on due.id = noted.user_id
   order by due.id`,
  row: { id: int, firstName: text, email: text, clientId: int, noticedAt: instant, inactiveFrom: instant },
})

/** Active users, portal administrators or others, who are due after a notice of that many days, after the user `$3`. */
const dueUsers = statement([int, int, int, bool], {
  name: 'users: due for inactivation',
  text: `
  select account.id
    from ${accounts}
    join dormancy_notices noted on noted.user_id = account.id and noted.active_at = ${activeAt}
   where account.status = 1 and account.id > $3
     and noted.active_at <= (select clock_now()) - make_interval(days => $1::integer)
     and noted.noticed_at <= (select clock_now()) - make_interval(days => $2::integer)
     and ${isPortalAdmin} = $4
   order by account.id limit ${DORMANT_AT_ONCE}`,
  row: { id: int },
})

/** Inactivates users who are still due. The rows of the last sign-in are locked too, so that a sign-in comes before or after. */
const inactivate = statement([arrayOf(int)], {
  name: 'users: inactivate',
  text: `
  with due as materialized (
    select account.id, account.client_id, noted.active_at
      from ${accounts}
      join dormancy_notices noted on noted.user_id = account.id and noted.active_at = ${activeAt}
     where account.id = any ($1::integer[]) and account.status = 1
     order by account.id
       for update of account, seen)
  update users set status = 2, previous_status = 1, profile_version = profile_version + 1,
         status_changed_at = clock_now(), status_changed_by = null, updated_at = clock_now()
    from due where users.id = due.id
  returning users.id, due.client_id as "clientId", due.active_at as "activeAt"`,
  row: { id: int, clientId: int, activeAt: instant },
})

/**
 * Notifies users who have not signed in for long, and inactivates those who stay away (decision I2). Nobody is
 * inactivated without a notice, and the last portal administrator never. Disabled as shipped.
 */
export function dormantUsersJob({ db }: { db: Db }): JobDefinition<'dormant-users'> {
  return {
    name: 'dormant-users',
    run: async (_, { signal, logger, parameters }) => {
      const dormancy = parseDormancy(parameters)
      if (!dormancy) throw new Error(`The parameters of the job are invalid: ${parameters}`)
      const noticed = await inBatches(signal, (last) => db.transact(everything, (tx) => notify(tx, dormancy, last)))
      const inactivated = await inBatches(signal, (last) =>
        db.transact(everything, (tx) => inactivateUsers(tx, dormancy, last)),
      )
      const admins = await inactivateAdmins(db, dormancy, signal)
      const total = inactivated + admins.inactivated
      logger.info({ job: 'dormant-users', noticed, inactivated: total }, 'dormant users')
      const key = admins.isLastKept ? 'job_outcome_dormant_but_last' : 'job_outcome_dormant'
      return jobOutcome(key, { noticed, inactivated: total })
    },
  }
}

interface Batch {
  /** The last user of the batch; undefined where there is none. */
  last: number | undefined
  /** How many users it changed. */
  count: number
}

/** Handles users in the order of their ids; `work` is given the last one of the batch before. Returns how many it changed. */
async function inBatches(signal: AbortSignal, work: (last: number) => Promise<Batch>): Promise<number> {
  let total = 0
  let last: number | undefined = 0
  while (last !== undefined && !signal.aborted) {
    const batch: Batch = await work(last)
    total += batch.count
    last = batch.last
  }
  return total
}

async function notify(tx: Tx, { inactivateAfterDays, noticeDays }: Dormancy, last: number): Promise<Batch> {
  const due = await run(tx, noteDue(last, inactivateAfterDays, noticeDays))
  await addMails(
    tx,
    due.map(({ id, firstName, email, clientId, noticedAt, inactiveFrom }) => ({
      template: 'dormant-account',
      fields: { firstName, inactiveFrom: inactiveFrom.toISOString() },
      dedupeKey: `dormant-account:${id}:${noticedAt.getTime()}`,
      to: email,
      clientId,
    })),
  )
  return { last: due.at(-1)?.id, count: due.length }
}

async function findDue(tx: Tx, dormancy: Dormancy, last: number, isAdmin: boolean): Promise<number[]> {
  const { inactivateAfterDays, noticeDays } = dormancy
  const due = await run(tx, dueUsers(inactivateAfterDays, noticeDays, last, isAdmin))
  return due.map(({ id }) => id)
}

async function inactivateUsers(tx: Tx, dormancy: Dormancy, last: number): Promise<Batch> {
  const due = await findDue(tx, dormancy, last, false)
  return { last: due.at(-1), count: await setInactive(tx, due) }
}

/** Inactivates users who have not signed in meanwhile, with an audit event for each; returns how many. */
async function setInactive(tx: Tx, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0
  const changed = await run(tx, inactivate(ids))
  recordAudits(
    tx,
    null,
    changed.map(({ id, clientId, activeAt: lastActiveAt }) => ({
      event: 'dormant_user_inactivated',
      actorId: null,
      subjectId: id,
      sessionId: null,
      clientId,
      target: { kind: 'user', id },
      before: { status: 1, lastActiveAt },
      after: { status: 2 },
    })),
  )
  return changed.length
}

/** One transaction for each portal administrator, so that the last one is found whatever else happens. */
async function inactivateAdmins(db: Db, dormancy: Dormancy, signal: AbortSignal) {
  const due = await db.read(everything, (tx) => findDue(tx, dormancy, 0, true))
  let inactivated = 0
  let isLastKept = false
  for (const id of due) {
    if (signal.aborted) break
    await db.transact(everything, async (tx) => {
      if (await isLastPortalAdmin(tx, id)) isLastKept = true
      else inactivated += await setInactive(tx, [id])
    })
  }
  return { inactivated, isLastKept }
}

import type { Tx } from '../../../db/database.ts'
import { run, runFirst, runOne } from '../../../db/run.ts'
import { arrayOf, instant, int, nullable, present, statement, text } from '../../../db/statement.ts'
import { ageDate, isWaitingFor } from '../actions/erasure-due.ts'

// The table `erasures`: those that were asked for and wait, and those that are done.

/** Transactions that began before a deletion and waited for it ask after it. */
const askFor = statement([int, nullable(int), text, int, int], {
  name: 'users: ask for erasure',
  text: `
  insert into erasures (user_id, client_id, requested_at, requested_by, reason, due_at)
  select id, client_id, asked.at, $2, $3,
         greatest(asked.at, least(asked.at + make_interval(days => $4), ${ageDate('status_changed_at', '$5')}))
    from users cross join lateral (select greatest(clock_now(), status_changed_at) as at) asked where id = $1
  on conflict (user_id) do update
    set client_id = excluded.client_id, requested_at = excluded.requested_at, requested_by = excluded.requested_by,
        reason = excluded.reason, due_at = excluded.due_at
  returning due_at as "dueAt"`,
  row: { dueAt: present(instant) },
})

/**
 * Notes that a deleted user is to be erased once the waiting time is over, but no later than without being asked for,
 * in place of an earlier request that is not due. The user is locked by the caller. Returns from when on it is due.
 */
export const askForErasure = async (
  tx: Tx,
  { userId, by, reason }: { userId: number; by: number | null; reason: string },
  { waitingDays, keptDays }: { waitingDays: number; keptDays: number },
): Promise<Date> => (await runOne(tx, askFor(userId, by, reason, waitingDays, keptDays))).dueAt

const dateOf = statement([int, nullable(int), int], {
  name: 'users: date of erasure',
  text: `
  select least(clock_now() + make_interval(days => $2),
               ${ageDate('(case when status = 3 then status_changed_at else clock_now() end)', '$3')}) as "dueAt"
    from users where id = $1`,
  row: { dueAt: nullable(instant) },
})

/**
 * From when on a user would be erased, were they deleted, if they are not, and the erasure asked for now; undefined:
 * never.
 * @param waitingDays null: nobody asks
 */
export const findErasureDate = async (
  tx: Tx,
  userId: number,
  { waitingDays, keptDays }: { waitingDays: number | null; keptDays: number },
): Promise<Date | undefined> => (await runFirst(tx, dateOf(userId, waitingDays, keptDays)))?.dueAt ?? undefined

const takeBack = statement([int], {
  name: 'users: take back erasure',
  text: `
  delete from erasures
   where user_id = $1 and erased_at is null and due_at > clock_now() and due_at > requested_at
  returning user_id as "userId"`,
  row: { userId: int },
})

/** False where no erasure of the user waits, or it is due: it may have begun then. */
export const takeBackErasure = async (tx: Tx, userId: number): Promise<boolean> =>
  (await run(tx, takeBack(userId))).length > 0

const forgetOvertaken = statement([], {
  name: 'users: forget overtaken requests of erasure',
  text: `
  delete from erasures asked using users
   where asked.user_id = users.id and users.status = 4 and asked.erased_at is null`,
})

/** Deletes what was asked for users whom a node of an earlier version has erased, without a certificate: the reason goes. */
export const forgetOvertakenRequests = async (tx: Tx): Promise<void> => void (await run(tx, forgetOvertaken()))

const waitingErasures = statement([arrayOf(int)], {
  name: 'users: waiting erasures',
  text: `
  select asked.user_id as "userId", asked.requested_at as "requestedAt", asked.requested_by as "requestedBy",
         asked.due_at as "dueAt"
    from erasures asked join users on ${isWaitingFor('users')} where asked.user_id = any ($1::integer[])`,
  row: { userId: int, requestedAt: present(instant), requestedBy: nullable(int), dueAt: present(instant) },
})

/** An erasure that was asked for. */
export interface WaitingErasure {
  requestedAt: Date
  /** Null: a command. */
  requestedBy: number | null
  dueAt: Date
}

/** The erasures that wait, by the ids of their users. */
export const findWaitingErasures = async (
  tx: Tx,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, WaitingErasure>> =>
  new Map((await run(tx, waitingErasures(userIds))).map(({ userId, ...erasure }) => [userId, erasure]))

const complete = statement([int, nullable(instant), nullable(int), nullable(instant), text], {
  name: 'users: complete erasure',
  text: `
  insert into erasures (user_id, client_id, requested_at, requested_by, due_at, erased_at, certificate)
  select id, client_id, $2, $3, $4, clock_now(), $5 from users where id = $1
  on conflict (user_id) do update
    set client_id = excluded.client_id, requested_at = excluded.requested_at, requested_by = excluded.requested_by,
        reason = '', due_at = excluded.due_at, erased_at = excluded.erased_at, certificate = excluded.certificate`,
})

/** Keeps the certificate of an erasure; the words of the request go with the user. */
export const completeErasure = async (
  tx: Tx,
  userId: number,
  { requestedAt, requestedBy, dueAt }: Partial<WaitingErasure>,
  certificate: string,
): Promise<void> =>
  void (await run(tx, complete(userId, requestedAt ?? null, requestedBy ?? null, dueAt ?? null, certificate)))

const certificateOf = statement([int], {
  name: 'users: certificate of erasure',
  text: 'select certificate from erasures where user_id = $1 and certificate is not null',
  row: { certificate: present(text) },
})

/** The certificate of the erasure of a user of the scope; undefined where the user is not erased. */
export const findCertificate = async (tx: Tx, userId: number): Promise<string | undefined> =>
  (await runFirst(tx, certificateOf(userId)))?.certificate

/** Uploads, which began before the deletion, go on for two hours at most. */
const atRest = statement([int], {
  name: 'users: deleted and at rest',
  text: `select from users where id = $1 and status = 3 and status_changed_at <= clock_now() - interval '3 hours'`,
})

/** True for a user who was deleted so long ago that nothing they began still runs, such as an upload. */
export const isAtRest = async (tx: Tx, userId: number): Promise<boolean> => (await run(tx, atRest(userId))).length > 0

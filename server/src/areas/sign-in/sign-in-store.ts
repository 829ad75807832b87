import { sql } from 'kysely'
import { ask } from '../../db/ask.ts'
import type { Tx } from '../../db/database.ts'
import { FAILURE_WINDOW_MINUTES, FAILURES_BEFORE_CHECK } from './human-check-rules.ts'
import type { SignInAccount } from './sign-in-account.ts'

/** Minutes over which wrong passwords are counted, and for which an account is locked (decision B3). */
const WINDOW_MINUTES = 15
const LOCK_MINUTES = 30

const windowRuns = `coalesce(counted.attempts_since > clock_now() - interval '${WINDOW_MINUTES} minutes', false)`

/** True of a row of `sign_in_failures` that asks for a human check. */
export const hasFailedOften = `failures >= ${FAILURES_BEFORE_CHECK} and since > clock_now() - interval '${FAILURE_WINDOW_MINUTES} minutes'`

/** What an attempt changes in a row that counts attempts. */
const countOne = `
       set attempts = case when ${windowRuns} then counted.attempts + 1 else 1 end,
           attempts_since = case when ${windowRuns} then counted.attempts_since else clock_now() end`

/** True where the last session that the user opened in this browser was not ended as somebody else's. */
const isKnownBrowser = `
  select coalesce((
    select earlier.end_reason is distinct from 'revoked' from sessions earlier
     where earlier.user_id = subject.user_id and earlier.binding_hash = $6 and earlier.actor_user_id is null
     order by earlier.created_at desc limit 1), false)`

/** Whose sessions are looked at for a name that nobody has: somebody's, so that the look takes its time. */
const anybody = `
  select somebody.user_id from sessions somebody
   where somebody.user_id >= mod(hashtext($1) + 2147483648, (select max(user_id) from sessions))
   order by somebody.user_id limit 1`

/**
 * Reads the account and takes one attempt in the same atomic statement: however many tries run at
 * once, no more than the budget pass. A browser in which the user came in before has a budget beside the
 * account's, behind a human check where that one is spent or locked by guesses (S06). While a check is
 * missing nothing is taken. Parameters: the name as typed, the budget, when a human check is asked for, the
 * sources of failures that ask for one, the id of the pre-login token, which knows whether one was passed,
 * and the hash of the browser's binding. One row in any case, for an unknown name without a user: known and unknown names take the same work, and none
 * waits for the disk, which the audit event of the answer does.
 */
export const takeAttempt = `
  with account as (
    select user_id, user_name, first_name, client_id, status, is_internal, sign_in_kind, second_factor_required,
           password_hash, password_changed_at, password_ages, temporary_password_expires_at, security_question_id,
           licence_accepted_at, may_sign_on_as, locked_until, client_idle_minutes, client_is_deleted,
           second_factor_providers, client_second_factor_skips, now, attempts, attempts_since
      from sign_in_accounts where user_name_folded = fold_user_name($1)),
  subject as materialized (
    select coalesce((select user_id from account), (${anybody})) as user_id),
  looked as materialized (
    select (${isKnownBrowser}) as is_known_browser from subject),
  known as (
    select user_id, attempts_since > clock_now() - interval '${WINDOW_MINUTES} minutes' and attempts >= $2
             or locked_until > clock_now() and locked_until < 'infinity' as is_kept_out
      from account, looked where looked.is_known_browser),
  checked as (
    select $3 = 'never'
        or ($3 = 'after-failures' and not exists (select from known where is_kept_out) and not exists (
              select from sign_in_failures where source = any($4) and ${hasFailedOften}))
        or exists (select from passed_human_checks where token_id = $5 and expires_at > clock_now()) as is_human),
  taken as (
    insert into user_sign_ins as counted (user_id, attempts, attempts_since)
    select user_id, 1, clock_now() from account where (select is_human from checked)
    on conflict (user_id) do update ${countOne}
     where counted.attempts < $2 or not ${windowRuns}
    returning counted.user_id),
  taken_by_browser as (
    insert into device_sign_ins as counted (user_id, binding_hash, attempts, attempts_since)
    select user_id, $6, 1, clock_now() from known where (select is_human from checked)
    on conflict (user_id, binding_hash) do update ${countOne}
     where counted.attempts < $2 or not ${windowRuns}
    returning counted.user_id),
  taken_by_nobody as (
    insert into nobody_sign_ins as counted (slot, attempts, attempts_since)
    select mod(hashtext($1) + 2147483648, 1024), 1, clock_now() where not exists (select from account) and (select is_human from checked)
    on conflict (slot) do update ${countOne})
  select account.*, coalesce(taken.user_id, taken_by_browser.user_id) is not null as has_budget,
         taken.user_id is not null as has_account_budget, taken_by_browser.user_id is not null as is_known_browser,
         (select is_human from checked) as is_human, (select is_known_browser from looked) is not null as was_looked_for,
         set_config('synchronous_commit', 'off', true)
    from (values (1)) try left join account on true left join taken on true
    left join taken_by_browser on true`

/** The account of somebody who is half-way in, as `takeAttempt` would read it; nothing is counted. */
export const accountOfUser = `
  select user_id, user_name, first_name, client_id, status, is_internal, sign_in_kind, second_factor_required,
         password_hash, password_changed_at, password_ages, temporary_password_expires_at, security_question_id,
         licence_accepted_at, may_sign_on_as, locked_until, client_idle_minutes, client_is_deleted,
         second_factor_providers, client_second_factor_skips, now, true as has_budget
    from sign_in_accounts where user_id = $1`

const recordSignIn = `
  with held as (
    select from users where id = $1 and status = 1 and password_hash is not distinct from $4 for no key update),
  spent as (
    insert into spent_tokens (token_id, expires_at) values ($2, $3) on conflict do nothing returning 1),
  whole as (
    delete from device_sign_ins where user_id = $1 and binding_hash = $6)
  update user_sign_ins
     set attempts = case when $5 then attempts else 0 end, locked_until = case when $5 then locked_until end,
         previous_signed_in_at = last_signed_in_at, last_signed_in_at = clock_now()
   where user_id = $1 and exists (select from held) and locked_until is distinct from 'infinity'
  returning exists (select from spent) as is_spent`

const forgetAttemptsOfBrowser = 'delete from device_sign_ins where user_id = $1 and binding_hash = $2'

const countFailures = `
  insert into sign_in_failures as counted (source)
  select unnest($1::text[])
  on conflict (source) do update
     set failures = case when counted.since > clock_now() - interval '${FAILURE_WINDOW_MINUTES} minutes' then counted.failures + 1 else 1 end,
         since = case when counted.since > clock_now() - interval '${FAILURE_WINDOW_MINUTES} minutes' then counted.since else clock_now() end`

/** Over for everybody: whoever waited for us may have begun, by his transaction's clock, some moments before. */
const usedUp = sql<Date>`clock_now() - interval '1 minute'`

/** The columns of a password that lets nobody in any more. */
const spentPassword = {
  password_changed_at: null,
  temporary_password_expires_at: usedUp,
  password_spent_at: sql<Date>`clock_now()`,
}

/** The tables `user_sign_ins`, `device_sign_ins`, `nobody_sign_ins`, `sign_in_failures` and `spent_tokens`. */
export function signInStore(tx: Tx) {
  return {
    /** After a wrong password: locks the account when that was the last of the budget. True if it did. */
    lockIfSpent: async (userId: number, budget: number): Promise<boolean> => {
      const locked = await tx
        .updateTable('user_sign_ins')
        .set({ locked_until: sql<Date>`clock_now() + make_interval(mins => ${LOCK_MINUTES})` })
        .where('user_id', '=', userId)
        .where('attempts', '>=', budget)
        .where((eb) => eb.or([eb('locked_until', 'is', null), eb('locked_until', '<', sql<Date>`clock_now()`)]))
        .executeTakeFirst()
      return locked.numUpdatedRows > 0n
    },

    /** One more failed sign-in of each of these sources, in the order of their names so that nobody locks out another. */
    countFailure: async (sources: readonly string[]): Promise<void> => {
      await ask(tx, 'count-sign-in-failures', countFailures, [sources.toSorted()])
    },

    /** After a right password the budget is whole again. The row stays locked until the transaction ends. */
    restoreBudget: async (userId: number): Promise<void> => {
      await tx.updateTable('user_sign_ins').set({ attempts: 0 }).where('user_id', '=', userId).execute()
    },

    /** The same for the budget of this browser. */
    restoreBudgetOfBrowser: async (userId: number, bindingHash: Buffer): Promise<void> => {
      await ask(tx, 'restore-budget-of-browser', forgetAttemptsOfBrowser, [userId, bindingHash])
    },

    /**
     * A session opens: token spent, budget whole, moment of sign-in moved on. Holds the row, so that
     * sign-ins of one user queue. 'spent': the token was used before. 'changed': the account is no longer
     * what it was when its password was checked, which may have waited in the queue. `isBesideLock`: the
     * account's budget and lock stay as guesses from elsewhere have left them.
     */
    recordSignIn: async (
      { user_id, password_hash }: Pick<SignInAccount, 'user_id' | 'password_hash'>,
      token: { id: Buffer; expiresAt: Date },
      { isBesideLock, bindingHash }: { isBesideLock: boolean; bindingHash: Buffer },
    ): Promise<'recorded' | 'spent' | 'changed'> => {
      const values = [user_id, token.id, token.expiresAt, password_hash, isBesideLock, bindingHash]
      const [row] = await ask<{ is_spent: boolean }>(tx, 'record-sign-in', recordSignIn, values)
      if (!row) return 'changed'
      return row.is_spent ? 'recorded' : 'spent'
    },

    /** A temporary password opens one session; false if another sign-in has just used it. */
    useUpTemporaryPassword: async (userId: number): Promise<boolean> => {
      const used = await tx
        .updateTable('users')
        .set({ temporary_password_expires_at: usedUp })
        .where('id', '=', userId)
        .where('temporary_password_expires_at', '>', sql<Date>`clock_now()`)
        .executeTakeFirst()
      return used.numUpdatedRows > 0n
    },

    /**
     * A password that somebody else may know opens nothing any more, like a temporary one that was used;
     * an open session stands where a new one is chosen (gate 'secured'). False where the portal keeps no password.
     */
    spendPassword: async (userId: number): Promise<boolean> => {
      const spent = await tx
        .updateTable('users')
        .set(spentPassword)
        .where('id', '=', userId)
        .where('sign_in_kind', '=', 'password')
        .executeTakeFirst()
      return spent.numUpdatedRows > 0n
    },

    acceptLicence: async (userId: number, version: number | null): Promise<Date> => {
      const row = await tx
        .updateTable('users')
        .set({ licence_accepted_at: sql<Date>`coalesce(licence_accepted_at, clock_now())`, licence_version: version })
        .where('id', '=', userId)
        .returning('licence_accepted_at')
        .executeTakeFirstOrThrow()
      return row.licence_accepted_at as Date
    },
  }
}

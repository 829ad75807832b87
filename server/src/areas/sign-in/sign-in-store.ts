import { sql } from 'kysely'
import { attemptWindow } from '../../db/attempt-window.ts'
import type { Tx } from '../../db/database.ts'
import { FAILURE_WINDOW_MINUTES, FAILURES_BEFORE_CHECK } from './human-check-rules.ts'
import { queries } from '../../db/queries.ts'
import { run, runCount, queue, runFirst } from '../../db/run.ts'
import {
  arrayOf,
  bool,
  bytes,
  instant,
  int,
  nullable,
  type RowOf,
  statement,
  text,
  textOf,
} from '../../db/statement.ts'

/** Minutes over which wrong passwords are counted, and for which an account is locked (decision B3). */
export const PASSWORD_WINDOW_MINUTES = 15
const LOCK_MINUTES = 30

const { isRunning, countOne } = attemptWindow(`interval '${PASSWORD_WINDOW_MINUTES} minutes'`)
const failureColumns = { count: 'failures', since: 'since' }
const failures = attemptWindow(`interval '${FAILURE_WINDOW_MINUTES} minutes'`, failureColumns)

/** True of a row of `sign_in_failures` that requires a human check. */
export const hasFailedOften = `failures >= ${FAILURES_BEFORE_CHECK} and since > clock_now() - interval '${FAILURE_WINDOW_MINUTES} minutes'`

/** True when the last session that the user opened in this browser was not reported as “This wasn’t me”. */
const isKnownBrowser = `
  select coalesce((
    select earlier.end_reason is distinct from 'revoked' from sessions earlier
     where earlier.user_id = subject.user_id and earlier.binding_hash = $6 and earlier.actor_user_id is null
     order by earlier.created_at desc limit 1), false)`

/** The user whose sessions are read for an unknown name, so that the query takes the same time. */
const anyUser = `
  select any_user.user_id from sessions any_user
   where any_user.user_id >= mod(hashtext($1) + 2147483648, (select max(user_id) from sessions))
   order by any_user.user_id limit 1`

/** The columns of a SignInAccount, without a user all null. */
const accountColumns = {
  userId: int,
  userName: text,
  firstName: text,
  clientId: int,
  status: int,
  isInternal: bool,
  signInKind: textOf<'password' | 'directory' | 'federated'>(),
  secondFactorRequired: bool,
  passwordHash: nullable(text),
  passwordChangedAt: nullable(instant),
  passwordAges: bool,
  temporaryPasswordExpiresAt: nullable(instant),
  securityQuestionId: nullable(int),
  // When the user accepted the license that they are asked for.
  countedLicenseAcceptedAt: nullable(instant),
  maySignOnAs: bool,
  lockedUntil: nullable(instant),
  clientIdleMinutes: nullable(int),
  clientIsDeleted: bool,
  // Providers at which the user has enrolled a second factor.
  secondFactorProviders: arrayOf(text),
  // How often users of the client may postpone the enrollment.
  clientSecondFactorSkips: int,
  now: instant,
}

const accountNames = Object.keys(accountColumns).map((name) => ({
  name,
  column: name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
}))
const selectAccount = (table: string) =>
  accountNames.map(({ name, column }) => `${table}.${column} as "${name}"`).join(', ')

/**
 * Reads the account and consumes one attempt in the same atomic statement, so that concurrent attempts cannot exceed
 * the budget. A browser in which the user signed in before has a budget of its own, behind a human check once the
 * account's is exhausted or locked by guesses (S06): it is consumed here from then on, and before by each failure, so
 * that most sign-ins do not write it. While a check is missing nothing is consumed. Parameters: the
 * name as typed, the budget, when a human check is required, the sources of failures that require one, the id of the
 * pre-login token, which records whether a check was passed, the hash of the browser's binding, and when the token
 * expires: with one that is used up or too old nothing is consumed. Returns one row in any case, without a user for an
 * unknown name: known and unknown names take the same work, and neither waits for the disk, which the audit event of the
 * answer does.
 */
export const consumeSignInAttempt = statement([text, int, text, arrayOf(text), bytes, bytes, instant], {
  name: 'consume a sign-in attempt',
  text: `
  with account as (
    select ${accountNames.map(({ column }) => column).join(', ')}, attempts, attempts_since
      from sign_in_accounts where user_name_folded = fold_user_name($1)),
  subject as materialized (
    select coalesce((select user_id from account), (${anyUser})) as user_id),
  looked as materialized (
    select (${isKnownBrowser}) as is_known_browser from subject),
  known as (
    select user_id, attempts_since > clock_now() - interval '${PASSWORD_WINDOW_MINUTES} minutes' and attempts >= $2
             or locked_until > clock_now() and locked_until < 'infinity' as is_kept_out,
           exists (select from device_sign_ins failed where failed.user_id = account.user_id and failed.binding_hash = $6)
             as has_failed
      from account, looked where looked.is_known_browser),
  fresh as materialized (
    select $7 > clock_now() and not exists (select from used_tokens where token_id = $5) as is_fresh),
  checked as (
    select $3 = 'never'
        or ($3 = 'after-failures' and not exists (select from known where is_kept_out) and not exists (
              select from sign_in_failures where source = any($4) and ${hasFailedOften}))
        or exists (select from passed_human_checks where token_id = $5 and expires_at > clock_now()) as is_human),
  admitted as materialized (select is_human and is_fresh as is_admitted from checked, fresh),
  taken as (
    update user_sign_ins counted set ${countOne}
     where counted.user_id = (select user_id from account) and (select is_admitted from admitted)
       and (counted.attempts < $2 or not ${isRunning})
    returning counted.user_id),
  taken_by_browser as (
    insert into device_sign_ins as counted (user_id, binding_hash, attempts, attempts_since)
    select user_id, $6, 1, clock_now() from known where (is_kept_out or has_failed) and (select is_admitted from admitted)
    on conflict (user_id, binding_hash) do update set ${countOne}
     where counted.attempts < $2 or not ${isRunning}
    returning counted.user_id),
  taken_by_nobody as (
    insert into unknown_name_sign_ins as counted (slot, attempts, attempts_since)
    select mod(hashtext($1) + 2147483648, 1024), 1, clock_now() where not exists (select from account) and (select is_admitted from admitted)
    on conflict (slot) do update set ${countOne})
  select ${selectAccount('account')},
         coalesce(taken.user_id, taken_by_browser.user_id) is not null as "hasBudget",
         taken.user_id is not null as "hasAccountBudget", taken_by_browser.user_id is not null as "hasBrowserBudget",
         known.user_id is not null as "isKnownBrowser",
         coalesce(known.has_failed, false) or taken_by_browser.user_id is not null as "isBrowserCounted", (select is_human from checked) as "isHuman",
         (select is_fresh from fresh) as "isFresh", (select is_known_browser from looked) is not null as "wasLookedFor",
         set_config('synchronous_commit', 'off', true) as setting
    from (values (1)) try left join account on true left join taken on true
    left join taken_by_browser on true left join known on true`,
  row: {
    ...accountColumns,
    userId: nullable(int),
    hasBudget: bool,
    hasAccountBudget: bool,
    hasBrowserBudget: bool,
    isKnownBrowser: bool,
    isBrowserCounted: bool,
    isHuman: bool,
    isFresh: bool,
    wasLookedFor: bool,
    setting: text,
  },
})

/** Reads the account of a user during sign-in as `consumeSignInAttempt` would; counts nothing. */
export const accountOfUser = statement([int], {
  name: 'sign-in: account of user',
  text: `
  select ${selectAccount('account')}, true as "hasBudget" from sign_in_accounts account where account.user_id = $1`,
  // Without a budget, because attempts have consumed it, nothing may be checked.
  row: { ...accountColumns, hasBudget: bool },
})

const recordSignInStatement = statement([int, bytes, instant, nullable(text), bool], {
  name: 'sign-in: record sign in',
  text: `
  with held as (
    select from users where id = $1 and status = 1 and password_hash is not distinct from $4 for no key update),
  spent as (
    insert into used_tokens (token_id, expires_at) values ($2, $3) on conflict do nothing returning 1)
  update user_sign_ins
     set attempts = case when $5 then attempts else 0 end, locked_until = case when $5 then locked_until end,
         previous_signed_in_at = last_signed_in_at, last_signed_in_at = clock_now()
   where user_id = $1 and exists (select from held) and locked_until is distinct from 'infinity'
  returning exists (select from spent) as "isSpent"`,
  row: { isSpent: bool },
})

const forgetAttemptsOfBrowser = statement([int, bytes], {
  name: 'sign-in: forget attempts of browser',
  text: 'delete from device_sign_ins where user_id = $1 and binding_hash = $2',
})

const countFailureOfBrowserStatement = statement([int, bytes], {
  name: 'sign-in: count failure of browser',
  text: `
  insert into device_sign_ins as counted (user_id, binding_hash, attempts, attempts_since)
  values ($1, $2, 1, clock_now())
  on conflict (user_id, binding_hash) do update set ${countOne}`,
})

const countFailures = statement([arrayOf(text)], {
  name: 'sign-in: count failures',
  text: `
  insert into sign_in_failures as counted (source)
  select unnest($1::text[])
  on conflict (source) do update set ${failures.countOne}`,
})

/** Expired for every transaction: one that waited for our lock may have started slightly earlier. */
const usedUp = sql<Date>`clock_now() - interval '1 minute'`

/** Columns of a password that is no longer valid. */
const spentPassword = {
  password_changed_at: null,
  temporary_password_expires_at: usedUp,
  password_spent_at: sql<Date>`clock_now()`,
}

// The table `device_sign_ins`.

/** Counts a failed sign-in in a browser that the user signed in with before. */
export async function countFailureOfBrowser(tx: Tx, userId: number, bindingHash: Buffer): Promise<void> {
  await run(tx, countFailureOfBrowserStatement(userId, bindingHash))
}

/** Restores the budget of a browser after a correct password. */
export async function resetBudgetOfBrowser(tx: Tx, userId: number, bindingHash: Buffer): Promise<void> {
  await run(tx, forgetAttemptsOfBrowser(userId, bindingHash))
}

// The tables `user_sign_ins`, `device_sign_ins`, `unknown_name_sign_ins`, `sign_in_failures` and `used_tokens`.

/** Locks the account when that was the last attempt of the budget; returns true when it did. */
export async function lockIfSpent(tx: Tx, userId: number, budget: number): Promise<boolean> {
  const locked = await runCount(
    tx,
    queries
      .updateTable('user_sign_ins')
      .set({ locked_until: sql<Date>`clock_now() + make_interval(mins => ${LOCK_MINUTES})` })
      .where('user_id', '=', userId)
      .where('attempts', '>=', budget)
      .where((eb) => eb.or([eb('locked_until', 'is', null), eb('locked_until', '<', sql<Date>`clock_now()`)])),
  )
  return locked > 0
}

/** Counts a failed sign-in of each source, in the order of their names to avoid deadlocks. */
export async function countFailureOfSources(tx: Tx, sources: readonly string[]): Promise<void> {
  await run(tx, countFailures(sources.toSorted()))
}

/** Restores the budget after a correct password. The row stays locked until the transaction ends. */
export async function resetBudget(tx: Tx, userId: number): Promise<void> {
  await run(tx, queries.updateTable('user_sign_ins').set({ attempts: 0 }).where('user_id', '=', userId))
}

/**
 * Records a sign-in: consumes the token, restores the budget, updates the last sign-in. Locks the row, so that
 * concurrent sign-ins of one user are serialized. 'spent': the token was used before. 'changed': the account has
 * changed since its password was checked, which may have waited in the queue. `bypassesGuessLock`: leaves the account's
 * budget and lock as guesses from elsewhere have set them. `failedBrowser`: hash of the binding of a browser whose
 * own budget is to be restored.
 */
export async function recordSignIn(
  tx: Tx,
  { userId, passwordHash }: Pick<RowOf<typeof accountOfUser>, 'userId' | 'passwordHash'>,
  token: { id: Buffer; expiresAt: Date },
  { bypassesGuessLock, failedBrowser }: { bypassesGuessLock: boolean; failedBrowser: Buffer | null },
): Promise<'recorded' | 'spent' | 'changed'> {
  if (failedBrowser) queue(tx, forgetAttemptsOfBrowser(userId, failedBrowser))
  const row = await runFirst(
    tx,
    recordSignInStatement(userId, token.id, token.expiresAt, passwordHash, bypassesGuessLock),
  )
  if (!row) return 'changed'
  return row.isSpent ? 'recorded' : 'spent'
}

/** A temporary password opens one session; returns false when a concurrent sign-in has used it. */
export async function spendTemporaryPassword(tx: Tx, userId: number): Promise<boolean> {
  const used = await runCount(
    tx,
    queries
      .updateTable('users')
      .set({ temporary_password_expires_at: usedUp })
      .where('id', '=', userId)
      .where('temporary_password_expires_at', '>', sql<Date>`clock_now()`),
  )
  return used > 0
}

/**
 * Invalidates a password that may be known to others, like a used temporary one; an open session moves to the gate
 * where a new one is chosen ('secured'). Returns false when the portal stores no password for the user.
 */
export async function spendPassword(tx: Tx, userId: number): Promise<boolean> {
  const spent = await runCount(
    tx,
    queries.updateTable('users').set(spentPassword).where('id', '=', userId).where('sign_in_kind', '=', 'password'),
  )
  return spent > 0
}

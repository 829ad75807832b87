import type { SignInAccount } from './sign-in-account.ts'

/**
 * What a name and a password came to. `unknown` covers everything that must look alike from outside
 * (decision B1): no such user, a deleted one, a wrong password, a spent budget, another way in.
 */
export type Standing = 'unknown' | 'inactive' | 'locked' | 'second-factor' | 'good'

type StandingFacts = Pick<
  SignInAccount,
  | 'status'
  | 'locked_until'
  | 'now'
  | 'second_factor_required'
  | 'temporary_password_expires_at'
  | 'password_changed_at'
  | 'client_is_deleted'
>

/** The standing of an account whose password was right, in the order of decision B7. */
export function standingOf(account: StandingFacts, isSecondFactorOn: boolean): Standing {
  if (account.status === 3 || account.client_is_deleted) return 'unknown'
  if (isTemporaryPasswordUsedUp(account)) return 'unknown'
  if (account.status !== 1) return 'inactive'
  if (account.locked_until !== null && account.locked_until > account.now) return 'locked'
  return account.second_factor_required && isSecondFactorOn ? 'second-factor' : 'good'
}

function isTemporaryPasswordUsedUp({
  password_changed_at,
  temporary_password_expires_at,
  now,
}: StandingFacts): boolean {
  return password_changed_at === null && temporary_password_expires_at !== null && temporary_password_expires_at <= now
}

/** User names are compared trimmed, in one Unicode form and without case. */
export function foldUserName(userName: string): string {
  return userName.trim().normalize('NFKC').toLowerCase()
}

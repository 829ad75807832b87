import type { SignInAccount } from './sign-in-account.ts'

/**
 * What an account is worth whose owner has shown who he is. `unknown` covers everything that must look alike from outside
 * (decision B1): a deleted user or client, a temporary password that was used up.
 */
export type Standing = 'unknown' | 'inactive' | 'locked' | 'good'

type StandingFacts = Pick<
  SignInAccount,
  | 'status'
  | 'locked_until'
  | 'now'
  | 'sign_in_kind'
  | 'temporary_password_expires_at'
  | 'password_changed_at'
  | 'client_is_deleted'
>

/** The standing of an account, in the order of decision B7. */
export function standingOf(account: StandingFacts): Standing {
  if (account.status === 3 || account.client_is_deleted) return 'unknown'
  if (isTemporaryPasswordUsedUp(account)) return 'unknown'
  if (account.status !== 1) return 'inactive'
  if (account.locked_until !== null && account.locked_until > account.now) return 'locked'
  return 'good'
}

/** Locked for a while by wrong passwords, which anybody may type; a lock without end is an administrator's. */
export const isLockedByGuesses = ({ locked_until, now }: Pick<SignInAccount, 'locked_until' | 'now'>): boolean =>
  locked_until !== null && locked_until > now && Number.isFinite(Number(locked_until))

function isTemporaryPasswordUsedUp({
  sign_in_kind,
  password_changed_at,
  temporary_password_expires_at,
  now,
}: StandingFacts): boolean {
  if (sign_in_kind !== 'password') return false
  return password_changed_at === null && temporary_password_expires_at !== null && temporary_password_expires_at <= now
}

/**
 * A name by which tries are counted, also where nobody has it. Who has a name is for the database to say
 * (`fold_user_name`): its letters and ours are not of the same Unicode.
 */
export function foldUserName(userName: string): string {
  return userName.normalize('NFKC').trim().toLowerCase()
}

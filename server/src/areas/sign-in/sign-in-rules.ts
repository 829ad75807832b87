import type { SignInAccount } from './sign-in-account.ts'

/**
 * State of an account whose owner has authenticated. `unknown` covers everything that must look alike from outside
 * (decision B1): a deleted user or client, a used temporary password.
 */
export type AccountState = 'unknown' | 'inactive' | 'locked' | 'good'

type AccountStateFacts = Pick<
  SignInAccount,
  | 'status'
  | 'locked_until'
  | 'now'
  | 'sign_in_kind'
  | 'temporary_password_expires_at'
  | 'password_changed_at'
  | 'client_is_deleted'
>

/** Returns the state of an account, in the order of decision B7. */
export function accountStateOf(account: AccountStateFacts): AccountState {
  if (account.status >= 3 || account.client_is_deleted) return 'unknown'
  if (isTemporaryPasswordUsedUp(account)) return 'unknown'
  if (account.status !== 1) return 'inactive'
  if (account.locked_until !== null && account.locked_until > account.now) return 'locked'
  return 'good'
}

/** Locked for a time by wrong passwords, which anyone can enter; a permanent lock is set by an administrator. */
export const isLockedByGuesses = ({ locked_until, now }: Pick<SignInAccount, 'locked_until' | 'now'>): boolean =>
  locked_until !== null && locked_until > now && Number.isFinite(Number(locked_until))

function isTemporaryPasswordUsedUp({
  sign_in_kind,
  password_changed_at,
  temporary_password_expires_at,
  now,
}: AccountStateFacts): boolean {
  if (sign_in_kind !== 'password') return false
  return password_changed_at === null && temporary_password_expires_at !== null && temporary_password_expires_at <= now
}

/**
 * Form of a name under which attempts are counted, also for unknown names. Which user a name belongs to is decided by
 * the database (`fold_user_name`): its Unicode version differs from that of Node.js.
 */
export function foldUserName(userName: string): string {
  return userName.normalize('NFKC').trim().toLowerCase()
}

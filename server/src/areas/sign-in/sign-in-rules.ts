import type { SignInAccount } from './sign-in-account.ts'

/**
 * State of an account whose owner has authenticated. `unknown` covers everything that must look alike from outside
 * (decision B1): a deleted user or client, a used temporary password.
 */
export type AccountState = 'unknown' | 'inactive' | 'locked' | 'good'

type AccountStateFacts = Pick<
  SignInAccount,
  | 'status'
  | 'lockedUntil'
  | 'now'
  | 'signInKind'
  | 'temporaryPasswordExpiresAt'
  | 'passwordChangedAt'
  | 'clientIsDeleted'
>

/** Returns the state of an account, in the order of decision B7. */
export function accountStateOf(account: AccountStateFacts): AccountState {
  if (account.status >= 3 || account.clientIsDeleted) return 'unknown'
  if (isTemporaryPasswordUsedUp(account)) return 'unknown'
  if (account.status !== 1) return 'inactive'
  if (account.lockedUntil !== null && account.lockedUntil > account.now) return 'locked'
  return 'good'
}

/** Locked for a time by wrong passwords, which anyone can enter; a permanent lock is set by an administrator. */
export const isLockedByGuesses = ({ lockedUntil, now }: Pick<SignInAccount, 'lockedUntil' | 'now'>): boolean =>
  lockedUntil !== null && lockedUntil > now && Number.isFinite(Number(lockedUntil))

function isTemporaryPasswordUsedUp({
  signInKind,
  passwordChangedAt,
  temporaryPasswordExpiresAt,
  now,
}: AccountStateFacts): boolean {
  if (signInKind !== 'password') return false
  return passwordChangedAt === null && temporaryPasswordExpiresAt !== null && temporaryPasswordExpiresAt <= now
}

/**
 * Form of a name under which attempts are counted, also for unknown names. Which user a name belongs to is decided by
 * the database (`fold_user_name`): its Unicode version differs from that of Node.js.
 */
export function foldUserName(userName: string): string {
  return userName.normalize('NFKC').trim().toLowerCase()
}

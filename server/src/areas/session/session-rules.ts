import type { Gate } from '@portico/contract/kit/guard.ts'
import type { SessionEnd } from '@portico/contract/kit/session-end.ts'

const DAY_MS = 86_400_000

/** What decides at which gate a signed-in user stands. */
export interface GateFacts {
  signInKind: 'password' | 'directory' | 'federated'
  isInternal: boolean
  licenceAcceptedAt: Date | null
  passwordChangedAt: Date | null
  /** When its owner said that somebody else may know it. */
  passwordSpentAt: Date | null
  passwordAges: boolean
  securityQuestionId: number | null
}

/** The first gate that is still closed, in the order of decision B7; null = the way is free. */
export function gateOf(user: GateFacts, now: Date, passwordMaxAgeDays: number): Gate | null {
  if (!user.isInternal && user.licenceAcceptedAt === null) return 'licence'
  if (user.signInKind !== 'password') return null
  if (isPasswordExpired(user, now, passwordMaxAgeDays)) return 'expired'
  if (user.passwordChangedAt === null) return user.passwordSpentAt === null ? 'temporary' : 'secured'
  return user.securityQuestionId === null ? 'question' : null
}

type PasswordAge = Pick<GateFacts, 'signInKind' | 'passwordAges' | 'passwordChangedAt'>

/** Whole days until the password expires (decision B13); null where it does not age. */
export function daysUntilPasswordExpires(user: PasswordAge, now: Date, passwordMaxAgeDays: number): number | null {
  if (user.signInKind !== 'password' || !user.passwordAges || passwordMaxAgeDays === 0 || !user.passwordChangedAt)
    return null
  return passwordMaxAgeDays - Math.floor((now.getTime() - user.passwordChangedAt.getTime()) / DAY_MS)
}

export function isPasswordExpired(user: PasswordAge, now: Date, passwordMaxAgeDays: number): boolean {
  const days = daysUntilPasswordExpires(user, now, passwordMaxAgeDays)
  return days !== null && days <= 0
}

/** What decides whether a session still lives. */
export interface SessionLife {
  lastActiveAt: Date
  idleMinutes: number
  expiresAt: Date
  endedAt: Date | null
  userStatus: number
  isClientDeleted: boolean
}

/** Minutes without activity after which a session ends, where the client set none (decision B18). */
export const DEFAULT_IDLE_MINUTES = 30

/** Activity is written down at most once a minute; a session may therefore look up to a minute older than it is. */
export const TOUCH_AFTER_MS = 60_000

/**
 * True while the session may be used: not ended, not idle too long, and its user active. A lock that
 * wrong passwords brought on stops sign-ins only: else a stranger could throw people out of their work.
 */
export function isAlive(session: SessionLife, now: Date): boolean {
  return session.endedAt === null && now < session.expiresAt && !isIdle(session, now) && mayWork(session)
}

const isIdle = ({ lastActiveAt, idleMinutes }: SessionLife, now: Date) =>
  now.getTime() >= lastActiveAt.getTime() + idleMinutes * 60_000

const mayWork = ({ userStatus, isClientDeleted }: SessionLife) => userStatus === 1 && !isClientDeleted

type Ended = SessionEnd['endReason']

/** What is stored about an end, where its owner may be told. Signing out is known to whoever did it. */
const toldReasons: Readonly<Record<string, Ended>> = {
  displaced: 'displaced',
  revoked: 'revoked',
  'password-changed': 'password-changed',
  company: 'company',
}

/** Why a session is over, for the browser that held it; null where there is nothing to say. */
export function endOf(session: SessionLife, storedReason: string | null, now: Date): SessionEnd | null {
  // What an administrator decided about the account is his to tell.
  if (!mayWork(session)) return null
  const stored = storedReason === null ? undefined : toldReasons[storedReason]
  if (session.endedAt !== null) return stored ? { endReason: stored } : null
  return { endReason: now >= session.expiresAt ? 'limit' : 'idle' }
}

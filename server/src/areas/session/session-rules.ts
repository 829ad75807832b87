import type { Gate } from '@portico/contract/kit/guard.ts'
import { LOGOUT_CHAIN_SECONDS } from '@portico/contract/kit/logout-chain.ts'
import { FRESH_SIGN_IN_MINUTES } from '@portico/contract/kit/reauthentication.ts'
import type { SessionEnd } from '@portico/contract/kit/session-end.ts'

const DAY_MS = 86_400_000

/** True while the user showed who they are at most FRESH_SIGN_IN_MINUTES ago (S52). */
export const isAuthenticationFresh = (authenticatedAt: Date, now: Date): boolean =>
  now.getTime() - authenticatedAt.getTime() <= FRESH_SIGN_IN_MINUTES * 60_000

/** What decides which gate a signed-in user is at. */
export interface GateFacts {
  signInKind: 'password' | 'directory' | 'federated'
  isInternal: boolean
  licenseAcceptedAt: Date | null
  passwordChangedAt: Date | null
  /** When the owner reported the password as possibly known to others; null: never. */
  passwordSpentAt: Date | null
  passwordAges: boolean
  securityQuestionId: number | null
}

/** Returns the first closed gate, in the order of decision B7; null = all gates are open. */
export function gateOf(user: GateFacts, now: Date, passwordMaxAgeDays: number): Gate | null {
  if (!user.isInternal && user.licenseAcceptedAt === null) return 'license'
  if (user.signInKind !== 'password') return null
  if (isPasswordExpired(user, now, passwordMaxAgeDays)) return 'expired'
  if (user.passwordChangedAt === null) return user.passwordSpentAt === null ? 'temporary' : 'secured'
  return user.securityQuestionId === null ? 'question' : null
}

type PasswordAge = Pick<GateFacts, 'signInKind' | 'passwordAges' | 'passwordChangedAt'>

/** Whole days until the password expires (decision B13); null when it does not. */
export function daysUntilPasswordExpires(user: PasswordAge, now: Date, passwordMaxAgeDays: number): number | null {
  if (user.signInKind !== 'password' || !user.passwordAges || passwordMaxAgeDays === 0 || !user.passwordChangedAt)
    return null
  return passwordMaxAgeDays - Math.floor((now.getTime() - user.passwordChangedAt.getTime()) / DAY_MS)
}

export function isPasswordExpired(user: PasswordAge, now: Date, passwordMaxAgeDays: number): boolean {
  const days = daysUntilPasswordExpires(user, now, passwordMaxAgeDays)
  return days !== null && days <= 0
}

/** What decides whether a session is alive. */
export interface SessionLife {
  lastActiveAt: Date
  idleMinutes: number
  expiresAt: Date
  endedAt: Date | null
  /** When the logout chain of the session began; null: it has not. */
  closingAt: Date | null
  userStatus: number
  isClientDeleted: boolean
}

/** Minutes without activity after which a session ends, unless the client sets another value (decision B18). */
export const DEFAULT_IDLE_MINUTES = 30

/** Activity is stored at most once a minute; a session may therefore seem up to a minute older than it is. */
export const TOUCH_AFTER_MS = 60_000

/**
 * True while the session can be used: not ended, not idle too long, and its user active. A lock caused by wrong
 * passwords stops sign-ins only; otherwise anyone could end the sessions of others.
 */
export function isAlive(session: SessionLife, now: Date): boolean {
  return (
    session.endedAt === null &&
    now < session.expiresAt &&
    !isIdle(session, now) &&
    !isClosed(session, now) &&
    mayWork(session)
  )
}

/** True once the logout chain has had its time: an application may have kept the browser (decision M1). */
const isClosed = ({ closingAt }: SessionLife, now: Date) =>
  closingAt !== null && now.getTime() >= closingAt.getTime() + LOGOUT_CHAIN_SECONDS * 1000

const isIdle = ({ lastActiveAt, idleMinutes }: SessionLife, now: Date) =>
  now.getTime() >= lastActiveAt.getTime() + idleMinutes * 60_000

const mayWork = ({ userStatus, isClientDeleted }: SessionLife) => userStatus === 1 && !isClientDeleted

type Ended = SessionEnd['endReason']

/** Stored end reasons that the owner may see. A sign-out is not listed: the user did it. */
const disclosedReasons: Readonly<Record<string, Ended>> = {
  displaced: 'displaced',
  revoked: 'revoked',
  'password-changed': 'password-changed',
  company: 'company',
}

/** Returns why a session ended, for the browser that held it; null when there is no reason to report. */
export function endOf(session: SessionLife, storedReason: string | null, now: Date): SessionEnd | null {
  // The reason of an administrator's decision is not disclosed.
  if (!mayWork(session)) return null
  const stored = storedReason === null ? undefined : disclosedReasons[storedReason]
  if (session.endedAt !== null) return stored ? { endReason: stored } : null
  if (isClosed(session, now)) return { endReason: 'closed' }
  return { endReason: now >= session.expiresAt ? 'limit' : 'idle' }
}

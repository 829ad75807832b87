import type { Caller, RequestContext } from '../../http/caller.ts'
import type { Stores } from '../../stores.ts'
import { resetAttemptsIn } from '../password/public.ts'
import { factorAttemptLimit } from './factor-attempt-limit.ts'
import { noticeByMail } from './second-factor-notice.ts'

interface Removal {
  userId: number
  /** Null: an operator on the command line. */
  by: { caller: Caller; context: RequestContext } | null
}

/**
 * Removes all factors of a user who lost theirs, at every provider; ends their sessions and sign-ins in progress and
 * notifies them by email (S20). The user enrolls again at the next sign-in. Returns false when there was nothing to
 * remove.
 */
export async function removeAllFactors(stores: Stores, { userId, by }: Removal): Promise<boolean> {
  const { factors, passkeys, factorProgress, trustedDevices, signInTickets, sessions, audit } = stores
  const [hadFactors, hadPasskeys] = [await factors.removeAll(userId), await passkeys.removeAll(userId)]
  const hadAny = hadFactors || hadPasskeys
  await factorProgress.forgetProgress(userId)
  await resetAttemptsIn(stores.tx, factorAttemptLimit(userId))
  await trustedDevices.revokeAll(userId)
  await signInTickets.forgetOfUser(userId)
  const open = await sessions.findOpenOfUser(userId)
  await sessions.end(
    open.map(({ id }) => id),
    'revoked',
  )
  audit.record(by?.context ?? null, {
    event: 'authz_admin',
    actorId: by ? (by.caller.actorId ?? by.caller.user.id) : null,
    subjectId: userId,
    sessionId: by?.caller.sessionId ?? null,
    target: { kind: 'user', id: userId },
    after: { secondFactor: 'removed', hadAny, by: by ? 'administrator' : 'operator' },
  })
  if (hadAny)
    await noticeByMail(stores, { userId, change: 'factor_reset_by_administrator', context: by?.context ?? null })
  return hadAny
}

import type { CallContext } from '../../http/caller.ts'
import type { Stores } from '../../stores.ts'
import { resetAttemptsIn } from '../attempts/public.ts'
import { factorAttemptLimit } from './factors/factor-attempt-limit.ts'
import { noticeByMail } from './second-factor-notice.ts'

/**
 * Removes all factors of a user who lost theirs, at every provider; ends their sessions and sign-ins in progress and
 * notifies them by email (S20). The user enrolls again at the next sign-in. Returns false when there was nothing to
 * remove. Without a call: an operator on the command line.
 */
export async function removeAllFactors(
  stores: Pick<
    Stores,
    | 'audit'
    | 'factorProgress'
    | 'factors'
    | 'outbox'
    | 'passkeys'
    | 'sessions'
    | 'signInTickets'
    | 'trustedDevices'
    | 'tx'
  >,
  call: CallContext | null,
  { userId }: { userId: number },
): Promise<boolean> {
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
  audit.record(call?.request ?? null, {
    event: 'authz_admin',
    actorId: call ? (call.caller.actorId ?? call.caller.user.id) : null,
    subjectId: userId,
    sessionId: call?.caller.sessionId ?? null,
    target: { kind: 'user', id: userId },
    after: { secondFactor: 'removed', hadAny, by: call ? 'administrator' : 'operator' },
  })
  if (hadAny)
    await noticeByMail(stores, { userId, change: 'factor_reset_by_administrator', request: call?.request ?? null })
  return hadAny
}

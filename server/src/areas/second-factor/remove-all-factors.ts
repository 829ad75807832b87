import type { CallContext } from '../../http/caller.ts'
import { resetAttemptsIn } from '../attempts/public.ts'
import { factorAttemptLimit } from './factors/factor-attempt-limit.ts'
import { noticeByMail } from './second-factor-notice.ts'
import type { Tx } from '../../db/database.ts'
import { removeEnrolledFactors } from './factors/factor-store.ts'
import { deletePasskeys } from './factors/passkey-store.ts'
import { forgetFactorProgress } from './factors/factor-progress-store.ts'
import { deleteTrustedDevices } from './factors/trusted-device-store.ts'
import { forgetSignInTickets } from '../sign-in/public.ts'
import { endEmulationsOfActor, endSessionsOfUser } from '../session/public.ts'
import { recordAudit } from '../audit/public.ts'

/**
 * Removes all factors of a user who lost theirs, at every provider; ends their sessions and sign-ins in progress and
 * notifies them by email (S20). Sessions in which they act as others end as well. The user enrolls again at the next
 * sign-in. Changes nothing and returns false when there is no factor. Without a call: an operator on the command line.
 */
export async function removeAllFactors(
  tx: Tx,
  call: CallContext | null,
  { userId }: { userId: number },
): Promise<boolean> {
  const [hadFactors, hadPasskeys] = [await removeEnrolledFactors(tx, userId), await deletePasskeys(tx, userId)]
  if (!hadFactors && !hadPasskeys) return false
  await forgetFactorProgress(tx, userId)
  await resetAttemptsIn(tx, factorAttemptLimit(userId))
  await deleteTrustedDevices(tx, userId)
  await forgetSignInTickets(tx, userId)
  await endSessionsOfUser(tx, userId, null, 'revoked')
  await endEmulationsOfActor(tx, userId, 'revoked')
  recordAudit(tx, call?.request ?? null, {
    event: 'authz_admin',
    actorId: call ? (call.caller.actorId ?? call.caller.user.id) : null,
    subjectId: userId,
    sessionId: call?.caller.sessionId ?? null,
    target: { kind: 'user', id: userId },
    after: { secondFactor: 'removed', by: call ? 'administrator' : 'operator' },
  })
  await noticeByMail(tx, { userId, change: 'factor_reset_by_administrator', request: call?.request ?? null })
  return true
}

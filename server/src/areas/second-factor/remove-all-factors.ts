import type { Caller, RequestFacts } from '../../http/caller.ts'
import type { Stores } from '../../stores.ts'
import { noticeByMail } from './second-factor-notice.ts'

interface Removal {
  userId: number
  /** Null: an operator at the command line. */
  by: { caller: Caller; facts: RequestFacts } | null
}

/**
 * Somebody lost what he held: everything is removed at every provider, his sessions and what he had
 * begun end, and he hears of it (S20). At his next sign-in he enrols anew. False: there was nothing.
 */
export async function removeAllFactors(stores: Stores, { userId, by }: Removal): Promise<boolean> {
  const { factors, passkeys, factorProgress, trustedDevices, signInTickets, sessions, audit } = stores
  const [hadFactors, hadPasskeys] = [await factors.removeAll(userId), await passkeys.removeAll(userId)]
  const hadAny = hadFactors || hadPasskeys
  await factorProgress.forgetProgress(userId)
  await trustedDevices.revokeAll(userId)
  await signInTickets.forgetOfUser(userId)
  const open = await sessions.findOpenOfUser(userId)
  await sessions.end(
    open.map(({ id }) => id),
    'revoked',
  )
  audit.record(by?.facts ?? null, {
    event: 'authz_admin',
    actorId: by ? (by.caller.actorId ?? by.caller.user.id) : null,
    subjectId: userId,
    sessionId: by?.caller.sessionId ?? null,
    target: { kind: 'user', id: userId },
    after: { secondFactor: 'removed', hadAny, by: by ? 'administrator' : 'operator' },
  })
  if (hadAny) await noticeByMail(stores, { userId, change: 'factor_reset_by_administrator', facts: by?.facts ?? null })
  return hadAny
}

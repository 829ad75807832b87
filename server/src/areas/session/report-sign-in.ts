import type { SignInRow } from '@portico/contract/session.ts'
import { sentences } from '../../http/sentences.ts'
import { everything } from '../../db/scope.ts'
import { refuse } from '../../http/answers.ts'
import type { CallContext, RequestContext } from '../../http/caller.ts'
import type { Stores, Transact } from '../../stores.ts'
import { auditActor } from '../audit/public.ts'
import { findSignIn } from './sign-in-history.ts'

interface Reported {
  endedCnt: number
  passwordChangeFlg: boolean
}

/**
 * "This wasn't me": ends every other session of the user, and invalidates the password, which may be known to others,
 * the sign-ins in progress and the trusted devices; this session moves to the gate where a new password is chosen. A
 * user who loses the session before that requests a new password by email. Passwords that a company manages are not
 * affected.
 */
export async function reportSignIn(
  {
    transact,
  }: {
    transact: Transact<
      'audit' | 'outbox' | 'sessions' | 'signInTickets' | 'signIns' | 'trustedDevices' | 'tx' | 'users'
    >
  },
  { caller, request }: CallContext,
  signInId: number,
): Promise<Reported | ReturnType<typeof refuse>> {
  return transact(everything, async (stores) => {
    const signIn = await findSignIn(stores.tx, caller.user.id, caller.sessionId, signInId)
    if (!signIn) return refuse('404', sentences.not_found)
    if (signIn.currentFlg) return refuse('422', sentences.sign_in_is_this_one)
    // Sign-ins in progress and trusted devices start over too. Tickets are locked before sessions everywhere: a
    // sign-in does the same.
    await stores.signInTickets.forgetOfUser(caller.user.id)
    const endedCnt = await stores.sessions.endOfUser(caller.user.id, caller.sessionId, 'revoked')
    const passwordChangeFlg = await stores.signIns.spendPassword(caller.user.id)
    await stores.trustedDevices.revokeAll(caller.user.id)
    stores.audit.record(request, {
      event: 'authn_login_reported',
      ...auditActor(caller),
      target: { kind: 'sign-in', id: signInId },
      after: { ended: endedCnt },
    })
    await alert(stores, caller.user.id, signIn, request)
    return { endedCnt, passwordChangeFlg }
  })
}

async function alert(
  { users, outbox }: Pick<Stores, 'outbox' | 'users'>,
  userId: number,
  { signInDt, device, place }: SignInRow,
  request: RequestContext,
): Promise<void> {
  const { email, clientId, ...person } = await users.getReader(userId)
  if (email === null) return
  await outbox.add({
    template: 'security-alert',
    dedupeKey: `security-alert:${request.id}`,
    to: email,
    clientId,
    fields: { ...person, reader: 'person', at: signInDt.toISOString(), device, place },
  })
}

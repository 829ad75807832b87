import type { SignInRow } from '@portico/contract/session.ts'
import { defaultTexts } from '@portico/contract/texts/texts.ts'
import { everything } from '../../db/scope.ts'
import { refuse } from '../../http/answers.ts'
import type { Caller, RequestFacts } from '../../http/caller.ts'
import type { Stores, Transact } from '../../stores.ts'
import { whoOf } from '../audit/public.ts'
import { findSignIn } from './sign-in-history.ts'

interface Reported {
  endedCnt: number
  passwordChangeFlg: boolean
}

/**
 * "This wasn't me": every other session of the user ends, and his password, which somebody else may
 * know, opens nothing any more, nor does a sign-in that he has begun or a device that he trusted;
 * this session stands where a new one is chosen. Who loses it before that asks for a new password by
 * mail. Passwords that a company keeps are not ours to spend.
 */
export async function reportSignIn(
  transact: Transact,
  caller: Caller,
  signInId: number,
  facts: RequestFacts,
): Promise<Reported | ReturnType<typeof refuse>> {
  if (caller.actorId !== null) return refuse('403', defaultTexts.not_allowed)
  return transact(everything, async (stores) => {
    const signIn = await findSignIn(stores.tx, caller.user.id, caller.sessionId, signInId)
    if (!signIn) return refuse('404', defaultTexts.not_found)
    if (signIn.currentFlg) return refuse('422', defaultTexts.sign_in_is_this_one)
    // Who is half-way in, or trusted on the word of somebody else, begins anew as well. Tickets come before
    // sessions, everywhere: a sign-in goes the same way.
    await stores.signInTickets.forgetOfUser(caller.user.id)
    const endedCnt = await stores.sessions.endOfUser(caller.user.id, caller.sessionId, 'revoked')
    const passwordChangeFlg = await stores.signIns.spendPassword(caller.user.id)
    await stores.trustedDevices.revokeAll(caller.user.id)
    stores.audit.record(facts, {
      event: 'authn_login_reported',
      ...whoOf(caller),
      target: { kind: 'sign-in', id: signInId },
      after: { ended: endedCnt },
    })
    await alert(stores, caller.user.id, signIn, facts)
    return { endedCnt, passwordChangeFlg }
  })
}

async function alert(
  { users, outbox }: Stores,
  userId: number,
  { signInDt, device, place }: SignInRow,
  facts: RequestFacts,
): Promise<void> {
  const { email, clientId, ...person } = await users.getReader(userId)
  if (email === null) return
  await outbox.add({
    template: 'security-alert',
    dedupeKey: `security-alert:${facts.id}`,
    to: email,
    clientId,
    fields: { ...person, reader: 'person', at: signInDt.toISOString(), device, place },
  })
}

import type { SignInRow } from '@portico/contract/session/session.ts'
import { sentences } from '../../http/sentences.ts'
import { everything } from '../../db/scope.ts'
import { refuse } from '../../http/answers.ts'
import type { CallContext, RequestContext } from '../../http/caller.ts'
import { auditActor, recordAudit } from '../audit/public.ts'
import { findSignIn } from './sign-in-history.ts'
import type { Db, Tx } from '../../db/database.ts'
import { endSessionsOfUser } from './session-store.ts'
import { addMail } from '../mail/public.ts'

/** What a report also ends, in areas that know this one. */
export interface ReportDeps {
  db: Db
  forgetSignInTickets: (tx: Tx, userId: number) => Promise<void>
  /** Invalidates the password; false where a company manages it. */
  spendPassword: (tx: Tx, userId: number) => Promise<boolean>
  deleteTrustedDevices: (tx: Tx, userId: number) => Promise<void>
  getMailRecipient: (tx: Tx, userId: number) => Promise<MailRecipient>
}

interface MailRecipient {
  /** Null: the user has none. */
  email: string | null
  clientId: number
  firstName: string
  userName: string
  personName: string
}

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
  { db, forgetSignInTickets, spendPassword, deleteTrustedDevices, getMailRecipient }: ReportDeps,
  { caller, request }: CallContext,
  signInId: number,
): Promise<Reported | ReturnType<typeof refuse>> {
  return db.transact(everything, async (tx) => {
    const signIn = await findSignIn(tx, caller.user.id, caller.sessionId, signInId)
    if (!signIn) return refuse('404', sentences.not_found)
    if (signIn.currentFlg) return refuse('422', sentences.sign_in_is_this_one)
    // Sign-ins in progress and trusted devices start over too. Tickets are locked before sessions everywhere: a
    // sign-in does the same.
    await forgetSignInTickets(tx, caller.user.id)
    const endedCnt = await endSessionsOfUser(tx, caller.user.id, caller.sessionId, 'revoked')
    const passwordChangeFlg = await spendPassword(tx, caller.user.id)
    await deleteTrustedDevices(tx, caller.user.id)
    recordAudit(tx, request, {
      event: 'authn_login_reported',
      ...auditActor(caller),
      target: { kind: 'sign-in', id: signInId },
      after: { ended: endedCnt },
    })
    await alert(tx, await getMailRecipient(tx, caller.user.id), signIn, request)
    return { endedCnt, passwordChangeFlg }
  })
}

async function alert(
  tx: Tx,
  { email, clientId, ...person }: MailRecipient,
  { signInDt, device, place }: SignInRow,
  request: RequestContext,
): Promise<void> {
  if (email === null) return
  await addMail(tx, {
    template: 'security-alert',
    dedupeKey: `security-alert:${request.id}`,
    to: email,
    clientId,
    fields: { ...person, reader: 'person', at: signInDt.toISOString(), device, place },
  })
}

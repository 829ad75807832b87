import { type EmulatedLogin, EMULATION_MINUTES } from '@portico/contract/emulation/emulation.ts'
import { CSRF_HEADER } from '@portico/contract/kit/headers.ts'
import { sentences, type MessageRef } from '../../http/sentences.ts'
import { hashToken, newToken } from '../../crypto/tokens.ts'
import { Answer, refuse } from '../../http/answers.ts'
import { adminScope, mayManageUser } from '../../http/authority.ts'
import type { CallContext, Authority } from '../../http/caller.ts'
import { describeDevice, type OpenedEmulation, openEmulation } from '../session/public.ts'
import { findTarget, type UserTarget } from '../permissions/public.ts'
import type { Db, Tx } from '../../db/database.ts'
import { recordAudit } from '../audit/public.ts'
import { getMailRecipient } from '../account/public.ts'
import { addMail } from '../mail/public.ts'

interface AskedEmulation {
  userId: number
  reason: string | null
  isReadOnly: boolean
}

/**
 * Opens a session in which the administrator acts as the user, beside their own (EMUL-004, EMUL-012). The user gets
 * an email.
 */
export async function beginEmulation(
  db: Db,
  { caller, request }: CallContext,
  asked: AskedEmulation,
): Promise<Answer<EmulatedLogin> | ReturnType<typeof refuse>> {
  const authority = await caller.authority()
  const sessionToken = newToken()
  const csrfToken = newToken()
  return db.transact(adminScope(caller), async (tx) => {
    const target = await findTarget(tx, asked.userId)
    if (!target) return refuse('404', sentences.user_not_found)
    const problem = emulationProblem(authority, target)
    if (problem !== null) return refuse('403', problem)
    const opened = await openEmulation(tx, {
      tokenHash: hashToken(sessionToken),
      csrfHash: hashToken(csrfToken),
      bindingHash: hashToken(request.binding ?? newToken()),
      userId: target.id,
      actorSessionId: caller.sessionId,
      isReadOnly: asked.isReadOnly,
      minutes: EMULATION_MINUTES,
      address: request.address,
      device: describeDevice(request.userAgent),
    })
    if (!opened) return refuse('401', sentences.session_missing)
    await record(tx, { caller, request }, { target, opened, asked })
    return new Answer(loginView(target, asked, { sessionToken, opened }), { headers: { [CSRF_HEADER]: csrfToken } })
  })
}

interface Begun {
  target: UserTarget
  opened: OpenedEmulation
  asked: AskedEmulation
}

/** The audit event, and the notice to the user. */
async function record(
  tx: Tx,
  { caller, request }: CallContext,
  { target, opened, asked: { reason, isReadOnly } }: Begun,
): Promise<void> {
  recordAudit(tx, request, {
    event: 'emulation_started',
    actorId: caller.user.id,
    subjectId: target.id,
    sessionId: opened.id,
    clientId: target.clientId,
    target: { kind: 'user', id: target.id },
    // Stored events and mails name it so.
    after: { reason, isLookOnly: isReadOnly, expiresAt: opened.expiresAt.toISOString() },
  })
  const administrator = await getMailRecipient(tx, caller.user.id)
  const begun = opened.expiresAt.getTime() - opened.secondsLeft * 1000
  await addMail(tx, {
    template: 'signed-on-as',
    dedupeKey: `signed-on-as:${opened.id}`,
    to: target.email,
    clientId: target.clientId,
    fields: {
      firstName: target.firstName,
      administrator: administrator.personName,
      at: new Date(begun).toISOString(),
      until: opened.expiresAt.toISOString(),
      isLookOnly: isReadOnly,
      reason,
    },
  })
}

const loginView = (
  target: UserTarget,
  { isReadOnly }: AskedEmulation,
  { sessionToken, opened }: { sessionToken: string; opened: OpenedEmulation },
): EmulatedLogin => ({
  userId: target.id,
  userNm: target.userName,
  firstNm: target.firstName,
  lastNm: target.lastName,
  loginSessionId: sessionToken,
  internalUserFlg: target.isInternal,
  idmuser: target.signInKind === 'directory',
  federatedUser: target.signInKind === 'federated',
  readOnlyFlg: isReadOnly,
  emulationEndDt: opened.expiresAt,
  secondsLeft: opened.secondsLeft,
})

/**
 * Why an administrator may not sign on as a user; null where they may. Decision E7: never oneself, an inactive or locked
 * user, somebody with administration rights that the administrator lacks, or a US associate unless the administrator
 * is one too (EMUL-010). That they may sign on as others at all is the endpoint's guard.
 */
function emulationProblem(authority: Authority, target: UserTarget): MessageRef | null {
  if (target.id === authority.userId) return sentences.user_not_yourself
  if (target.status !== 1 || target.isLocked) return sentences.user_sign_on_not_active
  if (target.isUsAssociate && !authority.isUsAssociate) return sentences.user_sign_on_us_associate
  return mayManageUser(authority, target) ? null : sentences.user_stronger
}

import { type EmulatedLogin, EMULATION_MINUTES } from '@portico/contract/emulation.ts'
import { CSRF_HEADER } from '@portico/contract/kit/headers.ts'
import { sentences } from '../../http/sentences.ts'
import { hashToken, newToken } from '../../crypto/tokens.ts'
import { Answer, refuse } from '../../http/answers.ts'
import { adminScope } from '../../http/authority.ts'
import type { CallContext } from '../../http/caller.ts'
import type { Stores, Transact } from '../../stores.ts'
import { describeDevice, type OpenedEmulation } from '../session/public.ts'
import { findTarget, type UserTarget } from '../users/public.ts'
import { emulationProblem } from './check-emulation.ts'

interface AskedEmulation {
  userId: number
  reason: string | null
  isLookOnly: boolean
}

/**
 * Opens a session in which the administrator acts as the user, beside their own (EMUL-004, EMUL-012). The user gets
 * an email.
 */
export async function beginEmulation(
  transact: Transact<'audit' | 'outbox' | 'sessions' | 'tx' | 'users'>,
  { caller, request }: CallContext,
  asked: AskedEmulation,
): Promise<Answer<EmulatedLogin> | ReturnType<typeof refuse>> {
  const authority = await caller.authority()
  const sessionToken = newToken()
  const csrfToken = newToken()
  return transact(adminScope(caller), async (stores) => {
    const target = await findTarget(stores.tx, asked.userId)
    if (!target) return refuse('404', sentences.user_not_found)
    const problem = emulationProblem(authority, target)
    if (problem !== null) return refuse('403', problem)
    const opened = await stores.sessions.emulate({
      tokenHash: hashToken(sessionToken),
      csrfHash: hashToken(csrfToken),
      bindingHash: hashToken(request.binding ?? newToken()),
      userId: target.id,
      actorSessionId: caller.sessionId,
      isLookOnly: asked.isLookOnly,
      minutes: EMULATION_MINUTES,
      address: request.address,
      device: describeDevice(request.userAgent),
    })
    if (!opened) return refuse('401', sentences.session_missing)
    await record(stores, { caller, request }, { target, opened, asked })
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
  { audit, outbox, users }: Pick<Stores, 'audit' | 'outbox' | 'users'>,
  { caller, request }: CallContext,
  { target, opened, asked: { reason, isLookOnly } }: Begun,
): Promise<void> {
  audit.record(request, {
    event: 'emulation_started',
    actorId: caller.user.id,
    subjectId: target.id,
    sessionId: opened.id,
    clientId: target.clientId,
    target: { kind: 'user', id: target.id },
    after: { reason, isLookOnly, expiresAt: opened.expiresAt.toISOString() },
  })
  const administrator = await users.getReader(caller.user.id)
  const begun = opened.expiresAt.getTime() - opened.secondsLeft * 1000
  await outbox.add({
    template: 'signed-on-as',
    dedupeKey: `signed-on-as:${opened.id}`,
    to: target.email,
    clientId: target.clientId,
    fields: {
      firstName: target.firstName,
      administrator: administrator.personName,
      at: new Date(begun).toISOString(),
      until: opened.expiresAt.toISOString(),
      isLookOnly,
      reason,
    },
  })
}

const loginView = (
  target: UserTarget,
  { isLookOnly }: AskedEmulation,
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
  readOnlyFlg: isLookOnly,
  emulationEndDt: opened.expiresAt,
  secondsLeft: opened.secondsLeft,
})

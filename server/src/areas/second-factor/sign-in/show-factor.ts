import { FACTOR_ATTEMPTS_MINUTES, TRUSTED_DEVICE_DAYS } from '@portico/contract/limits.ts'
import type { PasskeyProof } from '@portico/contract/second-factor/passkey.ts'
import { type MessageRef, sentences } from '../../../http/sentences.ts'
import { hashToken, newToken } from '../../../crypto/tokens.ts'
import { everything } from '../../../db/scope.ts'
import { Answer, type CookieToSet, refuse, refuseForNow, refuseField } from '../../../http/answers.ts'
import type { RequestOnly } from '../../../http/caller.ts'
import { consumeAttempt, resetAttemptsIn } from '../../attempts/public.ts'
import { describeDevice } from '../../session/public.ts'
import { isCodeRight } from '../factors/authenticator.ts'
import { factorAttemptLimit } from '../factors/factor-attempt-limit.ts'
import { type FactorDeps, findPending, type PendingSignIn } from '../factor-deps.ts'
import { isPasskeyRight, takeChallenge } from '../factors/passkey-ceremonies.ts'
import { consumeRecoveryCode } from '../factors/recovery-codes.ts'
import { STEP_MINUTES } from './second-factor-gate.ts'
import { noticeByMail } from '../second-factor-notice.ts'
import type { Tx } from '../../../db/database.ts'
import { recordAudit } from '../../audit/public.ts'
import { redeemSignInTicket, issueSignInTicket } from '../../sign-in/public.ts'
import { storeTrustedDevice } from '../factors/trusted-device-store.ts'

/** Longest time until another attempt is allowed. */
const RETRY_SECONDS = 60 * FACTOR_ATTEMPTS_MINUTES

/** No sign-in waits here, it has expired, or it belongs to another browser: all answered alike. */
export const unauthorized = () => refuse('401', sentences.second_factor_unauthorized)
export const tooMany = () => refuseForNow('429', sentences.second_factor_too_many, RETRY_SECONDS)
interface Way {
  by: 'code' | 'passkey' | 'recovery code'
  /**
   * Returns true when the proof is the user's and was not used before; runs in the transaction that completes the
   * step.
   */
  prove: (tx: Tx, pending: PendingSignIn) => Promise<boolean>
  /** Field that a wrong proof is reported at. */
  field: string
  sentence: MessageRef
  trustDevice: boolean
}

interface Passed {
  token: string
  cookies: CookieToSet[]
}

/** Verifies a code of the app: valid once, one time step around the clock (S18). */
export function showCode(deps: FactorDeps, call: RequestOnly, given: { code: string; trustDevice: boolean }) {
  return show(deps, call, {
    by: 'code',
    prove: (tx, pending) => isCodeRight(deps, tx, pending, { code: given.code, now: pending.account.now }),
    field: 'code',
    sentence: sentences.second_factor_code_wrong,
    trustDevice: given.trustDevice,
  })
}

/** Verifies a passkey's signature for the challenge issued to this browser. */
export async function showPasskey(
  deps: FactorDeps,
  call: RequestOnly,
  { credential, trustDevice }: { credential: PasskeyProof; trustDevice: boolean },
) {
  const pending = await findPending(deps, call, ['factor'])
  // Consumed before it is verified: a challenge cannot be retried.
  const challenge = pending && (await deps.db.transact(everything, (tx) => takeChallenge(deps, tx, pending)))
  if (!challenge) return unauthorized()
  return show(deps, call, {
    by: 'passkey',
    prove: (tx, owner) => isPasskeyRight(deps, tx, owner, { challenge, credential }),
    field: 'credential',
    sentence: sentences.second_factor_passkey_wrong,
    trustDevice,
  })
}

/** Verifies a recovery code and consumes it; the owner is notified by email. */
export async function showRecoveryCode(deps: FactorDeps, call: RequestOnly, code: string) {
  let left = 0
  const answer = await show(deps, call, {
    by: 'recovery code',
    prove: async (tx, { userId }) => {
      const remaining = await consumeRecoveryCode(deps.keys, tx, userId, code)
      if (remaining === null) return false
      left = remaining
      await noticeByMail(tx, { userId, change: 'recovery_code_used', request: call.request })
      return true
    },
    field: 'code',
    sentence: sentences.second_factor_recovery_wrong,
    trustDevice: false,
  })
  return answer instanceof Answer ? new Answer({ ...answer.data, recoveryCodesLeft: left }) : answer
}

/** Consumes an attempt first; a verified proof exchanges the ticket for the next step's in the same transaction. */
async function show(deps: FactorDeps, call: RequestOnly, way: Way) {
  const pending = await findPending(deps, call, ['factor'])
  if (!pending) return unauthorized()
  const { userId } = pending
  const { request } = call
  const about = { actorId: null, subjectId: userId, sessionId: null, after: { by: way.by } }
  if (await consumeAttempt(deps.db, factorAttemptLimit(userId))) {
    await deps.db.transact(everything, async (tx) =>
      recordAudit(tx, request, { event: 'authn_factor_fail_max', ...about }),
    )
    return tooMany()
  }
  const passed = await deps.db.transact(everything, async (tx) => {
    if (!(await way.prove(tx, pending))) return refuseField(way.field, way.sentence)
    const result = await passOn(tx, call, { pending, trustDevice: way.trustDevice })
    if (result) recordAudit(tx, request, { event: 'authn_factor_success', ...about })
    return result ?? unauthorized()
  })
  if ('token' in passed) return new Answer({ token: passed.token }, { cookies: passed.cookies })
  await deps.db.transact(everything, async (tx) => recordAudit(tx, request, { event: 'authn_factor_fail', ...about }))
  return passed
}

/** Exchanges the ticket of a step for the next one's; null when a concurrent call consumed it. */
export async function passOn(
  tx: Tx,
  { request }: RequestOnly,
  { pending, trustDevice }: { pending: PendingSignIn; trustDevice: boolean },
): Promise<Passed | null> {
  const { userId, bindingHash, step, token: begun } = pending
  const ticket = await redeemSignInTicket(tx, step, begun, bindingHash)
  if (!ticket) return null
  await resetAttemptsIn(tx, factorAttemptLimit(userId))
  const token = await issueSignInTicket(tx, {
    step: step === 'enrolment' ? 'enrolled' : 'factor-shown',
    userId,
    bindingHash,
    isConfirmed: ticket.isConfirmed,
    minutes: STEP_MINUTES,
  })
  return { token, cookies: trustDevice ? [await trustThisDevice(tx, { request }, userId)] : [] }
}

/** One cookie identifies the browser for all its users; each user's trust in it is a row of its own. */
async function trustThisDevice(
  tx: Tx,
  { request: { trustedDevice, userAgent, address } }: RequestOnly,
  userId: number,
): Promise<CookieToSet> {
  const known = trustedDevice !== undefined && /^[A-Za-z0-9_-]{43}$/.test(trustedDevice) ? trustedDevice : newToken()
  await storeTrustedDevice(tx, userId, hashToken(known), { device: describeDevice(userAgent), address })
  return { name: '__Host-portal-trusted-device', value: known, maxAgeSeconds: TRUSTED_DEVICE_DAYS * 86_400 }
}

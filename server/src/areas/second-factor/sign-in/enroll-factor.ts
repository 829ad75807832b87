import type { NewPasskey } from '@portico/contract/second-factor/passkey.ts'
import { sentences } from '../../../http/sentences.ts'
import type { KeyRing } from '../../../crypto/key-ring.ts'
import { everything } from '../../../db/scope.ts'
import { refuseField } from '../../../http/answers.ts'
import type { RequestOnly } from '../../../http/caller.ts'
import { consumeAttempt } from '../../attempts/public.ts'
import { describeDevice } from '../../session/public.ts'
import { beginAuthenticator, finishAuthenticator } from '../factors/authenticator.ts'
import { factorAttemptLimit } from '../factors/factor-attempt-limit.ts'
import { type FactorDeps, findPending, type PendingSignIn } from '../factor-deps.ts'
import { beginNewPasskey, finishNewPasskey } from '../factors/passkey-ceremonies.ts'
import { firstRecoveryCodes } from '../factors/recovery-codes.ts'
import { type FactorChange, noticeByMail } from '../second-factor-notice.ts'
import { passOn, tooMany, unauthorized } from './show-factor.ts'
import type { Tx } from '../../../db/database.ts'
import { enrollAtProvider } from '../factors/factor-store.ts'
import { forgetSignInTickets } from '../../sign-in/public.ts'
import { recordAudit } from '../../audit/public.ts'

/** Enrollment during sign-in: only for the portal's own factors, and only for users who have none yet. */
const findEnrolling = (deps: FactorDeps, call: RequestOnly) =>
  deps.provider === 'built-in' ? findPending(deps, call, ['enrolment']) : Promise.resolve(null)

/** Begins to enroll an authenticator app during a sign-in; returns the secret for the app. */
export async function startAuthenticatorEnrollment(deps: FactorDeps, call: RequestOnly) {
  const pending = await findEnrolling(deps, call)
  if (!pending) return unauthorized()
  return deps.db.transact(everything, (tx) => beginAuthenticator(deps, tx, pending, pending.account.userName))
}

/** Begins to enroll a passkey during a sign-in; returns the options for the browser. */
export async function startPasskeyEnrollment(deps: FactorDeps, call: RequestOnly) {
  const pending = await findEnrolling(deps, call)
  if (!pending) return unauthorized()
  const { userName: name, firstName: displayName } = pending.account
  return deps.db.transact(everything, (tx) => beginNewPasskey(deps, tx, pending, { name, displayName }))
}

/** Enrolls the app if the code is of it, and lets the sign-in continue. Wrong codes count as attempts. */
export async function confirmAuthenticatorEnrollment(deps: FactorDeps, call: RequestOnly, code: string) {
  const pending = await findEnrolling(deps, call)
  if (!pending) return unauthorized()
  if (await consumeAttempt(deps.db, factorAttemptLimit(pending.userId))) return tooMany()
  return deps.db.transact(everything, async (tx) => {
    const finished = await finishAuthenticator(deps, tx, pending, { code, now: pending.account.now })
    if (finished === 'not begun') return unauthorized()
    if (finished === 'wrong code') return refuseField('code', sentences.second_factor_code_wrong)
    return enrolled(tx, call, { pending, keys: deps.keys, change: 'authenticator_added' })
  })
}

/** Enrolls the passkey that the browser made, and lets the sign-in continue. */
export async function confirmPasskeyEnrollment(deps: FactorDeps, call: RequestOnly, credential: NewPasskey) {
  const pending = await findEnrolling(deps, call)
  if (!pending) return unauthorized()
  return deps.db.transact(everything, async (tx) => {
    const name = describeDevice(call.request.userAgent)
    if (!(await finishNewPasskey(deps, tx, pending, { credential, name })))
      return refuseField('credential', sentences.second_factor_passkey_not_added)
    return enrolled(tx, call, { pending, keys: deps.keys, change: 'passkey_added' })
  })
}

interface Enrolled {
  pending: PendingSignIn
  keys: KeyRing
  change: FactorChange
}

/**
 * Records the first factor. The enrollment is written once and ends every other sign-in that waits for one, so that no
 * one else who knows the password can enroll a second factor beside it.
 */
async function enrolled(
  tx: Tx,
  { request }: RequestOnly,
  { pending, keys, change }: Enrolled,
): Promise<{ token: string; recoveryCodes: string[] } | ReturnType<typeof unauthorized>> {
  const { userId } = pending
  if (!(await enrollAtProvider(tx, userId, 'built-in'))) return unauthorized()
  const passed = await passOn(tx, { request }, { pending, trustDevice: false })
  if (!passed) return unauthorized()
  await forgetSignInTickets(tx, userId, ['enrolment'])
  const recoveryCodes = await firstRecoveryCodes(keys, tx, userId)
  const about = { actorId: userId, subjectId: userId, sessionId: null }
  recordAudit(tx, request, { event: 'second_factor_changed', ...about, after: { change } })
  await noticeByMail(tx, { userId, change, request })
  return { token: passed.token, recoveryCodes }
}

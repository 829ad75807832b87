import type { NewPasskey } from '@portico/contract/passkey.ts'
import { sentences } from '../../http/sentences.ts'
import { everything } from '../../db/scope.ts'
import type { RequestContext } from '../../http/caller.ts'
import type { Stores } from '../../stores.ts'
import { consumeAttempt } from '../password/public.ts'
import { describeDevice } from '../session/public.ts'
import { beginAuthenticator, finishAuthenticator } from './authenticator.ts'
import { factorAttemptLimit } from './factor-attempt-limit.ts'
import { type FactorDeps, findPending, type PendingSignIn } from './factor-deps.ts'
import { beginNewPasskey, finishNewPasskey } from './passkey-ceremonies.ts'
import { firstRecoveryCodes } from './recovery-codes.ts'
import { type FactorChange, noticeByMail } from './second-factor-notice.ts'
import { passOn, tooMany, unauthorized, wrongField } from './show-factor.ts'

/** Enrollment during sign-in: only for the portal's own factors, and only for users who have none yet. */
const findEnrolling = (deps: FactorDeps, context: RequestContext) =>
  deps.provider === 'built-in' ? findPending(deps, context, ['enrolment']) : Promise.resolve(null)

export async function startAuthenticatorEnrollment(deps: FactorDeps, context: RequestContext) {
  const pending = await findEnrolling(deps, context)
  if (!pending) return unauthorized()
  return deps.transact(everything, (stores) => beginAuthenticator(deps, stores, pending, pending.account.user_name))
}

export async function startPasskeyEnrollment(deps: FactorDeps, context: RequestContext) {
  const pending = await findEnrolling(deps, context)
  if (!pending) return unauthorized()
  const { user_name: name, first_name: displayName } = pending.account
  return deps.transact(everything, (stores) => beginNewPasskey(deps, stores, pending, { name, displayName }))
}

export async function confirmAuthenticatorEnrollment(deps: FactorDeps, context: RequestContext, code: string) {
  const pending = await findEnrolling(deps, context)
  if (!pending) return unauthorized()
  if (await consumeAttempt(deps.db, factorAttemptLimit(pending.userId))) return tooMany()
  return deps.transact(everything, async (stores) => {
    const finished = await finishAuthenticator(deps, stores, pending, { code, now: pending.account.now })
    if (finished === 'not begun') return unauthorized()
    if (finished === 'wrong code') return wrongField('code', sentences.second_factor_code_wrong)
    return enrolled(deps, stores, { pending, context, change: 'authenticator_added' })
  })
}

export async function confirmPasskeyEnrollment(deps: FactorDeps, context: RequestContext, credential: NewPasskey) {
  const pending = await findEnrolling(deps, context)
  if (!pending) return unauthorized()
  return deps.transact(everything, async (stores) => {
    const name = describeDevice(context.userAgent)
    if (!(await finishNewPasskey(deps, stores, pending, { credential, name })))
      return wrongField('credential', sentences.second_factor_passkey_not_added)
    return enrolled(deps, stores, { pending, context, change: 'passkey_added' })
  })
}

interface Enrolled {
  pending: PendingSignIn
  context: RequestContext
  change: FactorChange
}

/**
 * Records the first factor. The enrollment is written once and ends every other sign-in that waits for one, so that no
 * one else who knows the password can enroll a second factor beside it.
 */
async function enrolled(
  { keys }: FactorDeps,
  stores: Stores,
  { pending, context, change }: Enrolled,
): Promise<{ token: string; recoveryCodes: string[] } | ReturnType<typeof unauthorized>> {
  const { userId } = pending
  if (!(await stores.factors.enrol(userId, 'built-in'))) return unauthorized()
  const passed = await passOn(stores, pending, context, false)
  if (!passed) return unauthorized()
  await stores.signInTickets.forgetOfUser(userId, ['enrolment'])
  const recoveryCodes = await firstRecoveryCodes(keys, stores, userId)
  const about = { actorId: userId, subjectId: userId, sessionId: null }
  stores.audit.record(context, { event: 'second_factor_changed', ...about, after: { change } })
  await noticeByMail(stores, { userId, change, context })
  return { token: passed.token, recoveryCodes }
}

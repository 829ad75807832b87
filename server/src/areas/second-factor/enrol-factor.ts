import type { NewPasskey } from '@portico/contract/passkey.ts'
import { defaultTexts } from '@portico/contract/texts/texts.ts'
import { everything } from '../../db/scope.ts'
import type { RequestFacts } from '../../http/caller.ts'
import type { Stores } from '../../stores.ts'
import { describeDevice } from '../session/public.ts'
import { beginAuthenticator, finishAuthenticator } from './authenticator.ts'
import { type FactorParts, findPending, type PendingSignIn } from './factor-parts.ts'
import { beginNewPasskey, finishNewPasskey } from './passkey-ceremonies.ts'
import { firstRecoveryCodes } from './recovery-codes.ts'
import { type FactorChange, noticeByMail } from './second-factor-notice.ts'
import { passOn, tooMany, unauthorized, wrongField } from './show-factor.ts'

/** Enrolment in the middle of signing in: only the portal's own factors, only for who has none yet. */
const findEnrolling = (parts: FactorParts, facts: RequestFacts) =>
  parts.provider === 'built-in' ? findPending(parts, facts, ['enrolment']) : Promise.resolve(null)

export async function startAuthenticatorEnrolment(parts: FactorParts, facts: RequestFacts) {
  const pending = await findEnrolling(parts, facts)
  if (!pending) return unauthorized()
  return parts.transact(everything, (stores) => beginAuthenticator(parts, stores, pending, pending.account.user_name))
}

export async function startPasskeyEnrolment(parts: FactorParts, facts: RequestFacts) {
  const pending = await findEnrolling(parts, facts)
  if (!pending) return unauthorized()
  const { user_name: name, first_name: displayName } = pending.account
  return parts.transact(everything, (stores) => beginNewPasskey(parts, stores, pending, { name, displayName }))
}

export async function confirmAuthenticatorEnrolment(parts: FactorParts, facts: RequestFacts, code: string) {
  const pending = await findEnrolling(parts, facts)
  if (!pending) return unauthorized()
  const hasTry = await parts.transact(everything, ({ factorProgress }) =>
    factorProgress.takeTry(pending.userId, 'code'),
  )
  if (!hasTry) return tooMany()
  return parts.transact(everything, async (stores) => {
    const taken = await finishAuthenticator(parts, stores, pending, { code, now: pending.account.now })
    if (taken === 'not begun') return unauthorized()
    if (taken === 'wrong code') return wrongField('code', defaultTexts.second_factor_code_wrong)
    return enrolled(parts, stores, { pending, facts, change: 'authenticator_added' })
  })
}

export async function confirmPasskeyEnrolment(parts: FactorParts, facts: RequestFacts, credential: NewPasskey) {
  const pending = await findEnrolling(parts, facts)
  if (!pending) return unauthorized()
  return parts.transact(everything, async (stores) => {
    const name = describeDevice(facts.userAgent)
    if (!(await finishNewPasskey(parts, stores, pending, { credential, name })))
      return wrongField('credential', defaultTexts.second_factor_passkey_not_added)
    return enrolled(parts, stores, { pending, facts, change: 'passkey_added' })
  })
}

interface Enrolled {
  pending: PendingSignIn
  facts: RequestFacts
  change: FactorChange
}

/**
 * The first factor is there. Nobody else who knew the password may enrol another beside it: the
 * enrolment is written once, and every other sign-in that waits for one is over.
 */
async function enrolled(
  { keys }: FactorParts,
  stores: Stores,
  { pending, facts, change }: Enrolled,
): Promise<{ token: string; recoveryCodes: string[] } | ReturnType<typeof unauthorized>> {
  const { userId } = pending
  if (!(await stores.factors.enrol(userId, 'built-in'))) return unauthorized()
  const passed = await passOn(stores, pending, facts, false)
  if (!passed) return unauthorized()
  await stores.signInTickets.forgetOfUser(userId, ['enrolment'])
  const recoveryCodes = await firstRecoveryCodes(keys, stores, userId)
  const about = { actorId: userId, subjectId: userId, sessionId: null }
  stores.audit.record(facts, { event: 'second_factor_changed', ...about, after: { change } })
  await noticeByMail(stores, { userId, change, facts })
  return { token: passed.token, recoveryCodes }
}

import type { PasskeyProof } from '@portico/contract/passkey.ts'
import { defaultTexts } from '@portico/contract/texts/texts.ts'
import { hashToken, newToken } from '../../crypto/tokens.ts'
import { everything } from '../../db/scope.ts'
import { Answer, type CookieToSet, refuse, refuseFields, refuseForNow } from '../../http/answers.ts'
import type { RequestFacts } from '../../http/caller.ts'
import type { Stores } from '../../stores.ts'
import { describeDevice } from '../session/public.ts'
import { isCodeRight } from './authenticator.ts'
import { type FactorParts, findPending, type PendingSignIn } from './factor-parts.ts'
import { isPasskeyRight, takeChallenge } from './passkey-ceremonies.ts'
import { spendRecoveryCode } from './recovery-codes.ts'
import { STEP_MINUTES } from './second-factor-gate.ts'
import { noticeByMail } from './second-factor-notice.ts'
import { TRUST_DAYS } from './trusted-device-store.ts'

const TRIES_SECONDS = 300

/** Nothing waits here, or not any more, or another browser's: all the same from outside. */
export const unauthorized = () => refuse('401', defaultTexts.second_factor_unauthorized)
export const tooMany = () => refuseForNow('429', defaultTexts.second_factor_too_many, TRIES_SECONDS)
export const wrongField = (field: string, message: string) => refuseFields('422', message, [{ field, message }])

interface Way {
  by: 'code' | 'passkey' | 'recovery code'
  /** True if it is the user's and was not used before; runs in the transaction that lets him pass. */
  prove: (stores: Stores, pending: PendingSignIn) => Promise<boolean>
  /** What a wrong one is told. */
  field: string
  sentence: string
  trustDevice: boolean
}

interface Passed {
  token: string
  cookies: CookieToSet[]
}

/** A code of the app: good once, one step of the clock to either side (S18). */
export function showCode(parts: FactorParts, facts: RequestFacts, given: { code: string; trustDevice: boolean }) {
  return show(parts, facts, {
    by: 'code',
    prove: (stores, pending) => isCodeRight(parts, stores, pending, { code: given.code, now: pending.account.now }),
    field: 'code',
    sentence: defaultTexts.second_factor_code_wrong,
    trustDevice: given.trustDevice,
  })
}

/** A passkey's signature under the challenge that this browser was given. */
export async function showPasskey(
  parts: FactorParts,
  facts: RequestFacts,
  { credential, trustDevice }: { credential: PasskeyProof; trustDevice: boolean },
) {
  const pending = await findPending(parts, facts, ['factor'])
  // Taken for good before it is looked at: a challenge is not tried twice.
  const challenge = pending && (await parts.transact(everything, (stores) => takeChallenge(parts, stores, pending)))
  if (!challenge) return unauthorized()
  return show(parts, facts, {
    by: 'passkey',
    prove: (stores, owner) => isPasskeyRight(parts, stores, owner, { challenge, credential }),
    field: 'credential',
    sentence: defaultTexts.second_factor_passkey_wrong,
    trustDevice,
  })
}

/** A recovery code, which is used up; its owner is told by mail. */
export async function showRecoveryCode(parts: FactorParts, facts: RequestFacts, code: string) {
  let left = 0
  const answer = await show(parts, facts, {
    by: 'recovery code',
    prove: async (stores, { userId }) => {
      const remaining = await spendRecoveryCode(parts.keys, stores, userId, code)
      if (remaining === null) return false
      left = remaining
      await noticeByMail(stores, { userId, change: 'recovery_code_used', facts })
      return true
    },
    field: 'code',
    sentence: defaultTexts.second_factor_recovery_wrong,
    trustDevice: false,
  })
  return answer instanceof Answer ? new Answer({ ...answer.data, recoveryCodesLeft: left }) : answer
}

/** One try is taken first; whoever passes has his ticket changed for one that says so, in the same transaction. */
async function show(parts: FactorParts, facts: RequestFacts, way: Way) {
  const pending = await findPending(parts, facts, ['factor'])
  if (!pending) return unauthorized()
  const { userId } = pending
  const about = { actorId: null, subjectId: userId, sessionId: null, after: { by: way.by } }
  const hasTry = await parts.transact(everything, async ({ factorProgress, audit }) => {
    const isTaken = await factorProgress.takeTry(userId, 'code')
    if (!isTaken) audit.record(facts, { event: 'authn_factor_fail_max', ...about })
    return isTaken
  })
  if (!hasTry) return tooMany()
  const passed = await parts.transact(everything, async (stores) => {
    if (!(await way.prove(stores, pending))) return wrongField(way.field, way.sentence)
    const result = await passOn(stores, pending, facts, way.trustDevice)
    if (result) stores.audit.record(facts, { event: 'authn_factor_success', ...about })
    return result ?? unauthorized()
  })
  if ('token' in passed) return new Answer({ token: passed.token }, { cookies: passed.cookies })
  await parts.transact(everything, ({ audit }) => audit.record(facts, { event: 'authn_factor_fail', ...about }))
  return passed
}

/** Changes the ticket of the step for the next one's; null if another try was faster. */
export async function passOn(
  stores: Stores,
  { userId, bindingHash, step, token: begun }: PendingSignIn,
  facts: RequestFacts,
  trustDevice: boolean,
): Promise<Passed | null> {
  const ticket = await stores.signInTickets.redeem(step, begun, bindingHash)
  if (!ticket) return null
  await stores.factorProgress.restoreTries(userId, 'code')
  const token = await stores.signInTickets.issue({
    step: step === 'enrolment' ? 'enrolled' : 'factor-shown',
    userId,
    bindingHash,
    isConfirmed: ticket.isConfirmed,
    minutes: STEP_MINUTES,
  })
  return { token, cookies: trustDevice ? [await trustThisDevice(stores, userId, facts)] : [] }
}

/** The browser keeps one secret for all its users; each user's trust in it is a row of his own. */
async function trustThisDevice(
  { trustedDevices }: Stores,
  userId: number,
  { trustedDevice, userAgent, address }: RequestFacts,
): Promise<CookieToSet> {
  const known = trustedDevice !== undefined && /^[A-Za-z0-9_-]{43}$/.test(trustedDevice) ? trustedDevice : newToken()
  await trustedDevices.trust(userId, hashToken(known), { device: describeDevice(userAgent), address })
  return { name: '__Host-portal-trusted-device', value: known, maxAgeSeconds: TRUST_DAYS * 86_400 }
}

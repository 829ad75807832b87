import { noMessage, sentences } from '../../../http/sentences.ts'
import { isSameHash, hashToken, newToken } from '../../../crypto/tokens.ts'
import { everything } from '../../../db/scope.ts'
import { Answer, declaredCode, refuse } from '../../../http/answers.ts'
import type { RequestOnly } from '../../../http/caller.ts'
import {
  type HostedVerdict,
  type HostedVisit,
  ProviderUnavailable,
} from '../../../ports/second-factor/hosted-second-factor.ts'
import { type FactorDeps, findPending, ownerOf } from '../factor-deps.ts'
import { passOn, unauthorized } from './show-factor.ts'
import { beginFactorStep, finishFactorStep } from '../factors/factor-progress-store.ts'
import { recordAudit } from '../../audit/public.ts'
import { enrollAtProvider } from '../factors/factor-store.ts'

const VISIT = 'visit to the second-factor provider'

/** Returns the address of the prompt. Its state is bound to this browser. */
export async function startAtProvider(deps: FactorDeps, call: RequestOnly) {
  const pending = await findPending(deps, call, ['factor', 'enrolment'])
  if (!pending || !deps.hosted) return unauthorized()
  const visit: HostedVisit = { userName: pending.account.userName, state: newToken(), nonce: newToken() }
  const sealed = deps.keys.encrypt(VISIT, JSON.stringify(visit), ownerOf(pending))
  await deps.db.transact(everything, (tx) => beginFactorStep(tx, { ...pending, kind: 'provider' }, sealed))
  try {
    return { address: await deps.hosted.promptAddress(visit) }
  } catch (error) {
    return answerUnavailable(error)
  }
}

/**
 * Handles the return from the prompt: consumes the state whatever the outcome, then verifies the answer with the
 * provider.
 */
export async function returnFromProvider(
  deps: FactorDeps,
  call: RequestOnly,
  brought: { state: string; code: string; trustDevice: boolean },
) {
  const pending = await findPending(deps, call, ['factor', 'enrolment'])
  const { hosted } = deps
  if (!pending || !hosted) return unauthorized()
  const sealed = await deps.db.transact(everything, (tx) => finishFactorStep(tx, { ...pending, kind: 'provider' }))
  const opened = sealed && deps.keys.decrypt(VISIT, sealed, ownerOf(pending))
  const visit = opened ? (JSON.parse(opened) as HostedVisit) : null
  if (!visit || !isSameHash(hashToken(visit.state), hashToken(brought.state))) return unauthorized()
  let verdict: HostedVerdict
  try {
    verdict = await hosted.confirm(brought.code, visit)
  } catch (error) {
    return answerUnavailable(error)
  }
  const about = { actorId: null, subjectId: pending.userId, sessionId: null, after: { by: hosted.name, verdict } }
  if (verdict === 'denied') {
    await deps.db.transact(everything, async (tx) =>
      recordAudit(tx, call.request, { event: 'authn_factor_fail', ...about }),
    )
    return declaredCode('400', sentences.second_factor_unauthorized, null)
  }
  return deps.db.transact(everything, async (tx) => {
    // A user whom the provider lets pass without a factor has not enrolled one.
    const isNew = verdict === 'passed' && (await enrollAtProvider(tx, pending.userId, hosted.name))
    const passed = await passOn(tx, call, {
      pending,
      trustDevice: brought.trustDevice && pending.step === 'factor',
    })
    if (!passed) return unauthorized()
    recordAudit(tx, call.request, { event: isNew ? 'second_factor_changed' : 'authn_factor_success', ...about })
    return new Answer({ token: passed.token }, { cookies: passed.cookies })
  })
}

/** Only this sign-in method fails, with a message that names the provider (SIGN-072, SIGN-074). */
function answerUnavailable(error: unknown) {
  if (!(error instanceof ProviderUnavailable)) throw error
  if (error.how === 'silent') return declaredCode('408', noMessage, sentences.second_factor_not_reached)
  return refuse('503', sentences.second_factor_failed_duo, { 'retry-after': '60' })
}

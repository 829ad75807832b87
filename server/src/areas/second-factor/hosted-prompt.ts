import { defaultTexts } from '@portico/contract/texts/texts.ts'
import { isSameHash, hashToken, newToken } from '../../crypto/tokens.ts'
import { everything } from '../../db/scope.ts'
import { Answer, outcome, refuse } from '../../http/answers.ts'
import type { RequestFacts } from '../../http/caller.ts'
import { type HostedVerdict, type HostedVisit, ProviderAway } from '../../ports/second-factor/hosted-second-factor.ts'
import { type FactorParts, findPending, ownerOf } from './factor-parts.ts'
import { passOn, unauthorized } from './show-factor.ts'

const VISIT = 'visit to the second-factor provider'

/** Where the browser goes, bound to it: only this browser may come back with that state. */
export async function startAtProvider(parts: FactorParts, facts: RequestFacts) {
  const pending = await findPending(parts, facts, ['factor', 'enrolment'])
  if (!pending || !parts.hosted) return unauthorized()
  const visit: HostedVisit = { userName: pending.account.user_name, state: newToken(), nonce: newToken() }
  const sealed = parts.keys.encrypt(VISIT, JSON.stringify(visit), ownerOf(pending))
  await parts.transact(everything, ({ factorProgress }) =>
    factorProgress.begin({ ...pending, kind: 'provider' }, sealed),
  )
  try {
    return { address: await parts.hosted.promptAddress(visit) }
  } catch (error) {
    return answerForAway(error)
  }
}

/** The browser is back: the visit is over whatever it brought, and the provider is asked what it means. */
export async function returnFromProvider(
  parts: FactorParts,
  facts: RequestFacts,
  brought: { state: string; code: string; trustDevice: boolean },
) {
  const pending = await findPending(parts, facts, ['factor', 'enrolment'])
  const { hosted } = parts
  if (!pending || !hosted) return unauthorized()
  const sealed = await parts.transact(everything, ({ factorProgress }) =>
    factorProgress.finish({ ...pending, kind: 'provider' }),
  )
  const opened = sealed && parts.keys.decrypt(VISIT, sealed, ownerOf(pending))
  const visit = opened ? (JSON.parse(opened) as HostedVisit) : null
  if (!visit || !isSameHash(hashToken(visit.state), hashToken(brought.state))) return unauthorized()
  let verdict: HostedVerdict
  try {
    verdict = await hosted.confirm(brought.code, visit)
  } catch (error) {
    return answerForAway(error)
  }
  const about = { actorId: null, subjectId: pending.userId, sessionId: null, after: { by: hosted.name, verdict } }
  if (verdict === 'denied') {
    await parts.transact(everything, ({ audit }) => audit.record(facts, { event: 'authn_factor_fail', ...about }))
    return outcome('400', defaultTexts.second_factor_unauthorized, null)
  }
  return parts.transact(everything, async (stores) => {
    // Who was let pass without a factor has enrolled none.
    const isNew = verdict === 'passed' && (await stores.factors.enrol(pending.userId, hosted.name))
    const passed = await passOn(stores, pending, facts, brought.trustDevice && pending.step === 'factor')
    if (!passed) return unauthorized()
    stores.audit.record(facts, { event: isNew ? 'second_factor_changed' : 'authn_factor_success', ...about })
    return new Answer({ token: passed.token }, { cookies: passed.cookies })
  })
}

/** Only this way in fails, with a sentence that names the provider (SIGN-072, SIGN-074). */
function answerForAway(error: unknown) {
  if (!(error instanceof ProviderAway)) throw error
  if (error.how === 'silent') return outcome('408', '', defaultTexts.second_factor_not_reached)
  return refuse('503', defaultTexts.second_factor_failed_duo, { 'retry-after': '60' })
}

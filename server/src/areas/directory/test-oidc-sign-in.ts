import { databaseTime } from '../../db/clock.ts'
import { hashToken } from '../../crypto/tokens.ts'
import { everything } from '../../db/scope.ts'
import { Redirect, refuse, refuseForNow } from '../../http/answers.ts'
import type { CallContext, RequestOnly } from '../../http/caller.ts'
import { sentences } from '../../http/sentences.ts'
import { auditActor, recordAudit } from '../audit/public.ts'
import { bindingOf, consumeToken } from '../sign-in/public.ts'
import { examineOidcAnswer, providerDidNotAnswer } from './examine-oidc-answer.ts'
import { addressOf, checksOf, type OidcDeps, type ProviderCallback } from './sign-on-by-oidc.ts'
import { recordTested, resultPage } from './tested-directory.ts'
import { addSignInTest, findOpenSignInTest, endSignInTest } from '../federation/public.ts'

const plainTrip = { isReauthentication: false }

/** Starts a test sign-in at the provider; its answer belongs to the session of the administrator. */
export async function startOidcTest({ db, keys, testStates, provider }: OidcDeps, { caller, request }: CallContext) {
  const { value } = bindingOf(request)
  const state = testStates.issue(value, await databaseTime(db))
  const checks = checksOf(keys, state, plainTrip)
  const address = await provider.addressFor(checks, null)
  if (!address) return refuseForNow('503', sentences.company_directory_unavailable, 15)
  const { sessionId } = caller
  const signInTestId = await db.transact(everything, async (tx) => {
    const test = { providerId: null, sessionId, userId: caller.user.id, requestId: checks.nonce }
    const id = await addSignInTest(tx, { ...test, relayStateHash: hashToken(state) })
    const target = { kind: 'company_directory', id: 'oidc' }
    recordAudit(tx, request, { event: 'identity_provider_test_started', ...auditActor(caller), target })
    return id
  })
  return { signInTestId, urlTxt: address.href }
}

/**
 * Takes the return from the provider to a test: examines it, keeps what was found, and leads to the screen that shows
 * it. No session, no ticket and no link come of it. Undefined for any other return.
 */
export async function finishOidcTest(
  { db, keys, testStates, callback, provider }: OidcDeps,
  { request }: RequestOnly,
  query: ProviderCallback,
): Promise<Redirect | ReturnType<typeof refuse> | undefined> {
  const { binding } = request
  const { state: text = '' } = query
  const state = binding === undefined ? null : testStates.read(text, binding)
  if (state === null) return undefined
  const isFirst = await db.transact(everything, (tx) => consumeToken(tx, state))
  if (!isFirst) return refuse('401', sentences.login_directory_again)
  const examined = await provider.examine(addressOf(callback, query), checksOf(keys, text, plainTrip))
  return db.transact(everything, async (tx) => {
    const test = await findOpenSignInTest(tx, hashToken(text))
    if (!test) return refuse('401', sentences.login_directory_again)
    const result = examined === 'unavailable' ? providerDidNotAnswer : await examineOidcAnswer(tx, examined, test.now)
    await endSignInTest(tx, test.id, result)
    recordTested(tx, { request }, { ...test, kind: 'oidc' }, result)
    return new Redirect(resultPage(test.id))
  })
}

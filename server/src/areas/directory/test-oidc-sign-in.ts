import { hashToken } from '../../crypto/tokens.ts'
import { everything } from '../../db/scope.ts'
import { Redirect, refuse, refuseForNow } from '../../http/answers.ts'
import type { CallContext, RequestOnly } from '../../http/caller.ts'
import { sentences } from '../../http/sentences.ts'
import { auditActor } from '../audit/public.ts'
import { bindingOf } from '../sign-in/public.ts'
import { examineOidcAnswer, providerDidNotAnswer } from './examine-oidc-answer.ts'
import { addressOf, checksOf, type OidcDeps, type ProviderCallback } from './sign-on-by-oidc.ts'
import { recordTested, resultPage } from './tested-directory.ts'

const plainTrip = { isReauthentication: false }

/** Starts a test sign-in at the provider; its answer belongs to the session of the administrator. */
export async function startOidcTest(
  { db, transact, keys, testStates, provider }: OidcDeps,
  { caller, request }: CallContext,
) {
  const { value } = bindingOf(request)
  const [clock] = await db.prepared<{ now: Date }>('select clock_now() as now', [])
  const state = testStates.issue(value, clock?.now ?? new Date())
  const checks = checksOf(keys, state, plainTrip)
  const address = await provider.addressFor(checks, null)
  if (!address) return refuseForNow('503', sentences.company_directory_unavailable, 15)
  const { sessionId } = caller
  const signInTestId = await transact(everything, async ({ signInTests, audit }) => {
    const test = { providerId: null, sessionId, userId: caller.user.id, requestId: checks.nonce }
    const id = await signInTests.add({ ...test, relayStateHash: hashToken(state) })
    const target = { kind: 'company_directory', id: 'oidc' }
    audit.record(request, { event: 'identity_provider_test_started', ...auditActor(caller), target })
    return id
  })
  return { signInTestId, urlTxt: address.href }
}

/**
 * Takes the return from the provider to a test: examines it, keeps what was found, and leads to the screen that shows
 * it. No session, no ticket and no link come of it. Undefined for any other return.
 */
export async function finishOidcTest(
  { transact, keys, testStates, callback, provider }: OidcDeps,
  { request }: RequestOnly,
  query: ProviderCallback,
): Promise<Redirect | ReturnType<typeof refuse> | undefined> {
  const { binding } = request
  const { state: text = '' } = query
  const state = binding === undefined ? null : testStates.read(text, binding)
  if (state === null) return undefined
  const isFirst = await transact(everything, ({ signInCompletions }) => signInCompletions.consumeToken(state))
  if (!isFirst) return refuse('401', sentences.login_directory_again)
  const examined = await provider.examine(addressOf(callback, query), checksOf(keys, text, plainTrip))
  return transact(everything, async (stores) => {
    const test = await stores.signInTests.findOpen(hashToken(text))
    if (!test) return refuse('401', sentences.login_directory_again)
    const result =
      examined === 'unavailable' ? providerDidNotAnswer : await examineOidcAnswer(stores, examined, test.now)
    await stores.signInTests.finish(test.id, result)
    recordTested(stores, { request }, { ...test, kind: 'oidc' }, result)
    return new Redirect(resultPage(test.id))
  })
}

import { randomBytes } from 'node:crypto'
import { hashToken, newToken } from '../../crypto/tokens.ts'
import { everything } from '../../db/scope.ts'
import { Redirect, refuse } from '../../http/answers.ts'
import type { CallContext, RequestOnly } from '../../http/caller.ts'
import { sentences } from '../../http/sentences.ts'
import type { Transact } from '../../stores.ts'
import { auditActor } from '../audit/public.ts'
import { examineAnswer, nothingFound } from './examine-answer.ts'
import type { ProviderReader } from './provider-reader.ts'
import type { Addressee } from './saml-rules.ts'
import { signOnAddress } from './verify-answer.ts'

export interface SignInTestDeps {
  transact: Transact<'audit' | 'federation' | 'providers' | 'signInTests'>
  providers: ProviderReader
  /** Our identity towards providers. */
  us: Addressee
}

/** Begins the relay state of tests, so that real sign-ins are not looked up among them. */
const MARK = 'test-'

/** The screen that shows the result of a test. */
const resultPage = (id: number) => `/content-authenticated/database-maintenance/identity-providers?test=${id}`

/** Starts a test sign-in; its answer belongs to the session of the administrator. */
export async function startSignInTest(
  { transact, providers, us }: SignInTestDeps,
  { caller, request }: CallContext,
  providerId: number,
) {
  const provider = await providers.find(providerId)
  if (!provider) return refuse('404', sentences.not_found)
  const { sessionId } = caller
  const requestId = `_${randomBytes(20).toString('hex')}`
  const relayState = MARK + newToken()
  const urlTxt = await signOnAddress(provider, us, { id: requestId, relayState, isReauthentication: false })
  const signInTestId = await transact(everything, async ({ signInTests, audit }) => {
    const relayStateHash = hashToken(relayState)
    const id = await signInTests.add({ providerId, sessionId, userId: caller.user.id, requestId, relayStateHash })
    const target = { kind: 'saml_provider', id: providerId }
    audit.record(request, { event: 'identity_provider_test_started', ...auditActor(caller), target })
    return id
  })
  return { signInTestId, urlTxt }
}

/**
 * Takes the answer to a test: examines it, keeps what was found, and leads to the screen that shows it. No session, no
 * ticket and no account come of it. Undefined for any other answer.
 */
export async function finishSignInTest(
  { transact, providers, us }: SignInTestDeps,
  { request }: RequestOnly,
  { SAMLResponse, RelayState = '' }: { SAMLResponse: string; RelayState?: string | undefined },
): Promise<Redirect | undefined> {
  if (!RelayState.startsWith(MARK)) return undefined
  return transact(everything, async (stores) => {
    const test = await stores.signInTests.findOpen(hashToken(RelayState))
    const provider = test?.providerId ? await providers.find(test.providerId) : undefined
    if (!test || !provider) return undefined
    const { id, requestId, now, userId, sessionId } = test
    const result = await examineAnswer(stores, SAMLResponse, { provider, us, requestId, now })
    await stores.signInTests.finish(id, result)
    const failed = result.checks.filter(({ resultCd }) => resultCd === 'failed').map(({ checkCd }) => checkCd)
    stores.audit.record(request, {
      event: 'identity_provider_tested',
      actorId: userId,
      subjectId: userId,
      sessionId,
      target: { kind: 'saml_provider', id: provider.id },
      after: { outcome: result.outcomeCd, failed },
    })
    return new Redirect(resultPage(id))
  })
}

/** The result of a test, for the session that started it. `directory`: the name of the company directory. */
export function readSignInTest(
  { transact, directory }: Pick<SignInTestDeps, 'transact'> & { directory: string },
  { caller }: Pick<CallContext, 'caller'>,
  id: number,
) {
  return transact(everything, async ({ signInTests }) => {
    const test = await signInTests.read(id, caller.sessionId)
    if (!test) return refuse('404', sentences.sign_in_test_expired)
    const { result, providerName, ...about } = test
    const pending = { ...nothingFound, kindCd: providerName === null ? ('oidc' as const) : ('saml' as const) }
    return { ...about, samlIdentityProviderNm: providerName ?? directory, ...(result ?? pending) }
  })
}

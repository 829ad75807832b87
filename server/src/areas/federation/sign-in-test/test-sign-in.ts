import { randomBytes } from 'node:crypto'
import { hashToken, newToken } from '../../../crypto/tokens.ts'
import { everything } from '../../../db/scope.ts'
import { Redirect, refuse } from '../../../http/answers.ts'
import type { CallContext, RequestOnly } from '../../../http/caller.ts'
import { sentences } from '../../../http/sentences.ts'
import { auditActor, recordAudit } from '../../audit/public.ts'
import { examineSamlAnswer, nothingFound } from './examine-answer.ts'
import { findProvider, type ProviderReader } from '../providers/provider-reader.ts'
import type { Addressee } from '../saml/saml-rules.ts'
import { signOnAddress } from '../sign-in/verify-answer.ts'
import type { Db } from '../../../db/database.ts'
import { addSignInTest, findOpenSignInTest, endSignInTest, findSignInTest } from './sign-in-test-store.ts'

export interface SignInTestDeps {
  db: Db
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
  { db, providers, us }: SignInTestDeps,
  { caller, request }: CallContext,
  providerId: number,
) {
  const provider = await providers.find(providerId)
  if (!provider) return refuse('404', sentences.not_found)
  const { sessionId } = caller
  const requestId = `_${randomBytes(20).toString('hex')}`
  const relayState = MARK + newToken()
  const urlTxt = await signOnAddress(provider, us, { id: requestId, relayState, isReauthentication: false })
  const signInTestId = await db.transact(everything, async (tx) => {
    const relayStateHash = hashToken(relayState)
    const id = await addSignInTest(tx, { providerId, sessionId, userId: caller.user.id, requestId, relayStateHash })
    const target = { kind: 'saml_provider', id: providerId }
    recordAudit(tx, request, { event: 'identity_provider_test_started', ...auditActor(caller), target })
    return id
  })
  return { signInTestId, urlTxt }
}

/**
 * Takes the answer to a test: examines it, keeps what was found, and leads to the screen that shows it. No session, no
 * ticket and no account come of it. Undefined for any other answer.
 */
export async function finishSignInTest(
  { db, us }: Pick<SignInTestDeps, 'db' | 'us'>,
  { request }: RequestOnly,
  { SAMLResponse, RelayState = '' }: { SAMLResponse: string; RelayState?: string | undefined },
): Promise<Redirect | undefined> {
  if (!RelayState.startsWith(MARK)) return undefined
  return db.transact(everything, async (tx) => {
    const test = await findOpenSignInTest(tx, hashToken(RelayState))
    const provider = test?.providerId ? await findProvider(tx, test.providerId) : undefined
    if (!test || !provider) return undefined
    const { id, requestId, now, userId, sessionId } = test
    const result = await examineSamlAnswer(tx, SAMLResponse, { provider, us, requestId, now })
    await endSignInTest(tx, id, result)
    const failed = result.checks.filter(({ resultCd }) => resultCd === 'failed').map(({ checkCd }) => checkCd)
    recordAudit(tx, request, {
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
  { db, directory }: Pick<SignInTestDeps, 'db'> & { directory: string },
  { caller }: Pick<CallContext, 'caller'>,
  id: number,
) {
  return db.read(everything, async (tx) => {
    const test = await findSignInTest(tx, id, caller.sessionId)
    if (!test) return refuse('404', sentences.sign_in_test_expired)
    const { result, providerName, ...about } = test
    const pending = { ...nothingFound, kindCd: providerName === null ? ('oidc' as const) : ('saml' as const) }
    return { ...about, samlIdentityProviderNm: providerName ?? directory, ...(result ?? pending) }
  })
}

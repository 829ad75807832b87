import { sentences } from '../../../http/sentences.ts'
import { randomBytes } from 'node:crypto'
import { hashToken, isSameHash, newToken } from '../../../crypto/tokens.ts'
import { everything } from '../../../db/scope.ts'
import { Redirect, refuse } from '../../../http/answers.ts'
import type { RequestContext, RequestOnly } from '../../../http/caller.ts'
import { bindingOf, readReturnNote, type ReturnNote, returnNote, issueSignInTicket } from '../../sign-in/public.ts'
import { findOrCreateUser } from './known-person.ts'
import type { OpenRequest } from '../providers/provider.ts'
import type { ProviderReader } from '../providers/provider-reader.ts'
import { type Addressee, answerSummary, type Identity, isAuthenticatedAnew } from '../saml/saml-rules.ts'
import { signOnAddress, verifyAnswer } from './verify-answer.ts'
import { decodeBase64Text, readXml } from '../saml/xml-document.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { beginSamlRequest, consumeSamlAnswer } from './federation-store.ts'
import { recordAudit } from '../../audit/public.ts'

export interface FederationDeps {
  db: Db
  providers: ProviderReader
  /** Our identity towards providers. */
  us: Addressee
}

/** The page on which the browser waits for the result. */
const RETURN_PAGE = '/login/federated'

/** Messages for users who could not be signed in; the audit trail keeps the exact reason. */
const failures = {
  expired: sentences.sso_expired,
  refused: sentences.sso_answer_refused,
  company: sentences.sso_company_refused,
  unknown: sentences.sso_unknown_user,
  provider: sentences.sso_no_provider,
} as const
type Failure = keyof typeof failures

type RejectedSignIn = ReturnType<typeof refuse>

/**
 * Browsers get the page that says why and keeps the requested page for another attempt; other clients get the
 * envelope.
 */
const rejectSignIn = (failure: Failure, returnTo: string): RejectedSignIn =>
  refuse('401', [sentences.sso_error, failures[failure]], {
    location: returnPage({ failed: failure }, returnTo),
  })

const returnPage = (words: Record<string, string>, returnTo: string): string => {
  const hash = new URLSearchParams({ ...words, ...(returnTo === '' ? {} : { returnTo }) })
  return `${RETURN_PAGE}#${hash.toString()}`
}

/** Redirects a browser to its provider. The answer is accepted in this browser only. */
export async function beginFederatedSignIn(
  { db, providers, us }: FederationDeps,
  { request }: RequestOnly,
  { providerId, returnTo, isReauthentication }: ReturnNote & { providerId: number },
): Promise<Redirect | RejectedSignIn> {
  const provider = await providers.find(providerId)
  if (!provider) return rejectSignIn('provider', returnTo)
  const { value: binding, cookies } = bindingOf(request)
  const sent = { id: `_${randomBytes(20).toString('hex')}`, relayState: newToken(), isReauthentication }
  const address = await signOnAddress(provider, us, sent)
  await db.transact(everything, (tx) =>
    beginSamlRequest(tx, {
      id: sent.id,
      providerId: provider.id,
      relayStateHash: hashToken(sent.relayState),
      bindingHash: hashToken(binding),
      returnTo: returnNote({ returnTo, isReauthentication }),
    }),
  )
  return new Redirect(address, cookies)
}

/** The answer of a provider as its page posted it: a cross-site request, hence without our cookie. */
interface PostedAnswer {
  SAMLResponse: string
  RelayState?: string | undefined
}

/** Verifies an answer and issues a ticket to its user, valid for a minute in the browser that started. */
export async function finishFederatedSignIn(
  deps: FederationDeps,
  { request }: RequestOnly,
  posted: PostedAnswer,
): Promise<Redirect | RejectedSignIn> {
  const read = await readPosted(deps, posted)
  if ('why' in read) {
    await deps.db.transact(everything, (tx) => recordFailure(tx, read.why, request))
    return rejectSignIn(read.failure, read.returnTo)
  }
  const { requestId, request: open, identity } = read
  return deps.db
    .transact(everything, async (tx) => {
      const assertion = { id: identity.assertionId, expiresAt: identity.expiresAt }
      if (!(await consumeSamlAnswer(tx, requestId, open.id, assertion))) {
        await recordFailure(tx, 'replayed', request, open.id)
        return respondAfterCommit('expired')
      }
      const user = await findOrCreateUser(tx, { request }, { provider: open, identity })
      if (typeof user === 'string') {
        await recordFailure(tx, user, request, open.id)
        return respondAfterCommit('unknown')
      }
      const { isReauthentication, returnTo } = readReturnNote(open.returnTo)
      const step = isReauthentication ? 'reauthentication' : 'federated'
      const ticket = { step, userId: user, isConfirmed: false, minutes: 1 } as const
      const token = await issueSignInTicket(tx, { ...ticket, bindingHash: open.bindingHash })
      return new Redirect(returnPage(isReauthentication ? { reauth: token } : { ticket: token }, returnTo))
    })
    .then((ended) => ('failure' in ended ? rejectSignIn(ended.failure, readReturnNote(open.returnTo).returnTo) : ended))
}

/** Not a refusal, which would roll back: what was consumed stays consumed, and the audit event is kept. */
const respondAfterCommit = (failure: Failure) => ({ failure })

interface Read {
  requestId: string
  request: OpenRequest
  identity: Identity
}

/** `returnTo`: the requested page; empty while the answer belongs to no known request. */
const failed = (failure: Failure, why: string, returnTo = '') => ({ failure, why, returnTo })

/** Returns the posted answer after every check that changes nothing. */
async function readPosted(
  { providers, us }: FederationDeps,
  { SAMLResponse, RelayState }: PostedAnswer,
): Promise<Read | ReturnType<typeof failed>> {
  const xml = decodeBase64Text(SAMLResponse)
  const response = xml === undefined ? undefined : readXml(xml)
  if (xml === undefined || !response) return failed('refused', 'unreadable')
  const facts = answerSummary(response, us)
  if (typeof facts === 'string') return failed('refused', facts)
  const request = await providers.findRequest(facts.inResponseTo)
  if (!request || !isSameHash(request.relayStateHash, hashToken(RelayState ?? '')))
    return failed('expired', 'no open request')
  const { returnTo } = readReturnNote(request.returnTo)
  if (request.entityId !== facts.issuer) return failed('refused', 'wrong issuer', returnTo)
  if (!facts.isSuccess) return failed('company', 'refused by the provider', returnTo)
  const identity = await verifyFor(request, xml, us, facts.inResponseTo)
  if (typeof identity === 'string') return failed('refused', identity, returnTo)
  return { requestId: facts.inResponseTo, request, identity }
}

/** The identity that answers the request, or why it does not. */
async function verifyFor(
  request: OpenRequest,
  xml: string,
  us: Addressee,
  requestId: string,
): Promise<Identity | string> {
  const identity = await verifyAnswer(xml, request, us, { requestId, now: request.now })
  if (typeof identity === 'string' || !readReturnNote(request.returnTo).isReauthentication) return identity
  return isAuthenticatedAnew(identity, request.requestedAt) ? identity : 'not authenticated anew'
}

async function recordFailure(tx: Tx, why: string, request: RequestContext, providerId?: number): Promise<void> {
  recordAudit(tx, request, {
    event: 'authn_login_fail',
    actorId: null,
    subjectId: null,
    sessionId: null,
    ...(providerId === undefined ? {} : { target: { kind: 'saml_provider', id: providerId } }),
    after: { way: 'federated', why },
  })
}

import { randomBytes } from 'node:crypto'
import { federationTexts } from '@portico/contract/texts/federation-texts.ts'
import { hashToken, isSameHash, newToken } from '../../crypto/tokens.ts'
import { everything } from '../../db/scope.ts'
import { Redirect, refuse } from '../../http/answers.ts'
import type { RequestFacts } from '../../http/caller.ts'
import type { Stores, Transact } from '../../stores.ts'
import { bindingOf } from '../sign-in/public.ts'
import { userBehind } from './known-person.ts'
import type { OpenRequest } from './provider.ts'
import type { ProviderReader } from './provider-store.ts'
import { type Addressee, factsOfAnswer, type Identity } from './saml-rules.ts'
import { signOnAddress, verifyAnswer } from './verify-answer.ts'
import { decodeBase64Text, readXml } from './xml-document.ts'

export interface FederationParts {
  transact: Transact
  providers: ProviderReader
  /** Who we are for providers. */
  us: Addressee
}

/** Where the browser waits while the page asks whether the user may come in. */
const ARRIVAL_PAGE = '/login/federated'

/** What a person is told who could not be signed in; the trail keeps the exact reason. */
const failures = {
  expired: federationTexts.sso_expired,
  refused: federationTexts.sso_answer_refused,
  company: federationTexts.sso_company_refused,
  unknown: federationTexts.sso_unknown_user,
  provider: federationTexts.sso_no_provider,
} as const
type Failure = keyof typeof failures

type TurnedAway = ReturnType<typeof refuse>

/**
 * People see the page that says why, and a second try gets them to the page that they wanted; whoever asks
 * for no page gets the envelope.
 */
const turnAway = (failure: Failure, returnTo: string): TurnedAway =>
  refuse('401', `${federationTexts.sso_error} ${failures[failure]}`, {
    location: arrivalPage({ failed: failure }, returnTo),
  })

const arrivalPage = (words: Record<string, string>, returnTo: string): string => {
  const hash = new URLSearchParams({ ...words, ...(returnTo === '' ? {} : { returnTo }) })
  return `${ARRIVAL_PAGE}#${hash.toString()}`
}

/** Leads a browser to its provider. What it brings back is good in this browser only. */
export async function beginFederatedSignIn(
  { transact, providers, us }: FederationParts,
  { providerId, returnTo }: { providerId: number; returnTo: string },
  facts: RequestFacts,
): Promise<Redirect | TurnedAway> {
  const provider = await providers.find(providerId)
  if (!provider) return turnAway('provider', returnTo)
  const { value: binding, cookies } = bindingOf(facts)
  const request = { id: `_${randomBytes(20).toString('hex')}`, relayState: newToken() }
  const address = await signOnAddress(provider, us, request)
  await transact(everything, ({ federation }) =>
    federation.begin({
      id: request.id,
      providerId: provider.id,
      relayStateHash: hashToken(request.relayState),
      bindingHash: hashToken(binding),
      returnTo,
    }),
  )
  return new Redirect(address, cookies)
}

/** The answer of a provider as its page posted it. The post comes from elsewhere, hence without our cookie. */
interface PostedAnswer {
  SAMLResponse: string
  RelayState?: string | undefined
}

/** Takes an answer: whoever it is about gets a ticket, good for a minute in the browser that began. */
export async function finishFederatedSignIn(
  parts: FederationParts,
  posted: PostedAnswer,
  facts: RequestFacts,
): Promise<Redirect | TurnedAway> {
  const read = await readPosted(parts, posted)
  if ('why' in read) {
    await parts.transact(everything, (stores) => recordFailure(stores, read.why, facts))
    return turnAway(read.failure, read.returnTo)
  }
  const { requestId, request, identity } = read
  return parts
    .transact(everything, async (stores) => {
      const assertion = { id: identity.assertionId, expiresAt: identity.expiresAt }
      if (!(await stores.federation.spend(requestId, request.id, assertion))) {
        await recordFailure(stores, 'replayed', facts, request.id)
        return respondAfterCommit('expired')
      }
      const user = await userBehind(stores, request, identity, facts)
      if (typeof user === 'string') {
        await recordFailure(stores, user, facts, request.id)
        return respondAfterCommit('unknown')
      }
      const ticket = { step: 'federated', userId: user, isConfirmed: false, minutes: 1 } as const
      const token = await stores.signInTickets.issue({ ...ticket, bindingHash: request.bindingHash })
      return new Redirect(arrivalPage({ ticket: token }, request.returnTo))
    })
    .then((ended) => ('failure' in ended ? turnAway(ended.failure, request.returnTo) : ended))
}

/** No refusal, which would roll back: what was spent stays spent, and the trail keeps its event. */
const respondAfterCommit = (failure: Failure) => ({ failure })

interface Read {
  requestId: string
  request: OpenRequest
  identity: Identity
}

/** `returnTo`: what the request that is answered wanted; empty as long as the answer belongs to none. */
const failed = (failure: Failure, why: string, returnTo = '') => ({ failure, why, returnTo })

/** What was posted, once it has stood every check that needs no change of anything. */
async function readPosted(
  { providers, us }: FederationParts,
  { SAMLResponse, RelayState }: PostedAnswer,
): Promise<Read | ReturnType<typeof failed>> {
  const xml = decodeBase64Text(SAMLResponse)
  const response = xml === undefined ? undefined : readXml(xml)
  if (xml === undefined || !response) return failed('refused', 'unreadable')
  const facts = factsOfAnswer(response, us)
  if (typeof facts === 'string') return failed('refused', facts)
  const request = await providers.findRequest(facts.inResponseTo)
  if (!request || !isSameHash(request.relayStateHash, hashToken(RelayState ?? '')))
    return failed('expired', 'no open request')
  const { returnTo } = request
  if (request.entityId !== facts.issuer) return failed('refused', 'wrong issuer', returnTo)
  if (!facts.isSuccess) return failed('company', 'refused by the provider', returnTo)
  const asked = { requestId: facts.inResponseTo, now: request.now }
  const identity = await verifyAnswer(xml, request, us, asked)
  if (typeof identity === 'string') return failed('refused', identity, returnTo)
  return { requestId: facts.inResponseTo, request, identity }
}

async function recordFailure({ audit }: Stores, why: string, facts: RequestFacts, providerId?: number): Promise<void> {
  audit.record(facts, {
    event: 'authn_login_fail',
    actorId: null,
    subjectId: null,
    sessionId: null,
    ...(providerId === undefined ? {} : { target: { kind: 'saml_provider', id: providerId } }),
    after: { way: 'federated', why },
  })
}

import { defaultTexts } from '@portico/contract/texts/texts.ts'
import type { BoundTokens } from '../../crypto/bound-token.ts'
import type { KeyRing } from '../../crypto/key-ring.ts'
import { hashToken } from '../../crypto/tokens.ts'
import type { Db } from '../../db/database.ts'
import { everything } from '../../db/scope.ts'
import { Redirect, type Refusal, refuse, refuseForNow } from '../../http/answers.ts'
import type { RequestFacts } from '../../http/caller.ts'
import type { OidcChecks, OidcIdentity, OidcProvider } from '../../ports/directory/directory.ts'
import type { Transact } from '../../stores.ts'
import { bindingOf, followDirectory } from '../sign-in/public.ts'
import { backWithTicket } from './arrival-ticket.ts'
import { claimOf } from './linking-rules.ts'

/** Time to sign in at the provider, second factors and forgotten passwords included. */
export const STATE_MS = 15 * 60_000

export interface OidcParts {
  db: Db
  transact: Transact
  keys: KeyRing
  /** Tokens that come back as `state`: of one browser, good once. */
  states: BoundTokens
  provider: OidcProvider
  /** The address at which browsers come back, as the provider knows it. */
  callback: URL
}

/** On to the provider. Nothing is stored: what has to come back is tied to this browser by our signature. */
export async function startAtProvider(
  parts: OidcParts,
  { userName, returnTo }: { userName: string | null; returnTo: string },
  request: RequestFacts,
): Promise<Redirect | Refusal<'503', null> | ReturnType<typeof refuse>> {
  const { value, cookies } = bindingOf(request)
  const [clock] = await parts.db.prepared<{ now: Date }>('clock', 'select clock_now() as now', [])
  const state = parts.states.issue(value, clock?.now ?? new Date(), returnTo)
  const address = await parts.provider.addressFor(checksOf(parts.keys, state), userName)
  return address ? new Redirect(address.href, cookies) : outOfOrder()
}

export interface CameBack {
  code?: string | undefined
  state?: string | undefined
  iss?: string | undefined
  error?: string | undefined
}

/** Back from the provider: the state first, once; then the code; then who that is here. */
export async function finishAtProvider(
  parts: OidcParts,
  query: CameBack,
  request: RequestFacts,
): Promise<Redirect | ReturnType<typeof refuse>> {
  const state = await spendState(parts, query.state, request)
  if (!state) return refuse('401', defaultTexts.login_directory_again)
  const cameBackBy = addressOf(parts.callback, query)
  const identity = await parts.provider.identityFrom(cameBackBy, checksOf(parts.keys, state.text))
  if (identity === 'unavailable') return outOfOrder()
  if (identity === 'refused') return turnAway(parts, '401', request)
  const userId = await userOf(parts, identity, request)
  if (userId === undefined) return turnAway(parts, '403', request)
  const { issuer, providerSession } = identity
  await parts.transact(everything, ({ providerSessions }) =>
    providerSessions.remember({ issuer, userId, bindingHash: hashToken(state.binding), providerSession }),
  )
  return backWithTicket(parts.transact, { userId, binding: state.binding, returnTo: state.note })
}

/** The state that this browser took to the provider, which it may bring back once; null for any other. */
async function spendState({ states, transact }: OidcParts, text = '', { binding }: RequestFacts) {
  const state = binding === undefined ? null : states.read(text, binding)
  if (binding === undefined || state === null) return null
  const isSpent = await transact(everything, ({ arrivals }) => arrivals.spendToken(state))
  return isSpent ? { text, binding, note: state.note } : null
}

/** '401': the provider did not vouch. '403': it did, for somebody who is nobody here. */
async function turnAway({ transact }: OidcParts, code: '401' | '403', request: RequestFacts) {
  const after = { why: code === '401' ? 'the provider did not vouch' : 'nobody here is linked' }
  const event = { event: 'authn_login_fail' as const, actorId: null, subjectId: null, sessionId: null, after }
  await transact(everything, ({ audit }) => audit.record(request, event))
  return refuse(code, code === '401' ? defaultTexts.login_directory_again : defaultTexts.login_directory_unknown)
}

const outOfOrder = () => refuseForNow('503', defaultTexts.login_failed, 15)

/** Derived from the state by our keys, so that nobody else can know them and nothing need be kept. */
const checksOf = (keys: KeyRing, state: string): OidcChecks => ({
  state,
  nonce: keys.sign('directory-nonce', state),
  codeVerifier: keys.sign('directory-pkce', state),
})

/** The address by which the browser came back, without what the provider is free to add. */
function addressOf(callback: URL, { code, state, iss, error }: CameBack): URL {
  const address = new URL(callback)
  for (const [name, value] of Object.entries({ code, state, iss, error }))
    if (value !== undefined) address.searchParams.set(name, value)
  return address
}

/** The user whom the provider's person is; linked now, if this is the first time and all that must agree does. */
async function userOf(
  { transact }: OidcParts,
  identity: OidcIdentity,
  request: RequestFacts,
): Promise<number | undefined> {
  const { issuer, subject } = identity
  const known = await transact(everything, ({ identities }) => identities.findUser(issuer, subject))
  const userId = known ?? (await linkFirst(transact, identity, request))
  if (userId !== undefined)
    await followDirectory(transact, { user_id: userId, first_name: '' }, identity.person, request)
  return userId
}

async function linkFirst(
  transact: Transact,
  identity: OidcIdentity,
  request: RequestFacts,
): Promise<number | undefined> {
  const claim = claimOf(identity)
  if (!claim) return undefined
  const { issuer, subject } = identity
  return transact(everything, async ({ identities, audit }) => {
    const userId = await identities.findUnlinkedUser(issuer, claim.userName, claim.email)
    if (userId === undefined || !(await identities.link({ issuer, subject, userId }))) return undefined
    const about = { actorId: null, subjectId: userId, sessionId: null }
    audit.record(request, { event: 'directory_identity_linked', ...about, after: { issuer } })
    return userId
  })
}

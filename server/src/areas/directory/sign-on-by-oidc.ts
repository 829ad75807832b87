import { databaseTime } from '../../db/clock.ts'
import { sentences } from '../../http/sentences.ts'
import type { BoundTokens } from '../../crypto/bound-token.ts'
import type { KeyRing } from '../../crypto/key-ring.ts'
import { hashToken } from '../../crypto/tokens.ts'
import type { Db } from '../../db/database.ts'
import { everything } from '../../db/scope.ts'
import { Redirect, type Refusal, refuse, refuseForNow } from '../../http/answers.ts'
import type { RequestContext, RequestOnly } from '../../http/caller.ts'
import type { OidcChecks, OidcIdentity, OidcProvider } from '../../ports/directory/directory.ts'
import {
  bindingOf,
  followDirectory,
  readReturnNote,
  type ReturnNote,
  returnNote,
  consumeToken,
} from '../sign-in/public.ts'
import { redirectWithTicket } from './redirect-with-ticket.ts'
import { claimOf } from './linking-rules.ts'
import { rememberProviderSession } from './provider-session-store.ts'
import { recordAudit } from '../audit/public.ts'
import { findUserOfSubject, findUnlinkedUser, linkIdentity } from './identity-store.ts'

/** Time to sign in at the provider, second factors and password recovery included. */
export const STATE_MS = 15 * 60_000

export interface OidcDeps {
  db: Db
  keys: KeyRing
  /** Tokens used as `state`: bound to one browser, valid once. */
  states: BoundTokens
  /** The same for tests, so that neither is taken for the other. */
  testStates: BoundTokens
  provider: OidcProvider
  /** The redirect address registered at the provider. */
  callback: URL
}

/** Redirects to the provider. Nothing is stored: the state is bound to this browser by our signature. */
export async function startAtProvider(
  deps: OidcDeps,
  { request }: RequestOnly,
  { userName, ...trip }: ReturnNote & { userName: string | null },
): Promise<Redirect | Refusal<'503', null> | ReturnType<typeof refuse>> {
  const { value, cookies } = bindingOf(request)
  const state = deps.states.issue(value, await databaseTime(deps.db), returnNote(trip))
  const address = await deps.provider.addressFor(checksOf(deps.keys, state, trip), userName)
  return address ? new Redirect(address.href, cookies) : outOfOrder()
}

export interface ProviderCallback {
  code?: string | undefined
  state?: string | undefined
  iss?: string | undefined
  error?: string | undefined
}

/** Handles the return from the provider: consumes the state, redeems the code, then finds the user. */
export async function finishAtProvider(
  deps: OidcDeps,
  { request }: RequestOnly,
  query: ProviderCallback,
): Promise<Redirect | ReturnType<typeof refuse>> {
  const state = await consumeState(deps, query.state, request)
  if (!state) return refuse('401', sentences.login_directory_again)
  const trip = readReturnNote(state.payload)
  const cameBackBy = addressOf(deps.callback, query)
  const identity = await deps.provider.identityFrom(cameBackBy, checksOf(deps.keys, state.text, trip))
  if (identity === 'unavailable') return outOfOrder()
  if (identity === 'refused') return rejectSignIn(deps, '401', request)
  const userId = await userOf(deps, identity, request)
  if (userId === undefined) return rejectSignIn(deps, '403', request)
  const { issuer, providerSession } = identity
  await deps.db.transact(everything, (tx) =>
    rememberProviderSession(tx, { issuer, userId, bindingHash: hashToken(state.binding), providerSession }),
  )
  return redirectWithTicket(deps.db, { userId, binding: state.binding, ...trip })
}

/** Consumes the state that this browser took to the provider; null for any other. */
async function consumeState({ states, db }: OidcDeps, text = '', { binding }: RequestContext) {
  const state = binding === undefined ? null : states.read(text, binding)
  if (binding === undefined || state === null) return null
  const isSpent = await db.transact(everything, (tx) => consumeToken(tx, state))
  return isSpent ? { text, binding, payload: state.payload } : null
}

/** '401': the provider did not authenticate the user. '403': it did, but there is no such user here. */
async function rejectSignIn({ db }: OidcDeps, code: '401' | '403', request: RequestContext) {
  const after = { why: code === '401' ? 'the provider did not vouch' : 'nobody here is linked' }
  const event = { event: 'authn_login_fail' as const, actorId: null, subjectId: null, sessionId: null, after }
  await db.transact(everything, async (tx) => recordAudit(tx, request, event))
  return refuse(code, code === '401' ? sentences.login_directory_again : sentences.login_directory_unknown)
}

const outOfOrder = () => refuseForNow('503', sentences.login_failed, 15)

/** Derived from the state with our keys: unpredictable for others, and nothing has to be stored. */
export const checksOf = (
  keys: KeyRing,
  state: string,
  { isReauthentication }: Pick<ReturnNote, 'isReauthentication'>,
): OidcChecks => ({
  state,
  nonce: keys.sign('directory-nonce', state),
  codeVerifier: keys.sign('directory-pkce', state),
  anewWithinSeconds: isReauthentication ? STATE_MS / 1000 : null,
})

/** The address of the return without parameters that the provider is free to add. */
export function addressOf(callback: URL, { code, state, iss, error }: ProviderCallback): URL {
  const address = new URL(callback)
  for (const [name, value] of Object.entries({ code, state, iss, error }))
    if (value !== undefined) address.searchParams.set(name, value)
  return address
}

/** Returns the user of the provider's subject; links it at the first sign-in when all criteria match. */
async function userOf({ db }: OidcDeps, identity: OidcIdentity, request: RequestContext): Promise<number | undefined> {
  const { issuer, subject } = identity
  const known = await db.read(everything, (tx) => findUserOfSubject(tx, issuer, subject))
  const userId = known ?? (await linkFirst(db, identity, request))
  if (userId !== undefined)
    await followDirectory({ db }, { request }, { account: { userId: userId, firstName: '' }, person: identity.person })
  return userId
}

async function linkFirst(db: Db, identity: OidcIdentity, request: RequestContext): Promise<number | undefined> {
  const claim = claimOf(identity)
  if (!claim) return undefined
  const { issuer, subject } = identity
  return db.transact(everything, async (tx) => {
    const userId = await findUnlinkedUser(tx, issuer, claim.userName, claim.email)
    if (userId === undefined || !(await linkIdentity(tx, { issuer, subject, userId }))) return undefined
    const about = { actorId: null, subjectId: userId, sessionId: null }
    recordAudit(tx, request, { event: 'directory_identity_linked', ...about, after: { issuer } })
    return userId
  })
}

import type { JWK } from 'jose'
import { type Configuration, type FindAccount, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider'
import {
  completeOpenIdSignOn,
  openIdInteraction,
  SIGN_ON_REFUSED_PAGE,
} from '@portico/contract/openid-provider/openid-provider.ts'
import type { Db } from '../../db/database.ts'
import { hashToken, isSameHash } from '../../crypto/tokens.ts'
import { type Application, applicationReader } from './application-reader.ts'
import { sessionIdOf } from './grant-id.ts'
import { LIFETIMES } from './lifetimes.ts'
import { findVisit, readSid, type Visit } from './find-visit.ts'
import { stateAdapter } from './provider-state.ts'

export interface ProviderSettings {
  db: Db
  /** The public address of the portal with the path of the provider. */
  issuer: string
  /** Signs the cookies of authorizations in progress. */
  cookieKey: string
  passwordMaxAgeDays: number
  /** Called with what was refused, for the administrator's log. */
  onRefused: (refused: { clientId: string | undefined; reason: string; err?: Error }) => void
}

export const SCOPES = ['openid', 'profile', 'email']
/** Features of the library that are on unless they are turned off. */
const OFF = ['devInteractions', 'rpInitiatedLogout', 'pushedAuthorizationRequests', 'dPoP', 'resourceIndicators']
const grantIdOf = ({ oidc }: KoaContextWithOIDC): string | undefined =>
  oidc.result?.consent?.grantId ?? (oidc.client && oidc.session?.grantIdFor(oidc.client.clientId))

/** The account of the library: the user, whatever applications call them. */
export const accountIdOf = ({ userId }: Pick<Visit, 'userId'>): string => String(userId)

/** The application of a request, with the fields of ours. */
export const applicationOf = (client: { metadata(): object }): Application => client.metadata() as Application

/**
 * True while nobody has proven to be in front of this browser. Users who can be shown a page are sent to the portal's,
 * for the session of that tab: the library's cookie never stands for it. With prompt=none the session counts with which
 * this browser came last, if it lives and is bound to it.
 */
function isUnproven({ oidc, cookies }: KoaContextWithOIDC): boolean {
  if (!oidc.account || oidc.result?.login) return !oidc.account
  const binding = cookies.get('__Host-portal-binding', { signed: false })
  return (
    !oidc.prompts.has('none') ||
    binding === undefined ||
    !isSameHash(hashToken(binding), oidc.account['bindingHash'] as Buffer)
  )
}

/** Names and paths of its cookies follow from the scheme of the public address: plain http is for trials only. */
const cookieNames = (issuer: string) => {
  const [host, secure] = issuer.startsWith('https:') ? ['__Host-', '__Secure-'] : ['', '']
  return { session: `${host}oidc`, interaction: `${secure}oidc-interaction`, resume: `${secure}oidc-resume` }
}

export const refusedPage = (reason: string): string => `${SIGN_ON_REFUSED_PAGE}?reason=${encodeURIComponent(reason)}`

/** The path at which an authorization waits for the user; the call that completes it has to be below it. */
const interactionPath = (id: string) => openIdInteraction.path.replace('{interactionId}', id)
if (!completeOpenIdSignOn.path.startsWith(openIdInteraction.path))
  throw new Error('The cookie of an authorization would not reach the call that completes it')

/** Reads the live session behind an account, at every step: its user, and whether they may open the application. */
const accountFinder =
  ({ db, passwordMaxAgeDays }: ProviderSettings): FindAccount =>
  async (context, accountId, token) => {
    const { client } = context.oidc
    if (!client) return undefined
    const sessionId = sessionIdOf((token as { grantId?: string } | undefined)?.grantId ?? grantIdOf(context))
    const visit = await findVisit(db, sessionId, applicationOf(client), passwordMaxAgeDays)
    if (visit === undefined || accountIdOf(visit) !== accountId) return undefined
    const { bindingHash, subject } = visit
    return { accountId, subject, bindingHash, claims: () => ({ ...visit.claims, sub: accountId }) }
  }

/** Settings that the library takes once: keys and names of claims, and functions that read all else anew. */
export function providerConfiguration(
  settings: ProviderSettings,
  keys: readonly JWK[],
  claimNames: readonly string[],
): Configuration {
  const { db, issuer, cookieKey } = settings
  const policy = interactionPolicy.base()
  const check = new interactionPolicy.Check('portal_session', 'no portal session', 'login_required', isUnproven)
  policy.get('login')?.checks.add(check)
  return {
    adapter: stateAdapter(db, applicationReader(db)),
    jwks: { keys: [...keys] as never },
    responseTypes: ['code'],
    pkce: { required: () => true },
    allowOmittingSingleRegisteredRedirectUri: false,
    scopes: SCOPES,
    // Under `openid`, so that they are in ID tokens too.
    claims: { openid: ['sub', ...claimNames] },
    extraClientMetadata: { properties: ['claims', 'name_source', 'system_id', 'system_name'] },
    clientAuthMethods: ['client_secret_basic', 'none'],
    clientBasedCORS: () => false,
    // Tokens end with the portal session, by findAccount.
    expiresWithSession: () => false,
    ttl: LIFETIMES,
    routes: { authorization: '/authorize', token: '/token', userinfo: '/userinfo', jwks: '/jwks' },
    features: {
      ...Object.fromEntries(OFF.map((name) => [name, { enabled: false }])),
      backchannelLogout: { enabled: true },
    },
    cookies: { keys: [cookieKey], names: cookieNames(issuer) },
    interactions: { policy, url: (_context, { uid }) => interactionPath(uid) },
    findAccount: accountFinder(settings),
    // One account has a name of its own at every application: `subject_type` of all of them is pairwise.
    subjectTypes: ['public', 'pairwise'],
    pairwiseIdentifier: (context, accountId) => {
      const { account } = context.oidc
      if (account?.accountId !== accountId) throw new Error('The name of another account was asked for')
      return account['subject'] as string
    },
    loadExistingGrant: async (context) => {
      const { client, session, provider } = context.oidc
      const grantId = grantIdOf(context)
      const grant = grantId === undefined ? undefined : await provider.Grant.find(grantId)
      const sessionId = sessionIdOf(grantId)
      if (!grant || !client || sessionId === null) return undefined
      const sid = await readSid(db, sessionId, applicationOf(client).system_id)
      if (sid !== undefined) session?.sidFor(client.clientId, sid)
      return grant
    },
    renderError: (context, out) => {
      if (context.oidc?.route !== 'authorization' && context.oidc?.route !== 'resume') {
        context.body = out as never
        return
      }
      context.status = 303
      context.redirect(refusedPage(out.error))
    },
  }
}

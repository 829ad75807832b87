import { errors as jose } from 'jose'
import * as openid from 'openid-client'
import { isLoopback } from '../../config/loopback.mjs'
import type { OidcSettings } from '../../config/directory-settings.ts'
import { circuit } from '../circuit.ts'
import { withTimeout } from '../with-timeout.ts'
import { boundedFetch, type Fetch } from './bounded-fetch.ts'
import type { OidcChecks, OidcIdentity, OidcProvider } from './directory.ts'
import type { ReportProblem } from '../report-problem.ts'
import { UPSTREAM_TIMEOUT_MS } from '../upstream-timeout.ts'
import { receiveExaminedAnswer } from './oidc-examination.ts'
import { logoutTokens } from './logout-token.ts'
import { personFrom } from './person.ts'
import { SIGNATURES } from './signatures.ts'

const CIRCUIT = { failures: 3, cooldownMs: 15_000 }
/** Time that the provider's metadata is cached. */
const METADATA_MS = 3_600_000
/** Seconds by which the provider's clock may be ahead of ours. */
const CLOCK_SKEW_S = 30
const SCOPE = 'openid profile email'

/**
 * Sign-on by authorization code with PKCE (RFC 7636), nonce, state, and issuer check (RFC 9207). `upstreamTimeoutMs`:
 * limit for all requests of one step together.
 */
export function oidcProvider(
  settings: OidcSettings,
  callback: URL,
  reportProblem: ReportProblem,
  upstreamTimeoutMs = UPSTREAM_TIMEOUT_MS,
): OidcProvider {
  const breaker = circuit(CIRCUIT)
  const read = logoutTokens(settings, boundedFetch(settings.issuer))
  let known: { until: number; configuration: Promise<openid.Configuration> } | null = null
  const configuration = () => {
    if (known && known.until > performance.now()) return known.configuration
    const asked = discover(settings, upstreamTimeoutMs)
    known = { until: performance.now() + METADATA_MS, configuration: asked }
    // A failure is not cached.
    asked.catch(() => (known = null))
    return asked
  }
  /** Returns null when the provider does not answer; otherwise why it cannot be trusted. */
  const query = async <T>(work: (provider: openid.Configuration) => Promise<T>): Promise<T | 'refused' | null> => {
    if (breaker.isOpen()) return null
    try {
      const answer = await withTimeout(configuration().then(work), upstreamTimeoutMs)
      breaker.succeeded()
      return answer
    } catch (error) {
      if (isAboutTheAnswer(error)) {
        reportProblem({ reason: 'an answer of the provider does not hold', err: withoutValues(error) })
        return 'refused'
      }
      breaker.failed()
      reportProblem({ reason: 'the provider did not answer as it should', err: withoutValues(error) })
      return null
    }
  }
  return {
    addressFor: async (checks, userName) => {
      const address = await query((provider) => authorizationAddress(provider, callback, checks, userName))
      return address instanceof URL && isSafe(address, settings.issuer) ? address : null
    },
    identityFrom: async (cameBackBy, checks) => {
      const found = await query((provider) => exchange(provider, settings, cameBackBy, checks))
      return found ?? 'unavailable'
    },
    examine: async (cameBackBy, checks) => {
      const found = await query(() => examine(settings, upstreamTimeoutMs, cameBackBy, checks))
      return found === 'refused' ? 'unavailable' : (found ?? 'unavailable')
    },
    signOutFrom: async (logoutToken) => {
      const found = await query((provider) => read(provider.serverMetadata(), logoutToken))
      return found ?? 'unavailable'
    },
  }
}

async function authorizationAddress(
  provider: openid.Configuration,
  callback: URL,
  { state, nonce, codeVerifier, anewWithinSeconds }: OidcChecks,
  userName: string | null,
): Promise<URL> {
  return openid.buildAuthorizationUrl(provider, {
    redirect_uri: callback.href,
    scope: SCOPE,
    state,
    nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
    ...(userName === null ? {} : { login_hint: userName }),
    ...(anewWithinSeconds === null ? {} : { prompt: 'login', max_age: '0' }),
  })
}

const examine = (settings: OidcSettings, upstreamTimeoutMs: number, cameBackBy: URL, checks: OidcChecks) =>
  receiveExaminedAnswer(cameBackBy, checks, {
    settings,
    open: (fetchFrom) => discover(settings, upstreamTimeoutMs, fetchFrom),
    redeem: (provider) => exchange(provider, settings, cameBackBy, checks),
    isMember: (claims) => isMember(settings, claims),
    kindOf: (error) =>
      error instanceof openid.ResponseBodyError ? error.error.slice(0, 100) : withoutValues(error).message,
  })

async function discover(
  settings: OidcSettings,
  upstreamTimeoutMs: number,
  fetchFrom: Fetch = boundedFetch(settings.issuer),
): Promise<openid.Configuration> {
  const isPlain = settings.issuer.protocol === 'http:'
  const found = await openid.discovery(settings.issuer, settings.clientId, undefined, openid.None(), {
    [openid.customFetch]: fetchFrom,
    timeout: upstreamTimeoutMs / 1000,
    ...(isPlain ? { execute: [openid.allowInsecureRequests] } : {}),
  })
  // As plain data: the library attaches functions to it.
  const server = JSON.parse(JSON.stringify(found.serverMetadata())) as openid.ServerMetadata
  const offered = server.id_token_signing_alg_values_supported ?? ['RS256']
  const provider = new openid.Configuration(
    { ...server, id_token_signing_alg_values_supported: offered.filter((name) => SIGNATURES.includes(name)) },
    settings.clientId,
    undefined,
    clientAuthentication(settings, server),
  )
  provider.timeout = upstreamTimeoutMs / 1000
  provider[openid.customFetch] = fetchFrom
  // Otherwise the library trusts the TLS connection of an identity token and verifies no signature.
  openid.enableNonRepudiationChecks(provider)
  if (isPlain) openid.allowInsecureRequests(provider)
  return provider
}

function clientAuthentication({ clientSecret }: OidcSettings, server: openid.ServerMetadata): openid.ClientAuth {
  if (clientSecret === null) return openid.None()
  const takesPost = server.token_endpoint_auth_methods_supported?.includes('client_secret_post') === true
  return takesPost ? openid.ClientSecretPost(clientSecret) : openid.ClientSecretBasic(clientSecret)
}

async function exchange(
  provider: openid.Configuration,
  settings: OidcSettings,
  cameBackBy: URL,
  { state, nonce, codeVerifier, anewWithinSeconds }: OidcChecks,
): Promise<OidcIdentity | 'refused'> {
  const answer = await openid.authorizationCodeGrant(provider, cameBackBy, {
    pkceCodeVerifier: codeVerifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
    ...(anewWithinSeconds === null ? {} : { maxAge: anewWithinSeconds }),
  })
  const token = answer.claims()
  // The library checks the expiry, not that the token was issued in the past.
  if (!token || token.iat > Date.now() / 1000 + CLOCK_SKEW_S) return 'refused'
  const claims = await completed(provider, settings, token, answer.access_token)
  if (!isMember(settings, claims)) return 'refused'
  const textOf = (name: string) => (typeof claims[name] === 'string' ? claims[name] : null)
  return {
    issuer: token.iss,
    subject: token.sub,
    userName: textOf(settings.nameClaim),
    email: textOf('email'),
    isEmailVerified: typeof claims['email_verified'] === 'boolean' ? claims['email_verified'] : null,
    person: personFrom(settings.attributes, (claim) => claims[claim]),
    providerSession: typeof token['sid'] === 'string' ? token['sid'] : null,
  }
}

type Claims = Readonly<Record<string, unknown>>

/** Providers may put only the subject into the token, and the rest into the user info. */
async function completed(
  provider: openid.Configuration,
  { nameClaim }: OidcSettings,
  token: openid.IDToken,
  accessToken: string,
): Promise<Claims> {
  const isWhole = [nameClaim, 'email'].every((name) => token[name] !== undefined)
  if (isWhole || provider.serverMetadata().userinfo_endpoint === undefined) return token
  return { ...(await openid.fetchUserInfo(provider, accessToken, token.sub)), ...token }
}

function isMember({ groups }: OidcSettings, claims: Claims): boolean {
  const held = claims['groups']
  return groups.length === 0 || (Array.isArray(held) && groups.some((group) => held.includes(group)))
}

/** A page of the provider opens by https; by plain http only at the origin that the operator configured. */
const isSafe = (address: URL, issuer: URL) =>
  address.protocol === 'https:' || (address.origin === issuer.origin && isLoopback(address.hostname))

/**
 * True when the provider works and the answer is invalid: another's code, a broken signature, a wrong nonce. A
 * provider that is unavailable answers with 5xx, not in time, or not by the protocol. Only the latter opens the
 * circuit, so that no outsider can cause that.
 */
function isAboutTheAnswer(error: unknown): boolean {
  // The return address proves nothing about the provider: anyone can write it.
  if (error instanceof openid.AuthorizationResponseError) return true
  if (error instanceof jose.JOSEError) return !KEYS_OUT_OF_ORDER.has(error.code)
  if (error instanceof openid.ResponseBodyError) return error.status < 500 && error.error !== 'invalid_client'
  return error instanceof openid.ClientError && error.code !== undefined && !OUT_OF_ORDER.has(error.code)
}

/** Error codes for missing or invalid keys. */
const KEYS_OUT_OF_ORDER: ReadonlySet<string> = new Set([
  jose.JWKSTimeout.code,
  jose.JWKSInvalid.code,
  jose.JOSEError.code,
])

/** Error codes for no valid answer; errors without a code, such as a broken connection, count as well. */
const OUT_OF_ORDER = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
  'OAUTH_HTTP_REQUEST_FORBIDDEN',
  'OAUTH_REQUEST_PROTOCOL_FORBIDDEN',
  'OAUTH_MISSING_SERVER_METADATA',
  'OAUTH_INVALID_SERVER_METADATA',
])

/** Causes contain whole answers, tokens among them; the log gets the kind of failure only. */
function withoutValues(error: unknown): Error {
  const { name, code, message } = error as { name?: unknown; code?: unknown; message?: unknown }
  return new Error(
    [name, code, message]
      .filter((word) => typeof word === 'string')
      .join(' ')
      .slice(0, 200),
  )
}

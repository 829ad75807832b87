import { createRemoteJWKSet, customFetch, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import type { ServerMetadata } from 'openid-client'
import type { OidcSettings } from '../../config/directory-settings.ts'
import type { Fetch } from './bounded-fetch.ts'
import type { OidcSignOut } from './directory.ts'
import { SIGNATURES } from './signatures.ts'

/** Maximum age of a logout token, so that ids need not be kept for ever. */
const MAX_AGE_S = 300
/** Tolerated clock difference. */
const TOLERANCE_S = 30
const TYPES: readonly (string | undefined)[] = [undefined, 'jwt', 'logout+jwt', 'application/logout+jwt']
const EVENT = 'http://schemas.openid.net/event/backchannel-logout'

/**
 * Verifies logout tokens by OpenID Connect Back-Channel Logout 1.0, section 2.6; throws the library's errors. Only the
 * provider's public keys count; the set is cached and fetched again, at a limited rate, when a key is missing.
 */
export function logoutTokens({ issuer, clientId }: Pick<OidcSettings, 'issuer' | 'clientId'>, fetchKeys: Fetch) {
  let keys: { address: string; get: JWTVerifyGetKey } | null = null
  const keysAt = (address: string) => {
    if (keys?.address !== address)
      keys = {
        address,
        get: createRemoteJWKSet(new URL(address), { [customFetch]: fetchKeys, timeoutDuration: 4_000 }),
      }
    return keys.get
  }
  return async (server: ServerMetadata, token: string): Promise<OidcSignOut> => {
    if (server.jwks_uri === undefined) throw new errors.JWKSInvalid(`${issuer.origin} names no keys`)
    const { payload, protectedHeader } = await jwtVerify(token, keysAt(server.jwks_uri), {
      issuer: server.issuer,
      audience: clientId,
      algorithms: [...SIGNATURES],
      clockTolerance: TOLERANCE_S,
      maxTokenAge: MAX_AGE_S,
      requiredClaims: ['iss', 'aud', 'iat', 'exp', 'jti', 'events'],
    })
    if (!TYPES.includes(protectedHeader.typ?.toLowerCase())) throw claimError('is of another type', payload, 'typ')
    return signOutOf(payload)
  }
}

function signOutOf(payload: JWTPayload): OidcSignOut {
  const { iss = '', jti, iat = 0, sub, sid, events } = payload
  const isLogout = typeof events === 'object' && events !== null && isRecord((events as Record<string, unknown>)[EVENT])
  if (!isLogout) throw claimError('is about something else', payload, 'events')
  // An identity token has a nonce: neither kind may be accepted as the other.
  if ('nonce' in payload) throw claimError('has a nonce', payload, 'nonce')
  if (typeof jti !== 'string' || jti === '') throw claimError('has no id', payload, 'jti')
  const subject = nameOrNull(sub, payload, 'sub')
  const providerSession = nameOrNull(sid, payload, 'sid')
  if (subject === null && providerSession === null) throw claimError('names no user', payload, 'sub')
  return { issuer: iss, subject, providerSession, id: jti, expiresAt: new Date((iat + MAX_AGE_S + TOLERANCE_S) * 1000) }
}

const isRecord = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)

function nameOrNull(value: unknown, payload: JWTPayload, claim: string): string | null {
  if (value === undefined) return null
  if (typeof value === 'string' && value !== '') return value
  throw claimError('names no user', payload, claim)
}

const claimError = (what: string, payload: JWTPayload, claim: string) =>
  new errors.JWTClaimValidationFailed(`the logout token ${what}`, payload, claim, 'check_failed')

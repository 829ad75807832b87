import { compactVerify, createRemoteJWKSet, customFetch, decodeJwt } from 'jose'
import type * as openid from 'openid-client'
import type { OidcSettings } from '../../config/directory-settings.ts'
import { type Fetch, boundedFetch } from './bounded-fetch.ts'
import type { OidcChecks, OidcExamination, OidcIdentity } from './directory.ts'
import { SIGNATURES } from './signatures.ts'
import { parseJson } from '../../parse-json.ts'

type Claims = Readonly<Record<string, unknown>>

interface Exchange {
  settings: OidcSettings
  /** Reads the provider's metadata, and uses this fetch from then on. */
  open: (fetchFrom: Fetch) => Promise<openid.Configuration>
  /** Redeems the code as a sign-in does. */
  redeem: (provider: openid.Configuration) => Promise<OidcIdentity | 'refused'>
  isMember: (claims: Claims) => boolean
  /** The kind of an error, without values. */
  kindOf: (error: unknown) => string
}

/** Examines the answer to a test: redeems its code as a sign-in would, and looks at what came, verified or not. */
export async function receiveExaminedAnswer(
  cameBackBy: URL,
  { nonce }: OidcChecks,
  { settings, open, redeem, isMember, kindOf }: Exchange,
): Promise<OidcExamination> {
  const received = new Map<string, string>()
  const provider = await open(recording(settings.issuer, received))
  const server = provider.serverMetadata()
  const bodyFrom = (address: string | undefined) =>
    address === undefined ? undefined : received.get(new URL(address).href)
  const error = cameBackBy.searchParams.get('error')
  const found = await redeem(provider).catch((thrown: unknown) => kindOf(thrown))
  const token = textIn(bodyFrom(server.token_endpoint), 'id_token')
  const stated = token === null ? null : claimsOf(token)
  const claims = stated && { ...jsonOf(bodyFrom(server.userinfo_endpoint)), ...stated }
  return {
    error: error?.slice(0, 200) ?? null,
    problem: typeof found === 'string' ? found : null,
    claims,
    isSigned: token === null ? null : await isSignedBy(server, token, settings.issuer),
    isMember: claims !== null && isMember(claims),
    expected: { issuer: server.issuer, audience: settings.clientId, nonce, groups: settings.groups },
    identity: typeof found === 'string' ? null : found,
  }
}

/** Keeps the bodies of answers by their address. */
function recording(issuer: URL, received: Map<string, string>): Fetch {
  const fetchFrom = boundedFetch(issuer)
  return async (address, options) => {
    const answer = await fetchFrom(address, options)
    received.set(new URL(address).href, await answer.clone().text())
    return answer
  }
}

function jsonOf(text: string | undefined): Claims {
  const value = parseJson(text ?? '')
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Claims) : {}
}

function textIn(body: string | undefined, name: string): string | null {
  const value = jsonOf(body)[name]
  return typeof value === 'string' ? value : null
}

function claimsOf(token: string): Claims | null {
  try {
    return decodeJwt(token)
  } catch {
    return null
  }
}

/** Whether a key of the provider signed the token, whatever else is wrong with it. */
async function isSignedBy({ jwks_uri: keys }: openid.ServerMetadata, token: string, issuer: URL): Promise<boolean> {
  if (keys === undefined) return false
  try {
    const get = createRemoteJWKSet(new URL(keys), { [customFetch]: boundedFetch(issuer) })
    await compactVerify(token, get, { algorithms: [...SIGNATURES] })
    return true
  } catch {
    return false
  }
}

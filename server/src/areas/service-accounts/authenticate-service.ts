import { BlockList, isIP, isIPv4 } from 'node:net'
import { languageOfCode } from '@portico/contract/texts/languages.ts'
import type { KeyRing } from '../../crypto/key-ring.ts'
import type { Db } from '../../db/database.ts'
import { type Refusal, refuse } from '../../http/answers.ts'
import type { ServiceIdentity, TokenRequest } from '../../http/caller.ts'
import { sentences } from '../../http/sentences.ts'
import { type AccessToken, findAccessTokenInHeader, type ReadAccessToken } from './access-token.ts'
import { findTokenCaller, type TokenCaller, touchServiceToken } from './service-account-store.ts'
import { findTokenInHeader, readServiceToken, type ServiceToken } from './service-token.ts'

export interface ServiceAuthenticationDeps {
  db: Db
  keys: KeyRing
}

export interface ServiceReaderDeps extends ServiceAuthenticationDeps {
  readAccessToken: ReadAccessToken
}

/** Purpose of the keyed hashes. */
export const TOKEN_PURPOSE = 'service token'

/** A token counts as used at most once in this time. */
const TOUCH_AFTER_MS = 60_000

/**
 * Returns the service account behind the token of a request, or behind an access token that was got for it; null where
 * the request has none. Unknown, expired and revoked tokens are refused alike, after one look-up and one keyed hash each;
 * one with a wrong check sum without.
 */
export async function authenticateService(
  deps: ServiceReaderDeps,
  { authorization = '', address, onKnown }: TokenRequest,
): Promise<ServiceIdentity | Refusal | null> {
  const presented = findTokenInHeader(authorization)
  const accessToken = presented === null ? findAccessTokenInHeader(authorization) : null
  if (presented === null && accessToken === null) return null
  const found = await (presented === null ? findAccess(deps, accessToken ?? '') : findPresented(deps, presented))
  if (!found?.row.isLive) return refuse('401', sentences.service_token_refused, CHALLENGE)
  const { row, token, access } = found
  onKnown?.(row.clientId)
  if (!isAllowedAddress(row.allowedNetworks, address)) return refuse('403', sentences.service_address_refused)
  // An access token counted as a use when it was got.
  if (token) await noteUse(deps, token, row)
  return identityOf(row, access)
}

interface Found {
  row: TokenCaller
  token?: ServiceToken
  access?: AccessToken
}

async function findPresented(deps: ServiceReaderDeps, presented: string): Promise<Found | undefined> {
  const token = readServiceToken(presented)
  const row = token && (await findToken(deps, token))
  return token && row ? { row, token } : undefined
}

async function findAccess(deps: ServiceReaderDeps, jwt: string): Promise<Found | undefined> {
  const access = await deps.readAccessToken(jwt)
  const row = access && (await findTokenCaller(deps.db, access.prefix))
  return access && row ? { row, access } : undefined
}

const CHALLENGE = { 'www-authenticate': 'Bearer error="invalid_token"' }

/** Returns the row of a token; the hash of one that is unknown is compared, too. */
export async function findToken({ db, keys }: ServiceAuthenticationDeps, { token, prefix }: ServiceToken) {
  const row = await findTokenCaller(db, prefix)
  const isSame = keys.verify(TOKEN_PURPOSE, token, row?.keyedHash ?? noHash(keys))
  return isSame ? row : undefined
}

/** A hash that no token has. */
const noHash = ({ ids: [newest = ''] }: KeyRing) => `${newest}.${'A'.repeat(43)}`

/** Notes that a token is used. */
export async function noteUse({ db, keys }: ServiceAuthenticationDeps, { token }: ServiceToken, found: TokenCaller) {
  const { tokenId, lastUsedAt, now } = found
  if (lastUsedAt !== null && now.getTime() - lastUsedAt.getTime() < TOUCH_AFTER_MS) return
  await touchServiceToken(db, tokenId, keys.sign(TOKEN_PURPOSE, token))
}

/** True where the networks are none, or one of them has the address. */
export function isAllowedAddress(networks: readonly string[], address: string): boolean {
  if (networks.length === 0) return true
  const plain = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address
  if (!isIP(plain)) return false
  const list = new BlockList()
  for (const network of networks) {
    const [base = '', bits] = network.split('/')
    list.addSubnet(base, Number(bits), isIPv4(base) ? 'ipv4' : 'ipv6')
  }
  return list.check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6')
}

const identityOf = (found: TokenCaller, access?: AccessToken): ServiceIdentity => ({
  serviceAccountId: found.serviceAccountId,
  tokenId: found.tokenId,
  name: found.name,
  clientId: found.clientId,
  scopes: found.scopes.filter((scope) => access?.scopes?.includes(scope) ?? true),
  owner: {
    id: found.ownerId,
    userName: found.userName,
    firstName: found.firstName,
    clientId: found.ownerClientId,
    isInternal: found.isInternal,
    language: languageOfCode(found.language),
  },
  calledAt: found.now,
})

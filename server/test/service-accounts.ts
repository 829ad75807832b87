import type { ServiceScope } from '@portico/contract/kit/service-scopes.ts'
import { TOKEN_PURPOSE } from '../src/areas/service-accounts/authenticate-service.ts'
import { newServiceToken } from '../src/areas/service-accounts/service-token.ts'
import { keyRing } from '../src/crypto/key-ring.ts'
import type { Portal } from './portal.ts'

/** A service account that a test made, with a token that works. */
export interface MadeServiceAccount {
  id: number
  tokenId: number
  token: string
  prefix: string
}

interface Wanted {
  owner: { id: number }
  scopes: readonly ServiceScope[]
  name?: string
  /** The employer that it is for; by default the installation. */
  clientId?: number
  networks?: readonly string[]
}

let count = 0

/** Makes a service account with one token, both with 30 days left. */
export async function makeServiceAccount(
  portal: Portal,
  { owner, scopes, name = `Payroll sync ${++count}`, clientId, networks = [] }: Wanted,
): Promise<MadeServiceAccount> {
  const [account] = await portal.owner(
    `insert into service_accounts (name, owner_id, client_id, scopes, allowed_networks, ends_at)
     values ($1, $2, $3, $4, $5::text[]::cidr[], clock_now() + interval '30 days') returning id`,
    [name, owner.id, clientId ?? null, scopes, networks],
  )
  const id = Number(account?.['id'])
  const { token, prefix } = newServiceToken()
  const [made] = await portal.owner(
    `insert into service_tokens (service_account_id, prefix, keyed_hash, expires_at)
     values ($1, $2, $3, clock_now() + interval '30 days') returning id`,
    [id, prefix, keyRing(portal.config.secretKeys).sign(TOKEN_PURPOSE, token)],
  )
  return { id, tokenId: Number(made?.['id']), token, prefix }
}

/** A program that calls with a token: no cookie, no session, no request token. */
export const program = (portal: Portal, token: string, headers: Record<string, string> = {}) =>
  portal.browser({ authorization: `Bearer ${token}`, ...headers })

import { findToken, noteUse, type ServiceAuthenticationDeps } from './authenticate-service.ts'
import { findTokenCaller } from './service-account-store.ts'
import { isTokenPrefix, readServiceToken } from './service-token.ts'

/** Service accounts as OAuth clients: the id of a client is how its token begins, its secret the token. */
export interface ServiceClients {
  /** The scopes of the account. Undefined: no token that works begins so. */
  findScopes(clientId: string): Promise<readonly string[] | undefined>
  /** True if the secret is the token that begins so, and works. It counts as used then. */
  isSecret(clientId: string, secret: string): Promise<boolean>
}

export const serviceClients = (deps: ServiceAuthenticationDeps): ServiceClients => ({
  findScopes: async (clientId) => {
    const found = isTokenPrefix(clientId) ? await findTokenCaller(deps.db, clientId) : undefined
    return found?.isLive ? found.scopes : undefined
  },
  isSecret: async (clientId, secret) => {
    const token = readServiceToken(secret)
    if (token?.prefix !== clientId) return false
    const found = await findToken(deps, token)
    if (!found?.isLive) return false
    await noteUse(deps, token, found)
    return true
  },
})

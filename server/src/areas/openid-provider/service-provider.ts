import { serviceScopes } from '@portico/contract/kit/service-scopes.ts'
import type { JWK } from 'jose'
import { type AdapterPayload, errors, Provider } from 'oidc-provider'
import type { KeyRing } from '../../crypto/key-ring.ts'
import type { Db } from '../../db/database.ts'
import type { ServiceClients } from '../service-accounts/public.ts'
import { signingKeys } from '../signing-keys/public.ts'
import { readJsonWebKeys } from './json-web-keys.ts'
import { LIFETIMES } from './lifetimes.ts'
import { stateAdapter } from './provider-state.ts'

export interface ServiceProviderSettings {
  db: Db
  keys: KeyRing
  /** The public address of the portal with the path of this provider. */
  issuer: string
  clients: ServiceClients
  /** Time after which keys are read again; milliseconds. */
  refreshMs: number
  /** Called with what was refused, for the administrator's log. */
  onRefused: (refused: { clientId: string | undefined; reason: string; err?: Error }) => void
}

type Handle = ReturnType<Provider['callback']>

/**
 * The provider from which programs get access tokens for their tokens (OAuth 2.0 client credentials). It is beside that
 * of the applications, whose clients it does not know. Returns a function that loads it.
 */
export function serviceProvider(settings: ServiceProviderSettings): () => Promise<Handle> {
  const signing = signingKeys(settings.db, settings.keys, 'oidc')
  let current: { version: string; readAt: number; handle: Handle } | undefined
  return async () => {
    if (current && performance.now() - current.readAt < settings.refreshMs) return current.handle
    const readAt = performance.now()
    const keys = await readJsonWebKeys(signing)
    const version = keys.map(({ kid }) => kid).join()
    const handle = current?.version === version ? current.handle : build(settings, keys).callback()
    current = { version, readAt, handle }
    return handle
  }
}

const reasonOf = (error: Error & { error_description?: string }) => error.error_description ?? error.message

/** Features of the library that are on unless they are turned off. */
const OFF = ['devInteractions', 'userinfo', 'rpInitiatedLogout', 'pushedAuthorizationRequests', 'dPoP']

function build({ db, issuer, clients, onRefused }: ServiceProviderSettings, keys: readonly JWK[]): Provider {
  const findClient = async (clientId: string): Promise<AdapterPayload | undefined> => {
    const scopes = await clients.findScopes(clientId)
    return scopes && { ...client, client_id: clientId, service_scopes: scopes }
  }
  const provider = new Provider(issuer, {
    adapter: stateAdapter(db, findClient),
    jwks: { keys: [...keys] as never },
    responseTypes: [],
    scopes: [],
    claims: {},
    clientAuthMethods: ['client_secret_basic', 'client_secret_post'],
    clientBasedCORS: () => false,
    extraClientMetadata: { properties: ['service_scopes'] },
    ttl: { ClientCredentials: LIFETIMES.AccessToken },
    routes: { token: '/token', jwks: '/jwks' },
    features: {
      ...Object.fromEntries(OFF.map((name) => [name, { enabled: false }])),
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => issuer,
        getResourceServerInfo: ({ oidc }, resource, { service_scopes: held }) => {
          if (resource !== issuer) throw new errors.InvalidTarget()
          const scopes = held as readonly string[]
          // Without a scope it is all that the account holds, which the answer then lists (RFC 6749, 3.3 and 5.1).
          if (oidc.params) oidc.params['scope'] ||= scopes.join(' ')
          const refused = [...oidc.requestParamScopes].find((scope) => !scopes.includes(scope))
          if (refused !== undefined) throw new errors.InvalidScope('the service account has no such scope', refused)
          return { scope: scopes.join(' '), audience: issuer, accessTokenFormat: 'jwt' }
        },
      },
    },
  })
  // For the headers that the mount sets; what visitors send is overwritten there.
  provider.proxy = true
  provider.Client.prototype.compareClientSecret = function compare(secret: string) {
    return clients.isSecret(this.clientId, secret)
  }
  // The library names the scope `openid` alone, which no program can ask for.
  provider.use(async (ctx, next) => {
    await next()
    if (ctx.path.endsWith('/.well-known/openid-configuration'))
      Object.assign(ctx.body as object, { scopes_supported: serviceScopes })
  })
  provider.on('grant.error' as 'server_error', ({ oidc }, error) =>
    onRefused({ clientId: oidc?.client?.clientId, reason: reasonOf(error) }),
  )
  provider.on('server_error', ({ oidc }, err) =>
    onRefused({ clientId: oidc?.client?.clientId, reason: 'The provider failed', err }),
  )
  return provider
}

/** What the library has to know of each of them; `compareClientSecret` compares. */
const client: Omit<AdapterPayload, 'client_id'> = {
  client_secret: 'not compared',
  grant_types: ['client_credentials'],
  response_types: [],
  redirect_uris: [],
  token_endpoint_auth_method: 'client_secret_basic',
}

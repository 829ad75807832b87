import { type KoaContextWithOIDC, Provider } from 'oidc-provider'
import type { KeyRing } from '../../crypto/key-ring.ts'
import { isSameHash, hashToken } from '../../crypto/tokens.ts'
import { signingKeys } from '../signing-keys/public.ts'
import { readClaimNames } from './application-reader.ts'
import { readJsonWebKeys } from './json-web-keys.ts'
import { providerConfiguration, type ProviderSettings, refusedPage } from './provider-configuration.ts'

export interface OpenIdProviderSettings extends ProviderSettings {
  keys: KeyRing
  /** Time after which keys and names of claims are read again; milliseconds. */
  refreshMs: number
}

interface Built {
  version: string
  readAt: number
  provider: Provider
  handle: ReturnType<Provider['callback']>
}

/** The provider of one node. Loaded only where an application asks for it. */
export interface OpenIdProvider {
  load(): Promise<Pick<Built, 'provider' | 'handle'>>
}

export function openIdProvider(settings: OpenIdProviderSettings): OpenIdProvider {
  const { db, keys, refreshMs } = settings
  const signing = signingKeys(db, keys, 'oidc')
  let current: Built | undefined

  /** The library takes keys and names of claims only once: when they have changed, another provider is built. */
  const load = async (): Promise<Built> => {
    if (current && performance.now() - current.readAt < refreshMs) return current
    const readAt = performance.now()
    const jwks = await readJsonWebKeys(signing)
    const names = await readClaimNames(db)
    const version = JSON.stringify([jwks.map(({ kid }) => kid), names])
    if (current?.version === version) return (current = { ...current, readAt })
    const provider = build(settings, providerConfiguration(settings, jwks, names))
    return (current = { version, readAt, provider, handle: provider.callback() })
  }
  return { load }
}

/** Events of the library, which its types lack. */
const refusals = [
  ['authorization.error', 'authorization'],
  ['grant.error', 'token'],
  ['userinfo.error', 'userinfo'],
] as const

type Body = Record<string, unknown> | undefined

function build(
  { issuer, onRefused }: ProviderSettings,
  configuration: ReturnType<typeof providerConfiguration>,
): Provider {
  const provider = new Provider(issuer, configuration)
  // For the headers that the mount sets; what visitors send is overwritten there.
  provider.proxy = true
  provider.Client.prototype.compareClientSecret = function compare(secret: string) {
    return isSameHash(hashToken(secret), Buffer.from(this.clientSecret ?? '', 'base64url'))
  }
  // An answer as a form (form_post), errors too, would be a page of the library with a script in it.
  provider.use(async (context, next) => {
    if ((context.query['response_mode'] ?? 'query') === 'query') await next()
    else {
      onRefused({ clientId: undefined, reason: 'authorization: response_mode is not supported' })
      context.redirect(refusedPage('unsupported_response_mode'))
    }
    const body = context.body as Body
    if (body?.['response_modes_supported']) body['response_modes_supported'] = ['query']
  })
  // No page of another origin may read about a user: applications ask from their servers. What is published is for all.
  provider.use(async (context, next) => {
    await next()
    if (context.path === '/userinfo' || context.path === '/token')
      for (const name of Object.keys(context.response.headers).filter((each) => /^access-control-/i.test(each)))
        context.remove(name)
    else if (context.response.get('access-control-allow-origin')) context.set('access-control-allow-origin', '*')
  })
  const report =
    (name: string) =>
    ({ oidc }: KoaContextWithOIDC, error: Error & { error_description?: string }) =>
      onRefused({ clientId: oidc?.client?.clientId, reason: `${name}: ${error.error_description ?? error.message}` })
  for (const [event, name] of refusals) provider.on(event as 'server_error', report(name))
  provider.on('server_error', ({ oidc }, err) =>
    onRefused({ clientId: oidc?.client?.clientId, reason: 'The provider failed', err }),
  )
  return provider
}

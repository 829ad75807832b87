import { SERVICE_OAUTH_PATH } from '@portico/contract/service-accounts/service-account-rules.ts'
import { serviceClients } from '../areas/service-accounts/public.ts'
import type { RequestGuards } from '../http/request-guards.ts'
import type { HttpServer } from '../http/server.ts'
import { mountNodeHandler } from '../http/mount-node-handler.ts'
import type { OpenIdDeps } from './mount-openid-provider.ts'

/** Mounts the provider of access tokens for programs. Its library comes with the first request for it. */
export async function mountServiceProvider(
  app: HttpServer,
  { rates }: Pick<RequestGuards, 'rates'>,
  { db, keys, config: { publicUrl }, logger, timings }: OpenIdDeps,
): Promise<void> {
  const open = async () => {
    const { serviceProvider } = await import('../areas/openid-provider/service-provider.ts')
    return serviceProvider({
      db,
      keys,
      issuer: publicUrl.origin + SERVICE_OAUTH_PATH,
      clients: serviceClients({ db, keys }),
      refreshMs: timings.openIdRefreshMs,
      onRefused: (refused) => logger.warn(refused, 'access token refused'),
    })
  }
  let opened: ReturnType<typeof open> | undefined
  await mountNodeHandler(app, {
    publicUrl,
    basePath: SERVICE_OAUTH_PATH,
    paths: { GET: ['/jwks', '/.well-known/openid-configuration'], POST: ['/token'] },
    rates,
    load: async () => (await (opened ??= open()))(),
  })
}

import { areas } from '@portico/contract/areas.ts'
import { OPENID_PATH } from '@portico/contract/openid-provider/openid-provider.ts'
import { logoutChainHandlers } from '../areas/logout-chain/logout-chain-handlers.ts'
import type { OpenIdProvider } from '../areas/openid-provider/openid-provider.ts'
import { openIdProviderHandlers } from '../areas/openid-provider/openid-provider-handlers.ts'
import type { Config } from '../config/config.ts'
import type { KeyRing } from '../crypto/key-ring.ts'
import type { Db } from '../db/database.ts'
import { mountArea } from '../http/mount.ts'
import { mountNodeHandler } from '../http/mount-node-handler.ts'
import type { RequestGuards } from '../http/request-guards.ts'
import type { HttpServer } from '../http/server.ts'
import type { Logger } from '../logging.ts'
import type { Timings } from './timings.ts'

export interface OpenIdDeps {
  db: Db
  keys: KeyRing
  config: Config
  logger: Logger
  timings: Timings
}

/** Mounts the OpenID Connect provider for applications, and the way out of them. The provider's library comes with the first request for it. */
export async function mountOpenIdProvider(
  app: HttpServer,
  guards: RequestGuards,
  { db, keys, config, logger, timings }: OpenIdDeps,
): Promise<void> {
  const { publicUrl, passwordMaxAgeDays } = config
  const issuer = publicUrl.origin + OPENID_PATH
  let opened: Promise<OpenIdProvider> | undefined
  const open = async () => {
    const { openIdProvider } = await import('../areas/openid-provider/openid-provider.ts')
    return openIdProvider({
      db,
      keys,
      issuer,
      passwordMaxAgeDays,
      cookieKey: keys.sign('openid cookies', issuer),
      refreshMs: timings.openIdRefreshMs,
      onRefused: (refused) => logger.warn(refused, 'sign-on to an application refused'),
    })
  }
  const openProvider = () => (opened ??= open())
  mountArea(
    app,
    guards,
    areas['openid-provider'],
    openIdProviderHandlers({ db, issuer, passwordMaxAgeDays, openProvider }),
  )
  const sendLogoutTokens = () => {
    // The job sends again what fails here.
    void import('../areas/openid-provider/logout-tokens.ts')
      .then(({ sendLogoutTokens: send }) => send({ db, keys, issuer }))
      .catch((error: unknown) => logger.warn({ err: error }, 'logout tokens could not be sent'))
  }
  mountArea(app, guards, areas['logout-chain'], logoutChainHandlers({ db, publicUrl, sendLogoutTokens }))
  await mountNodeHandler(app, {
    publicUrl,
    basePath: OPENID_PATH,
    paths: {
      GET: ['/authorize', '/authorize/:uid', '/userinfo', '/jwks', '/.well-known/openid-configuration'],
      POST: ['/token', '/userinfo'],
    },
    rates: guards.rates,
    load: async () => (await (await openProvider()).load()).handle,
  })
}

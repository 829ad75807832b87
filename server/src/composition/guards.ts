import { SERVICE_OAUTH_PATH } from '@portico/contract/service-accounts/service-account-rules.ts'
import { auditTrail } from '../areas/audit/public.ts'
import { accessTokenReader, serviceReader } from '../areas/service-accounts/public.ts'
import { runCallsOn } from '../areas/session/run-call.ts'
import { sessionReader } from '../areas/session/session-reader.ts'
import { preLoginReader } from '../areas/sign-in/prelogin-reader.ts'
import type { PreLoginTokens } from '../areas/sign-in/prelogin-token.ts'
import type { KeyRing } from '../crypto/key-ring.ts'
import type { OriginRule } from '../http/origin.ts'
import { rateLimits } from '../http/rate-limits.ts'
import type { RequestGuards } from '../http/request-guards.ts'
import type { HttpServer } from '../http/server.ts'
import type { AppDeps } from './app-deps.ts'
import { laggingCalls } from './lagging-calls.ts'

interface GuardDeps {
  origin: OriginRule
  keys: KeyRing
  preLogin: PreLoginTokens
}

/**
 * What stands before every handler. It reads from the primary, so that what is taken away is gone at once; sessions and
 * rights also from a replica, in calls that may lag and while the primary is lost.
 */
export async function requestGuards(
  app: HttpServer,
  { config, database, metrics, sharedCounts }: AppDeps,
  { origin, keys, preLogin }: GuardDeps,
): Promise<RequestGuards> {
  const { requests: db } = database
  return {
    sessions: sessionReader(database.guards, auditTrail(db), config.passwordMaxAgeDays),
    services: serviceReader({
      db,
      keys,
      readAccessToken: accessTokenReader(db, config.publicUrl.origin + SERVICE_OAUTH_PATH),
    }),
    preLogin: preLoginReader(db, preLogin),
    origin,
    rates: await rateLimits(app, { isOn: config.rateLimit, shared: sharedCounts }),
    calls: runCallsOn(database, laggingCalls),
    onDenied: (guardName) => metrics?.countDenied(guardName),
  }
}

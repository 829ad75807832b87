import { SIGNALS_CONFIGURATION_PATH, SIGNALS_PATH } from '@portico/contract/webhooks/signal-rules.ts'
import {
  answerToStreamError,
  type StreamClient,
  streamRefusalBody,
  streamRoutes,
  transmitterConfiguration,
} from '../areas/webhooks/signals/stream-service.ts'
import type { Db } from '../db/database.ts'
import { Refusal, refuse } from '../http/answers.ts'
import { mountJsonProtocol } from '../http/json-protocol.ts'
import { mountNodeHandler } from '../http/mount-node-handler.ts'
import type { RequestGuards } from '../http/request-guards.ts'
import { sentences } from '../http/sentences.ts'
import type { HttpRequest, HttpServer } from '../http/server.ts'
import { identifyService } from '../http/service-guards.ts'

/** Mounts what receivers of signals call: what the portal offers, and their streams (Shared Signals Framework 1.0). */
export async function mountSignals(
  app: HttpServer,
  guards: RequestGuards,
  { db, publicUrl }: { db: Db; publicUrl: URL },
): Promise<void> {
  const issuer = publicUrl.origin
  const configuration = JSON.stringify(transmitterConfiguration(issuer))
  await mountNodeHandler(app, {
    publicUrl,
    basePath: '',
    paths: { GET: [SIGNALS_CONFIGURATION_PATH] },
    rates: guards.rates,
    load: async () => async (_request, response) => {
      response.setHeader('content-type', 'application/json; charset=utf-8')
      response.end(configuration)
    },
  })
  await mountJsonProtocol(app, {
    path: SIGNALS_PATH,
    mediaType: 'application/json',
    routes: streamRoutes({ db, issuer }),
    identify: async (request) => {
      const client = await identifyReceiver(request, guards)
      if (client instanceof Refusal) guards.onDenied?.('service-token')
      return client
    },
    answerTo: answerToStreamError,
    refusalBody: streamRefusalBody,
  })
}

/** The service account with a scope of streams, whose owner still reads the audit trail. */
async function identifyReceiver(request: HttpRequest, guards: RequestGuards): Promise<StreamClient | Refusal> {
  const service = await identifyService(request, guards)
  if (service instanceof Refusal) return service
  if (service === null)
    return (
      (await guards.rates.check('anonymous', request)) ??
      refuse('401', sentences.service_token_refused, { 'www-authenticate': 'Bearer' })
    )
  const { serviceAccountId: id, clientId, owner, scopes } = service
  const mayManage = scopes.includes('ssf.manage')
  if (!mayManage && !scopes.includes('ssf.read'))
    return refuse('403', sentences.service_scope_missing({ scope: 'ssf.read' }))
  const pages = await guards.services.callerOf(service).adminPages()
  const mayRead = pages.some((page) => page.name === 'Audit Trail')
  return mayRead ? { id, clientId, ownerId: owner.id, mayManage } : refuse('403', sentences.service_call_closed)
}

import type { PhoneNumbers } from '@portico/contract/phones/phone-numbers.ts'
import { SCIM_PATH } from '@portico/contract/scim/scim.ts'
import { areas } from '@portico/contract/areas.ts'
import { changeTurns } from '../areas/scim/change-turns.ts'
import { directoryGroupHandlers } from '../areas/scim/access/directory-group-handlers.ts'
import { groupPlanHandlers } from '../areas/scim/access/group-plan-handlers.ts'
import { directoryAttributeHandlers } from '../areas/scim/mapping/directory-attribute-handlers.ts'
import { directoryPersonHandlers } from '../areas/scim/people/directory-person-handlers.ts'
import { answerTo, plainRefusalBody } from '../areas/scim/scim-answers.ts'
import { entryOf } from '../areas/scim/requests/request-entry.ts'
import { requestLog } from '../areas/scim/requests/request-log.ts'
import type { DirectoryAccount } from '../areas/scim/scim-act.ts'
import { scimRoutes } from '../areas/scim/scim-service.ts'
import type { Db } from '../db/database.ts'
import type { StreamRows } from '../db/row-stream.ts'
import { Refusal, refuse } from '../http/answers.ts'
import { mountJsonProtocol } from '../http/json-protocol.ts'
import { mountArea } from '../http/mount.ts'
import type { RequestGuards } from '../http/request-guards.ts'
import { sentences, type Texts } from '../http/sentences.ts'
import type { HttpRequest, HttpServer } from '../http/server.ts'
import { identifyService } from '../http/service-guards.ts'
import type { Logger } from '../logging.ts'
import { defaultTimings, type Timings } from './timings.ts'

interface ScimSettings {
  db: Db
  stream: StreamRows
  texts: Pick<Texts, 'of'>
  log: Logger
  phones: PhoneNumbers
  publicUrl: URL
  timings?: Pick<Timings, 'changeTurnMs'>
}

/** Mounts SCIM 2.0, by which directories provide users and groups, and what administrators decide about the groups. */
export async function mountScim(
  app: HttpServer,
  guards: RequestGuards,
  { db, stream, log, phones, publicUrl, texts, timings = defaultTimings }: ScimSettings,
): Promise<void> {
  const requests = requestLog({ db, log })
  app.addHook('onClose', () => requests.settled())
  const { origin } = publicUrl
  mountArea(app, guards, areas['directory-groups'], directoryGroupHandlers({ db, origin, requests }))
  mountArea(app, guards, areas['directory-group-plans'], groupPlanHandlers({ db, stream, texts }))
  mountArea(app, guards, areas['directory-attributes'], directoryAttributeHandlers({ db, phones, texts }))
  mountArea(app, guards, areas['directory-people'], directoryPersonHandlers({ db, stream, texts }))
  const isFirstOfMinute = oncePerMinute()
  /** Employers of the tokens that requests have, also of those that are refused. */
  const clientIds = new WeakMap<HttpRequest, number>()
  await mountJsonProtocol(app, {
    path: SCIM_PATH.slice(0, SCIM_PATH.lastIndexOf('/')),
    mediaType: 'application/scim+json',
    routes: scimRoutes({ db, phones, base: origin + SCIM_PATH, inTurn: changeTurns(timings.changeTurnMs) }),
    identify: async (request) => {
      const client = await identifyDirectory(request, guards, (clientId, isLimited) => {
        // Of those beyond a limit one a minute is kept: all of them would take the places of others.
        if (!isLimited || isFirstOfMinute(clientId)) clientIds.set(request, clientId)
      })
      if (client instanceof Refusal) guards.onDenied?.('service-token')
      return client
    },
    answerTo,
    refusalBody: plainRefusalBody,
    onAnswered: (request, answered) => {
      const clientId = clientIds.get(request)
      if (clientId !== undefined) requests.add(entryOf(clientId, answered))
    },
  })
}

const MINUTE_MS = 60_000

/** Returns what is true once a minute for each employer. */
function oncePerMinute(): (clientId: number) => boolean {
  const last = new Map<number, number>()
  return (clientId) => {
    const now = performance.now()
    const before = last.get(clientId)
    if (before !== undefined && now - before < MINUTE_MS) return false
    last.set(clientId, now)
    return true
  }
}

/**
 * The service account of an employer with the scope, whose owner still administers users.
 * @param onKnown called with the employer of the token, also where it is refused
 */
async function identifyDirectory(
  request: HttpRequest,
  guards: RequestGuards,
  onKnown: (clientId: number, isLimited: boolean) => void,
): Promise<DirectoryAccount | Refusal> {
  const ofToken: { clientId: number | null } = { clientId: null }
  const service = await identifyService(request, guards, (clientId) => {
    ofToken.clientId = clientId
  })
  const isLimited = service instanceof Refusal && service.status === 429
  if (ofToken.clientId !== null) onKnown(ofToken.clientId, isLimited)
  if (service instanceof Refusal) return service
  if (service === null)
    return (
      (await guards.rates.check('anonymous', request)) ??
      refuse('401', sentences.service_token_refused, { 'www-authenticate': 'Bearer' })
    )
  if (!service.scopes.includes('scim')) return refuse('403', sentences.service_scope_missing({ scope: 'scim' }))
  const { serviceAccountId: id, name, clientId, owner } = service
  const pages = await guards.services.callerOf(service).adminPages()
  const mayProvide = clientId !== null && pages.some((page) => page.name === 'User Administration')
  return mayProvide ? { id, name, clientId, ownerId: owner.id } : refuse('403', sentences.service_call_closed)
}

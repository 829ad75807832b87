import { SCIM_PATH } from '@portico/contract/scim/scim.ts'
import type { ProtocolAnswer, ProtocolRoute } from '../../http/json-protocol.ts'
import { discoveryOf } from './protocol/discovery.ts'
import { idOf } from './protocol/filter-sql.ts'
import { type Projection, projectionOf, wantsLinks } from './protocol/projection.ts'
import { type JsonObject, messageSchema } from './protocol/scim-schema.ts'
import { ScimError } from './protocol/scim-error.ts'
import { scimLimits } from './protocol/scim-limits.ts'
import { bodyOfSchema } from './protocol/scim-values.ts'
import { groupHandlers, type ResourceHandlers, type ScimRequest, userHandlers } from './resource-handlers.ts'
import { listEverything } from './everything-list.ts'
import { listResources } from './resource-list.ts'
import { locationOf, tagOf, viewResource } from './resource-view.ts'
import type { InTurn } from './change-turns.ts'
import { type DirectoryAccount, directoryScope, type ScimDeps } from './scim-act.ts'
import { listAnswer } from './scim-answers.ts'
import { hasVersion, readQuery, type ScimQuery } from './scim-request.ts'

type Route = ProtocolRoute<DirectoryAccount>

/** The service; `base` is its absolute public address, which requests have no part in. */
export interface ScimService extends ScimDeps {
  readonly base: string
  readonly inTurn: InTurn
}

/** Below the path of the protocol, which answers for all versions. */
const SCIM_VERSION = SCIM_PATH.slice(SCIM_PATH.lastIndexOf('/'))

/** Every address of the service. */
export const scimRoutes = (service: ScimService): Route[] => [
  ...discoveryRoutes(service),
  ...resourceRoutes(service, userHandlers(service)),
  ...resourceRoutes(service, groupHandlers(service)),
  {
    method: 'POST',
    path: `${SCIM_VERSION}/.search`,
    bodyLimit: scimLimits.userBytes,
    handle: (request) => searchEverything(service, request),
  },
  ...notImplemented.map(({ method, path }): Route => ({
    method,
    path: SCIM_VERSION + path,
    handle: refuseUnsupported,
  })),
]

const notImplemented = [
  { method: 'POST', path: '/Bulk' },
  { method: 'GET', path: '/Me' },
] as const

const refuseUnsupported = async () => {
  throw new ScimError(501, 'Bulk and /Me are not supported')
}

/** Reads, changes and lists the resources of one kind. */
function resourceRoutes(service: ScimService, handlers: ResourceHandlers): Route[] {
  const { bodyLimit, kind } = handlers
  const path = `${SCIM_VERSION}/${kind}s`
  const route = (method: Route['method'], below: string, handle: Route['handle']): Route => ({
    method,
    path: path + below,
    bodyLimit,
    handle,
  })
  const change = (method: Route['method'], below: string, handle: Route['handle']): Route =>
    route(method, below, (request) => service.inTurn(request.client.clientId, () => handle(request)))
  return [
    route('GET', '', (request) => list(service, handlers, request, request.query)),
    route('POST', '/.search', (request) => list(service, handlers, request, searchIn(request))),
    route('GET', '/:id', (request) => read(service, handlers, request)),
    change('POST', '', (request) => create(service, handlers, request)),
    change('PUT', '/:id', (request) => replace(service, handlers, request)),
    change('PATCH', '/:id', (request) => patch(service, handlers, request)),
    change('DELETE', '/:id', async (request) => {
      await handlers.remove(request, idIn(handlers, request))
      return { status: 204 }
    }),
  ]
}

function idIn({ notFound }: ResourceHandlers, { params }: ScimRequest): number {
  const id = idOf(params['id'])
  if (id === undefined) throw notFound()
  return id
}

const projectionIn = ({ kind }: ResourceHandlers, { query }: ScimRequest) =>
  projectionOf({ kind, isOneOfAll: false }, readQuery(query))

interface Shown {
  readonly id: number
  readonly projection: Projection
}

/** A resource as it is now, as far as it is wanted. */
async function show(
  { base }: ScimService,
  { kind, read: readRow }: ResourceHandlers,
  request: ScimRequest,
  { id, projection }: Shown,
) {
  const row = await readRow(request, id, wantsLinks(kind, projection))
  return {
    row,
    answer: {
      status: 200,
      headers: { etag: tagOf(row.version) },
      body: viewResource(base, kind, row, projection),
    } satisfies ProtocolAnswer,
  }
}

async function read(service: ScimService, handlers: ResourceHandlers, request: ScimRequest): Promise<ProtocolAnswer> {
  const shown = { id: idIn(handlers, request), projection: projectionIn(handlers, request) }
  const { row, answer } = await show(service, handlers, request, shown)
  return hasVersion(request.header('if-none-match'), row.version) ? { status: 304, headers: answer.headers } : answer
}

async function create(service: ScimService, handlers: ResourceHandlers, request: ScimRequest): Promise<ProtocolAnswer> {
  const { kind } = handlers
  const projection = projectionIn(handlers, request)
  const body = bodyOfSchema(request.body, handlers.schema)
  const row = await handlers.create(request, body, wantsLinks(kind, projection))
  return {
    status: 201,
    headers: { etag: tagOf(row.version), location: locationOf(service.base, kind, row.id) },
    body: viewResource(service.base, kind, row, projection),
  }
}

async function replace(service: ScimService, handlers: ResourceHandlers, request: ScimRequest) {
  const shown = { id: idIn(handlers, request), projection: projectionIn(handlers, request) }
  await handlers.put(request, shown.id, bodyOfSchema(request.body, handlers.schema))
  return (await show(service, handlers, request, shown)).answer
}

async function patch(service: ScimService, handlers: ResourceHandlers, request: ScimRequest): Promise<ProtocolAnswer> {
  const shown = { id: idIn(handlers, request), projection: projectionIn(handlers, request) }
  const { version } = await handlers.patch(request, shown.id)
  if (!handlers.answersPatch && !shown.projection.only) return { status: 204, headers: { etag: tagOf(version) } }
  return (await show(service, handlers, request, shown)).answer
}

/** The most rows that a page may skip: there are no more ids. */
const START_MAX = 2_000_000_000

async function list(
  { db, base }: ScimService,
  { kind }: ResourceHandlers,
  { client }: ScimRequest,
  asked: unknown,
): Promise<ProtocolAnswer> {
  const query = readQuery(asked)
  const projection = projectionOf({ kind, isOneOfAll: false }, query)
  const page = pageIn(query)
  const { total, rows } = await db.read(directoryScope({ account: client }), (tx) =>
    listResources(tx, kind, client.clientId, { ...page, withLinks: wantsLinks(kind, projection) }),
  )
  const resources = rows.map((row) => viewResource(base, kind, row, projection))
  return listAnswer(resources, total, page.startIndex)
}

/** Users and groups together (RFC 7644, 3.4.3). */
async function searchEverything({ db, base }: ScimService, request: ScimRequest): Promise<ProtocolAnswer> {
  const { client } = request
  const query = readQuery(searchIn(request))
  const projections = {
    User: projectionOf({ kind: 'User', isOneOfAll: true }, query),
    Group: projectionOf({ kind: 'Group', isOneOfAll: true }, query),
  }
  const page = pageIn(query)
  const { total, rows } = await db.read(directoryScope({ account: client }), (tx) =>
    listEverything(tx, client.clientId, {
      ...page,
      withLinks: { User: wantsLinks('User', projections.User), Group: wantsLinks('Group', projections.Group) },
    }),
  )
  const resources = rows.map(({ kind, row }) => viewResource(base, kind, row, projections[kind]))
  return listAnswer(resources, total, page.startIndex)
}

const searchIn = ({ body }: ScimRequest) => bodyOfSchema(body, messageSchema('SearchRequest'))

/** Which page a request asks for. */
const pageIn = ({ filter, sortBy, sortOrder, startIndex, count }: ScimQuery) => ({
  filter,
  sortBy,
  isDescending: sortOrder === 'descending',
  startIndex: Math.min(START_MAX, Math.max(1, startIndex)),
  count: Math.min(scimLimits.pageSize, Math.max(0, count)),
})

function discoveryRoutes({ base }: ScimService): Route[] {
  const { config, schemas, types } = discoveryOf(base)
  const get = (path: string, answer: (id: string) => ProtocolAnswer): Route => ({
    method: 'GET',
    path: SCIM_VERSION + path,
    handle: async ({ params }) => answer(params['id'] ?? ''),
  })
  const oneOf = (documents: readonly JsonObject[]) => (id: string) => {
    const found = documents.find((each) => String(each['id']).toLowerCase() === id.toLowerCase())
    if (!found) throw new ScimError(404, 'Not found')
    return { status: 200, body: found }
  }
  return [
    get('/ServiceProviderConfig', () => ({ status: 200, body: config })),
    get('/Schemas', () => listAnswer(schemas, schemas.length, 1)),
    get('/Schemas/:id', oneOf(schemas)),
    get('/ResourceTypes', () => listAnswer(types, types.length, 1)),
    get('/ResourceTypes/:id', oneOf(types)),
  ]
}

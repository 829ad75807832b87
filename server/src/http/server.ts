// Workspaces that use HttpRequest and HttpReply get what the plugin adds to them.
// oxlint-disable-next-line typescript/triple-slash-reference -- an import of types alone is left out of declarations
/// <reference types="@fastify/cookie" preserve="true" />
import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import { REQUEST_ID_HEADER } from '@portico/contract/kit/headers.ts'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { type Logger, uncensored } from '../logging.ts'
import { type BodyTimeouts, defaultBodyTimeouts, limitBodyTime } from './body-timeouts.ts'
import { requestContextOf } from './request-guards.ts'
import { answerClientError, answerError } from './failures.ts'
import { trackIdleConnections } from './idle-connections.ts'
import { acceptBodies } from './json-body.ts'
import { multipartLimits } from './multipart.ts'
import { rememberRoutes } from './offered-methods.ts'
import { requestLogger } from './request-logger.ts'
import { type RequestTracing, traceRequests } from './request-tracing.ts'
import { routeGroup, type RouteGroup } from './route-group.ts'
import { setSecurityHeaders } from './security-headers.ts'
import { type Texts, textsAsShipped } from './sentences.ts'
import { AnswerLog, SLOW_CLIENT_TIMEOUT_MS } from './slow-client.ts'

/** Largest JSON or form body, bytes. Files travel as multipart streams and have limits of their own. */
const BODY_LIMIT = 256 * 1024

export interface HttpOptions {
  logger: Logger
  trustedProxies: readonly string[]
  isHttps: boolean
  /** Tests set short ones. */
  bodyTimeouts?: BodyTimeouts
  slowClientTimeoutMs?: number | undefined
  /** Milliseconds without a byte on a connection after which it is closed. */
  connectionTimeoutMs?: number
  /** Called after every answer. */
  onAnswered?: (answered: AnsweredRequest) => void
  /** Absent: no traces. */
  tracing?: RequestTracing | undefined
  /** Absent: texts as shipped. */
  texts?: Texts
}

export interface AnsweredRequest {
  group: RouteGroup
  status: number
  seconds: number
}

/** The running server, for those who put it together. */
export type HttpServer = FastifyInstance
export type HttpRequest = FastifyRequest
export type HttpReply = FastifyReply

/** The bare HTTP server: limits, request ids, headers, error answers; no routes yet. */
export async function httpServer({
  logger,
  trustedProxies,
  isHttps,
  bodyTimeouts = defaultBodyTimeouts,
  slowClientTimeoutMs = SLOW_CLIENT_TIMEOUT_MS,
  connectionTimeoutMs = 60_000,
  onAnswered,
  tracing,
  texts = textsAsShipped,
}: HttpOptions): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: logger as FastifyBaseLogger,
    childLoggerFactory: (parent, bindings, options) => requestLogger(parent, bindings, options),
    logController: new AnswerLog(),
    bodyLimit: BODY_LIMIT,
    connectionTimeout: connectionTimeoutMs,
    // Bodies have limits of their own (body-timeouts.ts), as an upload may take longer than any other call.
    requestTimeout: 0,
    keepAliveTimeout: 72_000,
    http: { headersTimeout: 20_000, connectionsCheckingInterval: 5_000, maxHeaderSize: 16_384 },
    routerOptions: { ignoreTrailingSlash: true, caseSensitive: true, maxParamLength: 200 },
    trustProxy: trustedProxies.length ? [...trustedProxies] : false,
    genReqId: () => randomUUID(),
    return503OnClosing: true,
    schemaController: { compilersFactory: noSchemas },
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => {
      setSecurityHeaders(reply, isHttps)
      void answerError(error, request, reply)
    },
    clientErrorHandler: answerClientError,
  })
  rememberRoutes(app)
  app.decorateRequest('requestContext')
  app.decorateRequest('caller', null)
  app.decorateRequest('answerNote', null)
  app.decorateRequest('traceId', null)
  app.decorate('texts', texts)
  app.decorate('slowClientTimeoutMs', slowClientTimeoutMs)
  await app.register(cookie)
  await app.register(formbody, { bodyLimit: 16_384 })
  await app.register(multipart, { limits: multipartLimits, throwFileSizeLimit: false, preservePath: true })
  acceptBodies(app)
  if (tracing) traceRequests(app, tracing, routeOf)
  // Hooks of every request call back: a promise of each would cost more than its work.
  app.addHook('onRequest', (request, reply, done) => {
    request.requestContext = requestContextOf(request)
    reply.header(REQUEST_ID_HEADER, request.id)
    setSecurityHeaders(reply, isHttps)
    limitBodyTime(request, reply, bodyTimeouts)
    done()
  })
  reportAnswers(app, logger, onAnswered)
  app.setErrorHandler(answerError)
  closeIdleOnClose(app)
  return app
}

/** Logs every request once it is answered, and hands it on. */
function reportAnswers(app: FastifyInstance, logger: Logger, onAnswered: HttpOptions['onAnswered']): void {
  const requestLog = uncensored(logger)
  app.addHook('onResponse', (request, reply, done) => {
    logRequest(requestLog, request, reply)
    const group = routeGroup(request.routeOptions.config.endpoint)
    onAnswered?.({ group, status: reply.statusCode, seconds: reply.elapsedTime / 1000 })
    done()
  })
}

/** The framework waits for connections until their timeouts; those that carry no request are closed instead. */
function closeIdleOnClose(app: FastifyInstance): void {
  const connections = trackIdleConnections(app.server)
  app.addHook('preClose', async () => connections.closeFromNowOn())
  app.addHook('onClose', async () => connections.stop())
}

/** The contract validates and serializes; the framework's own validator would be loaded at every start. */
const noSchemas = { buildValidator: refuseSchema, buildSerializer: refuseSchema }

function refuseSchema(): never {
  throw new Error('A route with a schema of the framework: shapes belong to the contract')
}

/** Where the built front end's files are. */
export const ASSETS = '/assets/'

/** Pattern of the route for the log, never the address itself: one for all files, of which every build has others. */
const routeOf = (request: FastifyRequest): string =>
  isAsset(request) ? `${ASSETS}*` : (request.routeOptions.url ?? 'unrouted')

const isAsset = ({ routeOptions }: FastifyRequest): boolean => routeOptions.url?.startsWith(ASSETS) ?? false

function logRequest(log: Logger, request: FastifyRequest, reply: FastifyReply): void {
  // A page loads dozens of its files: they would drown the calls.
  const level = isAsset(request) ? 'debug' : 'info'
  log[level](
    {
      reqId: request.id,
      traceId: request.traceId ?? undefined,
      method: request.method,
      route: routeOf(request),
      call: request.routeOptions.config.endpoint?.name,
      status: reply.statusCode,
      code: request.answerNote?.code,
      texts: request.answerNote?.texts,
      durMs: Math.round(reply.elapsedTime * 10) / 10,
      uid: request.caller?.user.id,
      actorUid: request.caller?.actorId ?? undefined,
      ip: request.requestContext?.address,
    },
    'request',
  )
}

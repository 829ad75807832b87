import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import { REQUEST_ID_HEADER } from '@portico/contract/kit/headers.ts'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  LogController,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { type Logger, uncensored } from '../logging.ts'
import { type BodyPatience, bodyPatience, limitBodyTime } from './body-time.ts'
import { factsOf } from './doors.ts'
import { answerClientError, answerError } from './failures.ts'
import { multipartLimits } from './multipart.ts'
import { rememberRoutes } from './offered-methods.ts'
import { setSecurityHeaders } from './security-headers.ts'

/** Largest JSON or form body, bytes. Files travel as multipart streams and have limits of their own. */
const BODY_LIMIT = 256 * 1024

export interface HttpOptions {
  logger: Logger
  trustedProxies: readonly string[]
  isHttps: boolean
  /** Of tests that do not want to wait for so long. */
  patience?: BodyPatience
  /** Told of every answer, once it is out. */
  onAnswered?: (facts: AnsweredRequest) => void
}

export interface AnsweredRequest {
  /** Pattern of the route, never the address itself. */
  route: string
  method: string
  status: number
  seconds: number
}

/** The running server, for those who put it together. */
export type HttpServer = FastifyInstance

/** The bare HTTP server: limits, request ids, headers, error answers; no routes yet. */
export async function httpServer({
  logger,
  trustedProxies,
  isHttps,
  patience = bodyPatience,
  onAnswered,
}: HttpOptions): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    connectionTimeout: 60_000,
    // Bodies have limits of their own (body-time.ts), as an upload may take longer than any other call.
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
  app.decorateRequest('facts')
  app.decorateRequest('caller', null)
  await app.register(cookie)
  await app.register(formbody, { bodyLimit: 16_384 })
  await app.register(multipart, { limits: multipartLimits, throwFileSizeLimit: false, preservePath: true })
  await app.register(rateLimit, { global: false })
  acceptJson(app)
  app.addHook('onRequest', async (request, reply) => {
    request.facts = factsOf(request)
    reply.header(REQUEST_ID_HEADER, request.id)
    setSecurityHeaders(reply, isHttps)
    limitBodyTime(request, patience)
  })
  const requestLog = uncensored(logger)
  app.addHook('onResponse', async (request, reply) => {
    logRequest(requestLog, request, reply)
    const { method, routeOptions } = request
    onAnswered?.({
      route: routeOptions.url ?? 'unrouted',
      method,
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    })
  })
  app.setErrorHandler(answerError)
  closeWhatTurnsIdle(app)
  return app
}

/** How long a connection outlives its last answer while the server closes. */
const LOOKS_FOR_IDLE_MS = 50

/** The framework closes what is idle when closing begins; what was being answered then turns idle afterwards. */
function closeWhatTurnsIdle(app: FastifyInstance): void {
  let look: NodeJS.Timeout | undefined
  app.addHook('preClose', async () => {
    look = setInterval(() => app.server.closeIdleConnections(), LOOKS_FOR_IDLE_MS).unref()
  })
  app.addHook('onClose', async () => clearInterval(look))
}

/** The contract judges what comes in and goes out; the framework's own way would be loaded at every start. */
const noSchemas = { buildValidator: refuseSchema, buildSerializer: refuseSchema }

function refuseSchema(): never {
  throw new Error('A route with a schema of the framework: shapes belong to the contract')
}

/** JSON bodies; an empty one counts as none, since several calls of the specification send a type without a body. */
function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser(
    ['application/json', 'application/csp-report'],
    { parseAs: 'string' },
    (request, body, done) => {
      if (body === '') done(null, undefined)
      else void parse(request, body as string, done)
    },
  )
}

function logRequest(log: Logger, request: FastifyRequest, reply: FastifyReply): void {
  log.info(
    {
      reqId: request.id,
      method: request.method,
      route: request.routeOptions.url ?? 'unrouted',
      call: request.routeOptions.config.endpoint?.name,
      status: reply.statusCode,
      durMs: Math.round(reply.elapsedTime * 10) / 10,
      uid: request.caller?.user.id,
      actorUid: request.caller?.actorId ?? undefined,
      ip: request.facts?.address,
    },
    'request',
  )
}

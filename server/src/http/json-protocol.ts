import { Readable } from 'node:stream'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DatabaseUnavailable } from '../db/database-unavailable.ts'
import { safeError } from '../logging.ts'
import { TooBusy } from '../too-busy.ts'
import { Refusal, RefusedRequest } from './answers.ts'
import type { RequestContext } from './caller.ts'
import { drainBody } from './multipart.ts'
import { type Message, sentences, translateAsShipped } from './sentences.ts'

/** A request of a protocol, without the framework. */
export interface ProtocolRequest<Client> {
  readonly client: Client
  readonly params: Readonly<Record<string, string>>
  readonly query: unknown
  readonly body: unknown
  header(name: string): string | undefined
  readonly context: RequestContext
}

export interface ProtocolAnswer {
  readonly status: number
  /** Absent: the answer has none. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export interface ProtocolRoute<Client> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below the path of the protocol. */
  readonly path: string
  /** Largest body, in bytes. */
  readonly bodyLimit?: number
  readonly handle: (request: ProtocolRequest<Client>) => Promise<ProtocolAnswer>
}

/** An answered request, also one that was refused before it was read. */
export interface AnsweredProtocolRequest {
  readonly method: string
  /** Path and query as they were sent. */
  readonly url: string
  /** Undefined where it was not read. */
  readonly body: unknown
  /** Characters of the body; 0 where it was not read. */
  readonly bodyLength: number
  readonly status: number
  readonly answer: unknown
  readonly milliseconds: number
}

/** A protocol of programs whose answers are JSON of its own form, errors included. */
export interface JsonProtocol<Client extends object> {
  /** Everything below it is answered in the form of the protocol, also what there is not. */
  readonly path: string
  readonly mediaType: string
  readonly routes: readonly ProtocolRoute<Client>[]
  /** Who makes a request, or why it is refused, before its body is read. */
  readonly identify: (request: FastifyRequest) => Promise<Client | Refusal>
  /** The answer to what a handler throws on purpose; undefined where it is a bug. */
  readonly answerTo: (error: unknown) => ProtocolAnswer | undefined
  /** The body of any other refusal. */
  readonly refusalBody: (status: number, detail: string) => unknown
  /** Called after every answer. */
  readonly onAnswered?: (request: FastifyRequest, answered: AnsweredProtocolRequest) => void
}

/** The bodies of answers, until they are sent. */
const answers = new WeakMap<FastifyRequest, unknown>()

/** Characters of bodies, until their requests are answered. */
const bodyLengths = new WeakMap<FastifyRequest, number>()

const BODY_LIMIT = 256 * 1024
const RETRY_SECONDS = '2'

/** What is refused by the framework, in the words of every other answer. */
const detailOf: Readonly<Partial<Record<number, Message>>> = {
  404: sentences.address_not_found,
  405: sentences.method_not_offered,
  413: sentences.body_too_large,
  415: sentences.body_type_refused,
  503: sentences.database_unavailable,
}

/** Mounts a protocol in a scope of its own, with its own bodies and errors. */
export async function mountJsonProtocol<Client extends object>(
  app: FastifyInstance,
  protocol: JsonProtocol<Client>,
): Promise<void> {
  const clients = new WeakMap<FastifyRequest, Client>()
  const mounted = async (scope: FastifyInstance) => {
    acceptJson(scope, protocol.mediaType)
    scope.setErrorHandler((error, request, reply) => answerError(protocol, error, request, reply))
    scope.setNotFoundHandler((request, reply) => answerUnrouted(protocol, request, reply))
    scope.addHook('onRequest', async (request, reply) => {
      const client = await protocol.identify(request)
      if (client instanceof Refusal) return sendRefusal(protocol, reply, client)
      clients.set(request, client)
    })
    const { onAnswered } = protocol
    if (onAnswered)
      scope.addHook('onResponse', async (request, reply) => onAnswered(request, answeredRequest(request, reply)))
    for (const route of protocol.routes)
      scope.route({
        method: route.method,
        url: route.path,
        bodyLimit: route.bodyLimit ?? BODY_LIMIT,
        handler: async (request, reply) => {
          const client = clients.get(request)
          if (!client) throw new Error('A handler ran without a client')
          return send(protocol, reply, await route.handle(requestOf(request, client)))
        },
      })
  }
  await app.register(mounted, { prefix: protocol.path })
}

const requestOf = <Client>(request: FastifyRequest, client: Client): ProtocolRequest<Client> => ({
  client,
  params: request.params as Record<string, string>,
  query: request.query,
  body: request.body,
  header: (name) => request.requestContext.header(name),
  context: request.requestContext,
})

const answeredRequest = (request: FastifyRequest, reply: FastifyReply): AnsweredProtocolRequest => ({
  method: request.method,
  url: request.url,
  body: request.body,
  bodyLength: bodyLengths.get(request) ?? 0,
  status: reply.statusCode,
  answer: answers.get(request),
  milliseconds: reply.elapsedTime,
})

/** An empty body counts as none: a DELETE may come with a content type. */
function acceptJson(scope: FastifyInstance, mediaType: string): void {
  const parse = scope.getDefaultJsonParser('error', 'error')
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    [...new Set([mediaType, 'application/json'])],
    { parseAs: 'string' },
    (request, body, done) => {
      bodyLengths.set(request, body.length)
      if (body === '') done(null, undefined)
      else void parse(request, body as string, done)
    },
  )
}

function send(
  { mediaType }: Pick<JsonProtocol<object>, 'mediaType'>,
  reply: FastifyReply,
  { status, body, headers = {} }: ProtocolAnswer,
): FastifyReply {
  answers.set(reply.request, body)
  reply.code(status).headers(headers)
  if (body === undefined) return reply.send()
  return reply.type(`${mediaType}; charset=utf-8`).send(JSON.stringify(body))
}

const refuseWith = <Client extends object>(
  protocol: JsonProtocol<Client>,
  reply: FastifyReply,
  status: number,
  message: Message,
) => send(protocol, reply, { status, body: protocol.refusalBody(status, translateAsShipped(message)) })

function sendRefusal<Client extends object>(protocol: JsonProtocol<Client>, reply: FastifyReply, refusal: Refusal) {
  reply.headers(refusal.headers)
  return refuseWith(protocol, reply, refusal.status, refusal.message)
}

function answerError<Client extends object>(
  protocol: JsonProtocol<Client>,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (error instanceof RefusedRequest) return sendRefusal(protocol, reply, error.refusal)
  const answer = protocol.answerTo(error)
  if (answer) return send(protocol, reply, answer)
  if (error instanceof DatabaseUnavailable) {
    request.log.error({ err: safeError(error) }, 'database unavailable')
    reply.header('retry-after', RETRY_SECONDS)
    return refuseWith(protocol, reply, 503, error.isUnknown ? sentences.change_unknown : sentences.database_unavailable)
  }
  if (error instanceof TooBusy) {
    reply.header('retry-after', RETRY_SECONDS)
    return refuseWith(protocol, reply, 503, sentences.busy)
  }
  const status = error instanceof Error ? ((error as Partial<FastifyError>).statusCode ?? 500) : 500
  if (status === 413) return refuseTooLarge(protocol, request, reply)
  if (status < 500) return refuseWith(protocol, reply, status, detailOf[status] ?? sentences.request_unreadable)
  request.log.error({ err: safeError(error), route: request.routeOptions?.url }, 'unexpected error')
  return refuseWith(protocol, reply, 500, sentences.service_error)
}

/** Ends the answer when the rest of the body has come: a client that is still sending would lose it. */
function refuseTooLarge<Client extends object>(
  protocol: JsonProtocol<Client>,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const body = protocol.refusalBody(413, translateAsShipped(sentences.body_too_large))
  answers.set(request, body)
  const text = JSON.stringify(body)
  const answer = new Readable({ read: () => {} })
  answer.push(text)
  drainBody(request, () => answer.push(null))
  return reply
    .code(413)
    .type(`${protocol.mediaType}; charset=utf-8`)
    .header('content-length', Buffer.byteLength(text))
    .send(answer)
}

function answerUnrouted<Client extends object>(
  protocol: JsonProtocol<Client>,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const allowed = request.server.offeredMethods(request.url)
  if (allowed.length === 0) return refuseWith(protocol, reply, 404, sentences.address_not_found)
  reply.header('allow', allowed.join(', '))
  return refuseWith(protocol, reply, 405, sentences.method_not_offered)
}

import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { StandardCode } from '@portico/contract/kit/envelope.ts'
import { REQUEST_ID_HEADER } from '@portico/contract/kit/headers.ts'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { DatabaseUnavailable } from '../db/database-unavailable.ts'
import { StreamsBusy } from '../db/row-stream.ts'
import { safeError } from '../logging.ts'
import { noteAnswer } from './answer-note.ts'
import { FileUnavailable, type Refusal, RefusedRequest } from './answers.ts'
import { sendEnvelope } from './mount.ts'
import { BrokenUpload, drainBody } from './multipart.ts'
import { audienceOfRequest } from './text-audience.ts'
import { headersOfEveryAnswer } from './security-headers.ts'
import { type Message, type MessageRef, sentences, translateAsShipped } from './sentences.ts'
import { TooBusy } from '../too-busy.ts'

const textOf = {
  '400': sentences.form_several_invalid,
  '404': sentences.address_not_found,
  '405': sentences.method_not_offered,
  '413': sentences.body_too_large,
  '415': sentences.body_type_refused,
  '429': sentences.too_many_requests,
} as const satisfies Partial<Record<StandardCode, MessageRef>>

/**
 * Handles everything thrown: refusals of the framework, an unavailable database, and bugs, which need not be errors.
 */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.header(REQUEST_ID_HEADER, request.id)
  const unavailable = answerUnavailable(error, request, reply)
  if (unavailable) return unavailable
  if (error instanceof RefusedRequest) return sendRefused(reply, error.refusal)
  const status = error instanceof Error ? ((error as Partial<FastifyError>).statusCode ?? 500) : 500
  if (timedOutBodies.has(request.raw)) return sendSentence(reply, '408', sentences.request_too_slow)
  if (error instanceof BrokenUpload && status === 400) return sendSentence(reply, '400', sentences.request_unreadable)
  if (status === 413) return refuseTooLarge(request, reply)
  if (status < 500) return refuseFor(reply, String(status))
  request.log.error({ err: safeError(error), route: request.routeOptions?.url }, 'unexpected error')
  return sendSentence(reply, '500', sentences.service_error)
}

/** Answers 503 to what is worth another try a few seconds later; undefined for other errors. */
function answerUnavailable(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
  if (error instanceof DatabaseUnavailable) {
    request.log.error({ err: safeError(error) }, 'database unavailable')
    return sendFor(reply, '503', error.isUnknown ? sentences.change_unknown : sentences.database_unavailable, 2)
  }
  if (error instanceof FileUnavailable) {
    request.log.error({ err: safeError(error.cause), route: request.routeOptions?.url }, 'file storage unavailable')
    return sendFor(reply, '503', error.sentence, 60)
  }
  if (error instanceof StreamsBusy) return sendFor(reply, '503', sentences.exports_busy, 10)
  return error instanceof TooBusy ? sendFor(reply, '503', sentences.busy, 1) : undefined
}

/**
 * Sends the envelope at once and ends the answer only when the rest of the body has come: a connection that is
 * closed before is reset, and a client that is still sending would lose the answer.
 */
function refuseTooLarge(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const text = JSON.stringify({ code: '413', data: null, message: wordsOf(request, textOf['413']) })
  noteAnswer(reply, '413', textOf['413'])
  const answer = new Readable({ read: () => {} })
  answer.push(text)
  drainBody(request, () => answer.push(null))
  return reply
    .code(413)
    .type('application/json; charset=utf-8')
    .header('content-length', Buffer.byteLength(text))
    .send(answer)
}

/** Refusals of the framework with a status that the portal does not use (decision A4) become a bad request. */
function refuseFor(reply: FastifyReply, status: string): FastifyReply {
  const code = status in textOf ? (status as keyof typeof textOf) : '400'
  return sendSentence(reply, code, textOf[code])
}

function sendFor(reply: FastifyReply, code: '503', sentence: MessageRef, seconds: number): FastifyReply {
  reply.header('retry-after', String(seconds))
  return sendSentence(reply, code, sentence)
}

function sendSentence(reply: FastifyReply, code: StandardCode, sentence: MessageRef): FastifyReply {
  noteAnswer(reply, code, sentence)
  return sendEnvelope(reply, Number(code), { code, data: null, message: wordsOf(reply.request, sentence) })
}

function sendRefused(reply: FastifyReply, { code, status, message, headers }: Refusal): FastifyReply {
  reply.headers(headers)
  noteAnswer(reply, code, message)
  return sendEnvelope(reply, status, { code, data: null, message: wordsOf(reply.request, message) })
}

/** In the wording that was last read: the database may be what fails. */
const wordsOf = (request: FastifyRequest, sentence: Message): string =>
  request.server.texts.lastKnownOf(audienceOfRequest(request))(sentence)

/** No route: 405 where another method is offered, else 404. The address is never repeated. */
export function answerUnrouted(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const allowed = request.server.offeredMethods(request.url)
  if (allowed.length) {
    reply.header('allow', allowed.join(', '))
    return sendSentence(reply, '405', sentences.method_not_offered)
  }
  return sendSentence(reply, '404', sentences.address_not_found)
}

/** Requests whose body did not come in time; their handlers fail afterwards, as the stream of the body breaks. */
const timedOutBodies = new WeakSet<FastifyRequest['raw']>()

/** Answers 408 to a request whose body does not come in time, and closes its connection. */
export function answerBodyTimeout(request: FastifyRequest, socket: Socket): void {
  timedOutBodies.add(request.raw)
  // The framework knows nothing of this answer, and so neither does its line in the log.
  const answer = { code: '408', texts: [sentences.request_too_slow.key] }
  request.log.info({ call: request.routeOptions.config.endpoint?.name, ...answer }, 'body too slow')
  endWith(socket, '408', wordsOf(request, sentences.request_too_slow), { [REQUEST_ID_HEADER]: request.id })
}

/** Bytes that are no HTTP, too many headers, or none in time: all of them a bad request (decision A4), and the end. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET') return void socket.destroy()
  endWith(socket, '400', translateAsShipped(sentences.request_unreadable))
}

const reasonOf = { '400': 'Bad Request', '408': 'Request Timeout' } as const

/** Answers without the framework, and closes the connection. */
function endWith(
  socket: Socket,
  code: keyof typeof reasonOf,
  message: string,
  more: Readonly<Record<string, string>> = {},
): void {
  if (socket.destroyed || !socket.writable) return void socket.destroy()
  const body = JSON.stringify({ code, data: null, message })
  const headers = {
    ...headersOfEveryAnswer,
    ...more,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end([`HTTP/1.1 ${code} ${reasonOf[code]}`, ...lines, '', body].join('\r\n'))
}

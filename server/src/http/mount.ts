import {
  bodyTypeOf,
  codeData,
  type Endpoint,
  FORM_TYPE,
  isEndpoint,
  type Shape,
} from '@portico/contract/kit/endpoint.ts'
import type { Envelope } from '@portico/contract/kit/envelope.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  Answer,
  type CookieToSet,
  type FieldIssue,
  type FileAnswer,
  isIssue,
  Redirect,
  Refusal,
  refuse,
  refuseFields,
} from './answers.ts'
import { type RequestGuards, checkGuards } from './request-guards.ts'
import type { Handlers, NamedFile, UploadedFile } from './handlers.ts'
import { audienceOfRequest } from './text-audience.ts'
import { decodePart, MAX_ISSUES } from './decode-part.ts'
import { drainBody, readFormBody, readNamedFiles, readUpload } from './multipart.ts'
import { sendFile } from './send-file.ts'
import { withoutSignIn } from './service-guards.ts'
import { sendTagged } from './send-tagged.ts'
import { dropSlowClient } from './slow-client.ts'
import { noteAnswer } from './answer-note.ts'
import { noMessage, MessageRef, sentences, type Translate } from './sentences.ts'

/** A handler with its endpoint's types erased; areas hand over typed ones. */
type AnyHandler = (call: never) => unknown

/** A redirect may carry a signed document of another site, larger than any form of ours. */
const REDIRECT_BODY_LIMIT = 256 * 1024

/** The route pattern of the framework for a path of the contract. */
function routePattern(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1')
}

/** Mounts every endpoint of an area's contract with the handler of the same name. */
export function mountArea<Module extends object>(
  app: FastifyInstance,
  guards: RequestGuards,
  contract: Module,
  handlers: Handlers<Module>,
): void {
  const byName = handlers as Readonly<Record<string, AnyHandler>>
  for (const [name, value] of Object.entries(contract)) {
    const handler = byName[name]
    if (isEndpoint(value) && handler) mount(app, value, handler, guards)
  }
}

/** Makes the routes of one endpoint: guards first, then parameters, query and body, then the handler. */
function mount(app: FastifyInstance, endpoint: Endpoint, handler: AnyHandler, guards: RequestGuards): void {
  const runGuards = async (request: FastifyRequest, reply: FastifyReply) => {
    const check = () => checkGuards(endpoint, request, guards)
    const refusal = await (guards.calls ? guards.calls.guard(endpoint, check) : check())
    return refusal ? sendRefusal(reply, endpoint, refusal) : undefined
  }
  // A form post carries its tokens in the body, which therefore has to be there first.
  const hook = endpoint.kind === 'form-download' ? { preValidation: runGuards } : { onRequest: runGuards }
  for (const path of [endpoint.path, ...endpoint.alsoAt])
    app.route({
      method: endpoint.method,
      url: routePattern(path),
      config: { endpoint },
      ...(endpoint.kind === 'redirect' ? { bodyLimit: REDIRECT_BODY_LIMIT } : {}),
      ...hook,
      handler: async (request, reply) => {
        if (isMultipart(endpoint)) reply.raw.once('finish', () => drainBody(request))
        const input = await parse(endpoint, request)
        if (input instanceof Refusal) return sendRefusal(reply, endpoint, input)
        const { caller } = request
        const work = () => handler({ ...input, caller, request: request.requestContext } as never)
        const outcome = await (guards.calls ? guards.calls.handle(endpoint, caller, work) : work())
        return send(reply, endpoint, withoutSignIn(outcome, caller))
      },
    })
}

interface Input {
  params: unknown
  query: unknown
  body: unknown
  file?: UploadedFile
  files?: Readonly<Record<string, NamedFile>>
}

const isMultipart = (endpoint: Endpoint) => bodyTypeOf(endpoint) === 'multipart/form-data'
/** Bytes instead of an envelope. */
const answersBytes = ({ kind }: Endpoint) => kind === 'file' || kind === 'form-download' || kind === 'attachment'

interface Multipart {
  fields: Record<string, string | string[]>
  given: Pick<Input, 'file' | 'files'>
}

async function readMultipart(endpoint: Endpoint, request: FastifyRequest): Promise<Multipart | Refusal | undefined> {
  if (!isMultipart(endpoint)) return undefined
  const upload = await (endpoint.kind === 'upload' ? readUpload(request) : readNamedFiles(request, endpoint.files))
  if (upload instanceof Refusal) return upload
  const { fields, ...given } = upload
  return { fields, given }
}

async function parse(endpoint: Endpoint, request: FastifyRequest): Promise<Input | Refusal> {
  const upload = await readMultipart(endpoint, request)
  if (upload instanceof Refusal) return upload
  const body = upload ? upload.fields : isForm(endpoint) ? readFormBody(request) : request.body
  const issues: FieldIssue[] = []
  const params = decodePart(endpoint.params, request.params, issues)
  // An address that cannot be a file's is that of no file, whatever is wrong with it (S56).
  if (endpoint.kind === 'file' && issues.length) return refuse('404', sentences.not_found)
  const input: Input = {
    params,
    query: decodePart(endpoint.query, request.query, issues),
    body: decodePart(endpoint.body, body, issues),
  }
  Object.assign(input, upload?.given)
  return issues.length ? refuseFields('400', sentences.form_several_invalid, issues.slice(0, MAX_ISSUES)) : input
}

const isForm = (endpoint: Endpoint) => endpoint.body !== undefined && bodyTypeOf(endpoint) === FORM_TYPE

function send(reply: FastifyReply, endpoint: Endpoint, outcome: unknown): FastifyReply | Promise<FastifyReply> {
  if (outcome instanceof Refusal) return sendRefusal(reply, endpoint, outcome)
  if (answersBytes(endpoint)) {
    dropSlowClient(reply)
    return sendFile(reply, outcome as FileAnswer)
  }
  if (outcome instanceof Redirect) return sendOn(reply, outcome)
  const answer = outcome instanceof Answer ? outcome : new Answer(outcome ?? null)
  reply.headers(answer.headers)
  for (const cookie of answer.cookies) setCookie(reply, cookie)
  if (answer.etag !== undefined) return sendTagged(reply, answer.etag, () => encode(endpoint.data, answer.data))
  const data = encode(endpoint.data, answer.data)
  if (answer.message === noMessage) return sendEnvelope(reply, 200, { code: '200', data, message: '' })
  noteAnswer(reply, '200', answer.message)
  return readWording(reply.request).then((translate) =>
    sendEnvelope(reply, 200, { code: '200', data, message: translate(answer.message) }),
  )
}

async function sendRefusal(reply: FastifyReply, endpoint: Endpoint, refusal: Refusal): Promise<FastifyReply> {
  reply.headers(refusal.headers)
  noteAnswer(reply, refusal.code, refusal.message, refusal.data)
  if (endpoint.kind === 'redirect' && isVisit(reply.request))
    return sendOn(reply, new Redirect(refusal.headers['location'] ?? `${SIGN_IN_PAGE}#refused=${refusal.code}`))
  const shape = refusal.status === 200 ? codeData(endpoint, refusal.code) : undefined
  const translate = await readWording(reply.request)
  const given = wordedData(refusal.data, translate)
  const data = shape ? encode(shape, given) : given
  return sendEnvelope(reply, refusal.status, { code: refusal.code, data, message: translate(refusal.message) })
}

/** Returns the wording of the caller's client in the caller's language. */
const readWording = (request: FastifyRequest): Promise<Translate> => request.server.texts.of(audienceOfRequest(request))

/** Data with its sentences in words: a sentence itself, or the messages at fields. */
function wordedData(data: unknown, translate: Translate): unknown {
  if (data instanceof MessageRef) return translate(data)
  if (!Array.isArray(data)) return data
  return data.map((item) => (isIssue(item) ? { ...item, message: translate(item.message) } : item))
}

/** Page to which a refused visit is redirected, unless the refusal names one. */
const SIGN_IN_PAGE = '/login'

const isVisit = ({ headers }: FastifyRequest): boolean => (headers.accept ?? '').includes('text/html')

function sendOn(reply: FastifyReply, { location, cookies }: Redirect): FastifyReply {
  for (const cookie of cookies) setCookie(reply, cookie)
  return reply.code(303).header('location', location).send()
}

/** Validates an answer and strips what its shape does not name; a misfit is a bug and throws. */
function encode(shape: Shape | undefined, value: unknown): unknown {
  return shape ? z.encode(shape as z.ZodType, value as never) : null
}

/** Sends the envelope, the body of every JSON answer. */
export function sendEnvelope(reply: FastifyReply, status: number, envelope: Envelope): FastifyReply {
  return reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(envelope))
}

function setCookie(reply: FastifyReply, { name, value, maxAgeSeconds }: CookieToSet): void {
  const age = maxAgeSeconds === undefined ? {} : { maxAge: maxAgeSeconds }
  reply.setCookie(name, value, { path: '/', httpOnly: true, secure: true, sameSite: 'lax', ...age })
}

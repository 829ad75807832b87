import * as z from 'zod/mini'
import {
  codeData,
  type Ask,
  type CodeOf,
  type Data,
  type Endpoint,
  type Reply,
  type Shape,
} from '@portico/contract/kit/endpoint.ts'
import type { Envelope, FieldIssue } from '@portico/contract/kit/envelope.ts'
import { ClosedGate } from '@portico/contract/kit/closed-gate.ts'
import { CSRF_HEADER, REQUEST_ID_HEADER, SIGN_IN_HEADER, TOTAL_HEADER } from '@portico/contract/kit/headers.ts'
import { SessionEnd } from '@portico/contract/kit/session-end.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { begunSignIn } from './begun-sign-in.ts'
import { noteAccess } from './last-access.ts'
import { currentSession, endSession, noteGate, preLoginToken, type Session } from './session.ts'
import { texts } from './texts.ts'

/** An answer that the endpoint does not declare, or no answer at all. Its message is fit to be shown. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** The envelope's code; '' when no answer came. */
  readonly code: string
  /** The HTTP status; 0 when no answer came. */
  readonly status: number
  readonly fields: readonly FieldIssue[]
  readonly requestId: string | null

  constructor(
    message: string,
    about: Partial<Pick<ApiError, 'code' | 'status' | 'fields' | 'requestId' | 'cause'>> = {},
  ) {
    super(message, { cause: about.cause })
    this.code = about.code ?? ''
    this.status = about.status ?? 0
    this.fields = about.fields ?? []
    this.requestId = about.requestId ?? null
  }
}

/** A declared answer, with what may ride in its headers: request token, number of rows on all pages, the call's own id. */
export type Answer<E extends Endpoint> = Reply<E> & {
  csrfToken: string | null
  total: number
  requestId: string | null
}

/** What a call takes besides its endpoint; nothing need be given where nothing is asked for. */
export type Input<E extends Endpoint> =
  {} extends Ask<E> ? [input?: Ask<E>, signal?: AbortSignal] : [input: Ask<E>, signal?: AbortSignal]

/** Asks the server; returns any answer that the endpoint declares and throws ApiError for all others. */
export async function ask<E extends Endpoint>(endpoint: E, ...[input, signal]: Input<E>): Promise<Answer<E>> {
  const session = sessionFor(endpoint)
  const response = await send(endpoint, (input ?? {}) as Parts, session, signal)
  const envelope = await hear(endpoint, response, session)
  const begun = response.headers.get(SIGN_IN_HEADER)
  if (begun) begunSignIn.keep(begun)
  if (!isDeclared(endpoint, envelope.code, response)) throw refusal(envelope, response)
  const shape = envelope.code === '200' ? endpoint.data : codeData(endpoint, envelope.code)
  const data = shape ? decode(shape, envelope.data, response) : null
  return {
    code: envelope.code,
    data,
    message: envelope.message,
    csrfToken: response.headers.get(CSRF_HEADER),
    total: Number(response.headers.get(TOTAL_HEADER) ?? 0),
    requestId: response.headers.get(REQUEST_ID_HEADER),
  } as Answer<E>
}

/** Asks the server; returns the data of a good answer and throws ApiError for every other one. */
export async function call<E extends Endpoint>(endpoint: E, ...input: Input<E>): Promise<Data<E>> {
  const answer: Loose = await ask(endpoint, ...input)
  if (answer.code !== '200') throw unexpected(answer)
  return answer.data as Data<E>
}

/** One page of a list, and how many rows there are on all. */
export async function callPage<E extends Endpoint>(
  endpoint: E,
  ...input: Input<E>
): Promise<{ rows: Data<E>; total: number }> {
  const answer: Loose = await ask(endpoint, ...input)
  if (answer.code !== '200') throw unexpected(answer)
  return { rows: answer.data as Data<E>, total: answer.total }
}

/** Any answer, whatever its endpoint declares. */
interface Loose {
  code: string
  data: unknown
  message: string
  total: number
  requestId: string | null
}

const unexpected = ({ code, message, requestId }: Loose) =>
  new ApiError(message || general().service_error, { code, status: 200, requestId })

/** Narrows by code: `isCode(error, '409')`. */
export const isCode = <E extends Endpoint>(error: unknown, code: CodeOf<E> | (string & {})): error is ApiError =>
  error instanceof ApiError && error.code === code

/** A part of the application that did not come when it was needed; every browser has words of its own for it. */
export const isUnfetched = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|importing a module script failed|unable to preload/i.test(error.message)

const general = () => texts(generalTexts)

const sessionIsOver = () => new ApiError(general().session_missing, { code: '401', status: 401 })

const noCalls = () => ({ token: '', calls: new AbortController() })
let underWay = noCalls()

/** What stops the calls of a session: the first that is told of its end speaks for all others. */
function callsOf({ token }: Session): AbortController {
  if (underWay.token !== token) underWay = { token, calls: new AbortController() }
  return underWay.calls
}

interface Parts {
  params?: unknown
  query?: unknown
  body?: unknown
}

async function send(
  endpoint: Endpoint,
  parts: Parts,
  session: Session | null,
  signal?: AbortSignal,
): Promise<Response> {
  const headers = new Headers({ accept: 'application/json' })
  if (session) headers.set('authorization', `Bearer ${session.token}`)
  const csrfToken = tokenFor(endpoint, session)
  if (csrfToken) headers.set(CSRF_HEADER, csrfToken)
  const begun = endpoint.guard.kind === 'public' ? begunSignIn.read() : null
  if (begun) headers.set(SIGN_IN_HEADER, begun)
  const request: RequestInit = { method: endpoint.method, headers, credentials: 'same-origin' }
  if (endpoint.body) {
    headers.set('content-type', 'application/json')
    request.body = JSON.stringify(z.encode(endpoint.body, parts.body))
  }
  return reach(addressOf(endpoint, parts), request, { called: signal, over: session && callsOf(session).signal })
}

/** `called`: whoever asks no longer wants to know. `over`: the session has ended meanwhile. */
async function reach(
  address: string,
  request: RequestInit,
  { called, over }: { called: AbortSignal | undefined; over: AbortSignal | null },
): Promise<Response> {
  const signal = AbortSignal.any([called, over].filter((one) => one instanceof AbortSignal))
  try {
    return await fetch(address, { ...request, signal })
  } catch (cause) {
    if (called?.aborted) throw cause
    if (over?.aborted) throw sessionIsOver()
    throw offline(cause)
  }
}

/** The session that a call needs. After its end nothing is asked that only a session may ask. */
export function sessionFor({ guard }: Endpoint): Session | null {
  if (guard.kind === 'public') return null
  const session = currentSession()
  if (!session) throw sessionIsOver()
  return session
}

/** Every write shows that it comes from this page: with the session's token, before sign-in with the one for that. */
function tokenFor(endpoint: Endpoint, session: Session | null): string | null {
  if (endpoint.guard.kind === 'public') return endpoint.guard.preLogin ? preLoginToken.read() : null
  return endpoint.method === 'GET' ? null : (session?.csrfToken ?? null)
}

/** The server cannot be reached, or falls silent. */
export const offline = (cause?: unknown): ApiError => new ApiError(general().offline, { cause })

/** The address of a call with its parameters and query in wire form. */
export function addressOf(endpoint: Endpoint, { params, query }: Omit<Parts, 'body'>): string {
  const wireParams = endpoint.params ? (z.encode(endpoint.params, params) as Record<string, unknown>) : {}
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(String(wireParams[name])))
  const wireQuery = endpoint.query ? (z.encode(endpoint.query, query ?? {}) as Record<string, unknown>) : {}
  const pairs = Object.entries(wireQuery).filter(([, value]) => value !== undefined && value !== null)
  return pairs.length === 0
    ? path
    : `${path}?${new URLSearchParams(pairs.map(([name, value]) => [name, String(value)]))}`
}

/** Reads an answer that is no file, and learns from it what it says of the session that asked. */
export async function hear(endpoint: Endpoint, response: Response, session: Session | null): Promise<Envelope> {
  const envelope = await open(response)
  if (!session) return envelope
  if (response.status === 401) loseSession(session, envelope.data)
  else if (!endpoint.background) noteAccess()
  if (response.status === 403) learnGate(session, envelope.data)
  return envelope
}

/** Reads the envelope; an answer without one (a proxy's page, say) gets its status as the code. */
async function open(response: Response): Promise<Envelope> {
  const body: unknown = await response.json().catch(() => null)
  if (typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string') {
    const { data = null, message } = body as { data?: unknown; message?: unknown }
    return { code: body.code, data, message: typeof message === 'string' ? message : '' }
  }
  return { code: response.ok ? '500' : String(response.status), data: null, message: '' }
}

const isDeclared = (endpoint: Endpoint, code: string, response: Response) =>
  response.ok
    ? code === '200' || code in endpoint.codes
    : code in endpoint.codes && codeData(endpoint, code) === undefined

/** GENL-021, GENL-022: the server's sentence, else the text in its data, else the general one. */
export function refusal({ code, data, message }: Envelope, response: Response): ApiError {
  const fields = Array.isArray(data) ? (data as FieldIssue[]) : []
  const sentence = message || (typeof data === 'string' ? data : '') || general().service_error
  return new ApiError(sentence, {
    code,
    status: response.status,
    fields,
    requestId: response.headers.get(REQUEST_ID_HEADER),
  })
}

function decode(shape: Shape, wire: unknown, response: Response): unknown {
  const result = z.safeDecode(shape, wire as never)
  if (result.success) return result.data
  throw new ApiError(general().service_error, {
    code: '500',
    status: response.status,
    requestId: response.headers.get(REQUEST_ID_HEADER),
    cause: result.error,
  })
}

/** The one place where a session turns out to stand at a gate that this browser did not know of. */
function learnGate(session: Session, told: unknown) {
  if (currentSession()?.token !== session.token) return
  const closed = z.safeParse(ClosedGate, told)
  if (closed.success) noteGate(closed.data.closedGate)
}

/** The one place where a session that the server no longer knows ends. A late answer to an older session ends nothing. */
function loseSession(session: Session, told: unknown) {
  if (currentSession()?.token !== session.token) return
  const end = z.safeParse(SessionEnd, told)
  endSession(end.success ? end.data.endReason : 'lost')
  callsOf(session).abort()
  underWay = noCalls()
}

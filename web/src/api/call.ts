import * as z from 'zod/mini'
import {
  codeData,
  type RequestOf,
  type CodeOf,
  type DataOf,
  type Endpoint,
  type AnswerOf,
  type Shape,
} from '@portico/contract/kit/endpoint.ts'
import type { Envelope, FieldIssue } from '@portico/contract/kit/envelope.ts'
import { ChangedMeanwhile } from '@portico/contract/kit/conflict.ts'
import { ClosedGate } from '@portico/contract/kit/closed-gate.ts'
import {
  CSRF_HEADER,
  EMULATION_HEADER,
  REQUEST_ID_HEADER,
  SIGN_IN_HEADER,
  TOTAL_HEADER,
} from '@portico/contract/kit/headers.ts'
import { SessionEnd } from '@portico/contract/kit/session-end.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { reauthenticationTexts } from '@portico/contract/reauthentication/reauthentication-texts.ts'
import { pendingSignIn } from './pending-sign-in.ts'
import { noteAccess } from './last-access.ts'
import { needsReauthentication, reauthenticate } from './reauthenticate.ts'
import { currentSession, endSession, noteClosing, updateGate, preLoginToken } from './session.ts'
import type { Session } from './stored-session.ts'
import { texts } from './texts.ts'

/** An answer that the endpoint does not declare, or no answer at all. Its message may be shown to the user. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** The envelope's code; '' without an answer. */
  readonly code: string
  /** The HTTP status; 0 without an answer. */
  readonly status: number
  readonly fields: readonly FieldIssue[]
  readonly requestId: string | null
  /** Who else has changed the record and when; null where that is not why the call was refused. */
  readonly change: ChangedMeanwhile | null

  constructor(
    message: string,
    details: Partial<Pick<ApiError, 'code' | 'status' | 'fields' | 'requestId' | 'change' | 'cause'>> = {},
  ) {
    super(message, { cause: details.cause })
    this.code = details.code ?? ''
    this.status = details.status ?? 0
    this.fields = details.fields ?? []
    this.requestId = details.requestId ?? null
    this.change = details.change ?? null
  }
}

/** A declared answer with values of its headers: request token, number of rows on all pages, request id. */
export type Answer<E extends Endpoint> = AnswerOf<E> & {
  csrfToken: string | null
  total: number
  requestId: string | null
}

/** Arguments of a call after its endpoint; optional when no part is required. */
export type Input<E extends Endpoint> =
  {} extends RequestOf<E> ? [input?: RequestOf<E>, signal?: AbortSignal] : [input: RequestOf<E>, signal?: AbortSignal]

/** Sends a request; returns any answer that the endpoint declares and throws ApiError for all others. */
export async function request<E extends Endpoint>(endpoint: E, ...[input, signal]: Input<E>): Promise<Answer<E>> {
  const parts = (input ?? {}) as RequestParts
  const { response, envelope } = await withFreshSignIn(() => sendAndRead(endpoint, parts, signal))
  const pending = response.headers.get(SIGN_IN_HEADER)
  if (pending) pendingSignIn.write(pending)
  if (!isDeclared(endpoint, envelope.code, response)) throw toApiError(envelope, response)
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

/** A response and its envelope; null where the body is a file. */
interface Received<A extends Envelope | null = Envelope | null> {
  response: Response
  envelope: A
}

async function sendAndRead(endpoint: Endpoint, parts: RequestParts, signal?: AbortSignal): Promise<Received<Envelope>> {
  const session = sessionFor(endpoint)
  const response = await sendRequest(endpoint, parts, session, signal)
  return { response, envelope: await readEnvelope(endpoint, response, session) }
}

/**
 * Sends a request; where the server asks for a newer sign-in, waits until the user has confirmed who they
 * are and sends it again. Throws where they cancel: nothing has changed then.
 */
export async function withFreshSignIn<R extends Received>(send: () => Promise<R>): Promise<R> {
  const received = await send()
  if (!received.envelope || !needsReauthentication(received.envelope)) return received
  if (await reauthenticate()) return send()
  throw new ApiError(texts(reauthenticationTexts).reauth_canceled, { code: '401', status: received.response.status })
}

/** Sends a request; returns the data of a '200' answer and throws ApiError for every other one. */
export async function call<E extends Endpoint>(endpoint: E, ...input: Input<E>): Promise<DataOf<E>> {
  const answer: UncheckedAnswer = await request(endpoint, ...input)
  if (answer.code !== '200') throw unexpected(answer)
  return answer.data as DataOf<E>
}

/** Requests one page of a list; `total` is the number of rows on all pages, `message` what the server says of this one. */
export async function callPage<E extends Endpoint>(
  endpoint: E,
  ...input: Input<E>
): Promise<{ rows: DataOf<E>; total: number; message: string }> {
  const answer: UncheckedAnswer = await request(endpoint, ...input)
  if (answer.code !== '200') throw unexpected(answer)
  return { rows: answer.data as DataOf<E>, total: answer.total, message: answer.message }
}

/** An answer before its type is narrowed by its endpoint. */
interface UncheckedAnswer {
  code: string
  data: unknown
  message: string
  total: number
  requestId: string | null
}

const unexpected = ({ code, message, requestId }: UncheckedAnswer) =>
  new ApiError(message || general().service_error, { code, status: 200, requestId })

/** Narrows by code: `isCode(error, '409')`. */
export const isCode = <E extends Endpoint>(error: unknown, code: CodeOf<E> | (string & {})): error is ApiError =>
  error instanceof ApiError && error.code === code

/** True when a lazily loaded chunk could not be loaded; each browser words the error differently. */
export const isChunkLoadError = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|importing a module script failed|unable to preload/i.test(error.message)

const general = () => texts(generalTexts)

const sessionOverError = () => new ApiError(general().session_missing, { code: '401', status: 401 })

const newSessionCalls = () => ({ token: '', calls: new AbortController() })
let sessionCalls = newSessionCalls()

/** Aborts all calls of a session once one of them learns that the session has ended. */
function callsOfSession({ token }: Session): AbortController {
  if (sessionCalls.token !== token) sessionCalls = { token, calls: new AbortController() }
  return sessionCalls.calls
}

export interface RequestParts {
  params?: unknown
  query?: unknown
  body?: unknown
}

/** Sends a call and returns the response as it is, for those that answer bytes. */
export async function sendRequest(
  endpoint: Endpoint,
  parts: RequestParts,
  session: Session | null,
  signal?: AbortSignal,
): Promise<Response> {
  const headers = new Headers({ accept: 'application/json' })
  for (const [name, value] of sessionHeaders(session)) headers.set(name, value)
  const csrfToken = csrfTokenFor(endpoint, session)
  if (csrfToken) headers.set(CSRF_HEADER, csrfToken)
  const pending = endpoint.guard.kind === 'public' ? pendingSignIn.read() : null
  if (pending) headers.set(SIGN_IN_HEADER, pending)
  const request: RequestInit = { method: endpoint.method, headers, credentials: 'same-origin' }
  if (endpoint.body) {
    headers.set('content-type', 'application/json')
    request.body = JSON.stringify(z.encode(endpoint.body, parts.body))
  }
  return fetchUntilAborted(urlOf(endpoint, parts), request, {
    callerSignal: signal,
    sessionSignal: session && callsOfSession(session).signal,
  })
}

/** What proves the session of a call; that of an emulation is marked as such (EMUL-018). */
export function sessionHeaders(session: Session | null): [name: string, value: string][] {
  if (!session) return []
  const { token, isEmulated } = session
  return [['authorization', `Bearer ${token}`], ...(isEmulated ? [[EMULATION_HEADER, token] as [string, string]] : [])]
}

/** Rethrows the caller's own abort; an abort because the session ended becomes the error for that. */
async function fetchUntilAborted(
  address: string,
  init: RequestInit,
  { callerSignal, sessionSignal }: { callerSignal: AbortSignal | undefined; sessionSignal: AbortSignal | null },
): Promise<Response> {
  const signal = AbortSignal.any([callerSignal, sessionSignal].filter((one) => one instanceof AbortSignal))
  try {
    return await fetch(address, { ...init, signal })
  } catch (cause) {
    if (callerSignal?.aborted) throw cause
    if (sessionSignal?.aborted) throw sessionOverError()
    throw offlineError(cause)
  }
}

/**
 * The session for a call, null for public calls.
 * @throws ApiError without a session, so that nothing is sent.
 */
export function sessionFor({ guard }: Endpoint): Session | null {
  if (guard.kind === 'public') return null
  const session = currentSession()
  if (!session) throw sessionOverError()
  return session
}

/** The token that proves that a write comes from this page: the session's, or the pre-login token before sign-in. */
function csrfTokenFor(endpoint: Endpoint, session: Session | null): string | null {
  if (endpoint.guard.kind === 'public') return endpoint.guard.preLogin ? preLoginToken.read() : null
  return endpoint.method === 'GET' ? null : (session?.csrfToken ?? null)
}

/** The error when the server cannot be reached or does not answer. */
export const offlineError = (cause?: unknown): ApiError => new ApiError(general().offline, { cause })

/** The address of a call with its parameters and query in wire form. */
export function urlOf(endpoint: Endpoint, { params, query }: Omit<RequestParts, 'body'>): string {
  const wireParams = endpoint.params ? (z.encode(endpoint.params, params) as Record<string, unknown>) : {}
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(String(wireParams[name])))
  const wireQuery = endpoint.query ? (z.encode(endpoint.query, query ?? {}) as Record<string, unknown>) : {}
  const entries = Object.entries(wireQuery).filter(([, value]) => value !== undefined && value !== null)
  return entries.length === 0
    ? path
    : `${path}?${new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))}`
}

/** Reads a JSON answer, and updates the session by what the answer reveals: its end, activity, a closed gate. */
export async function readEnvelope(endpoint: Endpoint, response: Response, session: Session | null): Promise<Envelope> {
  const envelope = await parseEnvelope(response)
  if (!session) return envelope
  if (response.status === 401) endLostSession(session, envelope.data)
  else if (!endpoint.background) noteAccess()
  if (response.status === 403) noteGateOfRefusal(session, envelope.data)
  return envelope
}

/** Parses the envelope; an answer without one, such as a proxy's page, gets its status as the code. */
async function parseEnvelope(response: Response): Promise<Envelope> {
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

/** GENL-021, GENL-022: the server's message, or else the text in its data, or else the general message. */
export function toApiError({ code, data, message }: Envelope, response: Response): ApiError {
  const fields = Array.isArray(data) ? (data as FieldIssue[]) : []
  const shown = message || (typeof data === 'string' ? data : '') || general().service_error
  return new ApiError(shown, {
    code,
    status: response.status,
    fields,
    requestId: response.headers.get(REQUEST_ID_HEADER),
    change: changeOf(data),
  })
}

/** The change that came between, in the data of a '409'. */
function changeOf(data: unknown): ChangedMeanwhile | null {
  const changed = z.safeDecode(ChangedMeanwhile, data as never)
  return changed.success ? changed.data : null
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

/** The only place that notes a closed gate that this browser did not know of. */
function noteGateOfRefusal(session: Session, data: unknown) {
  if (currentSession()?.token !== session.token) return
  const gate = z.safeParse(ClosedGate, data)
  if (gate.success) updateGate(gate.data.closedGate)
}

/** The only place that ends a session the server no longer knows. A late answer to an older session ends nothing. */
function endLostSession(session: Session, data: unknown) {
  if (currentSession()?.token !== session.token) return
  const end = z.safeParse(SessionEnd, data)
  if (end.success && end.data.endReason === 'closing') return noteClosing()
  endSession(end.success ? end.data.endReason : 'lost')
  callsOfSession(session).abort()
  sessionCalls = newSessionCalls()
}

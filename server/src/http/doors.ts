import { isIP } from 'node:net'
import { bodyTypeOf, type Endpoint } from '@portico/contract/kit/endpoint.ts'
import { CSRF_HEADER, SIGN_IN_HEADER } from '@portico/contract/kit/headers.ts'
import type { SessionEnd } from '@portico/contract/kit/session-end.ts'
import { defaultTexts } from '@portico/contract/texts/texts.ts'
import type { FastifyRequest } from 'fastify'
import { type Refusal, refuse, refuseAtGate, refuseSession } from './answers.ts'
import type { Caller, PreLoginReader, RequestFacts, SessionReader } from './caller.ts'
import type { OriginRule } from './origin.ts'
import type { RateLimits } from './rate-limits.ts'

/** What stands between a request and a handler, in this order: session, guard, own uid, CSRF, rate. */
export interface Doors {
  sessions: SessionReader
  preLogin: PreLoginReader
  origin: OriginRule
  rates: RateLimits
  /** Told of every closed door by its name. */
  onDenied?: (door: string) => void
}

declare module 'fastify' {
  interface FastifyRequest {
    facts: RequestFacts
    caller: Caller | null
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
}

/** Path parameters that must be the caller's own id (decision A7). */
const OWN_ID_PARAMS = ['uid', 'adminuid', 'adminId'] as const

interface Visit {
  endpoint: Endpoint
  request: FastifyRequest
  doors: Doors
}
type Door = (visit: Visit) => Promise<Refusal | null> | Refusal | null

const rate: Door = ({ endpoint, request, doors }) => doors.rates.check(endpoint.rate, request)
const body: Door = ({ endpoint, request }) => refuseForeignBody(endpoint, request)

/** The doors that callers with a session pass, in this order. */
const doorsOfMembers: readonly (readonly [name: string, door: Door])[] = [
  ['session', knowCaller],
  ['guard', ({ endpoint, request }) => closedGate(endpoint, callerOf(request))],
  ['own-id', ({ request }) => foreignId(request, callerOf(request))],
  ['csrf', ({ endpoint, request, doors }) => passCsrf(endpoint, request, callerOf(request), doors)],
  ['rate', rate],
  ['content-type', body],
]
const doorsOfAnyone: typeof doorsOfMembers = [
  ['rate', rate],
  ['content-type', body],
]
const doorsOfSignIn: typeof doorsOfMembers = [
  ['rate', rate],
  ['pre-login', ({ endpoint, request, doors }) => passPreLogin(endpoint, request, doors)],
]

/** Passes every door, or says why not. Nothing of the body has been looked at by then. */
export async function enter(endpoint: Endpoint, request: FastifyRequest, doors: Doors): Promise<Refusal | null> {
  for (const [name, door] of doorsTo(endpoint)) {
    const passed = door({ endpoint, request, doors })
    const refusal = passed instanceof Promise ? await passed : passed
    if (!refusal) continue
    doors.onDenied?.(name)
    return refusal
  }
  return null
}

function doorsTo({ guard }: Endpoint): typeof doorsOfMembers {
  if (guard.kind !== 'public') return doorsOfMembers
  return guard.preLogin ? doorsOfSignIn : doorsOfAnyone
}

async function knowCaller({ endpoint, request, doors }: Visit): Promise<Refusal | null> {
  const found = await readCaller(endpoint, request, doors)
  request.caller = found && 'user' in found ? found : null
  if (request.caller) return null
  const end = found && 'endReason' in found ? found : null
  return (await doors.rates.check('stranger', request)) ?? refuseSession(defaultTexts.session_missing, end)
}

/** The caller, once the first door is passed. */
function callerOf({ caller }: FastifyRequest): Caller {
  if (!caller) throw new Error('A door behind the session was reached without one')
  return caller
}

async function readCaller(
  endpoint: Endpoint,
  request: FastifyRequest,
  doors: Doors,
): Promise<Caller | SessionEnd | null> {
  const token = endpoint.kind === 'form-download' ? formToken(request, 'sessionToken') : bearerToken(request)
  if (!token) return null
  return doors.sessions.read({ token, binding: request.facts.binding }, request.facts, !endpoint.background)
}

function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer ([A-Za-z0-9_-]{43})$/.exec(request.headers.authorization ?? '')?.[1]
}

/** A token in the body of a form post (decision J8). */
function formToken(request: FastifyRequest, name: 'sessionToken' | 'csrfToken'): string | undefined {
  const value = (request.body as Record<string, unknown> | undefined)?.[name]
  return typeof value === 'string' ? value : undefined
}

async function closedGate({ guard }: Endpoint, caller: Caller): Promise<Refusal | null> {
  if (guard.kind === 'public') return null
  const { gate } = caller
  const mayPass = gate === null || (guard.kind === 'session' && guard.alsoAt.includes(gate))
  if (!mayPass) return refuseAtGate(defaultTexts.gate_closed, { closedGate: gate })
  if (guard.kind !== 'admin') return null
  const held = await caller.adminPages()
  return held.some(({ pageNm }) => pageNm === guard.page) ? null : refuse('403', defaultTexts.not_allowed)
}

/** Compared as text, so that no spelling of another number passes; the answer is the same for any foreign id. */
function foreignId(request: FastifyRequest, caller: Caller): Refusal | null {
  const params = request.params as Record<string, string | undefined>
  const own = String(caller.user.id)
  const isForeign = OWN_ID_PARAMS.some((name) => params[name] !== undefined && params[name] !== own)
  return isForeign ? refuse('403', defaultTexts.not_allowed) : null
}

function passCsrf(endpoint: Endpoint, request: FastifyRequest, caller: Caller, doors: Doors): Refusal | null {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') return refuse('403', defaultTexts.request_refused)
  if (endpoint.method === 'GET') return null
  const token = endpoint.kind === 'form-download' ? formToken(request, 'csrfToken') : request.facts.csrfToken
  const isOurs = doors.origin.isOurs(request.headers.origin) && doors.sessions.checkCsrf(caller, token)
  return isOurs ? null : refuse('403', defaultTexts.request_refused)
}

async function passPreLogin(endpoint: Endpoint, request: FastifyRequest, doors: Doors): Promise<Refusal | null> {
  const site = request.headers['sec-fetch-site']
  const isOurs =
    (site === undefined || site === 'same-origin') &&
    doors.origin.isOurs(request.headers.origin) &&
    doors.origin.isOurHost(request.host) &&
    isAcceptedType(endpoint, request.headers['content-type']) &&
    (await doors.preLogin.check(request.facts))
  return isOurs ? null : refuse('401', defaultTexts.login_origin_refused)
}

function refuseForeignBody(endpoint: Endpoint, request: FastifyRequest): Refusal | null {
  const type = request.headers['content-type']
  return type === undefined || isAcceptedType(endpoint, type) ? null : refuse('415', defaultTexts.body_type_refused)
}

function isAcceptedType(endpoint: Endpoint, header: string | undefined): boolean {
  const [type = '', ...parameters] = (header ?? '').split(';').map((part) => part.trim().toLowerCase())
  const own = bodyTypeOf(endpoint)
  if (own !== 'application/json') return type === own
  const isUtf8 = parameters.every((part) => !part.startsWith('charset=') || /^charset="?utf-8"?$/.test(part))
  return isUtf8 && (type === own || endpoint.alsoTakes.includes(type))
}

/** Gathers what handlers may know of a request. */
export function factsOf(request: FastifyRequest): RequestFacts {
  return {
    id: request.id,
    address: addressOf(request),
    peerAddress: request.socket.remoteAddress ?? '',
    header: (name) => singleHeader(request.headers[name]),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    binding: request.cookies['__Host-portal-binding'],
    host: request.host,
    csrfToken: singleHeader(request.headers[CSRF_HEADER]),
    signIn: singleHeader(request.headers[SIGN_IN_HEADER]),
    trustedDevice: request.cookies['__Host-portal-trusted-device'],
    ifNoneMatch: request.headers['if-none-match'],
  }
}

/** Of a proxy's word only an address counts: anything else would reach columns and limits as one. */
function addressOf({ ip, socket }: FastifyRequest): string {
  const named = isIP(ip) ? ip : (socket.remoteAddress ?? '')
  return named.split('%', 1)[0] ?? ''
}

function singleHeader(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}

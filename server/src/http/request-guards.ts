import { isIP } from 'node:net'
import { bodyTypeOf, type Endpoint } from '@portico/contract/kit/endpoint.ts'
import { CSRF_HEADER, EMULATION_HEADER, SIGN_IN_HEADER } from '@portico/contract/kit/headers.ts'
import type { SessionEnd } from '@portico/contract/kit/session-end.ts'
import { browserLanguage } from './text-audience.ts'
import { sentences, type Texts } from './sentences.ts'
import type { FastifyRequest } from 'fastify'
import { passesAdminGuard } from './admin-guard.ts'
import { Refusal, refuse, refuseAtGate, refuseOldSignIn, refuseSession } from './answers.ts'
import type { Caller, PreLoginReader, RequestContext, SessionReader } from './caller.ts'
import type { OriginRule } from './origin.ts'
import { checkScope, identifyService, type ServiceGuardDeps } from './service-guards.ts'

/**
 * Dependencies of the guards. They run before every handler, in this order: session, permission, own uid, CSRF, rate.
 * A call by the token of a service account has no session and no CSRF token: its scope is checked instead.
 */
export interface RequestGuards extends ServiceGuardDeps {
  sessions: SessionReader
  preLogin: PreLoginReader
  origin: OriginRule
  /** Where the statements of a call run; absent without a replica. */
  calls?: CallRunner | undefined
  /** Called with the name of the guard that refused. */
  onDenied?: (check: string) => void
}

/** Runs the parts of a call, so that the database knows what their reads may do. */
export interface CallRunner {
  guard<Result>(endpoint: Endpoint, check: () => Promise<Result>): Promise<Result>
  handle<Result>(endpoint: Endpoint, caller: Caller | null, work: () => Result | Promise<Result>): Promise<Result>
}

declare module 'fastify' {
  interface FastifyInstance {
    texts: Texts
  }
  interface FastifyRequest {
    requestContext: RequestContext
    caller: Caller | null
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
}

interface GuardedRequest {
  endpoint: Endpoint
  request: FastifyRequest
  guards: RequestGuards
}
type RequestGuard = (visit: GuardedRequest) => Promise<Refusal | null> | Refusal | null

const checkRate: RequestGuard = ({ endpoint, request, guards }) => guards.rates.check(endpoint.rate, request)
const checkBodyType: RequestGuard = ({ endpoint, request }) => refuseForeignBody(endpoint, request)

/** Guards of endpoints that need a session, in this order. */
const sessionGuards: readonly (readonly [name: string, check: RequestGuard])[] = [
  ['session', identifyCaller],
  ['guard', ({ endpoint, request }) => checkAccess(endpoint, callerOf(request))],
  ['own-id', ({ endpoint, request }) => refuseForeignId(endpoint, request, callerOf(request))],
  ['csrf', ({ endpoint, request, guards }) => checkCsrfToken(endpoint, request, callerOf(request), guards)],
  ['rate', checkRate],
  ['content-type', checkBodyType],
  ['fresh-sign-in', ({ endpoint, request }) => refuseStaleSignIn(endpoint, callerOf(request))],
]
/** Guards of calls by the token of a service account, in this order. */
const serviceGuards: typeof sessionGuards = [
  ['service-scope', ({ endpoint, request }) => checkScope(endpoint, callerOf(request))],
  ['guard', ({ endpoint, request }) => checkAccess(endpoint, callerOf(request))],
  ['own-id', ({ endpoint, request }) => refuseForeignId(endpoint, request, callerOf(request))],
  ['rate', (guarded) => (guarded.endpoint.rate === 'ordinary' ? null : checkRate(guarded))],
  ['content-type', checkBodyType],
]
const publicGuards: typeof sessionGuards = [
  ['rate', checkRate],
  ['content-type', checkBodyType],
]
const signInGuards: typeof sessionGuards = [
  ['rate', checkRate],
  ['pre-login', ({ endpoint, request, guards }) => checkPreLogin(endpoint, request, guards)],
]

/** Runs the guards of the endpoint. Returns the first refusal, or null when all pass. The body has not been parsed yet. */
export async function checkGuards(
  endpoint: Endpoint,
  request: FastifyRequest,
  guards: RequestGuards,
): Promise<Refusal | null> {
  const guarded = { endpoint, request, guards }
  const service = await identifyService(request, guards)
  if (service instanceof Refusal) {
    guards.onDenied?.('service-token')
    return service
  }
  if (service) request.caller = guards.services.callerOf(service)
  for (const [name, check] of service ? serviceGuards : guardsFor(endpoint)) {
    const passed = check(guarded)
    const refusal = passed instanceof Promise ? await passed : passed
    if (!refusal) continue
    guards.onDenied?.(name)
    return refusal
  }
  return null
}

function guardsFor({ guard }: Endpoint): typeof sessionGuards {
  if (guard.kind !== 'public') return sessionGuards
  return guard.preLogin ? signInGuards : publicGuards
}

async function identifyCaller({ endpoint, request, guards }: GuardedRequest): Promise<Refusal | null> {
  const found = await readCaller(endpoint, request, guards)
  request.caller = found && 'user' in found ? found : null
  if (request.caller) return null
  const end = found && 'endReason' in found ? found : null
  return (await guards.rates.check('anonymous', request)) ?? refuseSession(sentences.session_missing, end)
}

/** Returns the caller. @throws when the session guard has not run. */
function callerOf({ caller }: FastifyRequest): Caller {
  if (!caller) throw new Error('A guard that needs a session ran before the session guard')
  return caller
}

async function readCaller(
  endpoint: Endpoint,
  request: FastifyRequest,
  guards: RequestGuards,
): Promise<Caller | SessionEnd | null> {
  const inBody = endpoint.kind === 'form-download'
  const emulationToken = inBody ? undefined : singleHeader(request.headers[EMULATION_HEADER])
  const token = emulationToken ?? (inBody ? formToken(request, 'sessionToken') : bearerToken(request))
  if (!token) return null
  const found = await guards.sessions.read(
    { token, binding: request.requestContext.binding },
    request.requestContext,
    !endpoint.background,
  )
  // A tab of an emulation never acts as the administrator, whatever became of the emulation.
  const isMisplaced = emulationToken !== undefined && found !== null && 'user' in found && found.actorId === null
  return isMisplaced ? null : found
}

function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer ([A-Za-z0-9_-]{43})$/.exec(request.headers.authorization ?? '')?.[1]
}

/** A token in the body of a form post (decision J8). */
function formToken(request: FastifyRequest, name: 'sessionToken' | 'csrfToken'): string | undefined {
  const value = (request.body as Record<string, unknown> | undefined)?.[name]
  return typeof value === 'string' ? value : undefined
}

async function checkAccess(endpoint: Endpoint, caller: Caller): Promise<Refusal | null> {
  const { guard } = endpoint
  if (guard.kind === 'public') return null
  if (caller.isClosing && !(guard.kind === 'session' && guard.whileClosing))
    return refuseSession(sentences.session_missing, { endReason: 'closing' })
  const { gate } = caller
  const mayPass = gate === null || (guard.kind === 'session' && guard.alsoAt.includes(gate))
  if (!mayPass) return refuseAtGate(sentences.gate_closed, { closedGate: gate })
  const refusal = refuseEmulation(endpoint, caller)
  if (refusal) return refusal
  if (guard.kind !== 'admin' || (await passesAdminGuard(guard, caller))) return null
  return refuse('403', sentences.not_allowed)
}

/** What an administrator may not do in the name of another user (decision E8). */
function refuseEmulation({ guard, method }: Endpoint, { actorId, isReadOnly }: Caller): Refusal | null {
  if (actorId === null || guard.kind === 'public') return null
  if (guard.kind === 'admin') return refuse('403', sentences.not_allowed)
  if (guard.emulation === 'refuse') return refuse('403', sentences.not_while_emulating)
  const isLooking = guard.emulation === 'always' || (guard.emulation === 'allow' && method === 'GET')
  return isReadOnly && !isLooking ? refuse('403', sentences.not_while_looking) : null
}

/** Last of all guards, so that a call that is refused anyway asks for no confirmation. */
async function refuseStaleSignIn({ guard }: Endpoint, caller: Caller): Promise<Refusal | null> {
  if (guard.kind === 'public' || !guard.freshSignIn || (await caller.isSignInFresh())) return null
  return refuseOldSignIn(sentences.reauth_needed)
}

/** Compares ids as text, so that no other spelling of a number passes. The answer is the same for every foreign id. */
function refuseForeignId(endpoint: Endpoint, request: FastifyRequest, caller: Caller): Refusal | null {
  const { ownIds, actingIds } = endpoint
  const params = request.params as Record<string, string | undefined>
  const areOwn = ownIds.every((name) => params[name] === String(caller.user.id))
  const areActing = actingIds.every((name) => params[name] === String(caller.actorId ?? caller.user.id))
  return areOwn && areActing ? null : refuse('403', sentences.not_allowed)
}

function checkCsrfToken(
  endpoint: Endpoint,
  request: FastifyRequest,
  caller: Caller,
  guards: RequestGuards,
): Refusal | null {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') return refuse('403', sentences.request_refused)
  if (endpoint.method === 'GET') return null
  const token = endpoint.kind === 'form-download' ? formToken(request, 'csrfToken') : request.requestContext.csrfToken
  const isOurs = guards.origin.isOurs(request.headers.origin) && guards.sessions.checkCsrf(caller, token)
  return isOurs ? null : refuse('403', sentences.request_refused)
}

async function checkPreLogin(
  endpoint: Endpoint,
  request: FastifyRequest,
  guards: RequestGuards,
): Promise<Refusal | null> {
  const site = request.headers['sec-fetch-site']
  const isOurs =
    (site === undefined || site === 'same-origin') &&
    guards.origin.isOurs(request.headers.origin) &&
    guards.origin.isOurHost(request.host) &&
    isAcceptedType(endpoint, request.headers['content-type']) &&
    guards.preLogin.isAuthentic(request.requestContext) &&
    (isCheckedByCall(endpoint) || (await guards.preLogin.isUnused(request.requestContext)))
  return isOurs ? null : refuse('401', sentences.login_origin_refused)
}

const isCheckedByCall = ({ guard }: Endpoint): boolean => guard.kind === 'public' && guard.preLogin === 'by-the-call'

function refuseForeignBody(endpoint: Endpoint, request: FastifyRequest): Refusal | null {
  const type = request.headers['content-type']
  return type === undefined || isAcceptedType(endpoint, type) ? null : refuse('415', sentences.body_type_refused)
}

function isAcceptedType(endpoint: Endpoint, header: string | undefined): boolean {
  const [type = '', ...parameters] = (header ?? '').split(';').map((part) => part.trim().toLowerCase())
  const own = bodyTypeOf(endpoint)
  if (own !== 'application/json') return type === own
  const isUtf8 = parameters.every((part) => !part.startsWith('charset=') || /^charset="?utf-8"?$/.test(part))
  return isUtf8 && (type === own || endpoint.alsoTakes.includes(type))
}

/** Returns what handlers may know of a request, without the framework. */
export function requestContextOf(request: FastifyRequest): RequestContext {
  return {
    id: request.id,
    address: addressOf(request),
    peerAddress: request.socket.remoteAddress ?? '',
    header: (name) => singleHeader(request.headers[name]),
    cookie: (name) => request.cookies[name],
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    binding: request.cookies['__Host-portal-binding'],
    host: request.host,
    rawQuery: request.raw.url?.split('?').slice(1).join('?') ?? '',
    csrfToken: singleHeader(request.headers[CSRF_HEADER]),
    signIn: singleHeader(request.headers[SIGN_IN_HEADER]),
    trustedDevice: request.cookies['__Host-portal-trusted-device'],
    ifNoneMatch: request.headers['if-none-match'],
    language: browserLanguage(request),
  }
}

/** Returns the client address. A forwarded value that is no IP address is ignored: it would reach columns and rate limits. */
function addressOf({ ip, socket }: FastifyRequest): string {
  const named = isIP(ip) ? ip : (socket.remoteAddress ?? '')
  return named.split('%', 1)[0] ?? ''
}

function singleHeader(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}

import {
  CAEP_EVENT_TYPE,
  PUSH_DELIVERY,
  SIGNALS_PATH,
  signalKinds,
  VERIFICATION_INTERVAL_SECONDS,
  VERIFICATION_STATE_MAX,
} from '@portico/contract/webhooks/signal-rules.ts'
import { OPENID_PATH } from '@portico/contract/openid-provider/openid-provider.ts'
import { SERVICE_OAUTH_PATH } from '@portico/contract/service-accounts/service-account-rules.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { everything } from '../../../db/scope.ts'
import type { ProtocolAnswer, ProtocolRequest, ProtocolRoute } from '../../../http/json-protocol.ts'
import { sentences, translateAsShipped } from '../../../http/sentences.ts'
import { runJobNow } from '../../../jobs/queue.ts'
import { recordAudit } from '../../audit/public.ts'
import { insertVerification, makeDeliveriesDue } from '../delivery-store.ts'
import { lockWebhook } from '../webhook-store.ts'
import { readStreams, storeStreamState, type Stream } from './stream-rows.ts'

/** The service account of a receiver. */
export interface StreamClient {
  readonly id: number
  /** The employer whose streams it manages; null: those of the installation. */
  readonly clientId: number | null
  readonly ownerId: number
  /** Without it the receiver only reads. */
  readonly mayManage: boolean
}

interface StreamService {
  db: Db
  /** The address of the portal. */
  issuer: string
}

type StreamRequest = ProtocolRequest<StreamClient>

/** A refusal in the form of RFC 8935. */
class StreamError extends Error {
  readonly status: number
  readonly retryAfter: number | undefined
  constructor(status: number, detail: string, retryAfter?: number) {
    super(detail)
    this.status = status
    this.retryAfter = retryAfter
  }
}

/** The body of a refusal. */
export const streamRefusalBody = (status: number, description: string) => ({
  err: status === 401 ? 'authentication_failed' : status === 403 ? 'access_denied' : 'invalid_request',
  description,
})

/** The answer to what this service throws on purpose. */
export const answerToStreamError = (error: unknown): ProtocolAnswer | undefined =>
  error instanceof StreamError
    ? {
        status: error.status,
        body: streamRefusalBody(error.status, error.message),
        ...(error.retryAfter === undefined ? {} : { headers: { 'retry-after': String(error.retryAfter) } }),
      }
    : undefined

/** What the portal offers to receivers of signals (Shared Signals Framework 1.0). */
export const transmitterConfiguration = (issuer: string) => ({
  spec_version: '1_0',
  issuer,
  jwks_uri: `${issuer}${OPENID_PATH}/jwks`,
  delivery_methods_supported: [PUSH_DELIVERY],
  configuration_endpoint: `${issuer}${SIGNALS_PATH}/streams`,
  status_endpoint: `${issuer}${SIGNALS_PATH}/status`,
  verification_endpoint: `${issuer}${SIGNALS_PATH}/verify`,
  authorization_schemes: [{ spec_urn: 'urn:ietf:rfc:6749' }, { spec_urn: 'urn:ietf:rfc:6750' }],
  default_subjects: 'ALL',
  // No part of the standard: where the tokens for this service come from.
  token_endpoint: `${issuer}${SERVICE_OAUTH_PATH}/token`,
})

/** What receivers may ask about their streams, and of them. Administrators make, change and delete streams. */
export const streamRoutes = (service: StreamService): ProtocolRoute<StreamClient>[] => [
  { method: 'GET', path: '/streams', handle: (request) => readConfiguration(service, request) },
  { method: 'GET', path: '/status', handle: (request) => readStatus(service, request) },
  { method: 'POST', path: '/status', handle: managing((request) => changeStatus(service, request)) },
  { method: 'POST', path: '/verify', handle: managing((request) => verify(service, request)) },
]

/** Refuses receivers that may only read. */
const managing =
  (handle: ProtocolRoute<StreamClient>['handle']): ProtocolRoute<StreamClient>['handle'] =>
  async (request) => {
    if (!request.client.mayManage)
      throw new StreamError(403, translateAsShipped(sentences.service_scope_missing({ scope: 'ssf.manage' })))
    return handle(request)
  }

const noStream = () => new StreamError(404, 'There is no such stream')

/** A value of a query or body; undefined where it is missing. @throws where it is no text of this length */
function textIn(given: unknown, name: string, maxLength: number): string | undefined {
  const value = (given as Readonly<Record<string, unknown>> | null | undefined)?.[name]
  if (value === undefined) return undefined
  if (typeof value !== 'string' || value.length > maxLength || value.includes('\0'))
    throw new StreamError(400, `${name} has to be a text of at most ${maxLength} characters`)
  return value
}

const ID_DIGITS = 9

/** The number of the stream that a request names. @throws where it names none */
function streamIdIn(given: unknown): number {
  const id = textIn(given, 'stream_id', 100)
  if (id === undefined) throw new StreamError(400, 'stream_id is missing')
  if (!/^\d+$/.test(id) || id.length > ID_DIGITS) throw noStream()
  return Number(id)
}

const configurationOf = (issuer: string, { id, name, address, audience, kinds }: Stream) => {
  const supported = signalKinds.map((kind) => CAEP_EVENT_TYPE + kind)
  return {
    stream_id: String(id),
    iss: issuer,
    aud: audience,
    description: name,
    events_supported: supported,
    events_delivered: kinds.length === 0 ? supported : kinds.map((kind) => CAEP_EVENT_TYPE + kind),
    delivery: { method: PUSH_DELIVERY, endpoint_url: address },
    min_verification_interval: VERIFICATION_INTERVAL_SECONDS,
  }
}

async function readConfiguration({ db, issuer }: StreamService, { client, query }: StreamRequest) {
  const isOne = textIn(query, 'stream_id', 100) !== undefined
  const id = isOne ? streamIdIn(query) : null
  const streams = await db.read(everything, (tx) => readStreams(tx, client.clientId, id))
  const shown = streams.map((stream) => configurationOf(issuer, stream))
  if (!isOne) return { status: 200, body: shown }
  const [only] = shown
  if (!only) throw noStream()
  return { status: 200, body: only }
}

const reasons = {
  off: 'switched off by an administrator of the portal',
  failed: 'nothing was accepted for three days',
  paused: undefined,
  on: 'the owner of the stream has lost their rights in the portal',
}

/** What waits is kept until the stream is on again, however it was stopped: none is disabled in the sense of the standard. */
function statusOf({ id, state, hasRightfulOwner }: Stream) {
  if (state === 'on' && hasRightfulOwner) return { stream_id: String(id), status: 'enabled' }
  const reason = reasons[state]
  return { stream_id: String(id), status: 'paused', ...(reason === undefined ? {} : { reason }) }
}

async function findStatus(tx: Tx, clientId: number | null, id: number) {
  const [stream] = await readStreams(tx, clientId, id)
  if (!stream) throw noStream()
  return { status: 200, body: statusOf(stream) }
}

async function readStatus({ db }: StreamService, { client, query }: StreamRequest): Promise<ProtocolAnswer> {
  const id = streamIdIn(query)
  return db.read(everything, (tx) => findStatus(tx, client.clientId, id))
}

/** The stream, locked until the end of the transaction. @throws where the receiver has none of this number */
async function lockStream(tx: Tx, { clientId }: StreamClient, id: number) {
  const held = await lockWebhook(tx, id)
  if (held?.format !== 'signals' || held.clientId !== clientId) throw noStream()
  return held
}

async function changeStatus({ db }: StreamService, { client, body, context }: StreamRequest): Promise<ProtocolAnswer> {
  const id = streamIdIn(body)
  const wanted = textIn(body, 'status', 100)
  if (wanted === 'disabled') throw new StreamError(403, 'Only administrators of the portal end a stream; pause it')
  if (wanted !== 'enabled' && wanted !== 'paused') throw new StreamError(400, 'status has to be enabled or paused')
  const state = wanted === 'enabled' ? 'on' : 'paused'
  return db.transact(everything, async (tx) => {
    const held = await lockStream(tx, client, id)
    if (held.state === 'off' && state === 'on')
      throw new StreamError(403, 'An administrator of the portal has switched this stream off')
    if (held.state !== state && held.state !== 'off') {
      await storeStreamState(tx, id, state, client.ownerId)
      recordAudit(tx, context, {
        event: 'webhook_changed',
        actorId: client.ownerId,
        subjectId: client.ownerId,
        sessionId: null,
        clientId: held.clientId,
        target: { kind: 'webhook', id },
        before: { state: held.state },
        after: { state },
      })
      if (state === 'on') await sendNow(tx, id)
    }
    return findStatus(tx, client.clientId, id)
  })
}

async function sendNow(tx: Tx, id: number): Promise<void> {
  await makeDeliveriesDue(tx, id)
  await runJobNow(tx, 'deliver-events')
}

async function verify({ db }: StreamService, { client, body }: StreamRequest): Promise<ProtocolAnswer> {
  const id = streamIdIn(body)
  const state = textIn(body, 'state', VERIFICATION_STATE_MAX) ?? null
  await db.transact(everything, async (tx) => {
    await lockStream(tx, client, id)
    if (!(await insertVerification(tx, id, state)))
      throw new StreamError(429, 'This stream was verified a moment ago', VERIFICATION_INTERVAL_SECONDS)
    await runJobNow(tx, 'deliver-events')
  })
  return { status: 204 }
}

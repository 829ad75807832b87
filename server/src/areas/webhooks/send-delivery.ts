import type { SignalKind } from '@portico/contract/webhooks/signal-rules.ts'
import type { KeyRing } from '../../crypto/key-ring.ts'
import type { Db } from '../../db/database.ts'
import { everything, type Scope } from '../../db/scope.ts'
import type { Translate } from '../../http/sentences.ts'
import type { CallableRules } from '../../ports/callable-address.ts'
import { postWebhook, type WebhookAnswer } from '../../ports/post-webhook.ts'
import { readEventsOf } from '../audit/public.ts'
import type { SigningKeys } from '../signing-keys/public.ts'
import type { ClaimedDelivery } from './claimed-deliveries.ts'
import { portalEventOf, testEventOf } from './event-view.ts'
import { signalClaims, streamClaims } from './signals/signal-claims.ts'
import { readLeaverFacts, readSignalFacts, type SignalFacts } from './signals/signal-facts.ts'
import { openTokenSigner } from './signals/sign-token.ts'
import { openWebhookSecret, webhookHeaders } from './webhook-secret.ts'
import type { SendingWebhook } from './webhook-store.ts'

export interface SendDeps {
  db: Db
  keys: KeyRing
  /** The keys that sign tokens, and are published. */
  signingKeys: Pick<SigningKeys, 'published' | 'replaceLost'>
  rules: CallableRules
  /** The address of the portal, which events name as their source, and tokens as their issuer. */
  source: string
  /** Words of events that are for one employer. */
  translate: () => Promise<Translate>
}

/** The rows that a webhook, or a reader of it, may see. */
const scopeOf = (clientId: number | null): Scope => (clientId === null ? everything : { kind: 'client', clientId })

/** A message with its body, for signals the claims; null: the event has left the database, or is not for the employer. */
type Message = { id: string; body: string } | null

/** Where and how messages of a webhook are sent. */
type Receiver = Omit<SendingWebhook, 'isReplaying'>

type Sent = Pick<ClaimedDelivery, 'id' | 'sequence' | 'auditEventId' | 'kind' | 'detail' | 'createdAt'>

type MessageDeps = Pick<SendDeps, 'db' | 'source' | 'translate'>

/** Makes the messages of deliveries as they are sent now, by the number of the delivery. */
export async function messagesOf(
  deps: MessageDeps,
  webhook: Receiver,
  deliveries: readonly Sent[],
): Promise<Map<number, Message>> {
  return webhook.format === 'signals'
    ? signalMessagesOf(deps, webhook, deliveries)
    : eventMessagesOf(deps, webhook, deliveries)
}

async function eventMessagesOf(
  { db, source, translate }: MessageDeps,
  { clientId }: Receiver,
  deliveries: readonly Sent[],
): Promise<Map<number, Message>> {
  const sequences = deliveries.flatMap(({ sequence }) => sequence ?? [])
  const reader = { clientId, translate: await translate() }
  const rows =
    sequences.length === 0 ? [] : await db.read(scopeOf(clientId), (tx) => readEventsOf(tx, reader, sequences))
  const events = new Map(rows.map((row) => [row.sequence, portalEventOf(row, source)]))
  return new Map(
    deliveries.map(({ id, sequence, createdAt }) => {
      const event = sequence === null ? testEventOf({ id, createdAt }, source) : events.get(sequence)
      return [id, event ? { id: event.id, body: JSON.stringify(event) } : null]
    }),
  )
}

/** What tokens say of events, by their numbers. Only of someone who left an employer another scope is read. */
async function readFacts(db: Db, clientId: number | null, ids: readonly number[]): Promise<Map<number, SignalFacts>> {
  if (ids.length === 0) return new Map()
  const rows = await db.read(scopeOf(clientId), (tx) => readSignalFacts(tx, clientId, ids))
  const found = new Map(rows.map((row) => [row.id, row]))
  const missing = ids.filter((id) => !found.has(id))
  if (clientId === null || missing.length === 0) return found
  for (const row of await db.read(everything, (tx) => readLeaverFacts(tx, clientId, missing))) found.set(row.id, row)
  return found
}

async function signalMessagesOf(
  { db, source: issuer }: MessageDeps,
  { id: streamId, clientId, audience, subjectFormat }: Receiver,
  deliveries: readonly Sent[],
): Promise<Map<number, Message>> {
  const stream = { id: streamId, audience: audience ?? '', subjectFormat: subjectFormat ?? 'email' }
  const ids = deliveries.flatMap(({ auditEventId }) => auditEventId ?? [])
  const events = await readFacts(db, clientId, ids)
  const claimsOf = ({ id, auditEventId, kind, detail, createdAt: at }: Sent) => {
    const issued = { issuer, stream, at }
    if (kind === null || auditEventId === null) return streamClaims(issued, { id, kind, detail })
    const facts = events.get(auditEventId)
    return facts && signalClaims(issued, kind as SignalKind, facts)
  }
  return new Map(
    deliveries.map((delivery) => {
      const claims = claimsOf(delivery)
      return [delivery.id, claims ? { id: claims.jti, body: JSON.stringify(claims) } : null]
    }),
  )
}

/** Makes what is posted of a message. */
type SealMessage = (
  message: NonNullable<Message>,
  at: Date,
) => Promise<{ body: string; headers: Readonly<Record<string, string>> }>

/** Opens what signs for a webhook; null where its keys are gone: nothing is sent unsigned. */
export async function openSeal(
  { keys, signingKeys }: Pick<SendDeps, 'keys' | 'signingKeys'>,
  { id, format, sealedSecret, sealedFormerSecret }: Receiver,
): Promise<SealMessage | null> {
  const secrets = [sealedSecret, sealedFormerSecret].flatMap((sealed) =>
    sealed === null ? [] : (openWebhookSecret(keys, id, sealed) ?? []),
  )
  if (sealedSecret !== null && secrets.length === 0) return null
  if (format === 'events')
    return async ({ id: messageId, body }, at) => ({
      body,
      headers: webhookHeaders(secrets, { id: messageId, at, body }),
    })
  const sign = await openTokenSigner(signingKeys)
  if (!sign) return null
  const [authorization] = secrets
  const headers = {
    'content-type': 'application/secevent+jwt',
    accept: 'application/json',
    ...(authorization === undefined ? {} : { authorization }),
  }
  return async ({ body }) => ({ body: await sign(body), headers })
}

/** Makes one attempt. */
export async function attemptDelivery(
  { rules }: Pick<SendDeps, 'rules'>,
  { address }: Pick<Receiver, 'address'>,
  { at, message, seal }: { at: Date; message: Message; seal: SealMessage | null },
): Promise<WebhookAnswer & { isDelivered: boolean }> {
  if (message === null || seal === null) return { ...noAnswer, isDelivered: false }
  const { body, headers } = await seal(message, at)
  const answer = await postWebhook({ address, ...rules }, body, headers)
  return { ...answer, isDelivered: answer.status !== null && answer.status >= 200 && answer.status < 300 }
}

const noAnswer = { status: null, error: null, answer: null, durationMs: 0 }

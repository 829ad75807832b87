import type { KeyRing } from '../../crypto/key-ring.ts'
import type { Db } from '../../db/database.ts'
import { everything, type Scope } from '../../db/scope.ts'
import type { Translate } from '../../http/sentences.ts'
import type { CallableRules } from '../../ports/callable-address.ts'
import { postWebhook, type WebhookAnswer } from '../../ports/post-webhook.ts'
import { readEventsOf } from '../audit/public.ts'
import type { ClaimedDelivery } from './claimed-deliveries.ts'
import { portalEventOf, testEventOf } from './event-view.ts'
import { openWebhookSecret, webhookHeaders } from './webhook-secret.ts'
import type { SendingWebhook } from './webhook-store.ts'

export interface SendDeps {
  db: Db
  keys: KeyRing
  rules: CallableRules
  /** The address of the portal, which events name as their source. */
  source: string
  /** Words of events that are for one employer. */
  translate: () => Promise<Translate>
}

/** The rows that a webhook, or a reader of it, may see. */
const scopeOf = (clientId: number | null): Scope => (clientId === null ? everything : { kind: 'client', clientId })

/** A message with its body; null: the event has left the database, or is not for the employer of the webhook. */
type Message = { id: string; body: string } | null

/** Where and how messages of a webhook are sent. */
type Receiver = Omit<SendingWebhook, 'isReplaying'>

type Sent = Pick<ClaimedDelivery, 'id' | 'sequence' | 'createdAt'>

/** Makes the messages of deliveries as they are sent now, by the number of the delivery. */
export async function messagesOf(
  { db, source, translate }: Pick<SendDeps, 'db' | 'source' | 'translate'>,
  clientId: number | null,
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

/** The secrets that sign for a webhook, the current one first; none where their key is gone. */
const secretsOf = (keys: KeyRing, { id, sealedSecret, sealedFormerSecret }: Receiver): string[] =>
  [sealedSecret, sealedFormerSecret].flatMap((sealed) =>
    sealed === null ? [] : (openWebhookSecret(keys, id, sealed) ?? []),
  )

/** Makes one attempt. Nothing is sent unsigned: without the key of its secrets a webhook sends nothing. */
export async function attemptDelivery(
  { keys, rules }: Pick<SendDeps, 'keys' | 'rules'>,
  webhook: Receiver,
  { at, message }: { at: Date; message: Message },
): Promise<WebhookAnswer & { isDelivered: boolean }> {
  const secrets = secretsOf(keys, webhook)
  if (message === null || secrets.length === 0) return { ...noAnswer, isDelivered: false }
  const headers = webhookHeaders(secrets, { ...message, at })
  const answer = await postWebhook({ address: webhook.address, ...rules }, message.body, headers)
  return { ...answer, isDelivered: answer.status !== null && answer.status >= 200 && answer.status < 300 }
}

const noAnswer = { status: null, error: null, answer: null, durationMs: 0 }

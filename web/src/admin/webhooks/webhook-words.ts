import { auditEventTexts } from '@portico/contract/audit/audit-event-texts.ts'
import type { webhookPageTexts } from '@portico/contract/webhooks/webhook-page-texts.ts'
import { type SignalKind, signalKinds, STREAM_UPDATED } from '@portico/contract/webhooks/signal-rules.ts'
import type { DeliveryError, WebhookFormat } from '@portico/contract/webhooks/webhook-rules.ts'
import type { Webhook, WebhookDelivery } from '@portico/contract/webhooks/webhooks.ts'
import { formatMessage, type Texts, texts } from '../../api/texts.ts'
import { currentLocale } from '../../ui/locale.ts'

export type Words = Texts<typeof webhookPageTexts>

const PREFIX = 'audit_event_'

/** What an event is called; one that this page does not know by its code. */
export const eventName = (code: string): string => {
  const names: Readonly<Record<string, string>> = texts(auditEventTexts)
  return names[`${PREFIX}${code}`] ?? code
}

/** Every event that can be sent, by its name. */
export const eventOptions = (): { value: string; label: string }[] =>
  Object.entries(texts(auditEventTexts))
    .map(([key, label]) => ({ value: key.slice(PREFIX.length), label }))
    .toSorted((a, b) => a.label.localeCompare(b.label, currentLocale()))

/** What signals are called. */
const signalWords = (t: Words): Readonly<Record<SignalKind, string>> => ({
  'session-revoked': t.webhook_signal_session_revoked,
  'credential-change': t.webhook_signal_credential_change,
})

/** Every signal that can be sent, by its name. */
export const signalOptions = (t: Words): { value: string; label: string }[] =>
  signalKinds.map((kind) => ({ value: kind, label: signalWords(t)[kind] }))

/** What the event or the signal of a delivery is called. */
export function sentName(t: Words, format: WebhookFormat | undefined, { eventCd }: WebhookDelivery): string {
  if (eventCd === null) return format === 'signals' ? t.deliveries_verification : t.deliveries_test
  const names: Readonly<Partial<Record<string, string>>> = {
    ...signalWords(t),
    [STREAM_UPDATED]: t.deliveries_stream_updated,
  }
  return names[eventCd] ?? eventName(eventCd)
}

/** What webhooks send, in words. */
export const formatWords = (t: Words): Readonly<Record<Webhook['formatCd'], string>> => ({
  events: t.webhook_format_events,
  signals: t.webhook_format_signals,
})

/** The states of webhooks in words. */
export const webhookStateWords = (t: Words) => ({
  on: t.webhook_state_on,
  failing: t.webhook_state_failing,
  off: t.webhook_state_off,
  failed: t.webhook_state_failed,
  stopped: t.webhook_state_stopped,
  paused: t.webhook_state_paused,
})

/** The states of deliveries in words. */
export const deliveryStateWords = (t: Words) => ({
  waiting: t.delivery_state_waiting,
  delivered: t.delivery_state_delivered,
  failed: t.delivery_state_failed,
})

/** Why there was no answer, in words. */
export const errorWords = (t: Words): Readonly<Record<DeliveryError, string>> => ({
  timeout: t.webhook_error_timeout,
  address: t.webhook_error_address,
  connection: t.webhook_error_connection,
  certificate: t.webhook_error_certificate,
})

/** How the last attempt was answered; '' before the first one. */
export function answerWords(
  t: Words,
  { statusNo, errorCd, durationMs }: Pick<WebhookDelivery, 'statusNo' | 'errorCd' | 'durationMs'>,
): string {
  if (statusNo !== null)
    return formatMessage(t.delivery_status, { status: String(statusNo), ms: String(durationMs ?? 0) })
  return errorCd === null ? '' : errorWords(t)[errorCd]
}

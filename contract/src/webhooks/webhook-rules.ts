/** Longest name of a webhook. */
export const WEBHOOK_NAME_MAX = 100
/** Longest address of a webhook. */
export const WEBHOOK_ADDRESS_MAX = 500
/** Webhooks that there may be. */
export const WEBHOOKS_MAX = 50
/** Hours for which the former secret signs beside a new one, at most. */
export const WEBHOOK_OVERLAP_MAX_HOURS = 72
/** Days for which a delivery is tried again; then the webhook is switched off. */
export const WEBHOOK_RETRY_DAYS = 3
/** Days back from which events are sent again, at most. */
export const WEBHOOK_REPLAY_MAX_DAYS = 90
/** Characters of an answer that the delivery log keeps. */
export const WEBHOOK_ANSWER_MAX = 1000

/** What is sent: events of the audit trail, or signals of Shared Signals about the sign-ins of people. */
export const webhookFormats = ['events', 'signals'] as const
export type WebhookFormat = (typeof webhookFormats)[number]

/**
 * 'on': events are sent. 'failing': the last attempt failed, and is repeated. 'off': an administrator has switched it
 * off. 'failed': it was switched off after WEBHOOK_RETRY_DAYS in which nothing was accepted. 'stopped': its owner may not read all
 * events any more. 'paused': its receiver holds up signals.
 */
export const webhookStates = ['on', 'failing', 'off', 'failed', 'stopped', 'paused'] as const
export type WebhookState = (typeof webhookStates)[number]

/**
 * 'waiting': not sent yet, or to be sent again. 'delivered'. 'failed': not tried again: a test that was not accepted, an
 * event that has left the database, or one that the receiver refused for WEBHOOK_RETRY_DAYS while it took others.
 */
export const deliveryStates = ['waiting', 'delivered', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** Why there was no answer. */
export const deliveryErrors = ['timeout', 'address', 'connection', 'certificate'] as const
export type DeliveryError = (typeof deliveryErrors)[number]

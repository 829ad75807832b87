import * as z from 'zod/mini'
import { Day, exactText, Id, Instant, OwnUid, text, YesNo } from '../kit/codecs.ts'
import { endpoint } from '../kit/endpoint.ts'
import { admin } from '../kit/guard.ts'
import { listQuery } from '../kit/list.ts'
import { signalSubjects } from './signal-rules.ts'
import { deliveryErrors, deliveryStates, webhookFormats, webhookStates } from './webhook-rules.ts'

const base = '/ccservices/secure/admin/rest/db/webhooks/admin-users/{uid}'
const webhooks = `${base}/webhooks`
const one = `${webhooks}/{webhookId}`
const mayRead = admin('Audit Trail', { staffOnly: true })
const mayChange = admin('Audit Trail', { portalAdminOnly: true, freshSignIn: true })
const OneWebhook = z.strictObject({ uid: Id, webhookId: Id })
const OneDelivery = z.strictObject({ uid: Id, webhookId: Id, deliveryId: Id })

export const webhookList = listQuery({
  columns: ['webhookNm', 'clientNm', 'deliveredDt'],
  filters: {
    /** Part of the name, the address or the employer's name. */
    nm: text(100),
    stateCd: z.enum(webhookStates),
  },
  defaultSort: { column: 'webhookNm', direction: 'asc' },
})

/** An address to which events or signals are sent. Its secret is shown once, when it is made. */
export const Webhook = z.object({
  webhookId: z.int(),
  webhookNm: z.string(),
  formatCd: z.enum(webhookFormats),
  addressTxt: z.string(),
  /** The employer whose events alone are sent; null: all. */
  clientId: z.nullable(z.int()),
  clientNm: z.nullable(z.string()),
  ownerId: z.int(),
  ownerNm: z.string(),
  /** Codes of the audit trail, or kinds of signals; none: all. */
  eventList: z.array(z.string()),
  /** Of signals: whom they are for. */
  audienceTxt: z.nullable(z.string()),
  /** Of signals: how they name people. */
  subjectCd: z.nullable(z.enum(signalSubjects)),
  /** Of signals: an Authorization header is stored, and goes along. */
  authorizationFlg: YesNo,
  enabledFlg: YesNo,
  stateCd: z.enum(webhookStates),
  /** Since when every attempt has failed; null: the last one succeeded, or there was none. */
  failingSinceDt: z.nullable(Instant),
  /** The last delivery; null: none yet. */
  deliveredDt: z.nullable(Instant),
  waitingCnt: z.int(),
  /** Until when the former secret signs, too; null: only the current one does. */
  formerSecretUntilDt: z.nullable(Instant),
  version: z.int(),
})
export type Webhook = z.output<typeof Webhook>

export const listWebhooks = endpoint({
  name: 'listWebhooks',
  method: 'GET',
  path: webhooks,
  guard: mayRead,
  params: OwnUid,
  query: webhookList.query,
  data: z.array(Webhook),
})

export const getWebhookOptions = endpoint({
  name: 'getWebhookOptions',
  method: 'GET',
  path: `${base}/options`,
  guard: mayRead,
  params: OwnUid,
  data: z.object({
    mayChangeFlg: YesNo,
    /** Whether addresses of the portal's own machine need no encryption, as in trials. */
    localFlg: YesNo,
  }),
})

// Above the limits, so that the field's own rule refuses a longer text with its own message.
const Changes = {
  webhookNm: text(1000),
  addressTxt: text(2000),
  /** Codes of the audit trail, or kinds of signals; none: all. */
  eventList: z.array(text(100)).check(z.maxLength(500)),
  /** Of signals: whom they are for. */
  audienceTxt: z.optional(text(1000)),
  /** Of signals: how they name people; absent: by their email. */
  subjectCd: z.optional(z.enum(signalSubjects)),
  /** Of signals: the Authorization header that the receiver wants; null: none; absent: it stays. */
  authorizationTxt: z.optional(z.nullable(exactText(3000))),
}

export const createWebhook = endpoint({
  name: 'createWebhook',
  method: 'POST',
  path: webhooks,
  guard: mayChange,
  params: OwnUid,
  body: z.strictObject({
    ...Changes,
    /** Absent: events. */
    formatCd: z.optional(z.enum(webhookFormats)),
    /** The employer whose events alone are sent; null: all. */
    clientId: z.nullable(Id),
  }),
  /** Signals have no secret: the portal's published keys verify them. */
  data: z.object({ webhookId: z.int(), secretTxt: z.nullable(z.string()) }),
})

export const updateWebhook = endpoint({
  name: 'updateWebhook',
  method: 'PUT',
  path: one,
  guard: mayChange,
  params: OneWebhook,
  body: z.strictObject({
    ...Changes,
    enabledFlg: YesNo,
    /** Where it is not enabled: off also if its receiver has paused it, who cannot enable it then; absent: it stays paused. */
    endPauseFlg: z.optional(YesNo),
    /** The version that the caller has read; with another one the call is refused. */
    version: z.optional(Id),
  }),
})

export const deleteWebhook = endpoint({
  name: 'deleteWebhook',
  method: 'DELETE',
  path: one,
  guard: mayChange,
  params: OneWebhook,
})

export const rotateWebhookSecret = endpoint({
  name: 'rotateWebhookSecret',
  method: 'POST',
  path: `${one}/rotate`,
  guard: mayChange,
  params: OneWebhook,
  body: z.strictObject({
    /** Hours for which the former secret signs, too; 0: it ends now. */
    overlapHours: z.int().check(z.minimum(0), z.maximum(1000)),
  }),
  data: z.object({ secretTxt: z.string(), formerSecretUntilDt: z.nullable(Instant) }),
})

/** How an attempt ended. */
const attempt = {
  /** Status of the answer; null: there was none. */
  statusNo: z.nullable(z.int()),
  errorCd: z.nullable(z.enum(deliveryErrors)),
  durationMs: z.nullable(z.int()),
}

export const testWebhook = endpoint({
  name: 'testWebhook',
  method: 'POST',
  path: `${one}/test`,
  guard: admin('Audit Trail', { portalAdminOnly: true }),
  params: OneWebhook,
  data: z.object({ deliveryId: z.int(), deliveredFlg: YesNo, ...attempt }),
})

export const replayWebhook = endpoint({
  name: 'replayWebhook',
  method: 'POST',
  path: `${one}/replay`,
  guard: mayChange,
  params: OneWebhook,
  body: z.strictObject({ fromDay: Day }),
})

export const webhookDeliveryList = listQuery({
  columns: ['createdDt'],
  filters: {
    stateCd: z.enum(deliveryStates),
    eventCd: text(100),
  },
  defaultSort: { column: 'createdDt', direction: 'desc' },
})

export const WebhookDelivery = z.object({
  deliveryId: z.int(),
  createdDt: Instant,
  /** Code of the audit trail, or kind of the signal; null: a test or a verification. */
  eventCd: z.nullable(z.string()),
  auditEventId: z.nullable(z.int()),
  stateCd: z.enum(deliveryStates),
  attemptCnt: z.int(),
  /** The last attempt; null: none yet. */
  attemptDt: z.nullable(Instant),
  /** When it is tried next; null: not any more. */
  nextAttemptDt: z.nullable(Instant),
  ...attempt,
})
export type WebhookDelivery = z.output<typeof WebhookDelivery>

export const listWebhookDeliveries = endpoint({
  name: 'listWebhookDeliveries',
  method: 'GET',
  path: `${one}/deliveries`,
  guard: mayRead,
  params: OneWebhook,
  query: webhookDeliveryList.query,
  data: z.array(WebhookDelivery),
})

export const getWebhookDelivery = endpoint({
  name: 'getWebhookDelivery',
  method: 'GET',
  path: `${one}/deliveries/{deliveryId}`,
  guard: mayRead,
  params: OneDelivery,
  data: z.object({
    ...WebhookDelivery.shape,
    /** Of a signal what its token says. Null: the event has left the database. */
    bodyTxt: z.nullable(z.string()),
    answerTxt: z.nullable(z.string()),
  }),
})

export const resendWebhookDelivery = endpoint({
  name: 'resendWebhookDelivery',
  method: 'POST',
  path: `${one}/deliveries/{deliveryId}/again`,
  guard: admin('Audit Trail', { portalAdminOnly: true }),
  params: OneDelivery,
})

export const summaries = {
  listWebhooks: 'The addresses to which events are sent; for internal administrators',
  getWebhookOptions: 'Whether the administrator may change webhooks, and where they may lead',
  createWebhook:
    'Add an address to which events or signals are sent from now on; its secret is stated this once; for portal administrators',
  updateWebhook:
    'Change a webhook, or switch it on or off; its owner is then the administrator; for portal administrators',
  deleteWebhook: 'Delete a webhook with its delivery log; what waits is not sent; for portal administrators',
  rotateWebhookSecret:
    'Make a new secret of a webhook of events, stated this once; the former one signs, too, for some hours; for portal administrators',
  testWebhook: 'Send a test event, or a verification, now and state how it was answered; for portal administrators',
  replayWebhook: 'Send all events since a day (UTC) again, with those of today; for portal administrators',
  listWebhookDeliveries: 'The delivery log of a webhook, newest first; for internal administrators',
  getWebhookDelivery: 'A delivery with its body, as it would be sent now, and the beginning of the last answer',
  resendWebhookDelivery: 'Send the event of a delivery again, now; for portal administrators',
}

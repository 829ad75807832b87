import type { ListRequest } from '@portico/contract/kit/list.ts'
import type { DeliveryState, WebhookState } from '@portico/contract/webhooks/webhook-rules.ts'
import {
  type Webhook,
  type WebhookDelivery,
  webhookDeliveryList,
  webhookList,
} from '@portico/contract/webhooks/webhooks.ts'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { type ListPage, listPage, type ListSource } from '../../db/list-page.ts'
import { hasWords } from '../../db/search-words.ts'
import { hasRightfulOwner } from './webhook-store.ts'

type Column = (typeof webhookList.columns)[number]

interface Filters {
  nm?: string | undefined
  stateCd?: WebhookState | undefined
}

const state = sql<WebhookState>`case
  when webhook.state <> 'on' then webhook.state
  when not ${sql.raw(hasRightfulOwner)} then 'stopped'
  when webhook.failing_since is not null then 'failing'
  else 'on' end`

const from = sql`webhooks webhook
  join users owner on owner.id = webhook.owner_id
  left join clients client on client.id = webhook.client_id`

const webhooks: ListSource<Column, Filters, Webhook> = {
  from,
  id: sql`webhook.id`,
  columns: {
    webhookNm: sql`lower(webhook.name)`,
    clientNm: sql`lower(coalesce(client.name::text, ''))`,
    deliveredDt: sql`coalesce(webhook.delivered_at, '-infinity')`,
  },
  filters: {
    nm: (text) => hasWords(sql`lower(concat_ws(' ', webhook.name, webhook.address, client.name))`, text),
    stateCd: (code) => sql`${state} = ${code}`,
  },
  rows: {
    from: sql`(${from})`,
    id: sql`webhook.id`,
    select: sql<Webhook>`
      webhook.id as "webhookId", webhook.name as "webhookNm", webhook.address as "addressTxt",
      webhook.format as "formatCd", webhook.audience as "audienceTxt", webhook.subject_format as "subjectCd",
      webhook.client_id as "clientId", client.name::text as "clientNm", owner.id as "ownerId", owner.user_name as "ownerNm",
      webhook.format = 'signals' and webhook.sealed_secret is not null as "authorizationFlg",
      webhook.kinds as "eventList", webhook.state = 'on' as "enabledFlg", ${state} as "stateCd",
      webhook.failing_since as "failingSinceDt", webhook.delivered_at as "deliveredDt",
      (select count(*)::integer from webhook_deliveries delivery
        where delivery.webhook_id = webhook.id and delivery.state = 'waiting') as "waitingCnt",
      case when webhook.former_secret_until > clock_now() then webhook.former_secret_until end as "formerSecretUntilDt",
      webhook.version`,
  },
}

/** Reads one page of the webhooks, by name unless asked otherwise. */
export const readWebhooks = (tx: Tx, request: ListRequest<Column> & Filters): Promise<ListPage<Webhook>> =>
  listPage(tx, webhookList, webhooks, request)

interface DeliveryFilters {
  stateCd?: DeliveryState | undefined
  eventCd?: string | undefined
}

/** Fields of a delivery as the log shows them. */
const deliveryFields = sql<WebhookDelivery>`
  delivery.id::float8 as "deliveryId", delivery.created_at as "createdDt", delivery.kind as "eventCd",
  delivery.audit_event_id::float8 as "auditEventId", delivery.state as "stateCd", delivery.attempts as "attemptCnt",
  delivery.attempted_at as "attemptDt",
  case when delivery.state = 'waiting' then delivery.next_attempt_at end as "nextAttemptDt",
  delivery.status as "statusNo", delivery.error as "errorCd", delivery.duration_ms as "durationMs"`

const deliveriesOf = (
  webhookId: number,
): ListSource<(typeof webhookDeliveryList.columns)[number], DeliveryFilters, WebhookDelivery> => ({
  from: sql`webhook_deliveries delivery`,
  id: sql`delivery.id`,
  where: sql`delivery.webhook_id = ${webhookId}`,
  columns: { createdDt: sql`delivery.id` },
  filters: {
    stateCd: (code) => sql`delivery.state = ${code}`,
    eventCd: (code) => sql`delivery.kind = ${code}`,
  },
  rows: { from: sql`webhook_deliveries delivery`, id: sql`delivery.id`, select: deliveryFields },
})

type DeliveryRequest = ListRequest<(typeof webhookDeliveryList.columns)[number]> & DeliveryFilters

/** Reads one page of the delivery log of a webhook, newest first. */
export const readDeliveries = (
  tx: Tx,
  webhookId: number,
  request: DeliveryRequest,
): Promise<ListPage<WebhookDelivery>> => listPage(tx, webhookDeliveryList, deliveriesOf(webhookId), request)

/** Selects one delivery as the log shows it. */
export const selectDelivery = (webhookId: number, id: number) => sql<WebhookDelivery>`
  select ${deliveryFields} from webhook_deliveries delivery where delivery.webhook_id = ${webhookId} and delivery.id = ${id}`

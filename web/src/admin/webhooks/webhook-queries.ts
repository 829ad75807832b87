import { listSharingClients } from '@portico/contract/documents/sharing-clients.ts'
import {
  getWebhookDelivery,
  getWebhookOptions,
  listWebhookDeliveries,
  listWebhooks,
  webhookDeliveryList,
  webhookList,
} from '@portico/contract/webhooks/webhooks.ts'
import { pageQuery, query, queryClient } from '../../api/query.ts'
import { awaitFirstEntry } from '../../patterns/list-query.ts'
import { listSearch, type ValuesOf } from '../../patterns/list-search.ts'
import { screenList } from '../../patterns/screen-list.ts'
import type { AdminEntry } from '../../shell/admin-entry.ts'

/** What the administrator may do. */
export const webhookOptionsQuery = (uid: number) => query(getWebhookOptions, { params: { uid } })
/** All employers, for internal administrators. */
export const webhookEmployersQuery = (uid: number) => query(listSharingClients, { params: { uid } })

const search = listSearch(webhookList, { name: 'nm', state: 'stateCd' })

export const webhookPages = screenList({
  search,
  page: (uid, values) => pageQuery(listWebhooks, { params: { uid }, query: search.query(values) }),
  beside: (uid) => [queryClient.ensureQueryData(webhookOptionsQuery(uid))],
})

/** Webhooks are few: one of them is found in the list. */
export const everyWebhookQuery = (uid: number) => query(listWebhooks, { params: { uid }, query: { pageSize: 60 } })

export const deliverySearch = listSearch(webhookDeliveryList, { state: 'stateCd', event: 'eventCd' })

export const deliveriesQuery = (uid: number, webhookId: number, values: ValuesOf<typeof deliverySearch>) =>
  pageQuery(listWebhookDeliveries, { params: { uid, webhookId }, query: deliverySearch.query(values) })

export const deliveryQuery = (uid: number, webhookId: number, deliveryId: number) =>
  query(getWebhookDelivery, { params: { uid, webhookId, deliveryId } })

export const loadDeliveries = ({
  uid,
  params,
  search: sent,
  cause,
}: AdminEntry<{ webhookId: number }>): Promise<void> => {
  const { select: _, ...page } = deliveriesQuery(uid, params.webhookId, deliverySearch.read(sent))
  return awaitFirstEntry(
    cause,
    Promise.all([
      queryClient.ensureQueryData(everyWebhookQuery(uid)),
      queryClient.ensureQueryData(webhookOptionsQuery(uid)),
      queryClient.ensureQueryData(page),
    ]),
  )
}

import type * as contract from '@portico/contract/webhooks/webhooks.ts'
import { isUniqueViolation } from '../../db/constraint-violation.ts'
import { runFirst } from '../../db/run.ts'
import { everything } from '../../db/scope.ts'
import { Answer, paged, refuse, refuseField } from '../../http/answers.ts'
import type { Handlers } from '../../http/handlers.ts'
import { sentences } from '../../http/sentences.ts'
import { noteAttempt } from './claimed-deliveries.ts'
import { findDelivery, insertTest } from './delivery-store.ts'
import { attemptDelivery, messagesOf, type SendDeps } from './send-delivery.ts'
import {
  createWebhook,
  deleteWebhook,
  replayWebhook,
  resendDelivery,
  rotateSecret,
  updateWebhook,
} from './webhook-commands.ts'
import { readDeliveries, readWebhooks, selectDelivery } from './webhook-list.ts'
import { findWebhookTarget, isWebhookSending } from './webhook-store.ts'

/** Webhooks in the administration (decision 62). */
export function webhookHandlers(deps: SendDeps): Handlers<typeof contract> {
  const { db, keys, rules } = deps
  return {
    listWebhooks: async ({ query }) => paged(await db.read(everything, (tx) => readWebhooks(tx, query))),
    getWebhookOptions: async ({ caller }) => ({ mayChangeFlg: (await caller.authority()).isPortalAdmin }),
    createWebhook: ({ body: { clientId, ...body }, ...by }) =>
      withFreeName(() =>
        db.transact(everything, (tx) => createWebhook({ tx, keys, rules }, by, { ...changesOf(body), clientId })),
      ),
    updateWebhook: ({ params: { webhookId: id }, body, ...by }) =>
      withFreeName(() =>
        db.transact(everything, async (tx) => {
          const { version, enabledFlg: isEnabled } = body
          const refused = await updateWebhook({ tx, rules }, by, { ...changesOf(body), id, version, isEnabled })
          return refused ?? new Answer(null, { message: sentences.webhook_changed })
        }),
      ),
    deleteWebhook: ({ params: { webhookId }, ...by }) =>
      db.transact(everything, async (tx) => {
        const refused = await deleteWebhook(tx, by, webhookId)
        return refused ?? new Answer(null, { message: sentences.webhook_deleted })
      }),
    rotateWebhookSecret: ({ params: { webhookId: id }, body: { overlapHours }, ...by }) =>
      db.transact(everything, (tx) => rotateSecret({ tx, keys }, by, { id, overlapHours })),
    testWebhook: ({ params: { webhookId } }) => testWebhook(deps, webhookId),
    replayWebhook: ({ params: { webhookId: id }, body: { fromDay }, ...by }) =>
      db.transact(everything, async (tx) => {
        const refused = await replayWebhook(tx, by, { id, fromDay })
        return refused ?? new Answer(null, { message: sentences.webhook_replaying })
      }),
    listWebhookDeliveries: async ({ params: { webhookId }, query }) => {
      if (!(await findWebhookTarget(db, webhookId))) return refuse('404', sentences.webhook_gone)
      return paged(await db.read(everything, (tx) => readDeliveries(tx, webhookId, query)))
    },
    getWebhookDelivery: ({ params: { webhookId, deliveryId } }) => readDelivery(deps, webhookId, deliveryId),
    resendWebhookDelivery: ({ params: { webhookId: id, deliveryId }, ...by }) =>
      db.transact(everything, async (tx) => {
        const refused = await resendDelivery(tx, by, { id, deliveryId })
        return refused ?? new Answer(null, { message: sentences.webhook_sent_again })
      }),
  }
}

interface SentChanges {
  webhookNm: string
  addressTxt: string
  eventList: readonly string[]
}

const changesOf = ({ webhookNm, addressTxt, eventList }: SentChanges) => ({
  name: webhookNm.trim(),
  address: addressTxt.trim(),
  kinds: [...new Set(eventList)],
})

/** Refuses a name that another request has taken meanwhile, at its field. */
async function withFreeName<Result>(work: () => Promise<Result>) {
  try {
    return await work()
  } catch (error) {
    if (isUniqueViolation(error, 'webhooks_by_name')) return refuseField('webhookNm', sentences.webhook_name_taken)
    throw error
  }
}

/** Sends a test while the administrator waits; it is in the delivery log, and never repeated. */
async function testWebhook(deps: SendDeps, webhookId: number) {
  const { db } = deps
  const webhook = await findWebhookTarget(db, webhookId)
  if (!webhook) return refuse('404', sentences.webhook_gone)
  const delivery = await db.transact(everything, async (tx) =>
    (await isWebhookSending(tx, webhookId)) ? insertTest(tx, webhookId) : null,
  )
  if (!delivery) return refuse('409', sentences.webhook_not_sending)
  const messages = await messagesOf(deps, webhook.clientId, [{ ...delivery, sequence: null }])
  const message = messages.get(delivery.id) ?? null
  const { isDelivered, ...answer } = await attemptDelivery(deps, webhook, { at: delivery.now, message })
  await noteAttempt(db, delivery.id, { ...answer, state: isDelivered ? 'delivered' : 'failed' })
  return {
    deliveryId: delivery.id,
    deliveredFlg: isDelivered,
    statusNo: answer.status,
    errorCd: answer.error,
    durationMs: answer.durationMs,
  }
}

async function readDelivery(deps: SendDeps, webhookId: number, deliveryId: number) {
  const [found, shown] = await deps.db.read(everything, (tx) =>
    Promise.all([findDelivery(tx, webhookId, deliveryId), runFirst(tx, selectDelivery(webhookId, deliveryId))]),
  )
  if (!found || !shown) return refuse('404', sentences.webhook_delivery_gone)
  const messages = await messagesOf(deps, found.clientId, [found])
  return { ...shown, bodyTxt: messages.get(found.id)?.body ?? null, answerTxt: found.answer }
}

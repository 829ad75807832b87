import { plainName } from '@portico/contract/plain-name.ts'
import type { SignalSubject } from '@portico/contract/webhooks/signal-rules.ts'
import type * as contract from '@portico/contract/webhooks/webhooks.ts'
import { isUniqueViolation } from '../../db/constraint-violation.ts'
import { runFirst } from '../../db/run.ts'
import { everything } from '../../db/scope.ts'
import { Answer, paged, Refusal, refuse, refuseField } from '../../http/answers.ts'
import type { Handlers } from '../../http/handlers.ts'
import { sentences } from '../../http/sentences.ts'
import { noteAttempt } from './claimed-deliveries.ts'
import { findDelivery, insertTest } from './delivery-store.ts'
import { attemptDelivery, messagesOf, openSeal, type SendDeps } from './send-delivery.ts'
import {
  createWebhook,
  deleteWebhook,
  type LastMessage,
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
    getWebhookOptions: async ({ caller }) => ({
      mayChangeFlg: (await caller.authority()).isPortalAdmin,
      localFlg: rules.allowsLoopback,
    }),
    createWebhook: ({ body: { clientId, formatCd: format = 'events', ...body }, ...by }) =>
      withFreeName(() =>
        db.transact(everything, async (tx) => {
          const made = await createWebhook({ tx, keys, rules }, by, { ...changesOf(body), clientId, format })
          // A secret that was just made is all that there is to say.
          if (made instanceof Refusal || made.secretTxt !== null) return made
          return new Answer(made, { message: sentences.webhook_changed })
        }),
      ),
    updateWebhook: async ({ params: { webhookId: id }, body, ...by }) => {
      const { version, enabledFlg: isEnabled, endPauseFlg: endsPause = false } = body
      const wanted = { ...changesOf(body), id, version, isEnabled, endsPause }
      const outcome = await withFreeName(() =>
        db.transact(everything, (tx) => updateWebhook({ tx, keys, rules }, by, wanted)),
      )
      if (outcome instanceof Refusal) return outcome
      if (outcome.lastMessage) await attemptOnce(deps, id, outcome.lastMessage)
      return new Answer(null, { message: sentences.webhook_changed })
    },
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
  audienceTxt?: string | undefined
  subjectCd?: SignalSubject | undefined
  authorizationTxt?: string | null | undefined
}

const changesOf = ({
  webhookNm,
  addressTxt,
  eventList,
  audienceTxt = '',
  subjectCd = 'email',
  authorizationTxt,
}: SentChanges) => ({
  name: plainName(webhookNm),
  address: addressTxt.trim(),
  kinds: [...new Set(eventList)],
  audience: audienceTxt.trim(),
  subjectFormat: subjectCd,
  authorization: authorizationTxt === undefined ? undefined : authorizationTxt?.trim() || null,
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
  if (!(await findWebhookTarget(db, webhookId))) return refuse('404', sentences.webhook_gone)
  const delivery = await db.transact(everything, async (tx) =>
    (await isWebhookSending(tx, webhookId)) ? insertTest(tx, webhookId) : null,
  )
  if (!delivery) return refuse('409', sentences.webhook_not_sending)
  const outcome = await attemptOnce(deps, webhookId, { ...delivery, kind: null, detail: null })
  return outcome ?? refuse('404', sentences.webhook_gone)
}

/** Makes the only attempt of a message that is about no event, and notes it; null: the webhook is gone meanwhile. */
async function attemptOnce(deps: SendDeps, webhookId: number, delivery: LastMessage) {
  const { db } = deps
  const webhook = await findWebhookTarget(db, webhookId)
  if (!webhook) return null
  const messages = await messagesOf(deps, webhook, [{ ...delivery, sequence: null, auditEventId: null }])
  const message = messages.get(delivery.id) ?? null
  const seal = await openSeal(deps, webhook)
  const { isDelivered, ...answer } = await attemptDelivery(deps, webhook, { at: delivery.now, message, seal })
  await noteAttempt(db, delivery.id, { ...answer, state: isDelivered ? 'delivered' : 'failed' }, webhook)
  return {
    deliveryId: delivery.id,
    deliveredFlg: isDelivered,
    statusNo: answer.status,
    errorCd: answer.error,
    durationMs: answer.durationMs,
  }
}

async function readDelivery(deps: SendDeps, webhookId: number, deliveryId: number) {
  const [webhook, found, shown] = await deps.db.read(everything, (tx) =>
    Promise.all([
      findWebhookTarget(tx, webhookId),
      findDelivery(tx, webhookId, deliveryId),
      runFirst(tx, selectDelivery(webhookId, deliveryId)),
    ]),
  )
  if (!webhook || !found || !shown) return refuse('404', sentences.webhook_delivery_gone)
  const messages = await messagesOf(deps, webhook, [found])
  return { ...shown, bodyTxt: messages.get(found.id)?.body ?? null, answerTxt: found.answer }
}

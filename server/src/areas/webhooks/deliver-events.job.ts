import { everything } from '../../db/scope.ts'
import type { JobContext, JobDefinition } from '../../jobs/job.ts'
import { sealEvents } from '../audit/public.ts'
import {
  type ClaimedDelivery,
  claimDeliveries,
  giveUpDeliveries,
  noteAttempt,
  publishEvents,
  PUBLISHED_AT_ONCE,
} from './delivery-store.ts'
import { attemptDelivery, messagesOf, type SendDeps } from './send-delivery.ts'
import { switchOffWebhook } from './switch-off-webhook.ts'
import { noteWebhookAttempts, readSendingWebhooks, type SendingWebhook } from './webhook-store.ts'

/** Attempts at one receiver at the same time. */
const AT_ONCE_FOR_WEBHOOK = 8
/** A run ends after so long; the next one goes on. */
const RUN_MS = 45_000

type Run = SendDeps & Pick<JobContext, 'logger'> & { isOver: () => boolean }

/**
 * Sends events to webhooks, at least once and for each subject in order. Deliveries are taken by a lease and noted one by
 * one, so that no transaction waits for a receiver, and those of a node that dies are sent by another one.
 */
export function deliverEventsJob(deps: SendDeps): JobDefinition<'deliver-events'> {
  return {
    name: 'deliver-events',
    run: async (_, { signal, logger }) => {
      const end = performance.now() + RUN_MS
      const run = { ...deps, logger, isOver: () => signal.aborted || performance.now() > end }
      const webhooks = await readSendingWebhooks(deps.db)
      if (webhooks.length === 0) return
      for await (const _batch of sealEvents(deps.db, signal)) if (run.isOver()) return
      await Promise.all(webhooks.map((webhook) => serve(run, webhook)))
    },
  }
}

/** Makes deliveries of all new events, and sends what is due. */
async function serve(run: Run, webhook: SendingWebhook): Promise<void> {
  for (let seen = PUBLISHED_AT_ONCE; seen === PUBLISHED_AT_ONCE && !run.isOver();)
    seen = await run.db.transact(everything, (tx) => publishEvents(tx, webhook.id))
  for (let isFine = true; isFine && !run.isOver();) {
    // It may have been changed, switched off or deleted meanwhile.
    const [current] = await readSendingWebhooks(run.db, webhook.id)
    isFine = current !== undefined && (await sendDue(run, current))
  }
}

/** Attempts what is due. False: nothing was, or nothing was accepted, and the receiver gets a rest. */
async function sendDue(run: Run, webhook: SendingWebhook): Promise<boolean> {
  const claimed = await run.db.transact(everything, (tx) => claimDeliveries(tx, webhook.id))
  if (claimed.length === 0) return false
  const messages = await messagesOf(run, webhook.clientId, claimed)
  const results = new Map<ClaimedDelivery, 'delivered' | 'failed' | 'waiting'>()
  const waiting = [...claimed]
  const work = async () => {
    for (let delivery = waiting.shift(); delivery; delivery = waiting.shift()) {
      const message = messages.get(delivery.id) ?? null
      const { isDelivered, ...answer } = await attemptDelivery(run, webhook, { at: delivery.now, message })
      const state = isDelivered ? 'delivered' : message === null ? 'failed' : 'waiting'
      await noteAttempt(run.db, delivery.id, { ...answer, state })
      results.set(delivery, state)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE_FOR_WEBHOOK }, work))
  const having = (state: string) => claimed.filter((delivery) => results.get(delivery) === state)
  const refused = having('waiting')
  const hasDelivered = having('delivered').length > 0
  // An event that has left was not sent, and says nothing of the receiver.
  if (hasDelivered || refused.length > 0)
    await noteWebhookAttempts(run.db, webhook.id, { hasDelivered, hasFailed: refused.length > 0 })
  const last = refused.filter(({ isLast }) => isLast).map(({ id }) => id)
  if (last.length > 0 && (await giveUpDeliveries(run.db, webhook.id, last)) < last.length) {
    await switchOffWebhook(run.db, webhook.id)
    run.logger.warn({ webhook: webhook.id }, 'webhook switched off')
    return false
  }
  return refused.length < claimed.length
}

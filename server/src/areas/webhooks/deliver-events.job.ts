import type { DeliveryState } from '@portico/contract/webhooks/webhook-rules.ts'
import type { Tx } from '../../db/database.ts'
import { everything } from '../../db/scope.ts'
import type { JobContext, JobDefinition } from '../../jobs/job.ts'
import { sealEvents } from '../audit/public.ts'
import {
  type ClaimedDelivery,
  claimDeliveries,
  giveUpDeliveries,
  noteAttempt,
  releaseDeliveries,
} from './claimed-deliveries.ts'
import { PUBLISHED_AT_ONCE, publishEvents, publishReplay, removeDeselectedDeliveries } from './delivery-store.ts'
import { attemptDelivery, messagesOf, openSeal, type SendDeps } from './send-delivery.ts'
import { switchOffWebhook } from './switch-off-webhook.ts'
import { noteWebhookAttempts, readSendingWebhooks, type SendingWebhook } from './webhook-store.ts'

/** Attempts at one receiver at the same time. */
const AT_ONCE_FOR_WEBHOOK = 8
/** Rows that one transaction deletes. */
const REMOVED_AT_ONCE = 5000
/** A run ends after so long, well within the lease of what it has taken; the next one goes on. */
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

/** Makes deliveries of all new events, and sends what is due, with the settings that the webhook has meanwhile. */
async function serve(run: Run, { id }: SendingWebhook): Promise<void> {
  await inBatches(run, PUBLISHED_AT_ONCE, (tx) => publishEvents(tx, id))
  let seenVersion: number | null = null
  for (let goesOn = true; goesOn && !run.isOver();) {
    // It may have been changed, switched off or deleted meanwhile.
    const [current] = await readSendingWebhooks(run.db, id)
    if (!current) return
    if (current.version !== seenVersion)
      await inBatches(run, REMOVED_AT_ONCE, (tx) => removeDeselectedDeliveries(tx, id, REMOVED_AT_ONCE))
    seenVersion = current.version
    const hasMore = current.isReplaying && (await run.db.transact(everything, (tx) => publishReplay(tx, current.id)))
    const outcome = await sendDue(run, current)
    goesOn = outcome === 'accepted' || outcome === 'changed' || (outcome === 'idle' && hasMore)
  }
}

/** Does work, of so many rows each time, until there is less. */
async function inBatches(run: Run, size: number, work: (tx: Tx) => Promise<number>): Promise<void> {
  for (let done = size; done === size && !run.isOver();) done = await run.db.transact(everything, work)
}

/**
 * Attempts what is due. Refused: nothing was accepted, and the receiver gets a rest. Changed: the webhook has other
 * settings by now, and what was not attempted is given back.
 */
async function sendDue(run: Run, webhook: SendingWebhook): Promise<'idle' | 'accepted' | 'refused' | 'changed'> {
  const claimed = await run.db.transact(everything, (tx) => claimDeliveries(tx, webhook.id))
  if (claimed.length === 0) return 'idle'
  const { results, isCurrent } = await attemptAll(run, webhook, claimed)
  const left = claimed.filter(({ id }) => !results.has(id))
  if (left.length > 0)
    await releaseDeliveries(
      run.db,
      left.map(({ id }) => id),
    )
  const having = (state: DeliveryState) => claimed.filter(({ id }) => results.get(id) === state)
  const refused = having('waiting')
  const hasDelivered = having('delivered').length > 0
  // A refusal of what former settings led to says nothing of those of now.
  const hasFailed = isCurrent && refused.length > 0
  // An event that has left was not sent, and says nothing of the receiver.
  if (hasDelivered || hasFailed) await noteWebhookAttempts(run.db, webhook.id, { hasDelivered, hasFailed })
  if (!isCurrent) return 'changed'
  const last = refused.filter(({ isLast }) => isLast).map(({ id }) => id)
  if (last.length > 0 && (await giveUpDeliveries(run.db, webhook.id, last)) < last.length) {
    await switchOffWebhook(run.db, webhook)
    run.logger.warn({ webhook: webhook.id }, 'webhook switched off')
    return 'refused'
  }
  return refused.length < results.size ? 'accepted' : 'refused'
}

/**
 * Attempts deliveries, those of one subject after one another until one of them is refused. Once one was made with
 * settings that are no longer those of the webhook, no other is begun.
 * @returns the states of those that were attempted, and whether the settings are still those of the webhook
 */
async function attemptAll(run: Run, webhook: SendingWebhook, claimed: readonly ClaimedDelivery[]) {
  const messages = await messagesOf(run, webhook, claimed)
  const seal = await openSeal(run, webhook)
  const results = new Map<number, DeliveryState>()
  const settings = { isCurrent: true }
  const attempt = async ({ id, now }: ClaimedDelivery): Promise<DeliveryState> => {
    const message = messages.get(id) ?? null
    const { isDelivered, ...answer } = await attemptDelivery(run, webhook, { at: now, message, seal })
    const state = isDelivered ? 'delivered' : message === null ? 'failed' : 'waiting'
    if (!(await noteAttempt(run.db, id, { ...answer, state }, webhook))) settings.isCurrent = false
    results.set(id, state)
    return state
  }
  const waiting = [...Map.groupBy(claimed, ({ subject }) => subject).values()]
  const work = async () => {
    for (let ofSubject = waiting.shift(); ofSubject; ofSubject = waiting.shift())
      for (const delivery of ofSubject)
        if (!settings.isCurrent || run.isOver() || (await attempt(delivery)) === 'waiting') break
  }
  await Promise.all(Array.from({ length: AT_ONCE_FOR_WEBHOOK }, work))
  return { results, ...settings }
}

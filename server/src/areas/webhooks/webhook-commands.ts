import { STREAM_UPDATED } from '@portico/contract/webhooks/signal-rules.ts'
import {
  WEBHOOK_OVERLAP_MAX_HOURS,
  WEBHOOK_REPLAY_MAX_DAYS,
  type WebhookFormat,
} from '@portico/contract/webhooks/webhook-rules.ts'
import type { KeyRing } from '../../crypto/key-ring.ts'
import type { Tx } from '../../db/database.ts'
import { isStaleVersion, refuse, refuseField, refuseStale } from '../../http/answers.ts'
import type { ActContext } from '../../http/caller.ts'
import { sentences } from '../../http/sentences.ts'
import { runJobNow } from '../../jobs/queue.ts'
import type { CallableRules } from '../../ports/callable-address.ts'
import { hasSameMembers } from '../../same-members.ts'
import { auditActor, differenceOf, recordAudit } from '../audit/public.ts'
import { hasClient } from '../clients/public.ts'
import { insertAgain, insertStreamUpdate, makeDeliveriesDue } from './delivery-store.ts'
import { refuseChanges } from './webhook-checks.ts'
import { newWebhookSecret, sealWebhookSecret } from './webhook-secret.ts'
import {
  deleteWebhookRow,
  type HeldWebhook,
  insertWebhook,
  isWebhookSending,
  lockWebhook,
  moveWebhookBack,
  nextWebhookId,
  storeWebhookAuthorization,
  storeWebhookSecret,
  updateWebhookRow,
  type WebhookChanges,
} from './webhook-store.ts'

export interface WebhookDeps {
  tx: Tx
  keys: KeyRing
  rules: CallableRules
}

const DAY_MS = 86_400_000
const gone = () => refuse('404', sentences.webhook_gone)

/** What the audit trail has of an address: at many receivers its path or its query is a credential. */
const originOf = (address: string): string => new URL(address).origin

/**
 * A stored header is the credential of one receiver: an administrator who moves the address to another one must not
 * read it there.
 */
const wouldTakeHeaderAlong = (held: HeldWebhook, { address, authorization }: Given): boolean =>
  held.format === 'signals' &&
  held.sealedSecret !== null &&
  authorization === undefined &&
  originOf(address) !== originOf(held.address)

function record(
  tx: Tx,
  { caller, request }: ActContext,
  webhook: Pick<HeldWebhook, 'id' | 'clientId'>,
  states: { before?: object; after?: object },
): void {
  const target = { kind: 'webhook', id: webhook.id }
  recordAudit(tx, request, {
    event: 'webhook_changed',
    ...auditActor(caller),
    clientId: webhook.clientId,
    target,
    ...states,
  })
}

/** What only signals have, as it is sent; the Authorization header of their receiver is sealed apart. */
interface Given extends WebhookChanges {
  /** Null: none; undefined: it stays. */
  authorization: string | null | undefined
}

const changesFor = (format: WebhookFormat, { authorization: _, audience, subjectFormat, ...wanted }: Given) => ({
  ...wanted,
  audience: format === 'signals' ? audience : null,
  subjectFormat: format === 'signals' ? (subjectFormat ?? 'email') : null,
})

/** What the audit trail has of a webhook of signals. */
const signalState = ({ audience, subjectFormat }: Pick<WebhookChanges, 'audience' | 'subjectFormat'>) =>
  audience === null ? {} : { audience, subjectFormat }

/** Adds a webhook; its secret is stated this once. Signals have none, but maybe an Authorization header. */
export async function createWebhook(
  { tx, keys, rules }: WebhookDeps,
  by: ActContext,
  wanted: Given & { clientId: number | null; format: WebhookFormat },
) {
  const refused = await refuseChanges(tx, rules, { ...wanted, id: null })
  if (refused) return refused
  const { clientId, format, authorization } = wanted
  if (clientId !== null && !(await hasClient(tx, clientId)))
    return refuseField('clientId', sentences.webhook_employer_unknown)
  const id = await nextWebhookId(tx)
  const secret = format === 'events' ? newWebhookSecret() : null
  const stored = secret ?? authorization ?? null
  const sealedSecret = stored === null ? null : sealWebhookSecret(keys, id, stored)
  const changes = changesFor(format, wanted)
  await insertWebhook(tx, { ...changes, id, clientId, format, ownerId: by.caller.user.id, sealedSecret })
  const { name, address, kinds } = wanted
  const after = { name, format, address: originOf(address), events: kinds, ...signalState(changes), state: 'on' }
  record(tx, by, { id, clientId }, { after })
  return { webhookId: id, secretTxt: secret }
}

/** The address that a webhook which is switched off may keep, although the portal may refuse it by now; null: none. */
const keptAddress = ({ address }: HeldWebhook, isEnabled: boolean) => (isEnabled ? null : address)

/** Changes a webhook, which the administrator then owns; nothing where it is theirs and has all of it already. */
export async function updateWebhook(
  { tx, keys, rules }: WebhookDeps,
  by: ActContext,
  {
    id,
    version,
    isEnabled,
    endsPause,
    ...given
  }: Given & {
    id: number
    version: number | undefined
    isEnabled: boolean
    endsPause: boolean
  },
) {
  const held = await lockWebhook(tx, id)
  if (!held) return gone()
  if (isStaleVersion(version, held.version))
    return refuseStale(held, sentences.webhook_stale, sentences.webhook_stale_unknown)
  const { format } = held
  const refused = await refuseChanges(tx, rules, { ...given, id, format, keeps: keptAddress(held, isEnabled) })
  if (refused) return refused
  const kinds = hasSameMembers(held.kinds, given.kinds) ? held.kinds : given.kinds
  const wanted = changesFor(format, { ...given, kinds })
  const { authorization } = given
  if (wouldTakeHeaderAlong(held, given)) return refuseField('authorizationTxt', sentences.webhook_authorization_moved)
  const states = statesOf(held, { ...wanted, isEnabled, endsPause, authorization })
  if (held.ownerId === by.caller.user.id && !differenceOf(states.before, states.after)) return { lastMessage: null }
  await updateWebhookRow(tx, { ...wanted, id, isEnabled, endsPause }, by.caller.user.id)
  if (format === 'signals' && authorization !== undefined)
    await storeWebhookAuthorization(tx, id, authorization === null ? null : sealWebhookSecret(keys, id, authorization))
  record(tx, by, held, states)
  const lastMessage = await announceState(tx, held, isEnabled)
  if (isEnabled) await makeWaitingDue(tx, held, { address: wanted.address, ownerId: by.caller.user.id })
  return { lastMessage }
}

/** Switched on again, or with another address or owner, what waits is due at once, and tried for days again. */
async function makeWaitingDue(tx: Tx, held: HeldWebhook, now: Pick<HeldWebhook, 'address' | 'ownerId'>): Promise<void> {
  if (held.state === 'on' && held.address === now.address && held.ownerId === now.ownerId) return
  await makeDeliveriesDue(tx, held.id)
  await runJobNow(tx, 'deliver-events')
}

/** A message that its caller sends once the change is stored, because the webhook sends nothing more. */
export interface LastMessage {
  id: number
  createdAt: Date
  now: Date
  kind: string | null
  detail: string | null
}

/** The receiver of a stream gets to know what administrators have done with it, as the Shared Signals Framework demands. */
async function announceState(
  tx: Tx,
  { id, format, state }: HeldWebhook,
  isEnabled: boolean,
): Promise<LastMessage | null> {
  if (format === 'events' || (state === 'on') === isEnabled) return null
  const status = isEnabled ? 'enabled' : 'paused'
  const added = await insertStreamUpdate(tx, id, status)
  return isEnabled ? null : { ...added, kind: STREAM_UPDATED, detail: status }
}

/** What the audit trail has of a change. */
function statesOf(
  held: HeldWebhook,
  wanted: Given & { isEnabled: boolean; endsPause: boolean },
): { before: object; after: object } {
  const { name, address, kinds: events, isEnabled, endsPause, authorization } = wanted
  const isAuthorizationGiven = held.format === 'signals' && authorization !== undefined
  return {
    before: {
      name: held.name,
      address: originOf(held.address),
      events: held.kinds,
      ...signalState(held),
      ...(isAuthorizationGiven ? { hasAuthorization: held.sealedSecret !== null } : {}),
      state: held.state,
    },
    after: {
      name,
      address: originOf(address),
      ...(address === held.address ? {} : { hasNewAddress: true }),
      events,
      ...signalState(wanted),
      ...(isAuthorizationGiven ? { hasAuthorization: authorization !== null } : {}),
      ...(isAuthorizationGiven && authorization !== null ? { hasNewAuthorization: true } : {}),
      state: isEnabled ? 'on' : held.state === 'paused' && !endsPause ? 'paused' : 'off',
    },
  }
}

/** Deletes a webhook. A job deletes its delivery log, which can have millions of rows. */
export async function deleteWebhook(tx: Tx, by: ActContext, id: number) {
  const held = await lockWebhook(tx, id)
  if (!held) return gone()
  await deleteWebhookRow(tx, id)
  await runJobNow(tx, 'webhook-purge')
  record(tx, by, held, { before: { name: held.name, address: originOf(held.address) } })
  return null
}

/** Makes a new secret, which is stated this once; the former one signs, too, for so many hours. */
export async function rotateSecret(
  { tx, keys }: Pick<WebhookDeps, 'tx' | 'keys'>,
  by: ActContext,
  { id, overlapHours }: { id: number; overlapHours: number },
) {
  if (overlapHours > WEBHOOK_OVERLAP_MAX_HOURS)
    return refuseField('overlapHours', sentences.webhook_overlap_too_long({ hours: WEBHOOK_OVERLAP_MAX_HOURS }))
  const held = await lockWebhook(tx, id)
  if (!held) return gone()
  if (held.format === 'signals') return refuse('409', sentences.webhook_signals_no_secret)
  const secret = newWebhookSecret()
  const { formerUntil } = await storeWebhookSecret(tx, id, sealWebhookSecret(keys, id, secret), overlapHours)
  record(tx, by, held, { after: { name: held.name, hasNewSecret: true, formerUntil } })
  return { secretTxt: secret, formerSecretUntilDt: formerUntil }
}

/** Sends all events since the beginning of a day in UTC again. */
export async function replayWebhook(tx: Tx, by: ActContext, { id, fromDay }: { id: number; fromDay: string }) {
  const held = await lockWebhook(tx, id)
  if (!held) return gone()
  const age = held.now.getTime() - Date.parse(fromDay)
  if (age < 0) return refuseField('fromDay', sentences.webhook_replay_future)
  if (age > (WEBHOOK_REPLAY_MAX_DAYS + 1) * DAY_MS)
    return refuseField('fromDay', sentences.webhook_replay_too_old({ days: WEBHOOK_REPLAY_MAX_DAYS }))
  await moveWebhookBack(tx, id, fromDay)
  record(tx, by, held, { after: { name: held.name, replayFrom: fromDay } })
  await runJobNow(tx, 'deliver-events')
  return null
}

/**
 * Sends the event of a delivery again, unless nothing is sent to the webhook, and what waits at once: a later event of a
 * subject would wait for it.
 */
export async function resendDelivery(tx: Tx, by: ActContext, { id, deliveryId }: { id: number; deliveryId: number }) {
  const held = await lockWebhook(tx, id)
  if (!held) return gone()
  if (!(await isWebhookSending(tx, id))) return refuse('409', sentences.webhook_not_sending)
  const added = await insertAgain(tx, id, deliveryId)
  if (!added) return refuse('404', sentences.webhook_delivery_gone)
  await makeDeliveriesDue(tx, id)
  record(tx, by, held, { after: { name: held.name, sentAgain: deliveryId } })
  await runJobNow(tx, 'deliver-events')
  return null
}

import { auditEventTexts } from '@portico/contract/audit/audit-event-texts.ts'
import { SIGNAL_AUDIENCE_MAX, SIGNAL_AUTHORIZATION_MAX, signalKinds } from '@portico/contract/webhooks/signal-rules.ts'
import {
  WEBHOOK_ADDRESS_MAX,
  WEBHOOK_NAME_MAX,
  type WebhookFormat,
  WEBHOOKS_MAX,
} from '@portico/contract/webhooks/webhook-rules.ts'
import { isLoopback } from '../../config/loopback.mjs'
import type { Tx } from '../../db/database.ts'
import { refuseField } from '../../http/answers.ts'
import { type Message, sentences } from '../../http/sentences.ts'
import { type CallableRules, isCallableHost, isOfPortal } from '../../ports/callable-address.ts'
import { countWebhooks, type WebhookChanges } from './webhook-store.ts'

interface Checked extends WebhookChanges {
  /** Null: of a new one. */
  id: number | null
  format: WebhookFormat
  /** Null: none; undefined: it stays. */
  authorization: string | null | undefined
  /** The address that is not judged. */
  keeps?: string | null
}

/** Why a webhook cannot be so, at its field; null: it can. */
export async function refuseChanges(tx: Tx, rules: CallableRules, { id, name, address, ...wanted }: Checked) {
  const { count, namesake } = await countWebhooks(tx, name)
  if (name === '') return refuseField('webhookNm', sentences.field_required)
  if (name.length > WEBHOOK_NAME_MAX) return refuseField('webhookNm', sentences.field_too_long)
  if (namesake !== null && namesake !== id) return refuseField('webhookNm', sentences.webhook_name_taken)
  if (id === null && count >= WEBHOOKS_MAX)
    return refuseField('webhookNm', sentences.webhook_too_many({ max: WEBHOOKS_MAX }))
  const problem = address === wanted.keeps ? null : addressProblem(address, rules)
  if (problem) return refuseField('addressTxt', problem)
  return wanted.format === 'signals' ? refuseSignals(wanted) : refuseKinds(wanted.kinds)
}

function refuseKinds(kinds: readonly string[]) {
  const unknown = kinds.find((kind) => !Object.hasOwn(auditEventTexts, `audit_event_${kind}`))
  return unknown === undefined ? null : refuseField('eventList', sentences.webhook_event_unknown({ code: unknown }))
}

function refuseSignals({ kinds, audience, authorization }: Pick<Checked, 'kinds' | 'audience' | 'authorization'>) {
  const header = authorization ?? ''
  const known: readonly string[] = signalKinds
  const unknown = kinds.find((kind) => !known.includes(kind))
  if (unknown !== undefined) return refuseField('eventList', sentences.webhook_signal_unknown({ code: unknown }))
  if (audience === null || audience === '') return refuseField('audienceTxt', sentences.field_required)
  if (audience.length > SIGNAL_AUDIENCE_MAX) return refuseField('audienceTxt', sentences.field_too_long)
  if (header.length > SIGNAL_AUTHORIZATION_MAX) return refuseField('authorizationTxt', sentences.field_too_long)
  if (!/^[\x20-\x7E]*$/.test(header)) return refuseField('authorizationTxt', sentences.webhook_authorization_invalid)
  return null
}

/** Names are resolved, and judged, at every attempt. */
function addressProblem(address: string, rules: CallableRules): Message | null {
  if (address === '') return sentences.field_required
  if (address.length > WEBHOOK_ADDRESS_MAX) return sentences.field_too_long
  const url = URL.parse(address)
  if (!url || !isSecure(url, rules) || url.username !== '' || url.password !== '' || url.hash !== '')
    return sentences.webhook_address_invalid
  if (isOfPortal(url, rules)) return sentences.webhook_address_own
  return isCallableHost(url, rules) ? null : sentences.webhook_address_private
}

/** Unencrypted only in trials, and to this machine. */
const isSecure = ({ protocol, hostname }: URL, { allowsLoopback }: CallableRules) =>
  protocol === 'https:' || (protocol === 'http:' && allowsLoopback && isLoopback(hostname))

import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import type { KeyRing } from '../../crypto/key-ring.ts'
import type { SealedRows } from '../../crypto/sealed-rows.ts'

const PURPOSE = 'webhook secret'
const contextOf = (id: number) => `webhook ${id}`

/** A new secret in the form of Standard Webhooks. It is shown once, and stored encrypted. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

export const sealWebhookSecret = (keys: KeyRing, id: number, secret: string): string =>
  keys.encrypt(PURPOSE, secret, contextOf(id))

/** Undefined: the key is gone. */
export const openWebhookSecret = (keys: KeyRing, id: number, sealed: string): string | undefined =>
  keys.decrypt(PURPOSE, sealed, contextOf(id))

interface SignedMessage {
  id: string
  at: Date
  body: string
}

/** The headers of Standard Webhooks, with one signature for each secret. */
export const webhookHeaders = (secrets: readonly string[], { id, at, body }: SignedMessage) => ({
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
})

const sealedIn = (column: string, name: SealedRows['name']): SealedRows => ({
  name,
  table: 'webhooks',
  id: 'id',
  sealed: column,
  where: `${column} is not null`,
  encryption: { purpose: PURPOSE, contextOf, assignment: `${column} = changed.sealed` },
  whenLost: null,
})

/** Secrets with which webhooks are signed. One whose key is lost is exchanged on the screen. */
export const webhookSecrets: SealedRows = sealedIn('sealed_secret', ['webhook secret', 'webhook secrets'])
export const formerWebhookSecrets: SealedRows = {
  ...sealedIn('sealed_former_secret', ['former webhook secret', 'former webhook secrets']),
  whenLost: 'update webhooks set sealed_former_secret = null, former_secret_until = null',
}

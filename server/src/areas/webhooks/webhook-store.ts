import { PORTAL_SYSTEM_ID } from '@portico/contract/catalog/catalog-rules.ts'
import type { SignalSubject } from '@portico/contract/webhooks/signal-rules.ts'
import type { WebhookFormat } from '@portico/contract/webhooks/webhook-rules.ts'
import type { Db, Tx } from '../../db/database.ts'
import { run, runFirst, runOne, write } from '../../db/run.ts'
import { everything } from '../../db/scope.ts'
import {
  arrayOf,
  bool,
  day,
  instant,
  int,
  nullable,
  present,
  type RowOf,
  statement,
  text,
  textOf,
} from '../../db/statement.ts'
import { userNameSql } from '../../db/user-name-sql.ts'
import { newestPosition } from './newest-position.ts'

// The table `webhooks`.

/** True where the owner of `webhook` may still read all events. */
export const hasRightfulOwner = `exists (
  select from users owner join current_system_grants portal on portal.user_id = owner.id
   where owner.id = webhook.owner_id and owner.status = 1 and owner.is_internal
     and portal.system_id = ${PORTAL_SYSTEM_ID} and portal.is_admin)`

/** What administrators say of a webhook. */
export interface WebhookChanges {
  name: string
  address: string
  /** Codes of events, or kinds of signals; none: all. */
  kinds: readonly string[]
  /** Of signals; null: of events. */
  audience: string | null
  subjectFormat: SignalSubject | null
}

const countRows = statement([text], {
  name: 'webhooks: count and namesake',
  text: `
  select count(*) as count, max(id) filter (where lower(name) = lower($1)) as namesake from webhooks`,
  row: { count: int, namesake: nullable(int) },
})

/** How many webhooks there are, and the one of this name. */
export const countWebhooks = (tx: Tx, name: string) => runOne(tx, countRows(name))

const nextId = statement([], {
  name: 'webhooks: next id',
  text: `select nextval('webhooks_id_seq')::integer as id`,
  row: { id: int },
})

/** The number of the next webhook, to which its secret is bound. */
export const nextWebhookId = async (tx: Tx): Promise<number> => (await runOne(tx, nextId())).id

const insertRow = statement(
  [int, text, text, int, nullable(int), arrayOf(text), nullable(text), text, nullable(text), nullable(text)],
  {
    name: 'webhooks: insert',
    text: `
  insert into webhooks (id, name, address, owner_id, client_id, kinds, sealed_secret, format, audience, subject_format,
         position, changed_by)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, ${newestPosition}, $4)`,
  },
)

/** Adds a webhook for the events from now on. */
export const insertWebhook = (
  tx: Tx,
  {
    id,
    name,
    address,
    ownerId,
    clientId,
    kinds,
    sealedSecret,
    format,
    audience,
    subjectFormat,
  }: WebhookChanges & {
    id: number
    ownerId: number
    clientId: number | null
    sealedSecret: string | null
    format: WebhookFormat
  },
) => run(tx, insertRow(id, name, address, ownerId, clientId, kinds, sealedSecret, format, audience, subjectFormat))

const lockRow = statement([int], {
  name: 'webhooks: lock',
  text: `
  select id, name, address, owner_id as "ownerId", client_id as "clientId", kinds, format, audience,
         subject_format as "subjectFormat", sealed_secret as "sealedSecret", state, version, changed_at as "changedAt", ${userNameSql('changed_by')} as "changedByName", clock_now() as now
    from webhooks where id = $1 for update`,
  row: {
    id: int,
    name: text,
    address: text,
    ownerId: int,
    clientId: nullable(int),
    kinds: arrayOf(text),
    format: textOf<WebhookFormat>(),
    audience: nullable(text),
    subjectFormat: nullable(textOf<SignalSubject>()),
    sealedSecret: nullable(text),
    state: textOf<'on' | 'off' | 'failed' | 'paused'>(),
    version: int,
    changedAt: instant,
    changedByName: nullable(text),
    now: instant,
  },
})

/** A webhook, locked until the end of the transaction. */
export type HeldWebhook = RowOf<typeof lockRow>

/** Undefined: there is none. */
export const lockWebhook = (tx: Tx, id: number) => runFirst(tx, lockRow(id))

const updateRow = statement([int, text, text, arrayOf(text), bool, int, nullable(text), nullable(text), bool], {
  name: 'webhooks: update',
  text: `
  update webhooks set name = $2, address = $3, kinds = $4,
         state = case when $5 then 'on' when state = 'paused' and not $9 then 'paused' else 'off' end,
         failing_since = case when state = 'on' and $5 then failing_since end, owner_id = $6, changed_by = $6,
         audience = $7, subject_format = $8
   where id = $1`,
})

/**
 * Stores what an administrator changes, who is its owner then. What its receiver has paused stays so, unless they switch
 * it on or off.
 */
export const updateWebhookRow = (
  tx: Tx,
  {
    id,
    name,
    address,
    kinds,
    isEnabled,
    endsPause,
    audience,
    subjectFormat,
  }: WebhookChanges & { id: number; isEnabled: boolean; endsPause: boolean },
  by: number,
) => run(tx, updateRow(id, name, address, kinds, isEnabled, by, audience, subjectFormat, endsPause))

const storeAuthorization = statement([int, nullable(text)], {
  name: 'webhooks: store authorization',
  text: `update webhooks set sealed_secret = $2 where id = $1 and format = 'signals'`,
})

/** Stores the Authorization header that a receiver of signals wants; null: none. */
export const storeWebhookAuthorization = (tx: Tx, id: number, sealed: string | null) =>
  run(tx, storeAuthorization(id, sealed))

const storeSecret = statement([int, text, int], {
  name: 'webhooks: store secret',
  text: `
  update webhooks
     set sealed_secret = $2, sealed_former_secret = case when $3 > 0 then sealed_secret end,
         former_secret_until = case when $3 > 0 then clock_now() + make_interval(hours => $3) end
   where id = $1 returning former_secret_until as "formerUntil"`,
  row: { formerUntil: nullable(instant) },
})

/** Stores a new secret; the one before it signs, too, for so many hours. */
export const storeWebhookSecret = (tx: Tx, id: number, sealed: string, overlapHours: number) =>
  runOne(tx, storeSecret(id, sealed, overlapHours))

const deleteRow = statement([int], { name: 'webhooks: delete', text: 'delete from webhooks where id = $1' })

export const deleteWebhookRow = (tx: Tx, id: number) => run(tx, deleteRow(id))

const moveBack = statement([int, day], {
  name: 'webhooks: move back',
  // Events that were not sealed when it was made are among those that are wanted, and come as new ones.
  // A few events of the day before may come before the first one of the day in the order of the seals.
  text: `
  update webhooks
     set position = least(position, (select max(sequence) from audit_seals)),
         replay_until = least(position, (select max(sequence) from audit_seals)),
         replay_position = least(position, replay_position, (
           select min(seal.sequence) - 1 from (
             select id from audit_events where at >= $2::date order by at, id limit 1000) first
             join audit_seals seal on seal.event_id = first.id))
   where id = $1`,
})

/** Events since the beginning of a day in UTC become deliveries again, beside new ones. */
export const moveWebhookBack = (tx: Tx, id: number, fromDay: string) => run(tx, moveBack(id, fromDay))

const receiverFields = `
  webhook.id, webhook.version, address, client_id as "clientId", format, audience, subject_format as "subjectFormat",
         sealed_secret as "sealedSecret",
         case when former_secret_until > clock_now() then sealed_former_secret end as "sealedFormerSecret"`

const receiverRow = {
  version: int,
  address: text,
  clientId: nullable(int),
  format: textOf<WebhookFormat>(),
  audience: nullable(text),
  subjectFormat: nullable(textOf<SignalSubject>()),
  sealedSecret: nullable(text),
  sealedFormerSecret: nullable(text),
}

const readSending = statement([nullable(int)], {
  name: 'webhooks: sending',
  text: `
  select ${receiverFields}, replay_position is not null as "isReplaying"
    from webhooks webhook where state = 'on' and ($1::integer is null or webhook.id = $1) and ${hasRightfulOwner}
   order by webhook.id`,
  row: {
    id: int,
    ...receiverRow,
    isReplaying: present(bool),
  },
})

/** A webhook to which events are sent. `isReplaying`: events of before become deliveries again. */
export type SendingWebhook = RowOf<typeof readSending>

/** The webhooks that are on and whose owner may read all events; of one number, or all. */
export const readSendingWebhooks = (db: Pick<Db, 'read'>, id: number | null = null) =>
  db.read(everything, (tx) => run(tx, readSending(id)))

/** True where a webhook is on and its owner may read all events. */
export const isWebhookSending = async (tx: Tx, id: number): Promise<boolean> =>
  (await runFirst(tx, readSending(id))) !== undefined

const findTarget = statement([int], {
  name: 'webhooks: target',
  text: `
  select ${receiverFields} from webhooks webhook where id = $1`,
  row: {
    id: int,
    ...receiverRow,
  },
})

/** A webhook in any state; undefined: there is none. */
export const findWebhookTarget = (db: Pick<Db | Tx, 'send'>, id: number) => runFirst(db, findTarget(id))

const noteAttempts = statement([int, bool, bool], {
  name: 'webhooks: note attempts',
  text: `
  update webhooks set delivered_at = case when $2 then clock_now() else delivered_at end,
         failing_since = case when $3 then coalesce(failing_since, clock_now()) end
   where id = $1`,
})

/** Notes whether something was delivered, and whether something was not. */
export const noteWebhookAttempts = (
  db: Db,
  id: number,
  { hasDelivered, hasFailed }: { hasDelivered: boolean; hasFailed: boolean },
) => write(db, noteAttempts(id, hasDelivered, hasFailed))

const switchOff = statement([int, int], {
  name: 'webhooks: switch off',
  text: `
  update webhooks set state = 'failed', changed_by = null where id = $1 and version = $2 and state = 'on'
  returning address, client_id as "clientId", owner_id as "ownerId"`,
  row: { address: text, clientId: nullable(int), ownerId: int },
})

/** Undefined: it is off already, or has another version. */
export const switchWebhookOff = (tx: Tx, id: number, version: number) => runFirst(tx, switchOff(id, version))

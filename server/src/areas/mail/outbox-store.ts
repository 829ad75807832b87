import type { Tx } from '../../db/database.ts'
import { isPlainAddress, plainAddress } from '../../ports/mail/plain-address.ts'
import { oneLine } from './mail-rules.ts'
import { mailFields, type MailFields, type MailTemplate } from './mail-fields.ts'
import { wakeDelivery } from './wake-delivery.ts'
import { queries } from '../../db/queries.ts'
import { queue, runOne, run, runFirst } from '../../db/run.ts'
import {
  type Column,
  type FixedStatement,
  instant,
  int,
  jsonText,
  nullable,
  statement,
  text,
} from '../../db/statement.ts'

/** A template with its fields. */
export type MailContent = {
  [Template in MailTemplate]: { readonly template: Template; readonly fields: MailFields<Template> }
}[MailTemplate]

/** Content shared by several mails, which `addMailBody` stored. */
interface SharedContent {
  readonly template: MailTemplate
  readonly bodyId: number
  readonly fields: Readonly<Record<string, never>>
}

export type NewMail = (MailContent | SharedContent) & {
  /** A second mail with the same key is not written. */
  readonly dedupeKey: string
  readonly to: string
  /** The reader's client, whose brand the mail has; null: the portal's own. */
  readonly clientId: number | null
  /** The reader's account; where none is given, the database finds the one that has the address (`mail_reader`). */
  readonly readerId?: number
}

/** Rows per statement. */
const BATCH = 1_000

/** Mails to unusable addresses are stored as not delivered. */
const insertMails = statement([jsonText], {
  name: 'mail: insert mails',
  text: `
  with added as (
    insert into outbox_mails (dedupe_key, to_address, client_id, reader_id, template, fields, body_id, good_until, state, last_error)
    select dedupe_key, to_address, client_id, reader_id, template, fields, body_id, coalesce(good_until, clock_now() + interval '3 days'),
           case when is_usable then 'waiting' else 'dead' end,
           case when not is_usable then 'The address is not one plain address' end
      from jsonb_to_recordset($1::jsonb) mail (dedupe_key text, to_address text, client_id integer, reader_id integer, template text,
             fields jsonb, body_id bigint, good_until timestamptz, is_usable boolean)
    on conflict (dedupe_key) do nothing returning state)
  select count(*) as added, count(*) filter (where state = 'waiting') as waiting from added`,
  row: { added: int, waiting: int },
})

const rowOf = ({ dedupeKey, to, clientId, readerId, template, fields, ...rest }: NewMail) => ({
  dedupe_key: dedupeKey,
  to_address: oneLine(to),
  client_id: clientId,
  reader_id: readerId ?? null,
  template,
  // Parsed here, so that a mistake fails where it is made and not when the mail is sent.
  fields: 'bodyId' in rest ? fields : mailFields[template].parse(fields),
  body_id: 'bodyId' in rest ? rest.bodyId : null,
  good_until: 'validUntil' in fields ? new Date(fields.validUntil) : null,
  is_usable: isPlainAddress(to),
})

// The table `outbox_mails`.

/**
 * Adds mails, BATCH in a statement; returns how many are new. One to an unusable address is stored as not delivered,
 * so that the cause, such as a sign-in, does not fail.
 */
export const addMails = async (tx: Tx, mails: readonly NewMail[]): Promise<number> => {
  let total = 0
  for (let start = 0; start < mails.length; start += BATCH) {
    const rows = mails.slice(start, start + BATCH).map(rowOf)
    const row = await runFirst(tx, insertMails(JSON.stringify(rows)))
    total += row?.added ?? 0
    if (row?.waiting) await wakeDelivery(tx)
  }
  return total
}

/** Stores the fields that many mails of a template share; returns the id of the row. */
export async function addMailBody<Template extends MailTemplate>(
  tx: Tx,
  template: Template,
  fields: MailFields<Template>,
): Promise<number> {
  const values = { fields: JSON.stringify(mailFields[template].parse(fields)) }
  return (await runOne(tx, queries.insertInto('mail_bodies').values(values).returning('id'))).id
}

const updateOutboxMails = statement([int, text, jsonText, nullable(instant)], {
  name: 'mail: update outbox mails',
  text: `update outbox_mails set template = $2, fields = $3::jsonb, good_until = coalesce($4, good_until)
          where id = $1 and state = 'waiting'`,
})

/** Replaces the content of a mail that is about to leave. */
export async function fillMail(tx: Tx, id: number, content: MailContent): Promise<void> {
  const { template, fields } = content
  await run(
    tx,
    updateOutboxMails(
      id,
      template,
      JSON.stringify(mailFields[template].parse(fields)),
      'validUntil' in fields ? new Date(fields.validUntil) : null,
    ),
  )
}

/** Adds a mail with the next statement, in a transaction that has started the delivery by `wakeDelivery`. */
export const queueMail = (tx: Tx, mail: NewMail): void => queue(tx, insertMails(JSON.stringify([rowOf(mail)])))

/** Returns false when this mail was written before. */
export const addMail = async (tx: Tx, mail: NewMail): Promise<boolean> => (await addMails(tx, [mail])) > 0

/**
 * Declares a statement that adds many mails, for `addSelectedMails`: the selection yields dedupe_key, to_address,
 * client_id, template, fields and good_until (null = the default). Mails written before and unusable addresses are left
 * out.
 */
export const mailsOf = <const Parameters extends readonly Column<unknown>[]>(
  parameters: Parameters,
  name: string,
  selection: string,
) =>
  statement(parameters, {
    name,
    text: `
  with added as (
    insert into outbox_mails (dedupe_key, to_address, client_id, template, fields, good_until)
    select dedupe_key, to_address, client_id, template, fields, coalesce(good_until, clock_now() + interval '3 days') from (${selection}) mail
     where length(to_address) <= 254 and to_address ~ '${plainAddress.replaceAll("'", "''")}'
    on conflict (dedupe_key) do nothing returning 1)
  select count(*) as added from added`,
    row: { added: int },
  })

/** Adds the mails of a statement that `mailsOf` declares; returns how many. */
export async function addSelectedMails(tx: Tx, mails: FixedStatement<{ added: number }>): Promise<number> {
  const { added } = await runOne(tx, mails)
  if (added > 0) await wakeDelivery(tx)
  return added
}

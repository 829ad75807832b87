import { ask } from '../../db/ask.ts'
import type { Tx } from '../../db/database.ts'
import { isPlainAddress, plainAddress } from '../../ports/mail/plain-address.ts'
import { oneLine } from './mail-rules.ts'
import { mailFields, type MailFields, type MailTemplate } from './mail-templates.ts'
import { wakeDelivery } from './wake-delivery.ts'

/** What a mail says: a template with its fields. */
export type MailContent = {
  [Template in MailTemplate]: { readonly template: Template; readonly fields: MailFields<Template> }
}[MailTemplate]

export type NewMail = MailContent & {
  /** The same mail for the same cause is written once. */
  readonly dedupeKey: string
  readonly to: string
  /** The reader's client, whose brand the mail wears; null: the portal's own. */
  readonly clientId: number | null
}

/** The table `outbox_mails`. */
export function outboxStore(tx: Tx) {
  return {
    /**
     * False if this mail had been written before. One to an unusable address is kept as not delivered:
     * what its reader does, such as signing in, does not fail for it.
     */
    add: async ({ dedupeKey, to, clientId, template, fields }: NewMail): Promise<boolean> => {
      const isUsable = isPlainAddress(to)
      const added = await tx
        .insertInto('outbox_mails')
        .values({
          dedupe_key: dedupeKey,
          to_address: oneLine(to),
          client_id: clientId,
          template,
          // Parsed here, so that a mistake shows where it is made and not when the mail leaves.
          fields: JSON.stringify(mailFields[template].parse(fields)),
          ...(!isUsable && { state: 'dead' as const, last_error: 'The address is not one plain address' }),
          ...('validUntil' in fields && { good_until: fields.validUntil }),
        })
        .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
        .executeTakeFirst()
      const isNew = (added.numInsertedOrUpdatedRows ?? 0n) > 0n
      if (isNew && isUsable) await wakeDelivery(tx)
      return isNew
    },

    /**
     * Many mails in one statement: the query yields dedupe_key, to_address, client_id, template, fields
     * and good_until (null = the usual). Mails written before and unusable addresses are left out.
     */
    addSelected: async (query: string, values: readonly unknown[]): Promise<number> => {
      const [row] = await ask<{ added: number }>(
        tx,
        'outbox',
        `with added as (
           insert into outbox_mails (dedupe_key, to_address, client_id, template, fields, good_until)
           select dedupe_key, to_address, client_id, template, fields, coalesce(good_until, clock_now() + interval '3 days') from (${query}) mail
            where length(to_address) <= 254 and to_address ~ $${values.length + 1}
           on conflict (dedupe_key) do nothing returning 1)
         select count(*) as added from added`,
        [...values, plainAddress],
      )
      const count = row?.added ?? 0
      if (count > 0) await wakeDelivery(tx)
      return count
    },
  }
}

import { ask } from '../../db/ask.ts'
import type { Tx } from '../../db/database.ts'
import { isPlainAddress, oneLine, plainAddress } from './mail-rules.ts'

export interface NewMail {
  /** The same mail for the same cause is written once. */
  dedupeKey: string
  to: string
  template: string
  fields: Readonly<Record<string, unknown>>
  subject: string
  text: string
  html: string | null
}

/** The table `outbox_mails`. */
export function outboxStore(tx: Tx) {
  return {
    /** False if this mail had been written before. */
    add: async ({ dedupeKey, to, template, fields, subject, text, html }: NewMail): Promise<boolean> => {
      if (!isPlainAddress(to)) throw new TypeError('A mail goes to one plain address.')
      const added = await tx
        .insertInto('outbox_mails')
        .values({
          dedupe_key: dedupeKey,
          to_address: to,
          template,
          fields: JSON.stringify(fields),
          subject: oneLine(subject),
          text_body: text,
          html_body: html,
        })
        .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
        .executeTakeFirst()
      return (added.numInsertedOrUpdatedRows ?? 0n) > 0n
    },

    /**
     * Many mails in one statement: the query yields dedupe_key, to_address, template, fields, subject,
     * text_body and html_body. Mails written before and unusable addresses are left out.
     */
    addSelected: async (query: string, values: readonly unknown[]): Promise<number> => {
      const [row] = await ask<{ added: number }>(
        tx,
        'outbox',
        `with added as (
           insert into outbox_mails (dedupe_key, to_address, template, fields, subject, text_body, html_body)
           select dedupe_key, to_address, template, fields, subject, text_body, html_body from (${query}) mail
            where length(to_address) <= 254 and to_address ~ $${values.length + 1}
           on conflict (dedupe_key) do nothing returning 1)
         select count(*) as added from added`,
        [...values, plainAddress],
      )
      return row?.added ?? 0
    },
  }
}

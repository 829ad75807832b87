import { defaultTexts } from '@portico/contract/texts/texts.ts'
import type { Db } from '../../db/database.ts'
import { type ComposedMail, type ComposeMail, isMailTemplate } from './compose-mail.ts'
import { mailFieldsColumn, mailBrandColumns, mailBrandJoins, mailBrandOf, type MailBrandRow } from './mail-brand.ts'

export interface MailboxEntry {
  id: number
  to: string
  template: string
  state: 'waiting' | 'sent' | 'dead' | 'discarded'
  createdAt: Date
  /** Null when the content is erased, as that of a secret mail is once it was sent. */
  mail: ComposedMail | null
}

type MailboxRow = Omit<MailboxEntry, 'mail'> & MailBrandRow & { fields: unknown }

const mailbox = `
  select mail.id, mail.to_address as "to", mail.template, mail.state, mail.created_at as "createdAt", ${mailFieldsColumn},
         ${mailBrandColumns}
    from outbox_mails mail ${mailBrandJoins}`

/** Returns the latest 200 mails of the outbox, newest first, rendered. */
export async function readMailbox(db: Db, compose: ComposeMail): Promise<MailboxEntry[]> {
  const rows = await db.prepared<MailboxRow>(`${mailbox} order by mail.id desc limit 200`, [])
  return rows.map((row) => entryOf(row, compose))
}

export async function findInMailbox(db: Db, compose: ComposeMail, id: number): Promise<MailboxEntry | undefined> {
  const [row] = await db.prepared<MailboxRow>(`${mailbox} where mail.id = $1`, [id])
  return row && entryOf(row, compose)
}

function entryOf(row: MailboxRow, compose: ComposeMail): MailboxEntry {
  const { id, to, template, state, createdAt } = row
  return { id, to, template, state, createdAt, mail: composed(row, compose) }
}

function composed({ template, fields, ...row }: MailboxRow, compose: ComposeMail): ComposedMail | null {
  if (!isMailTemplate(template)) return null
  try {
    return compose(template, fields, mailBrandOf(row, defaultTexts.product_name))
  } catch {
    return null
  }
}

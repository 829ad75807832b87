import type { Db } from '../../db/database.ts'
import { sentences } from '../../http/sentences.ts'
import { textService } from '../texts/public.ts'
import { type ComposedMail, type ComposeMail, isMailTemplate } from './compose-mail.ts'
import { mailFieldsColumn, mailBrandColumns, mailBrandJoins, mailBrandOf, type MailBrandRow } from './mail-brand.ts'
import type { MailTemplate } from './mail-fields.ts'

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
  return entriesOf(db, await db.prepared<MailboxRow>(`${mailbox} order by mail.id desc limit 200`, []), compose)
}

export async function findInMailbox(db: Db, compose: ComposeMail, id: number): Promise<MailboxEntry | undefined> {
  return (await entriesOf(db, await db.prepared<MailboxRow>(`${mailbox} where mail.id = $1`, [id]), compose))[0]
}

async function entriesOf(db: Db, rows: readonly MailboxRow[], compose: ComposeMail): Promise<MailboxEntry[]> {
  const texts = textService(db)
  const productName = await texts.say(null, sentences.product_name)
  return Promise.all(
    rows.map(async ({ id, to, template, state, createdAt, fields, ...row }) => {
      const wording = await texts.ofMails(row.client_id)
      const mail = composed(template, (name) => compose(name, fields, mailBrandOf(row, productName), wording))
      return { id, to, template, state, createdAt, mail }
    }),
  )
}

/** Null for a template of a later version, and for erased or invalid fields. */
function composed(template: string, compose: (template: MailTemplate) => ComposedMail): ComposedMail | null {
  if (!isMailTemplate(template)) return null
  try {
    return compose(template)
  } catch {
    return null
  }
}

import { type Language, SOURCE_LANGUAGE } from '@portico/contract/texts/languages.ts'
import type { Db } from '../../db/database.ts'
import { everything } from '../../db/scope.ts'
import { sentences } from '../../http/sentences.ts'
import { textService } from '../texts/public.ts'
import { type ComposedMail, type ComposeMail, isMailTemplate } from './compose-mail.ts'
import {
  mailFieldsColumn,
  mailBrandColumns,
  mailBrandJoins,
  mailBrandOf,
  mailBrandRow,
  type MailBrandRow,
  mailAudienceOf,
} from './mail-brand.ts'
import type { MailTemplate } from './mail-fields.ts'
import { run } from '../../db/run.ts'
import { instant, int, json, statement, text, textOf } from '../../db/statement.ts'

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

const readMailboxRow = {
  id: int,
  to: text,
  template: text,
  state: textOf<'waiting' | 'sent' | 'dead' | 'discarded'>(),
  createdAt: instant,
  fields: json<unknown>(),
  ...mailBrandRow,
}

const readMailboxStatement = statement([], {
  name: 'mail: read mailbox',
  text: `${mailbox} order by mail.id desc limit 200`,
  row: readMailboxRow,
})

/** Returns the latest 200 mails of the outbox, newest first, rendered. */
export async function readMailbox(
  db: Db,
  compose: ComposeMail,
  defaultLanguage: Language = SOURCE_LANGUAGE,
): Promise<MailboxEntry[]> {
  const rows = await db.read(everything, (tx) => run(tx, readMailboxStatement()))
  return entriesOf(db, compose, rows, defaultLanguage)
}

const findInMailboxStatement = statement([int], {
  name: 'mail: find in mailbox',
  text: `${mailbox} where mail.id = $1`,
  row: readMailboxRow,
})

/** Returns one mail of the outbox, rendered. */
export async function findInMailbox(
  db: Db,
  compose: ComposeMail,
  id: number,
  defaultLanguage: Language = SOURCE_LANGUAGE,
): Promise<MailboxEntry | undefined> {
  const rows = await db.read(everything, (tx) => run(tx, findInMailboxStatement(id)))
  return (await entriesOf(db, compose, rows, defaultLanguage))[0]
}

async function entriesOf(
  db: Db,
  compose: ComposeMail,
  rows: readonly MailboxRow[],
  defaultLanguage: Language,
): Promise<MailboxEntry[]> {
  const texts = textService(db, defaultLanguage)
  return Promise.all(
    rows.map(async ({ id, to, template, state, createdAt, fields, ...row }) => {
      const reader = mailAudienceOf(row, defaultLanguage)
      const productName = await texts.say({ ...reader, clientId: null }, sentences.product_name)
      const translate = await texts.ofMails(reader)
      const mail = composed(template, (name) => compose(name, fields, mailBrandOf(row, productName), translate))
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

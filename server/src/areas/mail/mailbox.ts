import type { Db } from '../../db/database.ts'

export interface MailboxEntry {
  id: number
  to: string
  template: string
  subject: string
  text: string
  html: string | null
  state: 'waiting' | 'sent' | 'dead'
  createdAt: Date
}

/** The latest 200 mails of the outbox, newest first. */
export function readMailbox(db: Db): Promise<MailboxEntry[]> {
  return db.kysely
    .selectFrom('outbox_mails')
    .select([
      'id',
      'to_address as to',
      'template',
      'subject',
      'text_body as text',
      'html_body as html',
      'state',
      'created_at as createdAt',
    ])
    .orderBy('id', 'desc')
    .limit(200)
    .execute()
}

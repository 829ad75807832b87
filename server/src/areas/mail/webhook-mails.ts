import { hello, paragraph } from './mail-blocks.ts'
import type { MailTemplates } from './mail-fields.ts'

/** Templates about webhooks. */
export const webhookMails: Pick<MailTemplates, 'webhook-switched-off'> = {
  'webhook-switched-off': (fields, words) => {
    const { texts: t } = words
    return {
      subject: words.format(t.mail_webhook_off_subject, fields),
      blocks: [
        hello(fields, words),
        paragraph(words.format(t.mail_webhook_off, { ...fields, since: words.time(fields.since) })),
        paragraph(t.mail_webhook_off_how),
      ],
      why: t.mail_why_webhook,
    }
  },
}

import { hello, note, paragraph } from './mail-blocks.ts'
import type { MailTemplates } from './mail-fields.ts'

/** Templates about service accounts. */
export const serviceAccountMails: Pick<MailTemplates, 'service-token-exposed'> = {
  'service-token-exposed': (fields, words) => {
    const { texts: t } = words
    return {
      subject: words.format(t.mail_service_token_exposed_subject, fields),
      blocks: [
        hello(fields, words),
        paragraph(words.format(t.mail_service_token_exposed, fields)),
        paragraph(t.mail_service_token_exposed_how),
        note(t.mail_service_token_exposed_why),
      ],
      why: t.mail_why_service_account,
    }
  },
}

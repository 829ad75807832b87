import { hello, note, paragraph } from './mail-blocks.ts'
import type { MailTemplates } from './mail-fields.ts'

/** Templates about service accounts. */
export const serviceAccountMails: Pick<MailTemplates, 'service-token-exposed' | 'service-token-expires'> = {
  'service-token-expires': ({ days, ...fields }, words) => {
    const { texts: t } = words
    const command = fields.isAccountEnd ? 'create …' : `rotate ${fields.number}`
    return {
      subject: words.format(t.mail_service_token_expires_subject, { account: fields.account, days: Math.max(1, days) }),
      blocks: [
        hello(fields, words),
        paragraph(
          words.format(t.mail_service_token_expires, {
            account: fields.account,
            token: fields.token,
            expiresAt: words.time(fields.expiresAt),
          }),
        ),
        paragraph(fields.isAccountEnd ? t.mail_service_account_ends_how : t.mail_service_token_expires_how),
        { kind: 'facts', rows: [[t.mail_certificate_command, `npm run portal -- token ${command}`]] },
      ],
      why: t.mail_why_service_account,
    }
  },
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

import { formatMessage } from '@portico/contract/texts/format-message.ts'
import { mailTexts as t } from '@portico/contract/texts/mail-texts.ts'
import { accountMails, contactMails } from './account-mails.ts'
import {
  signInFacts,
  hello,
  type MailBody,
  type MailFormatters,
  note,
  openPortal,
  paragraph,
  security,
  signIn,
} from './mail-blocks.ts'
import type { MailFields, MailTemplates } from './mail-fields.ts'

/** Characters of a title that fit into one text message with the surrounding text. */
const TEXT_TITLE_MAX = 100

const temporaryPasswordIntros = {
  forgotten: t.mail_password_forgotten,
  administrator: t.mail_password_set,
  'new-account': t.mail_new_account,
}

/** The content of each template. */
export const mailTemplates: MailTemplates = {
  'temporary-password': (fields, words) => ({
    subject: fields.reason === 'new-account' ? t.mail_new_account_subject : t.mail_temporary_password_subject,
    blocks: [
      hello(fields),
      paragraph(temporaryPasswordIntros[fields.reason]),
      { kind: 'facts', rows: [[t.mail_user_id, fields.userName]] },
      { kind: 'secret', label: t.mail_temporary_password, value: words.unseal(fields.password) },
      paragraph(formatMessage(t.mail_temporary_password_rules, { validUntil: words.time(fields.validUntil) })),
      signIn,
      ...(fields.reason === 'forgotten' ? [note(t.mail_password_not_asked)] : []),
      note(t.mail_never_asks),
    ],
    why: security,
  }),
  'recovery-link': (fields, words) => ({
    subject: t.mail_link_subject,
    blocks: [
      hello(fields),
      paragraph(t.mail_link),
      { kind: 'facts', rows: [[t.mail_user_id, fields.userName]] },
      // In the fragment, which browsers do not send.
      { kind: 'button', label: t.mail_link_button, path: `/choose-password#${words.unseal(fields.token)}` },
      paragraph(formatMessage(t.mail_link_rules, { validUntil: words.time(fields.validUntil) })),
      note(t.mail_link_not_asked),
      note(t.mail_never_asks),
    ],
    why: security,
  }),
  'use-company-sign-in': (fields) => ({
    subject: t.mail_company_subject,
    blocks: [
      hello(fields),
      paragraph(t.mail_company_no_password),
      paragraph(t.mail_company_how),
      openPortal,
      note(t.mail_nothing_to_do),
    ],
    why: security,
  }),
  'password-changed': (fields, words) => ({
    subject: t.mail_password_changed_subject,
    blocks: [
      hello(fields),
      paragraph(fields.by === 'self' ? t.mail_password_changed : t.mail_password_changed_by_administrator),
      signInFacts(fields, words),
      note(t.mail_not_you),
    ],
    why: security,
  }),
  'password-expires': (fields, words) => ({
    subject: formatMessage(t.mail_password_expires_subject, { days: Math.max(1, fields.days) }),
    blocks: [
      hello(fields),
      paragraph(formatMessage(t.mail_password_expires, { expiresAt: words.time(fields.expiresAt) })),
      paragraph(t.mail_password_expires_how),
      signIn,
      note(t.mail_never_asks),
    ],
    why: security,
  }),
  'second-factor-changed': (fields, words) => ({
    subject: t.mail_second_factor_subject,
    blocks: [hello(fields), paragraph(t[`mail_${fields.change}`]), signInFacts(fields, words), note(t.mail_not_you)],
    why: security,
  }),
  'new-sign-in': (fields, words) => ({
    subject: t.mail_new_sign_in_subject,
    blocks: [
      hello(fields),
      paragraph(t.mail_new_sign_in),
      signInFacts(fields, words),
      paragraph(t.mail_new_sign_in_yours),
      note(t.mail_not_you),
    ],
    why: security,
  }),
  'security-alert': (fields, words) =>
    fields.reader === 'person' ? alertForPerson(fields, words) : alertForAdministrator(fields, words),
  'certificate-expires': (fields, words) => ({
    subject: formatMessage(t.mail_certificate_subject, { provider: fields.provider, days: Math.max(1, fields.days) }),
    blocks: [
      hello(fields),
      paragraph(formatMessage(t.mail_certificate, { ...fields, expiresAt: words.time(fields.expiresAt) })),
      paragraph(t.mail_certificate_how),
      {
        kind: 'facts',
        rows: [[t.mail_certificate_command, 'npm run portal -- saml-provider renew --metadata FILE']],
      },
    ],
    why: t.mail_why_administrator,
  }),
  'job-failed': (fields) => ({
    subject: formatMessage(t.mail_job_failed_subject, fields),
    blocks: [
      paragraph(formatMessage(t.mail_job_failed, fields)),
      {
        kind: 'facts',
        rows: [
          [t.mail_job_failed_reason, fields.reason],
          [t.mail_job_failed_run, String(fields.runId)],
        ],
      },
      paragraph(t.mail_job_failed_how),
    ],
    why: t.mail_why_job,
  }),
  ...accountMails,
  ...contactMails,
  announcement: ({ title, text }) => ({
    subject: title,
    blocks: [...text.split(/\n{2,}/).map(paragraph), openPortal],
    why: t.mail_why_announcement,
  }),
  'announcement-text': ({ title }) => ({
    subject: t.text_announcement_subject,
    blocks: [paragraph(formatMessage(t.text_announcement, { title: title.slice(0, TEXT_TITLE_MAX) }))],
    why: '',
    isTextMessage: true,
  }),
  'document-shared': (fields) => ({
    subject: formatMessage(t.mail_document_shared_subject, fields),
    blocks: [
      hello(fields),
      paragraph(formatMessage(t.mail_document_shared, fields)),
      { kind: 'button', label: t.mail_document_open, path: '/content-authenticated/document-library?tab=shared' },
    ],
    why: t.mail_why_document,
  }),
  'document-infected': (fields) => ({
    subject: t.mail_document_infected_subject,
    blocks: [
      hello(fields),
      paragraph(
        formatMessage(fields.removed === 'document' ? t.mail_document_infected : t.mail_version_infected, fields),
      ),
      paragraph(t.mail_document_infected_next),
      { kind: 'button', label: t.mail_document_open, path: '/content-authenticated/document-library' },
    ],
    why: t.mail_why_own_document,
  }),
  test: () => ({ subject: t.mail_test_subject, blocks: [paragraph(t.mail_test), openPortal], why: t.mail_why_test }),
}

const alertForPerson = (fields: MailFields<'security-alert'>, words: MailFormatters): MailBody => ({
  subject: t.mail_alert_subject,
  blocks: [
    hello(fields),
    paragraph(t.mail_alert_reported),
    signInFacts(fields, words),
    paragraph(t.mail_alert_done),
    signIn,
    note(t.mail_never_asks),
  ],
  why: security,
})

function alertForAdministrator(fields: MailFields<'security-alert'>, words: MailFormatters): MailBody {
  const values = { person: fields.personName, userName: fields.userName }
  return {
    subject: formatMessage(t.mail_alert_administrator_subject, values),
    blocks: [
      hello(fields),
      paragraph(formatMessage(t.mail_alert_administrator, values)),
      signInFacts(fields, words),
      paragraph(t.mail_alert_administrator_done),
      openPortal,
    ],
    why: security,
  }
}

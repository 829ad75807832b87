import type { MailBody } from '@portico/contract/mail/mail-layout.ts'
import { jobNameKey } from '@portico/contract/texts/shipped-names.ts'
import { accessMails } from './access-mails.ts'
import { accountMails, contactMails } from './account-mails.ts'
import { announcementMails } from './announcement-mails.ts'
import { serviceAccountMails } from './service-account-mails.ts'
import { webhookMails } from './webhook-mails.ts'
import { signInFacts, hello, type MailFormatters, note, openPortal, paragraph, signIn } from './mail-blocks.ts'
import type { MailFields, MailTemplates } from './mail-fields.ts'

const temporaryPasswordIntros = {
  forgotten: 'mail_password_forgotten',
  administrator: 'mail_password_set',
  'new-account': 'mail_new_account',
} as const

/** The name of a job; one that an administrator gave stays. */
function jobInWords(name: string, { describe }: MailFormatters): string {
  const key = jobNameKey(name)
  return key === null ? name : describe({ key, values: {} })
}

/** The content of each template. */
export const mailTemplates: MailTemplates = {
  'temporary-password': (fields, words) => ({
    subject:
      fields.reason === 'new-account'
        ? words.texts.mail_new_account_subject
        : words.texts.mail_temporary_password_subject,
    blocks: [
      hello(fields, words),
      paragraph(words.texts[temporaryPasswordIntros[fields.reason]]),
      { kind: 'facts', rows: [[words.texts.mail_user_id, fields.userName]] },
      { kind: 'secret', label: words.texts.mail_temporary_password, value: words.unseal(fields.password) },
      paragraph(words.format(words.texts.mail_temporary_password_rules, { validUntil: words.time(fields.validUntil) })),
      signIn(words),
      ...(fields.reason === 'forgotten' ? [note(words.texts.mail_password_not_requested)] : []),
      note(words.texts.mail_never_asks),
    ],
    why: words.texts.mail_why_security,
  }),
  // Shown until the password is made.
  'first-password': (_, words) => ({
    subject: words.texts.mail_new_account_subject,
    blocks: [paragraph(words.texts.mail_new_account), signIn(words)],
    why: words.texts.mail_why_security,
  }),
  'recovery-link': (fields, words) => ({
    subject: words.texts.mail_link_subject,
    blocks: [
      hello(fields, words),
      paragraph(words.texts.mail_link),
      { kind: 'facts', rows: [[words.texts.mail_user_id, fields.userName]] },
      // In the fragment, which browsers do not send.
      { kind: 'button', label: words.texts.mail_link_button, path: `/choose-password#${words.unseal(fields.token)}` },
      paragraph(words.format(words.texts.mail_link_rules, { validUntil: words.time(fields.validUntil) })),
      note(words.texts.mail_link_not_requested),
      note(words.texts.mail_never_asks),
    ],
    why: words.texts.mail_why_security,
  }),
  'use-company-sign-in': (fields, words) => ({
    subject: words.texts.mail_company_subject,
    blocks: [
      hello(fields, words),
      paragraph(words.texts.mail_company_no_password),
      paragraph(words.texts.mail_company_how),
      openPortal(words),
      note(words.texts.mail_nothing_to_do),
    ],
    why: words.texts.mail_why_security,
  }),
  'password-changed': (fields, words) => ({
    subject: words.texts.mail_password_changed_subject,
    blocks: [
      hello(fields, words),
      paragraph(
        fields.by === 'self' ? words.texts.mail_password_changed : words.texts.mail_password_changed_by_administrator,
      ),
      signInFacts(fields, words),
      note(words.texts.mail_not_you),
    ],
    why: words.texts.mail_why_security,
  }),
  'password-expires': (fields, words) => ({
    subject: words.format(words.texts.mail_password_expires_subject, { days: Math.max(1, fields.days) }),
    blocks: [
      hello(fields, words),
      paragraph(words.format(words.texts.mail_password_expires, { expiresAt: words.time(fields.expiresAt) })),
      paragraph(words.texts.mail_password_expires_how),
      signIn(words),
      note(words.texts.mail_never_asks),
    ],
    why: words.texts.mail_why_security,
  }),
  'second-factor-changed': (fields, words) => ({
    subject:
      fields.change === 'recovery_code_used'
        ? words.texts.mail_recovery_code_used_subject
        : words.texts.mail_second_factor_subject,
    blocks: [
      hello(fields, words),
      paragraph(words.texts[`mail_${fields.change}`]),
      signInFacts(fields, words),
      note(words.texts.mail_not_you),
    ],
    why: words.texts.mail_why_security,
  }),
  'new-sign-in': (fields, words) => ({
    subject: words.texts.mail_new_sign_in_subject,
    blocks: [
      hello(fields, words),
      paragraph(words.texts.mail_new_sign_in),
      signInFacts(fields, words),
      paragraph(words.texts.mail_new_sign_in_yours),
      note(words.texts.mail_not_you),
    ],
    why: words.texts.mail_why_security,
  }),
  'security-alert': (fields, words) =>
    fields.reader === 'person' ? alertForPerson(fields, words) : alertForAdministrator(fields, words),
  'certificate-expires': (fields, words) => ({
    subject: words.format(words.texts.mail_certificate_subject, {
      provider: fields.provider,
      days: Math.max(1, fields.days),
    }),
    blocks: [
      hello(fields, words),
      paragraph(words.format(words.texts.mail_certificate, { ...fields, expiresAt: words.time(fields.expiresAt) })),
      paragraph(words.texts.mail_certificate_how),
      {
        kind: 'facts',
        rows: [[words.texts.mail_certificate_command, 'npm run portal -- saml-provider renew --metadata FILE']],
      },
    ],
    why: words.texts.mail_why_administrator,
  }),
  'job-failed': (fields, words) => ({
    subject: words.format(words.texts.mail_job_failed_subject, { job: jobInWords(fields.job, words) }),
    blocks: [
      paragraph(words.format(words.texts.mail_job_failed, { job: jobInWords(fields.job, words) })),
      {
        kind: 'facts',
        rows: [
          [words.texts.mail_job_failed_reason, fields.reason],
          [words.texts.mail_job_failed_run, String(fields.runId)],
        ],
      },
      paragraph(words.texts.mail_job_failed_how),
    ],
    why: words.texts.mail_why_job,
  }),
  ...accountMails,
  ...accessMails,
  ...contactMails,
  ...announcementMails,
  ...serviceAccountMails,
  ...webhookMails,
  'document-shared': (fields, words) => ({
    subject: words.format(words.texts.mail_document_shared_subject, fields),
    blocks: [
      hello(fields, words),
      paragraph(words.format(words.texts.mail_document_shared, fields)),
      {
        kind: 'button',
        label: words.texts.mail_document_open,
        path: '/content-authenticated/document-library?tab=shared',
      },
    ],
    why: words.texts.mail_why_document,
  }),
  'document-infected': (fields, words) => ({
    subject: words.texts.mail_document_infected_subject,
    blocks: [
      hello(fields, words),
      paragraph(
        words.format(
          fields.removed === 'document' ? words.texts.mail_document_infected : words.texts.mail_version_infected,
          fields,
        ),
      ),
      paragraph(words.texts.mail_document_infected_next),
      { kind: 'button', label: words.texts.mail_document_open, path: '/content-authenticated/document-library' },
    ],
    why: words.texts.mail_why_own_document,
  }),
  'file-infected': (fields, words) => ({
    subject: words.texts.mail_file_infected_subject,
    blocks: [
      hello(fields, words),
      paragraph(words.format(words.texts.mail_file_infected, fields)),
      paragraph(words.texts.mail_document_infected_next),
      {
        kind: 'button',
        label: words.texts.mail_file_open,
        path: '/content-authenticated/database-maintenance/file-management',
      },
    ],
    why: words.texts.mail_why_published_file,
  }),
  test: (_, words) => ({
    subject: words.texts.mail_test_subject,
    blocks: [paragraph(words.texts.mail_test), openPortal(words)],
    why: words.texts.mail_why_test,
  }),
}

const alertForPerson = (fields: MailFields<'security-alert'>, words: MailFormatters): MailBody => ({
  subject: words.texts.mail_alert_subject,
  blocks: [
    hello(fields, words),
    paragraph(words.texts.mail_alert_reported),
    signInFacts(fields, words),
    paragraph(words.texts.mail_alert_done),
    signIn(words),
    note(words.texts.mail_never_asks),
  ],
  why: words.texts.mail_why_security,
})

function alertForAdministrator(fields: MailFields<'security-alert'>, words: MailFormatters): MailBody {
  const values = { person: fields.personName, userName: fields.userName }
  return {
    subject: words.format(words.texts.mail_alert_administrator_subject, values),
    blocks: [
      hello(fields, words),
      paragraph(words.format(words.texts.mail_alert_administrator, values)),
      signInFacts(fields, words),
      paragraph(words.texts.mail_alert_administrator_done),
      openPortal(words),
    ],
    why: words.texts.mail_why_security,
  }
}

import { mailTexts } from '@portico/contract/texts/mail-texts.ts'
import { z } from 'zod'
import { accountMails, contactMails } from './account-mails.ts'
import {
  factsOf,
  fill,
  hello,
  type MailParts,
  type MailWords,
  note,
  openPortal,
  paragraph,
  security,
  signIn,
} from './mail-blocks.ts'

const Moment = z.iso.datetime()
const Sealed = z.string().brand<'sealed'>()

/** Somebody, somewhere, at some time. Device and place are null where they are not known. */
const occasion = { at: Moment, device: z.string().nullable(), place: z.string().nullable() }
const firstName = z.string()
const by = z.enum(['self', 'administrator'])

/** What each template is told. A field that is added later must be optional: older mails may still wait. */
export const mailFields = {
  'temporary-password': z.object({
    firstName,
    userName: z.string(),
    password: Sealed,
    validUntil: Moment,
    reason: z.enum(['forgotten', 'administrator', 'new-account']),
  }),
  /** A link to choose a new password, its token encrypted. */
  'recovery-link': z.object({ firstName, userName: z.string(), token: Sealed, validUntil: Moment }),
  /** To people who asked for a password and have none here. */
  'use-company-sign-in': z.object({ firstName }),
  'password-changed': z.object({ firstName, by, ...occasion }),
  'password-expires': z.object({ firstName, expiresAt: Moment, days: z.int() }),
  'second-factor-changed': z.object({
    firstName,
    change: z.enum([
      'authenticator_added',
      'passkey_added',
      'recovery_codes_made',
      'recovery_code_used',
      'factor_removed',
      'factor_reset_by_administrator',
    ]),
    ...occasion,
  }),
  /** From a device that was not seen before. */
  'new-sign-in': z.object({ firstName, ...occasion }),
  /** "This wasn't me" was used: to the person who used it, or to an administrator. `at`: of the sign-in. */
  'security-alert': z.object({
    firstName,
    reader: z.enum(['person', 'administrator']),
    personName: z.string(),
    userName: z.string(),
    ...occasion,
  }),
  /** Of an identity provider, to those who can tell the portal its next one. */
  'certificate-expires': z.object({
    firstName,
    provider: z.string(),
    employers: z.string(),
    expiresAt: Moment,
    days: z.int(),
  }),
  /** To a new address, which counts once its reader has opened the link. */
  'confirm-email': z.object({ firstName, address: z.string(), token: Sealed, validUntil: Moment }),
  /** To the owner of an account, where he has been reached until now. */
  'account-changed': z.object({
    firstName,
    change: z.enum(['email_asked', 'email_changed', 'security_question_changed']),
    newAddress: z.string().nullable(),
    ...occasion,
  }),
  /** To those who look after a client. */
  'employer-asked': z.object({ personName: z.string(), userName: z.string(), from: z.string(), to: z.string() }),
  /** To those who look after an application. */
  'enhancement-request': z.object({
    number: z.int(),
    sectionName: z.string(),
    clientName: z.string(),
    personName: z.string(),
    comment: z.string(),
    /** Null: the sender asks for no answer. */
    contact: z.object({ email: z.string(), phone: z.string().nullable() }).nullable(),
  }),
  /** To a telephone, by the mail address that its carrier gives it. */
  'opt-out-text': z.object({ clientName: z.string() }),
  announcement: z.object({ title: z.string(), text: z.string() }),
  'document-shared': z.object({ firstName, sender: z.string(), document: z.string() }),
  /** To the owner of what the virus scanner found when it was back. */
  'document-infected': z.object({ firstName, document: z.string(), removed: z.enum(['document', 'version']) }),
  /** An operator looks whether mail arrives. */
  test: z.object({}),
} as const

export type MailTemplate = keyof typeof mailFields
export type MailFields<Template extends MailTemplate> = z.output<(typeof mailFields)[Template]>

/** Templates whose fields are erased once the mail is gone. */
export const secretTemplates: readonly MailTemplate[] = ['temporary-password', 'recovery-link', 'confirm-email']

const t = mailTexts
export type Says = { [Template in MailTemplate]: (fields: MailFields<Template>, words: MailWords) => MailParts }

const temporaryPasswordIntros = {
  forgotten: t.mail_password_forgotten,
  administrator: t.mail_password_set,
  'new-account': t.mail_new_account,
}

/** What each template says. */
export const mailSays: Says = {
  'temporary-password': (fields, words) => ({
    subject: fields.reason === 'new-account' ? t.mail_new_account_subject : t.mail_temporary_password_subject,
    blocks: [
      hello(fields),
      paragraph(temporaryPasswordIntros[fields.reason]),
      { kind: 'facts', rows: [[t.mail_user_id, fields.userName]] },
      { kind: 'secret', label: t.mail_temporary_password, value: words.unseal(fields.password) },
      paragraph(fill(t.mail_temporary_password_rules, { validUntil: words.time(fields.validUntil) })),
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
      // Behind the sign that browsers send to nobody.
      { kind: 'button', label: t.mail_link_button, path: `/choose-password#${words.unseal(fields.token)}` },
      paragraph(fill(t.mail_link_rules, { validUntil: words.time(fields.validUntil) })),
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
      factsOf(fields, words),
      note(t.mail_not_you),
    ],
    why: security,
  }),
  'password-expires': (fields, words) => ({
    subject:
      fields.days > 1
        ? fill(t.mail_password_expires_subject, { days: fields.days })
        : t.mail_password_expires_tomorrow_subject,
    blocks: [
      hello(fields),
      paragraph(fill(t.mail_password_expires, { expiresAt: words.time(fields.expiresAt) })),
      paragraph(t.mail_password_expires_how),
      signIn,
      note(t.mail_never_asks),
    ],
    why: security,
  }),
  'second-factor-changed': (fields, words) => ({
    subject: t.mail_second_factor_subject,
    blocks: [hello(fields), paragraph(t[`mail_${fields.change}`]), factsOf(fields, words), note(t.mail_not_you)],
    why: security,
  }),
  'new-sign-in': (fields, words) => ({
    subject: t.mail_new_sign_in_subject,
    blocks: [
      hello(fields),
      paragraph(t.mail_new_sign_in),
      factsOf(fields, words),
      paragraph(t.mail_new_sign_in_yours),
      note(t.mail_not_you),
    ],
    why: security,
  }),
  'security-alert': (fields, words) =>
    fields.reader === 'person' ? alertForPerson(fields, words) : alertForAdministrator(fields, words),
  'certificate-expires': (fields, words) => ({
    subject: fill(fields.days > 1 ? t.mail_certificate_subject : t.mail_certificate_tomorrow_subject, fields),
    blocks: [
      hello(fields),
      paragraph(fill(t.mail_certificate, { ...fields, expiresAt: words.time(fields.expiresAt) })),
      paragraph(t.mail_certificate_how),
      {
        kind: 'facts',
        rows: [[t.mail_certificate_command, 'npm run portal -- saml-provider renew --metadata FILE']],
      },
    ],
    why: t.mail_why_administrator,
  }),
  ...accountMails,
  ...contactMails,
  announcement: ({ title, text }) => ({
    subject: title,
    blocks: [...text.split(/\n{2,}/).map(paragraph), openPortal],
    why: t.mail_why_announcement,
  }),
  'document-shared': (fields) => ({
    subject: fill(t.mail_document_shared_subject, fields),
    blocks: [
      hello(fields),
      paragraph(fill(t.mail_document_shared, fields)),
      { kind: 'button', label: t.mail_document_open, path: '/content-authenticated/document-library?tab=shared' },
    ],
    why: t.mail_why_document,
  }),
  'document-infected': (fields) => ({
    subject: t.mail_document_infected_subject,
    blocks: [
      hello(fields),
      paragraph(fill(fields.removed === 'document' ? t.mail_document_infected : t.mail_version_infected, fields)),
      paragraph(t.mail_document_infected_next),
      { kind: 'button', label: t.mail_document_open, path: '/content-authenticated/document-library' },
    ],
    why: t.mail_why_own_document,
  }),
  test: () => ({ subject: t.mail_test_subject, blocks: [paragraph(t.mail_test), openPortal], why: t.mail_why_test }),
}

const alertForPerson = (fields: MailFields<'security-alert'>, words: MailWords): MailParts => ({
  subject: t.mail_alert_subject,
  blocks: [
    hello(fields),
    paragraph(t.mail_alert_reported),
    factsOf(fields, words),
    paragraph(t.mail_alert_done),
    signIn,
    note(t.mail_never_asks),
  ],
  why: security,
})

function alertForAdministrator(fields: MailFields<'security-alert'>, words: MailWords): MailParts {
  const values = { person: fields.personName, userName: fields.userName }
  return {
    subject: fill(t.mail_alert_administrator_subject, values),
    blocks: [
      hello(fields),
      paragraph(fill(t.mail_alert_administrator, values)),
      factsOf(fields, words),
      paragraph(t.mail_alert_administrator_done),
      openPortal,
    ],
    why: security,
  }
}

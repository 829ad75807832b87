import { formatMessage } from '@portico/contract/texts/format-message.ts'
import { formatPhone } from '@portico/contract/account-rules.ts'
import { mailTexts as t } from '@portico/contract/texts/mail-texts.ts'
import { signInFacts, hello, type MailBlock, note, paragraph, security } from './mail-blocks.ts'
import type { MailTemplates } from './mail-fields.ts'

/** Templates about changes of an account. */
export const accountMails: Pick<
  MailTemplates,
  'confirm-email' | 'account-changed' | 'employer-asked' | 'opt-out-text' | 'signed-on-as'
> = {
  'signed-on-as': ({ reason, ...fields }, words) => ({
    subject: t.mail_signed_on_as_subject,
    blocks: [
      hello(fields),
      paragraph(formatMessage(t.mail_signed_on_as, fields)),
      {
        kind: 'facts',
        rows: [
          [t.mail_when, words.time(fields.at)],
          [t.mail_signed_on_as_until, words.time(fields.until)],
          [t.mail_signed_on_as_rights, fields.isLookOnly ? t.mail_signed_on_as_look : t.mail_signed_on_as_act],
          ...(reason === null ? [] : [[t.mail_signed_on_as_reason, reason] as const]),
        ],
      },
      paragraph(t.mail_signed_on_as_never),
      note(t.mail_signed_on_as_question),
    ],
    why: security,
  }),
  'confirm-email': (fields, words) => ({
    subject: t.mail_confirm_email_subject,
    blocks: [
      hello(fields),
      paragraph(formatMessage(t.mail_confirm_email, fields)),
      {
        kind: 'button',
        label: t.mail_confirm_email_button,
        // In the fragment, which browsers do not send.
        path: `/content-authenticated/account-settings#confirm-email=${words.unseal(fields.token)}`,
      },
      paragraph(formatMessage(t.mail_confirm_email_rules, { validUntil: words.time(fields.validUntil) })),
      note(t.mail_confirm_email_not_asked),
    ],
    why: security,
  }),
  'account-changed': (fields, words) => ({
    subject: t.mail_account_changed_subject,
    blocks: [
      hello(fields),
      paragraph(formatMessage(t[`mail_${fields.change}`], { employer: fields.employer ?? '' })),
      ...newAddress(fields.newAddress),
      signInFacts(fields, words),
      note(t.mail_not_you),
    ],
    why: security,
  }),
  'employer-asked': (fields) => {
    const values = { ...fields, person: fields.personName }
    return {
      subject: formatMessage(t.mail_employer_asked_subject, values),
      blocks: [paragraph(formatMessage(t.mail_employer_asked, values)), paragraph(t.mail_employer_asked_how)],
      why: t.mail_why_staff,
    }
  },
  'opt-out-text': ({ clientName }) => ({
    subject: formatMessage(t.mail_sender, { client: clientName }),
    blocks: [paragraph(formatMessage(t.text_opt_out, { client: clientName }))],
    why: '',
    isTextMessage: true,
  }),
}

const newAddress = (address: string | null): MailBlock[] =>
  address === null ? [] : [{ kind: 'facts', rows: [[t.mail_new_address, address]] }]

/** Templates for mails to the contacts of a client or application. */
export const contactMails: Pick<MailTemplates, 'enhancement-request'> = {
  'enhancement-request': ({ contact, ...fields }) => {
    const values = { ...fields, person: fields.personName, client: fields.clientName, section: fields.sectionName }
    const rows: [string, string | null][] = [
      [t.mail_enhancement_number, String(fields.number)],
      [t.mail_enhancement_contact, contact && fields.personName],
      [t.mail_enhancement_email, contact && contact.email],
      [t.mail_enhancement_phone, contact && contact.phone && formatPhone(contact.phone)],
    ]
    return {
      subject: formatMessage(t.mail_enhancement_subject, values),
      blocks: [
        paragraph(formatMessage(t.mail_enhancement, values)),
        paragraph(fields.comment),
        { kind: 'facts', rows: rows.filter((row): row is [string, string] => row[1] !== null) },
        ...(contact ? [] : [note(t.mail_enhancement_no_contact)]),
      ],
      why: t.mail_why_owner,
    }
  },
}

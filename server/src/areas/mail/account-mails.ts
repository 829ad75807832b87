import type { MailBlock } from '@portico/contract/mail/mail-layout.ts'
import { signInFacts, hello, type MailFormatters, note, openPortal, paragraph, signIn } from './mail-blocks.ts'
import type { MailTemplates } from './mail-fields.ts'

/** Templates about changes of an account. */
export const accountMails: Pick<
  MailTemplates,
  | 'confirm-email'
  | 'account-changed'
  | 'dormant-account'
  | 'data-export-ready'
  | 'employer-requested'
  | 'license-reminder'
  | 'opt-out-text'
  | 'signed-on-as'
> = {
  'dormant-account': (fields, words) => ({
    subject: words.texts.mail_dormant_subject,
    blocks: [
      hello(fields, words),
      paragraph(words.format(words.texts.mail_dormant, { inactiveFrom: words.time(fields.inactiveFrom) })),
      paragraph(words.texts.mail_dormant_how),
      signIn(words),
    ],
    why: words.texts.mail_why_account,
  }),
  'license-reminder': (fields, words) => ({
    subject: words.texts.mail_license_subject,
    blocks: [
      hello(fields, words),
      paragraph(words.texts.mail_license),
      paragraph(words.texts.mail_license_how),
      signIn(words),
    ],
    why: words.texts.mail_why_account,
  }),
  'signed-on-as': ({ reason, ...fields }, words) => ({
    subject: words.texts.mail_signed_on_as_subject,
    blocks: [
      hello(fields, words),
      paragraph(words.format(words.texts.mail_signed_on_as, fields)),
      {
        kind: 'facts',
        rows: [
          [words.texts.mail_when, words.time(fields.at)],
          [words.texts.mail_signed_on_as_until, words.time(fields.until)],
          [
            words.texts.mail_signed_on_as_rights,
            fields.isLookOnly ? words.texts.mail_signed_on_as_look : words.texts.mail_signed_on_as_act,
          ],
          ...(reason === null ? [] : [[words.texts.mail_signed_on_as_reason, reason] as const]),
        ],
      },
      paragraph(words.texts.mail_signed_on_as_never),
      note(words.texts.mail_signed_on_as_question),
    ],
    why: words.texts.mail_why_security,
  }),
  'data-export-ready': (fields, words) => ({
    subject: words.texts.mail_data_export_subject,
    blocks: [
      hello(fields, words),
      paragraph(words.format(words.texts.mail_data_export, { validUntil: words.time(fields.validUntil) })),
      // To the screen: only the user signed in can download it, never the link itself.
      { kind: 'button', label: words.texts.mail_data_export_button, path: '/content-authenticated/account-settings' },
      note(words.texts.mail_not_you),
    ],
    why: words.texts.mail_why_security,
  }),
  'confirm-email': (fields, words) => ({
    subject: words.texts.mail_confirm_email_subject,
    blocks: [
      hello(fields, words),
      paragraph(words.format(words.texts.mail_confirm_email, fields)),
      {
        kind: 'button',
        label: words.texts.mail_confirm_email_button,
        // In the fragment, which browsers do not send.
        path: `/content-authenticated/account-settings#confirm-email=${words.unseal(fields.token)}`,
      },
      paragraph(words.format(words.texts.mail_confirm_email_rules, { validUntil: words.time(fields.validUntil) })),
      note(words.texts.mail_confirm_email_not_requested),
    ],
    why: words.texts.mail_why_security,
  }),
  'account-changed': (fields, words) => ({
    subject: words.texts.mail_account_changed_subject,
    blocks: [
      hello(fields, words),
      paragraph(words.format(words.texts[`mail_${fields.change}`], { employer: fields.employer ?? '' })),
      ...newAddress(fields.newAddress, words),
      signInFacts(fields, words),
      note(words.texts.mail_not_you),
    ],
    why: words.texts.mail_why_security,
  }),
  'employer-requested': (fields, words) => {
    const values = { ...fields, person: fields.personName }
    return {
      subject: words.format(words.texts.mail_employer_requested_subject, values),
      blocks: [
        paragraph(words.format(words.texts.mail_employer_requested, values)),
        paragraph(words.texts.mail_employer_requested_how),
      ],
      why: words.texts.mail_why_staff,
    }
  },
  'opt-out-text': ({ clientName }, words) => ({
    subject: words.format(words.texts.mail_sender, { client: clientName }),
    blocks: [paragraph(words.format(words.texts.text_opt_out, { client: clientName }))],
    why: '',
    isTextMessage: true,
  }),
}

const newAddress = (address: string | null, words: MailFormatters): MailBlock[] =>
  address === null ? [] : [{ kind: 'facts', rows: [[words.texts.mail_new_address, address]] }]

const enhancementStates = {
  received: 'mail_enhancement_received',
  'in-review': 'mail_enhancement_in_review',
  planned: 'mail_enhancement_planned',
  done: 'mail_enhancement_done',
  declined: 'mail_enhancement_declined',
} as const

/** Templates for mails about enhancement requests. */
export const contactMails: Pick<MailTemplates, 'enhancement-request' | 'enhancement-answered'> = {
  'enhancement-answered': ({ state: code, answer, ...fields }, words) => {
    const { texts: t } = words
    const state = t[enhancementStates[code]]
    const values = { number: fields.number, section: fields.sectionName, state }
    const rows: [string, string][] = [[t.mail_enhancement_state, state]]
    return {
      subject: words.format(t.mail_enhancement_answered_subject, values),
      blocks: [
        hello(fields, words),
        paragraph(words.format(t.mail_enhancement_answered, values)),
        { kind: 'facts', rows: answer === '' ? rows : [...rows, [t.mail_enhancement_answer, answer]] },
        openPortal(words),
      ],
      why: t.mail_why_enhancement,
    }
  },
  'enhancement-request': ({ contact, ...fields }, words) => {
    const values = { ...fields, person: fields.personName, client: fields.clientName, section: fields.sectionName }
    const rows: [string, string | null][] = [
      [words.texts.mail_enhancement_number, String(fields.number)],
      [words.texts.mail_enhancement_contact, contact && fields.personName],
      [words.texts.mail_enhancement_email, contact && contact.email],
      [words.texts.mail_enhancement_phone, contact && contact.phone && words.phone(contact.phone)],
    ]
    return {
      subject: words.format(words.texts.mail_enhancement_subject, values),
      blocks: [
        paragraph(words.format(words.texts.mail_enhancement, values)),
        paragraph(fields.comment),
        { kind: 'facts', rows: rows.filter((row): row is [string, string] => row[1] !== null) },
        ...(contact ? [] : [note(words.texts.mail_enhancement_no_contact)]),
      ],
      why: words.texts.mail_why_owner,
    }
  },
}

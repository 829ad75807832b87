import { formatMessage } from '@portico/contract/texts/format-message.ts'
import { type Language, localeOf } from '@portico/contract/texts/languages.ts'
import { mailErrorTexts } from '@portico/contract/mail/mail-error-texts.ts'
import type { PhoneNumbers } from '@portico/contract/phones/phone-numbers.ts'
import type { KeyRing } from '../../crypto/key-ring.ts'
import type { SealedRows } from '../../crypto/sealed-rows.ts'
import { MessageRef } from '../../http/sentences.ts'
import { htmlOf, type MailBody, type MailBrand, textOf, textMessageOf } from '@portico/contract/mail/mail-layout.ts'
import { oneLine } from './mail-rules.ts'
import type { MailFormatters, SealedSecret } from './mail-blocks.ts'
import { mailFields, type MailTemplate } from './mail-fields.ts'
import { mailTemplates } from './mail-templates.ts'
import type { MailWording } from '../texts/public.ts'

/** A mail as its reader sees it. */
export interface ComposedMail {
  readonly subject: string
  readonly text: string
  /** Null: a text message, which is text alone. */
  readonly html: string | null
}

export interface ComposerDeps {
  readonly keys: KeyRing
  readonly portalUrl: URL
  /** Time zone of the dates in mails. */
  readonly timeZone: string
  readonly phones: Pick<PhoneNumbers, 'show'>
}

/**
 * Renders the template and the stored fields of a mail, in the brand and the wording of its reader's client, in the
 * language of the wording.
 * @throws when the fields are invalid
 */
export type ComposeMail = (
  template: MailTemplate,
  fields: unknown,
  brand: MailBrand,
  translate: MailWording,
) => ComposedMail

const PURPOSE = 'mail'

/** Encrypts a secret for a field of a mail, such as a temporary password, until the mail is sent. */
export function sealMailSecret(keys: KeyRing, secret: string): SealedSecret {
  return keys.encrypt(PURPOSE, secret) as SealedSecret
}

/** Secrets of mails that wait to be sent, by the names of their fields. */
export const waitingMailSecrets: readonly SealedRows[] = ['password', 'token'].map((field) => ({
  name: [`waiting email with a ${field}`, `waiting emails with a ${field}`],
  table: 'outbox_mails',
  id: 'id',
  sealed: `fields ->> '${field}'`,
  where: `state = 'waiting' and fields ? '${field}'`,
  encryption: {
    purpose: PURPOSE,
    contextOf: () => '',
    assignment: `fields = jsonb_set(fields, '{${field}}', to_jsonb(changed.sealed))`,
  },
  whenLost: `update outbox_mails set state = 'dead', fields = '{}', last_error = '${mailErrorTexts.mail_error_key_lost}'`,
}))

/** True for the name of a mail template of this build; rows of the outbox may be of another one. */
export function isMailTemplate(name: string): name is MailTemplate {
  return Object.hasOwn(mailFields, name)
}

/** Returns the function that renders mails with this installation's keys, address and time zone. */
export function mailComposer({ portalUrl, ...deps }: ComposerDeps): ComposeMail {
  const addressOf = (path: string) => new URL(path, portalUrl).href
  return (template, fields, brand, translate) => {
    const body = renderMail(template, fields, mailFormatters(deps, translate))
    const subject = oneLine(body.subject)
    if (body.isTextMessage) return { subject, text: textMessageOf(body), html: null }
    return {
      subject,
      text: textOf(body, brand, addressOf),
      html: htmlOf({ ...body, subject }, translate.language, { brand, addressOf }),
    }
  }
}

function renderMail<Template extends MailTemplate>(
  template: Template,
  fields: unknown,
  words: MailFormatters,
): MailBody {
  return mailTemplates[template](
    mailFields[template].parse(fields) as Parameters<(typeof mailTemplates)[Template]>[0],
    words,
  )
}

const timeFormat = (language: Language, timeZone: string) =>
  new Intl.DateTimeFormat(localeOf[language], {
    timeZone,
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  })

function mailFormatters(
  { keys, timeZone, phones }: Omit<ComposerDeps, 'portalUrl'>,
  { texts, language, say }: MailWording,
): MailFormatters {
  return {
    texts,
    language,
    format: (text, values) => formatMessage(text, values, language),
    describe: ({ key, values }) => say(new MessageRef(key, values)),
    time: (at) => timeFormat(language, timeZone).format(new Date(at)),
    phone: phones.show,
    unseal: (sealed) => {
      const secret = keys.decrypt(PURPOSE, sealed)
      if (secret === undefined) throw new Error('The key that encrypted this mail is no longer in PORTAL_SECRET_KEYS')
      return secret
    },
  }
}

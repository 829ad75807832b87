import type { KeyRing } from '../../crypto/key-ring.ts'
import { htmlOf, type MailBrand, textOf, wordsAlone } from './mail-layout.ts'
import { oneLine } from './mail-rules.ts'
import type { MailParts, MailWords, SealedSecret } from './mail-blocks.ts'
import { mailFields, mailSays, type MailTemplate } from './mail-templates.ts'

/** A mail in words, as its reader sees it. */
export interface ComposedMail {
  readonly subject: string
  readonly text: string
  /** Null: a text message, which is its words alone. */
  readonly html: string | null
}

export interface ComposerParts {
  readonly keys: KeyRing
  readonly portalUrl: URL
  /** Zone in which moments are told. */
  readonly timeZone: string
}

/** Turns the template and the stored fields of a mail into words. Throws where the fields do not fit. */
export type ComposeMail = (template: MailTemplate, fields: unknown, brand: MailBrand) => ComposedMail

const PURPOSE = 'mail'

/** A secret for a field of a mail, such as a temporary password: encrypted until the mail leaves. */
export function sealMailSecret(keys: KeyRing, secret: string): SealedSecret {
  return keys.encrypt(PURPOSE, secret) as SealedSecret
}

export function isMailTemplate(name: string): name is MailTemplate {
  return Object.hasOwn(mailFields, name)
}

export function mailComposer({ keys, portalUrl, timeZone }: ComposerParts): ComposeMail {
  const words = wordsOf(keys, timeZone)
  return (template, fields, brand) => {
    const parts = said(template, fields, words)
    const subject = oneLine(parts.subject)
    if (parts.isTextMessage) return { subject, text: wordsAlone(parts), html: null }
    return { subject, text: textOf(parts, brand, portalUrl), html: htmlOf({ ...parts, subject }, brand, portalUrl) }
  }
}

function said<Template extends MailTemplate>(template: Template, fields: unknown, words: MailWords): MailParts {
  return mailSays[template](mailFields[template].parse(fields) as Parameters<(typeof mailSays)[Template]>[0], words)
}

function wordsOf(keys: KeyRing, timeZone: string): MailWords {
  const moment = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  })
  return {
    time: (at) => moment.format(new Date(at)),
    unseal: (sealed) => {
      const secret = keys.decrypt(PURPOSE, sealed)
      if (secret === undefined) throw new Error('The key that encrypted this mail is no longer in PORTAL_SECRET_KEYS')
      return secret
    },
  }
}

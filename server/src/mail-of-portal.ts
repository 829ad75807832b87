import { type ComposeMail, mailComposer } from './areas/mail/public.ts'
import type { Config } from './config/config.ts'
import { keyRing } from './crypto/key-ring.ts'

/** What turns the stored mails of this portal into words. */
export const composerOf = ({ secretKeys, publicUrl, businessTimeZone }: Config): ComposeMail =>
  mailComposer({ keys: keyRing(secretKeys), portalUrl: publicUrl, timeZone: businessTimeZone })

/** The way to the mail server of the settings; null where none is named. */
export async function transportOf({ smtp, mailFrom }: Config) {
  if (smtp === undefined) return null
  const { smtpTransport } = await import('./ports/mail/smtp-transport.ts')
  return smtpTransport({ server: smtp, from: mailFrom })
}

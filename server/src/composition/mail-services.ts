import { type ComposeMail, mailComposer } from '../areas/mail/public.ts'
import type { Config } from '../config/config.ts'
import { keyRing } from '../crypto/key-ring.ts'
import { carrierMail, noSms, type SmsGateway } from '../ports/sms/sms-gateway.ts'

/** Returns the renderer of stored mails. */
export const createMailComposer = ({ secretKeys, publicUrl, businessTimeZone }: Config): ComposeMail =>
  mailComposer({ keys: keyRing(secretKeys), portalUrl: publicUrl, timeZone: businessTimeZone })

/** Returns the transport to the mail server of the settings; null when none is configured. */
export async function createMailTransport({ smtp, mailFrom }: Config) {
  if (smtp === undefined) return null
  const { smtpTransport } = await import('../ports/mail/smtp-transport.ts')
  return smtpTransport({ server: smtp, from: mailFrom })
}

/** Returns the text message delivery of the settings. */
export const createSmsGateway = ({ textMessages }: Config): SmsGateway => (textMessages === 'off' ? noSms : carrierMail)

import { type ComposeMail, mailComposer } from '../areas/mail/public.ts'
import type { Config } from '../config/config.ts'
import { keyRing } from '../crypto/key-ring.ts'
import { carrierMail, noSms, type SmsGateway } from '../ports/sms/sms-gateway.ts'

/** Returns the renderer of stored mails. */
export const createMailComposer = ({ secretKeys, publicUrl, businessTimeZone }: Config): ComposeMail =>
  mailComposer({ keys: keyRing(secretKeys), portalUrl: publicUrl, timeZone: businessTimeZone })

/** Returns the text message delivery of the settings. */
export const createSmsGateway = ({ textMessages }: Config): SmsGateway => (textMessages === 'off' ? noSms : carrierMail)

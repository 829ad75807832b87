import { type ComposeMail, mailComposer } from '../areas/mail/public.ts'
import type { Config } from '../config/config.ts'
import { keyRing } from '../crypto/key-ring.ts'
import { createPhoneNumbers } from './phone-numbers.ts'
import { carrierMail, noSms, type SmsGateway } from '../ports/sms/sms-gateway.ts'

/** Returns the renderer of stored mails. */
export const createMailComposer = (config: Config): ComposeMail =>
  mailComposer({
    keys: keyRing(config.secretKeys),
    portalUrl: config.publicUrl,
    timeZone: config.businessTimeZone,
    phones: createPhoneNumbers(config),
  })

/** Returns the text message delivery of the settings. */
export const createSmsGateway = ({ textMessages }: Config): SmsGateway => (textMessages === 'off' ? noSms : carrierMail)

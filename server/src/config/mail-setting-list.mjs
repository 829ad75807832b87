import { smtpAddress } from './smtp-address.mjs'
import { matching, oneWord } from './value-readers.mjs'

const mailAddress = matching(
  /^(?!\.)(?!.*\.\.)[\w'+.-]*[\w+-]@(?:[A-Za-z\d][A-Za-z\d-]*\.)+[A-Za-z]{2,}$/,
  'must be an e-mail address',
)

/** @satisfies {readonly import('./setting.ts').Setting[]} */
export const settingsOfMail = /** @type {const} */ ([
  {
    name: 'PORTAL_SMTP_URL',
    takes: smtpAddress,
    byDefault: 'none: mails stay in the outbox',
    description:
      'Mail server: smtps://user:password@host, or smtp://… for STARTTLS, without which nothing is sent beyond this machine.',
    secret: true,
  },
  {
    name: 'PORTAL_MAIL_FROM',
    takes: mailAddress,
    byDefault: 'portal@localhost',
    description: 'Sender of the portal’s mails.',
  },
  {
    name: 'PORTAL_TEXT_MESSAGES',
    takes: oneWord(['carrier-mail', 'off']),
    byDefault: 'carrier-mail',
    description: 'How text messages are sent: carrier-mail = as mails to the number at its carrier, off = not at all.',
  },
])

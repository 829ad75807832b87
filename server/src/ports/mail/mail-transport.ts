/** A mail as it leaves the portal. */
export interface Mail {
  /** The same for every try, so that a receiver can tell a repetition. */
  readonly messageId: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string | null
}

/** What carries mails out. */
export interface MailTransport {
  /** Resolves once the mail server has taken the mail over; throws MailRefused where trying again is useless. */
  send(mail: Mail): Promise<void>
}

/** The mail server will never take this mail. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused'
}

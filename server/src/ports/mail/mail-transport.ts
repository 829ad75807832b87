/** A mail to be sent. */
export interface Mail {
  /** The same for every attempt, so that a receiver can recognize a repetition. */
  readonly messageId: string
  /** When it was written. */
  readonly date: Date
  /** Shown as the sender's name. */
  readonly fromName: string
  readonly to: string
  readonly subject: string
  readonly text: string
  /** Null: text alone, for telephones. */
  readonly html: string | null
}

/** Sends mails. */
export interface MailTransport {
  /**
   * Resolves once the mail server has accepted the mail. @throws MailRefused when a retry is useless,
   * MailServerUnavailable when no other mail could be sent now, anything else for a later retry.
   */
  send(mail: Mail): Promise<void>
}

/** The mail server will never take this mail. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused'
}

/** The mail server accepts nothing at the moment: unreachable, not trusted, or the login failed. */
export class MailServerUnavailable extends Error {
  override readonly name = 'MailServerUnavailable'
}

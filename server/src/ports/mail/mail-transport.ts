/** A mail as it leaves the portal. */
export interface Mail {
  /** The same for every try, so that a receiver can tell a repetition. */
  readonly messageId: string
  /** When it was written. */
  readonly date: Date
  /** Shown as the sender's name. */
  readonly fromName: string
  readonly to: string
  readonly subject: string
  readonly text: string
  /** Null: text alone, as telephones want it. */
  readonly html: string | null
}

/** What carries mails out. */
export interface MailTransport {
  /**
   * Resolves once the mail server has taken the mail over. Throws MailRefused where trying again is
   * useless, MailServerAway where no other mail would fare better now, anything else for a later try.
   */
  send(mail: Mail): Promise<void>
}

/** The mail server will never take this mail. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused'
}

/** The mail server takes nothing at the moment: not reached, not trusted, or it lets us not in. */
export class MailServerAway extends Error {
  override readonly name = 'MailServerAway'
}

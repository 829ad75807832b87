/** A telephone as text messages find it. */
export interface TextReceiver {
  /** Digits, or + and digits. */
  readonly number: string
  /** Domain under which its carrier takes mails for telephones. */
  readonly carrierDomain: string
}

/** How text messages reach telephones. */
export interface TextMessages {
  /** Where a message to this telephone is sent. Null: text messages are switched off. */
  addressOf(receiver: TextReceiver): string | null
}

/** The number at its carrier: mails to it arrive as text messages. */
export const gatewayAddress = ({ number, carrierDomain }: TextReceiver): string =>
  `${number.replace(/^\+/, '')}@${carrierDomain}`

/** Carriers turn mails into text messages, so they leave through the outbox like any mail. */
export const carrierMail: TextMessages = { addressOf: gatewayAddress }

export const noTextMessages: TextMessages = { addressOf: () => null }

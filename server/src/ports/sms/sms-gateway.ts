/** A telephone as a recipient of text messages. */
export interface SmsRecipient {
  /** Digits, or + and digits. */
  readonly number: string
  /** Domain at which its carrier accepts mails for telephones. */
  readonly carrierDomain: string
}

/** Delivery of text messages. */
export interface SmsGateway {
  /** Returns the address for a telephone. Null: text messages are off. */
  addressOf(recipient: SmsRecipient): string | null
}

/**
 * A number as carriers know it: one of North America by its ten digits, others with their country code. One
 * telephone can be stored with its country code or, from before, as ten digits.
 */
export const gatewayNumber = (number: string): string => number.replace(/^\+(?:1(?=\d{10}$))?/, '')

/** The number at its carrier: mails to it arrive as text messages. */
export const gatewayAddress = ({ number, carrierDomain }: SmsRecipient): string =>
  `${gatewayNumber(number)}@${carrierDomain}`

/** Carriers turn mails into text messages, so they leave through the outbox like any mail. */
export const carrierMail: SmsGateway = { addressOf: gatewayAddress }

export const noSms: SmsGateway = { addressOf: () => null }

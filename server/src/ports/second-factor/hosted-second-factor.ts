/** A provider with a prompt of its own, to which the browser goes and from which it comes back. */
export interface HostedSecondFactor {
  readonly name: 'duo'
  /** Where the browser goes; the provider has just said that it is there. */
  promptAddress(visit: HostedVisit): Promise<string>
  /** What the provider says of this user, on this visit. */
  confirm(code: string, visit: HostedVisit): Promise<HostedVerdict>
}

/** `bypassed`: the provider's administrator lets this user pass without a factor, so that he has shown none. */
export type HostedVerdict = 'passed' | 'bypassed' | 'denied'

/** One way to the provider and back. */
export interface HostedVisit {
  userName: string
  /** Comes back by the browser. */
  state: string
  /** Comes back inside what the provider signs. */
  nonce: string
}

/** The provider could not be asked. */
export class ProviderAway extends Error {
  override readonly name = 'ProviderAway'
  /** `silent`: no answer in time · `garbage`: one that is not of the protocol. */
  readonly how: 'silent' | 'garbage'
  constructor(how: 'silent' | 'garbage', cause?: unknown) {
    super(`The second-factor provider is ${how}`, { cause })
    this.how = how
  }
}

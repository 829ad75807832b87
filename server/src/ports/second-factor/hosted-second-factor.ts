/** A provider with its own prompt, to which the browser is redirected. */
export interface HostedSecondFactor {
  readonly name: 'duo'
  /** Returns the address of the prompt after checking that the provider is available. */
  promptAddress(visit: HostedVisit): Promise<string>
  /** Returns the provider's verdict about this user on this visit. */
  confirm(code: string, visit: HostedVisit): Promise<HostedVerdict>
}

/** `bypassed`: the provider's administrator lets this user pass without a factor. */
export type HostedVerdict = 'passed' | 'bypassed' | 'denied'

/** One redirect to the provider and back. */
export interface HostedVisit {
  userName: string
  /** Returned by the browser. */
  state: string
  /** Returned inside the signed answer. */
  nonce: string
}

/** The provider could not be reached. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable'
  /** `silent`: no answer in time · `garbage`: one that is not of the protocol. */
  readonly how: 'silent' | 'garbage'
  constructor(how: 'silent' | 'garbage', cause?: unknown) {
    super(`The second-factor provider is ${how}`, { cause })
    this.how = how
  }
}

/** The identity provider of one or several employers. */
export interface Provider {
  id: number
  name: string
  entityId: string
  signOnUrl: string
  signOutUrl: string | null
  /** Certificates whose signatures count now: the current one, and the previous one until its end. */
  certificates: readonly string[]
  nameIdFormat: string | null
  emailAttribute: string | null
  firstNameAttribute: string | null
  lastNameAttribute: string | null
}

/** A sign-on under way whose answer has come, with the provider that was asked; the clock that decides beside it. */
export interface OpenRequest extends Provider {
  bindingHash: Buffer
  relayStateHash: Buffer
  returnTo: string
  now: Date
}

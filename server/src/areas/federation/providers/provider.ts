/** Minutes that a user may take at their provider. */
export const REQUEST_MINUTES = 10

/** The identity provider of one or several employers. */
export interface Provider {
  id: number
  name: string
  entityId: string
  signOnUrl: string
  signOutUrl: string | null
  /** Certificates whose signatures are valid now: the current one, and the previous one until its expiry. */
  certificates: readonly string[]
  nameIdFormat: string | null
  emailAttribute: string | null
  firstNameAttribute: string | null
  lastNameAttribute: string | null
}

/** A sign-on in progress whose answer has arrived, with its provider and the database's clock. */
export interface OpenRequest extends Provider {
  bindingHash: Buffer
  relayStateHash: Buffer
  returnTo: string
  requestedAt: Date
  now: Date
}

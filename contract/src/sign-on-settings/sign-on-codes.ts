export const signOnProtocols = ['none', 'saml', 'oidc'] as const
export type SignOnProtocol = (typeof signOnProtocols)[number]

/** Facts of a user that attributes and claims of an application can carry. */
export const signOnFacts = [
  'user-name',
  'email',
  'first-name',
  'last-name',
  'display-name',
  'client',
  'is-internal',
  'is-administrator',
  'account',
  'account-type',
] as const
export type SignOnFact = (typeof signOnFacts)[number]

export const nameSources = ['user-name', 'email', 'pairwise', 'system-account'] as const
export type NameSource = (typeof nameSources)[number]

export const nameIdFormatCodes = ['emailAddress', 'persistent', 'transient', 'unspecified'] as const

/** Most characters of an application's metadata. */
export const METADATA_MAX = 200_000
/** Most addresses, attributes or certificates of an application. */
export const SETTINGS_LIST_MAX = 50

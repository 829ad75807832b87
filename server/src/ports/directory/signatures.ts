/** Signature algorithms that only the provider can use; shared secrets and unsigned tokens prove nothing. */
export const SIGNATURES: readonly string[] = [
  'RS256',
  'PS256',
  'ES256',
  'RS384',
  'PS384',
  'ES384',
  'RS512',
  'PS512',
  'ES512',
  'EdDSA',
  'Ed25519',
]

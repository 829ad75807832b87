export { removeFormerKeys, rotateIfDue, rotateSigningKey } from './rotate-signing-key.ts'
export { keyIdOf, keyPolicies, publishedKeys, type SigningKeyPurpose, signingKeyPurposes } from './signing-key-rules.ts'
export { type SigningKeys, signingKeys } from './signing-keys.ts'
export { listSigningKeys } from './signing-key-store.ts'

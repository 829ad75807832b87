export { checked } from './sign-in-test/answer-checks.ts'
export { certificatesIn, isEntityId, METADATA, readCertificates, readEntity } from './saml/entity-metadata.ts'
export {
  type SignInTestResult,
  describeTestedUser,
  addSignInTest,
  findOpenSignInTest,
  endSignInTest,
} from './sign-in-test/sign-in-test-store.ts'
export { accountOf } from './sign-in-test/tested-account.ts'
export { listProviderMetadata, providersToRenew } from './providers/provider-list.ts'
export { isSafeAddress, providerMetadataText, readProviderMetadata } from './providers/provider-metadata.ts'
export {
  attributeOf,
  childrenNamed,
  childrenOf,
  decodeBase64Text,
  readXml,
  withDescendants,
  type XmlElement,
} from './saml/xml-document.ts'

export { checked } from './answer-checks.ts'
export { certificatesIn, isEntityId, METADATA, readCertificates, readEntity } from './entity-metadata.ts'
export {
  type SignInTestResult,
  describeTestedUser,
  addSignInTest,
  findOpenSignInTest,
  endSignInTest,
} from './sign-in-test-store.ts'
export { accountOf } from './tested-account.ts'
export { isSafeAddress } from './provider-metadata.ts'
export {
  attributeOf,
  childrenNamed,
  childrenOf,
  decodeBase64Text,
  readXml,
  withDescendants,
  type XmlElement,
} from './xml-document.ts'

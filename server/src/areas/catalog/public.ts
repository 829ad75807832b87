export { listAllSearchItems } from './application-store.ts'
export { setSamlPost } from './set-saml-post.ts'

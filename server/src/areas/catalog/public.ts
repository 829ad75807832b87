export { setSamlPost } from './set-saml-post.ts'

/** Names of SAML 2.0, XML signatures and XML encryption. */
const SAML = 'urn:oasis:names:tc:SAML:2.0'

export const ASSERTION = `${SAML}:assertion`
export const PROTOCOL = `${SAML}:protocol`
export const METADATA = `${SAML}:metadata`
export const STATUS = `${SAML}:status:`
export const BEARER = `${SAML}:cm:bearer`
export const BASIC_NAME = `${SAML}:attrname-format:basic`
export const POST_BINDING = `${SAML}:bindings:HTTP-POST`
export const REDIRECT_BINDING = `${SAML}:bindings:HTTP-Redirect`

/** How a user has signed in: with a password of the portal, or in a way that it cannot state. */
export const PASSWORD_CONTEXT = `${SAML}:ac:classes:PasswordProtectedTransport`
export const UNSPECIFIED_CONTEXT = `${SAML}:ac:classes:unspecified`

export const nameIdFormats = {
  emailAddress: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  persistent: `${SAML}:nameid-format:persistent`,
  transient: `${SAML}:nameid-format:transient`,
  unspecified: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
} as const
export type NameIdFormat = keyof typeof nameIdFormats

export const DSIG = 'http://www.w3.org/2000/09/xmldsig#'
export const ENVELOPED = `${DSIG}enveloped-signature`
export const EXCLUSIVE_C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#'
export const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256'
export const SHA512 = 'http://www.w3.org/2001/04/xmlenc#sha512'
export const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
export const RSA_SHA512 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512'

/** Ciphers of assertions: AES-GCM only, first the one for applications that name none. */
export const ENCRYPTION_ALGORITHMS = [
  'http://www.w3.org/2009/xmlenc11#aes256-gcm',
  'http://www.w3.org/2009/xmlenc11#aes128-gcm',
] as const

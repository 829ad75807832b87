import { DSIG, METADATA, nameIdFormats, POST_BINDING, PROTOCOL, REDIRECT_BINDING } from './saml-names.ts'
import { xmlInOneLine, xmlText as x } from './xml-text.ts'

/** The portal as identity provider: how applications name and reach it. */
export interface IdentityProvider {
  entityId: string
  signOnUrl: string
}

/**
 * Returns the portal's metadata for applications, with all published certificates (PEM). They have no end date: a key
 * ends when its certificate is no longer listed.
 */
export function idpMetadata({ entityId, signOnUrl }: IdentityProvider, certificates: readonly string[]): string {
  const key = (certificate: string) => `<md:KeyDescriptor use="signing"><ds:KeyInfo><ds:X509Data>
    <ds:X509Certificate>${certificate.replaceAll(/-----.*?-----|\s/g, '')}</ds:X509Certificate>
    </ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`
  const format = (urn: string) => `<md:NameIDFormat>${urn}</md:NameIDFormat>`
  const service = (binding: string) => `<md:SingleSignOnService Binding="${binding}" Location="${x(signOnUrl)}"/>`
  const content = [
    ...certificates.map(key),
    ...Object.values(nameIdFormats).map(format),
    service(REDIRECT_BINDING),
    service(POST_BINDING),
  ]
  return xmlInOneLine(`<md:EntityDescriptor xmlns:md="${METADATA}" xmlns:ds="${DSIG}" entityID="${x(entityId)}">
    <md:IDPSSODescriptor WantAuthnRequestsSigned="false" protocolSupportEnumeration="${PROTOCOL}">
    ${content.join('')}</md:IDPSSODescriptor></md:EntityDescriptor>`)
}

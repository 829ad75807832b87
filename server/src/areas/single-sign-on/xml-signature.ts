import { SignedXml } from 'xml-crypto'
import { attributeOf, readXml, withDescendants, type XmlElement } from '../federation/public.ts'
import { ENVELOPED, EXCLUSIVE_C14N, RSA_SHA256, RSA_SHA512, SHA256, SHA512 } from './saml-names.ts'

const accepted: ReadonlySet<string> = new Set([ENVELOPED, EXCLUSIVE_C14N, RSA_SHA256, RSA_SHA512, SHA256, SHA512])

/**
 * Returns the root of a document as one of these certificates (PEM) has signed it, or why there is none. Only this may
 * be read on, never the document that was sent; a certificate that came with it is ignored.
 */
export function signedRoot(xml: string, root: XmlElement, certificates: readonly string[]): XmlElement | string {
  const [signature, ...others] = withDescendants(root).filter(({ localName }) => localName === 'Signature')
  if (!signature || others.length > 0 || signature.parentNode !== root) return 'a signature out of place'
  const algorithms = withDescendants(signature).flatMap((one) => attributeOf(one, 'Algorithm') ?? [])
  if (!algorithms.every((one) => accepted.has(one))) return 'weak algorithm'
  for (const certificate of certificates) {
    const [signed, ...more] = referencesSignedBy(certificate, xml, signature).map(readXml)
    const isRoot = signed?.localName === root.localName && attributeOf(signed, 'ID') === attributeOf(root, 'ID')
    if (signed && isRoot && more.length === 0) return signed
  }
  return 'invalid signature'
}

/** The parts that this key has signed; none where the signature is not its own. */
function referencesSignedBy(publicCert: string, xml: string, signature: XmlElement): string[] {
  const check = new SignedXml({ publicCert })
  try {
    check.loadSignature(signature as never)
    return check.checkSignature(xml) ? check.getSignedReferences() : []
  } catch {
    return []
  }
}

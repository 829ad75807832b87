import type { SAML } from '@node-saml/node-saml'
import type { Provider } from '../providers/provider.ts'
import { type Addressee, CLOCK_SKEW_MS, type Identity, identityOf } from '../saml/saml-rules.ts'
import { readXml } from '../saml/xml-document.ts'

/** A large library, loaded at the first federated sign-on. */
const library = () => import('@node-saml/node-saml')

/** One object for each provider, so that the keys of one never verify the answer of another. */
async function partnerOf(
  provider: Provider,
  us: Addressee,
  { id = '', isReauthentication = false, isForSignature = false } = {},
): Promise<SAML> {
  const { SAML: Partner, ValidateInResponseTo } = await library()
  return new Partner({
    issuer: us.entityId,
    audience: isForSignature ? false : us.entityId,
    callbackUrl: us.acsUrl,
    entryPoint: provider.signOnUrl,
    ...(isForSignature ? {} : { idpIssuer: provider.entityId }),
    idpCert: [...provider.certificates],
    identifierFormat: provider.nameIdFormat,
    disableRequestedAuthnContext: true,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    // -1: the library looks at no time.
    acceptedClockSkewMs: isForSignature ? -1 : CLOCK_SKEW_MS,
    // Open requests are in the database, for all nodes.
    validateInResponseTo: ValidateInResponseTo.never,
    forceAuthn: isReauthentication,
    generateUniqueId: () => id,
  })
}

/** Returns the address of the provider with our request. */
export const signOnAddress = async (
  provider: Provider,
  us: Addressee,
  request: { id: string; relayState: string; isReauthentication: boolean },
): Promise<string> => (await partnerOf(provider, us, request)).getAuthorizeUrlAsync(request.relayState, undefined, {})

/**
 * Returns the identity of an answer, or why there is none. The library returns the part that the provider signed; only
 * that part is read.
 */
export async function verifyAnswer(
  answerXml: string,
  provider: Provider,
  us: Addressee,
  { requestId, now }: { requestId: string; now: Date },
): Promise<Identity | string> {
  const signed = await signedPartOf(answerXml, provider, us)
  if (signed instanceof Error) return signed.message
  const assertion = readXml(signed)
  if (assertion?.localName !== 'Assertion') return 'no signed assertion'
  return identityOf(assertion, { ...us, issuer: provider.entityId, requestId, now })
}

/** Returns why the signature of the assertion is not the provider's, whatever else is wrong; null where it is. */
export async function signatureProblem(answerXml: string, provider: Provider, us: Addressee): Promise<string | null> {
  const signed = await signedPartOf(answerXml, provider, us, { isForSignature: true })
  if (signed instanceof Error) return signed.message
  return readXml(signed)?.localName === 'Assertion' ? null : 'no signed assertion'
}

/** Any error that the library throws for an outside document is a fault of that document. */
async function signedPartOf(
  answerXml: string,
  provider: Provider,
  us: Addressee,
  scope: { isForSignature?: boolean } = {},
): Promise<string | Error> {
  try {
    const { profile } = await (
      await partnerOf(provider, us, scope)
    ).validatePostResponseAsync({
      SAMLResponse: Buffer.from(answerXml).toString('base64'),
    })
    return profile?.getAssertionXml?.() ?? new Error('no signed assertion')
  } catch (error) {
    return error instanceof Error ? error : new Error('unreadable')
  }
}

/** Our metadata for providers. */
export const ourMetadata = async (us: Addressee): Promise<string> =>
  (await library()).generateServiceProviderMetadata({
    issuer: us.entityId,
    callbackUrl: us.acsUrl,
    wantAssertionsSigned: true,
    identifierFormat: null,
    generateUniqueId: () => '_portico',
  })

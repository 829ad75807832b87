import type { SAML } from '@node-saml/node-saml'
import type { Provider } from './provider.ts'
import { type Addressee, CLOCK_SKEW_MS, type Identity, identityOf } from './saml-rules.ts'
import { readXml } from './xml-document.ts'

/** A library of weight, loaded once somebody comes this way. */
const library = () => import('@node-saml/node-saml')

/** One object for each provider: its keys can never answer for another one's. */
async function partnerOf(provider: Provider, us: Addressee, requestId = ''): Promise<SAML> {
  const { SAML: Partner, ValidateInResponseTo } = await library()
  return new Partner({
    issuer: us.entityId,
    audience: us.entityId,
    callbackUrl: us.acsUrl,
    entryPoint: provider.signOnUrl,
    idpIssuer: provider.entityId,
    idpCert: [...provider.certificates],
    identifierFormat: provider.nameIdFormat,
    disableRequestedAuthnContext: true,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: CLOCK_SKEW_MS,
    // Whether a request is ours and still open is in the database, for all nodes.
    validateInResponseTo: ValidateInResponseTo.never,
    generateUniqueId: () => requestId,
  })
}

/** Where a browser begins to sign in at the provider, with our request. */
export const signOnAddress = async (
  provider: Provider,
  us: Addressee,
  request: { id: string; relayState: string },
): Promise<string> =>
  (await partnerOf(provider, us, request.id)).getAuthorizeUrlAsync(request.relayState, undefined, {})

/**
 * The identity of an answer, or why there is none. The library says which part of it the provider has
 * signed; only that part is read on.
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

/** Whatever the library throws over a document from outside is a fault of that document. */
async function signedPartOf(answerXml: string, provider: Provider, us: Addressee): Promise<string | Error> {
  try {
    const { profile } = await (
      await partnerOf(provider, us)
    ).validatePostResponseAsync({
      SAMLResponse: Buffer.from(answerXml).toString('base64'),
    })
    return profile?.getAssertionXml?.() ?? new Error('no signed assertion')
  } catch (error) {
    return error instanceof Error ? error : new Error('unreadable')
  }
}

/** Our metadata, as providers read it. */
export const ourMetadata = async (us: Addressee): Promise<string> =>
  (await library()).generateServiceProviderMetadata({
    issuer: us.entityId,
    callbackUrl: us.acsUrl,
    wantAssertionsSigned: true,
    identifierFormat: null,
    generateUniqueId: () => '_portico',
  })

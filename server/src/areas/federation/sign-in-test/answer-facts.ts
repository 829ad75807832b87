import { ASSERTION, PROTOCOL } from '../saml/saml-rules.ts'
import { attributeOf, childrenNamed, childrenOf, type XmlElement } from '../saml/xml-document.ts'

/** Characters of a value, values of an attribute and attributes that a test shows. */
const VALUE_MAX = 500
const VALUES_MAX = 20
const ATTRIBUTES_MAX = 100

/** What an answer says, whether it is true or not. Only a test shows it; sign-ins read the signed part alone. */
export interface AnswerFacts {
  /** The last part of the status, such as 'Success'. */
  status: string
  issuers: string[]
  destination: string
  /** The request that the response names. */
  inResponseTo: string
  /** Requests that its confirmations name. */
  confirmedInResponseTo: string[]
  audiences: string[]
  recipients: string[]
  /** ISO 8601 as the answer has them. */
  notBefore: string[]
  notOnOrAfter: string[]
  assertionId: string
  nameId: string
  nameIdFormat: string
  attributes: { attributeNm: string; values: string[] }[]
}

const shortened = (text: string) => text.slice(0, VALUE_MAX)
const present = (texts: readonly (string | undefined)[]) =>
  [...new Set(texts.filter((text) => text !== undefined && text !== ''))].map((text) => shortened(text as string))

/** Reads a response that may be of any shape. */
export function readFacts(response: XmlElement): AnswerFacts {
  const below = (parents: readonly (XmlElement | undefined)[], name: string, namespace = ASSERTION) =>
    parents.flatMap((parent) => (parent ? childrenNamed(parent, namespace, name) : []))
  const assertions = below([response], 'Assertion')
  const [assertion] = assertions
  const conditions = below([assertion], 'Conditions')
  const subjects = below([assertion], 'Subject')
  const [name] = below(subjects, 'NameID')
  const confirmed = below(below(subjects, 'SubjectConfirmation'), 'SubjectConfirmationData')
  const [status] = below(below([response], 'Status', PROTOCOL), 'StatusCode', PROTOCOL)
  const named = (elements: readonly (XmlElement | undefined)[], attribute: string) =>
    present(elements.map((element) => attributeOf(element, attribute)))
  return {
    status: shortened(attributeOf(status, 'Value')?.split(':').at(-1) ?? ''),
    issuers: present(below([response, ...assertions], 'Issuer').map(({ textContent }) => textContent)),
    destination: shortened(attributeOf(response, 'Destination') ?? ''),
    inResponseTo: shortened(attributeOf(response, 'InResponseTo') ?? ''),
    confirmedInResponseTo: named(confirmed, 'InResponseTo'),
    audiences: present(
      below(conditions, 'AudienceRestriction').flatMap((each) =>
        childrenOf(each).map(({ textContent }) => textContent),
      ),
    ),
    recipients: named(confirmed, 'Recipient'),
    notBefore: named([...conditions, ...confirmed], 'NotBefore'),
    notOnOrAfter: named([...conditions, ...confirmed], 'NotOnOrAfter'),
    assertionId: attributeOf(assertion, 'ID') ?? '',
    nameId: shortened(name?.textContent ?? ''),
    nameIdFormat: shortened(attributeOf(name, 'Format') ?? ''),
    attributes: attributesOf(below([assertion], 'AttributeStatement')),
  }
}

/** Every attribute with all of its values. */
function attributesOf(statements: readonly XmlElement[]): AnswerFacts['attributes'] {
  const found = new Map<string, string[]>()
  for (const attribute of statements.flatMap((one) => childrenNamed(one, ASSERTION, 'Attribute'))) {
    const name = shortened(attributeOf(attribute, 'Name') ?? '')
    const values = childrenNamed(attribute, ASSERTION, 'AttributeValue').map(({ textContent }) =>
      shortened(textContent),
    )
    found.set(name, [...(found.get(name) ?? []), ...values].slice(0, VALUES_MAX))
  }
  return [...found].slice(0, ATTRIBUTES_MAX).map(([attributeNm, values]) => ({ attributeNm, values }))
}

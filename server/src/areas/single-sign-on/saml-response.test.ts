import { createPrivateKey } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { selfSigned } from '../../../test/self-signed.ts'
import { readXml, withDescendants, type XmlElement } from '../federation/public.ts'
import { nameIdFormats, PASSWORD_CONTEXT } from './saml-names.ts'
import { type Issuer, type SamlRecipient, samlResponse, type Statement } from './saml-response.ts'

/**
 * The attributes of each element by the schemas of SAML 2.0 (saml-schema-assertion-2.0, saml-schema-protocol-2.0); with
 * `!` the ones that the schema, or the web browser profile (4.1.4.2), requires.
 */
const attributesBySchema: Readonly<Record<string, readonly string[]>> = {
  Response: ['ID!', 'Version!', 'IssueInstant!', 'Destination!', 'InResponseTo', 'Consent'],
  Issuer: ['NameQualifier', 'SPNameQualifier', 'Format', 'SPProvidedID'],
  Status: [],
  StatusCode: ['Value!'],
  Assertion: ['ID!', 'Version!', 'IssueInstant!'],
  Subject: [],
  NameID: ['NameQualifier', 'SPNameQualifier', 'Format', 'SPProvidedID'],
  SubjectConfirmation: ['Method!'],
  SubjectConfirmationData: ['NotBefore', 'NotOnOrAfter!', 'Recipient!', 'InResponseTo', 'Address'],
  Conditions: ['NotBefore', 'NotOnOrAfter'],
  AudienceRestriction: [],
  Audience: [],
  AuthnStatement: ['AuthnInstant!', 'SessionIndex', 'SessionNotOnOrAfter'],
  AuthnContext: [],
  AuthnContextClassRef: [],
  AttributeStatement: [],
  Attribute: ['Name!', 'NameFormat', 'FriendlyName'],
  AttributeValue: [],
}

let issuer: Issuer
beforeAll(() => {
  const { privateKey, certificate } = selfSigned()
  issuer = {
    entityId: 'https://portal.example.test/metadata',
    key: { privateKey: createPrivateKey(privateKey), certificate },
  }
})

const now = new Date('2026-05-04T03:02:01Z')
const asked: SamlRecipient = {
  application: { entityId: 'https://app.example.test/saml', audience: 'https://app.example.test', encryption: null },
  acsUrl: 'https://app.example.test/acs',
  inResponseTo: '_request',
}
const statement: Statement = {
  nameId: { format: nameIdFormats.persistent, value: 'zoe' },
  attributes: { mail: ['zoe@example.test'], groups: ['one', 'two'] },
  authnContext: PASSWORD_CONTEXT,
  authenticatedAt: now,
  sessionEndsAt: now,
  sessionIndex: 'index',
}

/** The elements of a response that are SAML's own, without signatures. */
async function samlElements(to: SamlRecipient, content: Parameters<typeof samlResponse>[2]): Promise<XmlElement[]> {
  const root = readXml(await samlResponse(issuer, to, content, now))
  if (!root) throw new Error('The response is no XML')
  return withDescendants(root).filter(({ namespaceURI }) => namespaceURI?.startsWith('urn:oasis:names:tc:SAML:2.0:'))
}

const namesOf = ({ attributes }: XmlElement) =>
  Array.from(attributes)
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('xmlns:'))

/** What an element has that its schema does not know, and what it lacks that it requires. */
function attributeProblems(element: XmlElement): string[] {
  const schema = attributesBySchema[element.localName]
  if (!schema) return [`${element.localName} is unknown`]
  const names = namesOf(element)
  const known = schema.map((name) => name.replace('!', ''))
  const required = schema.filter((name) => name.endsWith('!')).map((name) => name.replace('!', ''))
  return [
    ...names.filter((name) => !known.includes(name)).map((name) => `${element.localName} has ${name}`),
    ...required.filter((name) => !names.includes(name)).map((name) => `${element.localName} lacks ${name}`),
  ]
}

test.each([
  ['to a request', asked, statement],
  ['without a request', { ...asked, inResponseTo: null }, statement],
  ['without a user', asked, 'NoPassive'],
] as const)(
  'a response %s has only attributes of the schema of SAML, and all that are required',
  async (_, to, content) => {
    const elements = await samlElements(to, content)
    expect(elements.flatMap(attributeProblems)).toEqual([])
    const confirmations = elements.filter(({ localName }) => localName === 'SubjectConfirmationData')
    expect(confirmations).toHaveLength(content === statement ? 1 : 0)
  },
)

test('the subject is confirmed for the address and the request of this application alone (S63)', async () => {
  const valueOf = async (to: SamlRecipient, name: string) => {
    const data = (await samlElements(to, statement)).find(({ localName }) => localName === 'SubjectConfirmationData')
    return data?.hasAttribute(name) ? data.getAttribute(name) : null
  }
  expect(await valueOf(asked, 'Recipient')).toBe(asked.acsUrl)
  expect(await valueOf(asked, 'InResponseTo')).toBe('_request')
  expect(await valueOf({ ...asked, inResponseTo: null }, 'InResponseTo')).toBeNull()
  expect(await valueOf(asked, 'NotOnOrAfter')).toBe('2026-05-04T03:07:01Z')
})

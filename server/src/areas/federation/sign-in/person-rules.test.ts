import { describe, expect, test } from 'vitest'
import { personOfAssertion } from './person-rules.ts'
import type { Provider } from '../providers/provider.ts'

const NAMED_EMAIL = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
const provider: Provider = {
  id: 1,
  name: 'Acme',
  entityId: 'https://idp.test',
  signOnUrl: 'https://idp.test/sso',
  signOutUrl: null,
  certificates: [],
  nameIdFormat: null,
  emailAttribute: null,
  firstNameAttribute: null,
  lastNameAttribute: null,
}
const person = (
  attributes: Record<string, string>,
  { nameId = 'ada', nameIdFormat = '', ...over }: Partial<Provider> & { nameId?: string; nameIdFormat?: string } = {},
) =>
  personOfAssertion(
    {
      assertionId: 'a',
      nameId,
      nameIdFormat: nameIdFormat ?? '',
      attributes: new Map(Object.entries(attributes)),
      authenticatedAt: new Date(0),
      expiresAt: new Date(0),
    },
    { ...provider, ...over },
  )

describe('who a provider says that its user is', () => {
  test.each([
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
    'urn:oid:0.9.2342.19200300.100.1.3',
    'mail',
    'email',
  ])('has the email address of %s', (name) =>
    expect(person({ [name]: ' ada@example.test ' })).toStrictEqual({ email: 'ada@example.test' }),
  )

  test.each([
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname',
    'urn:oid:2.5.4.42',
    'givenName',
    'firstName',
  ])('has the first name of %s', (name) => expect(person({ [name]: ' Ada ' })).toStrictEqual({ firstName: 'Ada' }))

  test.each(['http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname', 'urn:oid:2.5.4.4', 'sn', 'lastName'])(
    'has the last name of %s',
    (name) => expect(person({ [name]: 'O’Neil' })).toStrictEqual({ lastName: "O'Neil" }),
  )

  test('has the attributes that the administrator named, and no usual one instead', () => {
    const named = { emailAttribute: 'e', firstNameAttribute: 'f', lastNameAttribute: 'l' }
    expect(person({ e: 'ada@example.test', f: 'Ada', l: 'Byron' }, named)).toStrictEqual({
      email: 'ada@example.test',
      firstName: 'Ada',
      lastName: 'Byron',
    })
    expect(person({ mail: 'ada@example.test', givenName: 'Ada', sn: 'Byron' }, named)).toStrictEqual({})
  })

  test('has an email address as name only where the name is said to be one', () => {
    const nameId = 'ada@example.test'
    expect(person({}, { nameId, nameIdFormat: NAMED_EMAIL })).toStrictEqual({ email: nameId })
    expect(person({}, { nameId })).toStrictEqual({})
    expect(person({ mail: 'other@example.test' }, { nameId, nameIdFormat: NAMED_EMAIL })).toStrictEqual({
      email: 'other@example.test',
    })
    expect(person({ mail: 'x' }, { nameId, nameIdFormat: NAMED_EMAIL })).toStrictEqual({})
  })

  test('has nothing that the account settings would refuse', () => {
    expect(person({ mail: 'x', givenName: '<b>', sn: ' ' })).toStrictEqual({})
  })
})

import { describe, expect, test } from 'vitest'
import { isSignOnAddress, type SignOnDraft, signOnIssues } from './application-rules.ts'

const saml: SignOnDraft = {
  protocol: 'saml',
  attributes: [{ name: 'mail', fact: 'email' }],
  entityId: 'urn:example:app',
  acs: [{ url: 'https://app.example.com/acs', index: '0' }],
  audience: null,
  requiresSignedRequests: false,
  signingCertificates: [],
  formOrigins: [],
  redirectAddresses: [],
  backChannelLogoutAddress: null,
}
const oidc: SignOnDraft = { ...saml, protocol: 'oidc', redirectAddresses: ['https://app.example.com/callback'] }
const issuesOf = (draft: SignOnDraft) => signOnIssues(draft).map(({ field, text, value }) => [field, text, value])

describe('the address of an application', () => {
  test.each([
    'https://app.example.com/acs?tenant=1',
    'http://localhost:8080/acs',
    'http://127.0.0.1/acs',
    'http://[::1]:9000/acs',
  ])('may be %s', (address) => expect(isSignOnAddress(address)).toBe(true))

  test.each([
    'http://app.example.com/acs',
    'http://localhost.example.com/acs',
    'https://portal@evil.example/acs',
    'https://:secret@app.example.com/',
    'https://app.example.com/acs#top',
    'https://app.example.com/a b',
    'https:\\\\app.example.com',
    'javascript:alert(1)',
    '/acs',
    `https://app.example.com/${'a'.repeat(2000)}`,
  ])('may not be %s', (address) => expect(isSignOnAddress(address)).toBe(false))

  test('has at most 2,000 characters', () => {
    const address = `https://app.example.com/${'a'.repeat(1976)}`
    expect(address).toHaveLength(2000)
    expect(isSignOnAddress(address)).toBe(true)
    expect(isSignOnAddress(`${address}a`)).toBe(false)
  })
})

describe('settings', () => {
  test('are in order as most applications have them', () => {
    expect(issuesOf(saml)).toEqual([])
    expect(issuesOf(oidc)).toEqual([])
  })

  test('of a system without single sign-on are not looked at', () =>
    expect(issuesOf({ ...saml, protocol: 'none', entityId: '', acs: [] })).toEqual([]))

  test.each<[string, Partial<SignOnDraft>, string, string, string]>([
    ['an entity ID', { entityId: '' }, 'entityId', 'field_required', ''],
    ['an entity ID that is a URI', { entityId: 'my app' }, 'entityId', 'sign_on_entity_id_invalid', ''],
    ['an address to receive at', { acs: [] }, 'acs', 'field_required', ''],
    [
      'addresses with https',
      { acs: [{ url: 'http://app.example.com', index: '' }] },
      'acs',
      'sign_on_address_unsafe',
      'http://app.example.com',
    ],
    [
      'indexes that are numbers',
      { acs: [{ url: 'https://app.example.com', index: 'a' }] },
      'acs',
      'sign_on_acs_index',
      'a',
    ],
    ['an audience that is a URI', { audience: 'my app' }, 'audience', 'sign_on_entity_id_invalid', ''],
    [
      'a certificate where requests are signed',
      { requiresSignedRequests: true },
      'signingCertificates',
      'sign_on_certificate_missing',
      '',
    ],
    [
      'origins without a path',
      { formOrigins: ['https://a.example', 'https://a.example/x'] },
      'formOrigins',
      'sign_on_origin_invalid',
      'https://a.example/x',
    ],
    [
      'an attribute with a name',
      { attributes: [{ name: '', fact: 'email' }] },
      'attributes',
      'sign_on_attribute_invalid',
      '',
    ],
    [
      'attributes without the portal’s own',
      { attributes: [{ name: 'actor', fact: 'email' }] },
      'attributes',
      'sign_on_attribute_reserved',
      'actor',
    ],
    [
      'attributes of different names',
      {
        attributes: [
          { name: 'mail', fact: 'email' },
          { name: 'mail', fact: 'client' },
        ],
      },
      'attributes',
      'sign_on_attribute_twice',
      'mail',
    ],
  ])('of SAML need %s', (_what, change, ...issue) => expect(issuesOf({ ...saml, ...change })).toEqual([issue]))

  test('of SAML have no two addresses of one index', () => {
    const [one, other] = ['https://a.example/1', 'https://a.example/2']
    const acs = (indexes: [string, string]) => [
      { url: one, index: indexes[0] },
      { url: other, index: indexes[1] },
    ]
    expect(issuesOf({ ...saml, acs: acs(['3', '3']) })).toEqual([['acs', 'sign_on_acs_index', '3']])
    expect(issuesOf({ ...saml, acs: acs(['', '']) })).toEqual([])
    expect(issuesOf({ ...saml, acs: acs(['0', '1']) })).toEqual([])
  })

  test('of SAML may use a name that is reserved in OpenID Connect', () =>
    expect(issuesOf({ ...saml, attributes: [{ name: 'sub', fact: 'email' }] })).toEqual([]))

  test.each<[string, Partial<SignOnDraft>, string, string, string]>([
    ['an address to return to', { redirectAddresses: [] }, 'redirectAddresses', 'field_required', ''],
    [
      'addresses without a fragment',
      { redirectAddresses: ['https://a.example/#x'] },
      'redirectAddresses',
      'sign_on_address_unsafe',
      'https://a.example/#x',
    ],
    [
      'addresses at one host',
      { redirectAddresses: ['https://a.example/1', 'https://a.example/2', 'https://a.example:8443/1'] },
      'redirectAddresses',
      'sign_on_hosts_differ',
      'a.example:8443',
    ],
    [
      'a logout address with https',
      { backChannelLogoutAddress: 'http://a.example/' },
      'backChannelLogoutAddress',
      'sign_on_address_unsafe',
      'http://a.example/',
    ],
    [
      'claims that the protocol does not set',
      { attributes: [{ name: 'aud', fact: 'email' }] },
      'attributes',
      'sign_on_attribute_reserved',
      'aud',
    ],
  ])('of OpenID Connect need %s', (_what, change, ...issue) =>
    expect(issuesOf({ ...oidc, ...change })).toEqual([issue]),
  )

  test('may have a logout address', () =>
    expect(issuesOf({ ...oidc, backChannelLogoutAddress: 'https://a.example/logout' })).toEqual([]))

  test.each(['a b', 'a"b', 'a\tb', '__proto__', 'a'.repeat(251)])('have no attribute %j', (attributeNm) =>
    expect(issuesOf({ ...saml, attributes: [{ name: attributeNm, fact: 'email' }] })).toEqual([
      ['attributes', 'sign_on_attribute_invalid', attributeNm],
    ]),
  )
})

import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

const directory = (environment: Record<string, string>) => readConfig(environment).directory.source

const problems = (environment: Record<string, string>): string[] => {
  try {
    readConfig(environment)
    return []
  } catch (error) {
    return (error as Error).message.split('\n')
  }
}

const OIDC = { PORTAL_DIRECTORY: 'oidc:https://login.example.com/realms/staff', PORTAL_DIRECTORY_CLIENT_ID: 'portal' }

describe('a directory', () => {
  test('is off by default', () => {
    expect(readConfig({}).directory).toEqual({ source: null, signOutUrl: null })
  })

  test('by LDAP is one address: server, base, attribute, scope and filter (RFC 4516)', () => {
    expect(
      directory({
        PORTAL_DIRECTORY:
          'ldaps://dc1.corp.example:3269/ou=Our%20People,dc=corp?sAMAccountName?one?(objectCategory=person)',
        PORTAL_DIRECTORY_GROUPS: 'cn=a,dc=corp; cn=b,dc=corp',
        PORTAL_DIRECTORY_ATTRIBUTES: 'firstName=givenName, email=mail',
      }),
    ).toMatchObject({
      address: 'ldaps://dc1.corp.example:3269',
      security: 'ldaps',
      base: 'ou=Our People,dc=corp',
      nameAttribute: 'sAMAccountName',
      scope: 'one',
      filter: '(objectCategory=person)',
      account: null,
      groups: ['cn=a,dc=corp', 'cn=b,dc=corp'],
      attributes: { firstName: 'givenName', email: 'mail' },
    })
  })

  test('by ldap:// uses StartTLS, except to this machine', () => {
    expect(directory({ PORTAL_DIRECTORY: 'ldap://ldap.example/dc=x' })).toMatchObject({ security: 'starttls' })
    expect(directory({ PORTAL_DIRECTORY: 'ldap://127.0.0.1/dc=x' })).toMatchObject({ security: 'none' })
    expect(directory({ PORTAL_DIRECTORY: 'ldap://127.0.0.1.evil.example/dc=x' })).toMatchObject({
      security: 'starttls',
    })
  })

  test.each([
    ['a server without a base', { PORTAL_DIRECTORY: 'ldaps://ldap.example' }, /must be an address such as/],
    ['a user in the address', { PORTAL_DIRECTORY: 'ldaps://me:secret@ldap.example/dc=x' }, /without a user/],
    [
      'half an account',
      { PORTAL_DIRECTORY: 'ldaps://l.example/dc=x', PORTAL_DIRECTORY_BIND_DN: 'cn=a' },
      /belong together/,
    ],
    [
      'authorities that are not there',
      { PORTAL_DIRECTORY: 'ldaps://l.example/dc=x', PORTAL_DIRECTORY_CA: '/nowhere.pem' },
      /cannot be read/,
    ],
    ['a field that nobody has', { PORTAL_DIRECTORY_ATTRIBUTES: 'status=x' }, /field=attribute pairs/],
    ['a provider in the clear', { ...OIDC, PORTAL_DIRECTORY: 'oidc:http://login.example.com' }, /by https/],
    [
      'a provider without the name of the portal there',
      { PORTAL_DIRECTORY: OIDC.PORTAL_DIRECTORY },
      /CLIENT_ID is required/,
    ],
    [
      'an issuer that all the world shares',
      { ...OIDC, PORTAL_DIRECTORY: 'oidc:https://login.example.com/common/v2.0' },
      /one organization/,
    ],
    ['a proxy without its address', { PORTAL_DIRECTORY: 'trusted-proxy:anywhere' }, /address or range/],
    [
      'a proxy with a short secret',
      { PORTAL_DIRECTORY: 'trusted-proxy:10.0.0.5', PORTAL_DIRECTORY_PROXY_SECRET: 'short' },
      /at least 32 characters/,
    ],
    ['a sign-out in the clear', { PORTAL_DIRECTORY_SIGN_OUT_URL: 'http://login.example.com' }, /https address/],
    ['a sign-out that is none', { PORTAL_DIRECTORY_SIGN_OUT_URL: 'javascript:alert(1)' }, /https address/],
    [
      'a sign-out at a name before the host',
      { PORTAL_DIRECTORY_SIGN_OUT_URL: 'https://portal@evil.test' },
      /https address/,
    ],
  ])('with %s stops the start, and says why (S68, S77)', (_what, environment, sentence) => {
    const found = problems(environment)
    expect(found).toHaveLength(1)
    expect(found[0]).toMatch(sentence)
    expect(found.join('')).not.toMatch(/secret@|=short/)
  })
})

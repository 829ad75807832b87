import { z } from 'zod'
import { type AttributeMap, type PersonField, personFields } from './directory-settings.ts'
import { isLoopback } from './loopback.ts'
import { isNetwork } from './networks.ts'
import { oneOf, type Setting } from './setting.ts'

const PROXY = 'trusted-proxy:'

const directory = oneOf(
  ['ldap://', 'ldaps://', 'oidc:', PROXY],
  ['off'],
  'ldap://…, ldaps://…, oidc:…, trusted-proxy:… or off',
).refine(
  (value) =>
    !value.startsWith(PROXY) ||
    value
      .slice(PROXY.length)
      .split(',')
      .every((entry) => isNetwork(entry.trim())),
  'must name the proxies by address or range, such as trusted-proxy:10.0.0.5',
)

/** `field=attribute` pairs separated by commas. */
const attributeMap = z.string().transform((value, context): AttributeMap => {
  const pairs = value.split(',').map((pair) => pair.split('=').map((word) => word.trim()))
  const isGood = pairs.every(
    ([field = '', attribute = '', ...rest]) =>
      personFields.includes(field as PersonField) && /^[\w.:/-]{1,100}$/.test(attribute) && rest.length === 0,
  )
  if (!isGood)
    context.addIssue(`must be field=attribute pairs separated by commas; fields are ${personFields.join(', ')}`)
  return Object.fromEntries(pairs) as AttributeMap
})

const signOutAddress = z.string().transform((value, context) => {
  const url = URL.parse(value)
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
  if (!url || !isSafe || url.username || url.password) {
    context.addIssue('must be an https address such as https://login.example.com/signout')
    return z.NEVER
  }
  return url
})

const words = z.string().min(1)

/** The settings of the directory; directory-settings.ts combines them. */
export const settingsOfDirectory = [
  {
    name: 'PORTAL_DIRECTORY',
    takes: directory,
    byDefault: 'off',
    description: 'Directory that signs its users on; see below for examples.',
    secret: true,
  },
  {
    name: 'PORTAL_DIRECTORY_BIND_DN',
    takes: words,
    byDefault: 'none: anonymous searches',
    description: 'LDAP: account that looks people up.',
  },
  {
    name: 'PORTAL_DIRECTORY_BIND_PASSWORD',
    takes: words,
    byDefault: 'none',
    description: 'LDAP: password of that account.',
    secret: true,
  },
  {
    name: 'PORTAL_DIRECTORY_CA',
    takes: words,
    byDefault: 'authorities of Node.js',
    description:
      'LDAP: file with the certificates (PEM) of the authority that the server’s certificate is checked against.',
  },
  {
    name: 'PORTAL_DIRECTORY_CLIENT_ID',
    takes: words,
    byDefault: 'none; required with oidc:…',
    description: 'OIDC: name of the portal at the provider.',
  },
  {
    name: 'PORTAL_DIRECTORY_CLIENT_SECRET',
    takes: words,
    byDefault: 'none: a public client',
    description: 'OIDC: secret of the portal at the provider.',
    secret: true,
  },
  {
    name: 'PORTAL_DIRECTORY_NAME',
    takes: words,
    byDefault: 'preferred_username (OIDC), x-remote-user (proxy)',
    description: 'Claim or header that holds the user ID. With LDAP the attribute stands in the address.',
  },
  {
    name: 'PORTAL_DIRECTORY_PROXY_SECRET',
    takes: words,
    byDefault: 'none; required with trusted-proxy:…',
    description: 'Proxy: what it sends in the header x-portal-proxy-secret; at least 32 characters.',
    secret: true,
  },
  {
    name: 'PORTAL_DIRECTORY_GROUPS',
    takes: words,
    byDefault: 'none: everyone',
    description:
      'Groups separated by semicolons (LDAP: distinguished names; OIDC: values of the claim groups). Members of one of them may sign in.',
  },
  {
    name: 'PORTAL_DIRECTORY_ATTRIBUTES',
    takes: attributeMap,
    byDefault: 'none',
    description:
      'What the directory decides about a person at each sign-in: field=attribute,…; fields are firstName, lastName, email, jobTitle, employeeId.',
  },
  {
    name: 'PORTAL_DIRECTORY_SIGN_OUT_URL',
    takes: signOutAddress,
    byDefault: 'none: they stay with the portal',
    description: 'Where directory users go after signing out.',
  },
] as const satisfies readonly Setting[]

import { isLoopback } from './loopback.mjs'
import { isNetwork } from './networks.mjs'
import { anyText as words, parseUrl, refuseValue } from './value-readers.mjs'

/** Fields that the directory can manage, by domain names. */
export const personFields = /** @type {const} */ (['firstName', 'lastName', 'email', 'jobTitle', 'employeeId'])

const PREFIXES = ['ldap://', 'ldaps://', 'oidc:', 'trusted-proxy:']

/** @param {string} text */
function directory(text) {
  if (text === 'off') return text
  const prefix = PREFIXES.find((each) => text.startsWith(each) && text.length > each.length)
  if (prefix === undefined) refuseValue('must be ldap://…, ldaps://…, oidc:…, trusted-proxy:… or off')
  if (
    prefix === 'trusted-proxy:' &&
    !text
      .slice(prefix.length)
      .split(',')
      .every((entry) => isNetwork(entry.trim()))
  )
    refuseValue('must name the proxies by address or range, such as trusted-proxy:10.0.0.5')
  return text
}

/**
 * `field=attribute` pairs separated by commas.
 * @param {string} text
 * @returns {import('./directory-settings.ts').AttributeMap}
 */
function attributeMap(text) {
  const pairs = text.split(',').map((pair) => pair.split('=').map((word) => word.trim()))
  const isGood = pairs.every(
    ([field = '', attribute = '', ...rest]) =>
      personFields.some((each) => each === field) && /^[\w.:/-]{1,100}$/.test(attribute) && rest.length === 0,
  )
  if (!isGood) refuseValue(`must be field=attribute pairs separated by commas; fields are ${personFields.join(', ')}`)
  return Object.fromEntries(pairs)
}

/** @param {string} text */
function signOutAddress(text) {
  const url = parseUrl(text)
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
  if (!url || !isSafe || url.username || url.password)
    return refuseValue('must be an https address such as https://login.example.com/signout')
  return url
}

/**
 * The settings of the directory; directory-rules.mjs combines them.
 * @satisfies {readonly import('./setting.ts').Setting[]}
 */
export const settingsOfDirectory = /** @type {const} */ ([
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
])

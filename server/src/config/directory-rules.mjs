import { readCertificates } from './certificate-file.mjs'
import { isLoopback } from './loopback.mjs'
import { isGuessable } from './secret-strength.mjs'
import { parseUrl } from './value-readers.mjs'

/**
 * @typedef {import('./directory-settings.ts').DirectorySettings} DirectorySettings
 * @typedef {import('./directory-settings.ts').LdapSettings} LdapSettings
 * @typedef {import('./setting.ts').ValuesOf<typeof import('./directory-setting-list.mjs').settingsOfDirectory>} DirectoryValues
 */

/**
 * Combines the settings of the directory; adds contradictions to the problems.
 * @param {DirectoryValues} values
 * @param {string[]} problems
 * @returns {DirectorySettings}
 */
export function directorySettings(values, problems) {
  const setting = values.PORTAL_DIRECTORY ?? 'off'
  return { source: sourceOf(setting, values, problems), signOutUrl: values.PORTAL_DIRECTORY_SIGN_OUT_URL ?? null }
}

/** @param {string} setting @param {DirectoryValues} values @param {string[]} problems @returns {DirectorySettings['source']} */
function sourceOf(setting, values, problems) {
  if (setting.startsWith('oidc:')) return oidc(setting.slice('oidc:'.length), values, problems)
  if (setting.startsWith('trusted-proxy:')) return trustedProxy(setting, values, problems)
  return setting.startsWith('ldap') ? ldap(setting, values, problems) : null
}

/** @param {DirectoryValues} values */
const sharedOf = ({ PORTAL_DIRECTORY_GROUPS, PORTAL_DIRECTORY_ATTRIBUTES }) => ({
  // Distinguished names contain commas.
  groups: (PORTAL_DIRECTORY_GROUPS ?? '')
    .split(';')
    .map((group) => group.trim())
    .filter(Boolean),
  attributes: PORTAL_DIRECTORY_ATTRIBUTES ?? {},
})

/**
 * The address of RFC 4516: ldaps://host/base?attribute?scope?(filter).
 * @param {string} setting @param {DirectoryValues} values @param {string[]} problems
 * @returns {LdapSettings | null}
 */
function ldap(setting, values, problems) {
  const url = parseUrl(setting)
  const place = url && placeOf(url)
  if (!place) {
    problems.push(
      'PORTAL_DIRECTORY must be an address such as ldaps://ldap.example.com/ou=people,dc=example,dc=com?uid?sub, without a user.',
    )
    return null
  }
  const authorities = authoritiesOf(values.PORTAL_DIRECTORY_CA, problems)
  const security = securityOf(url, authorities)
  return { kind: 'ldap', ...place, security, account: accountOf(values, problems), authorities, ...sharedOf(values) }
}

/** @param {URL} url @returns {Pick<LdapSettings, 'address' | 'base' | 'nameAttribute' | 'scope' | 'filter'> | null} */
function placeOf(url) {
  const [nameAttribute = '', scope = '', filter = ''] = url.search.slice(1).split('?').map(decodeURIComponent)
  const base = decodeURIComponent(url.pathname.slice(1))
  if (!url.hostname || url.username || !base || !isScope(scope)) return null
  return {
    address: `${url.protocol}//${url.host}`,
    base,
    nameAttribute: nameAttribute || 'uid',
    scope: scope || 'sub',
    filter: filter || null,
  }
}

/** @param {DirectoryValues} values @param {string[]} problems @returns {LdapSettings['account']} */
function accountOf(values, problems) {
  const { PORTAL_DIRECTORY_BIND_DN: dn, PORTAL_DIRECTORY_BIND_PASSWORD: password } = values
  if (dn !== undefined && password !== undefined) return { dn, password }
  if (dn !== password)
    problems.push('PORTAL_DIRECTORY_BIND_DN and PORTAL_DIRECTORY_BIND_PASSWORD belong together; set both or neither.')
  return null
}

/**
 * @param {string} scope
 * @returns {scope is '' | LdapSettings['scope']}
 */
const isScope = (scope) => ['', 'base', 'one', 'sub'].includes(scope)

/**
 * Passwords are not sent unencrypted: only to this machine, and when no authority is configured.
 * @param {URL} url @param {string | null} authorities
 * @returns {LdapSettings['security']}
 */
function securityOf({ protocol, hostname }, authorities) {
  if (protocol === 'ldaps:') return 'ldaps'
  return isLoopback(hostname) && authorities === null ? 'none' : 'starttls'
}

/** @param {string | undefined} file @param {string[]} problems */
function authoritiesOf(file, problems) {
  if (file === undefined) return null
  const read = readCertificates(file)
  if ('pem' in read) return read.pem
  problems.push(`PORTAL_DIRECTORY_CA names a file that ${read.problem}: ${file}.`)
  return null
}

/** The issuer must belong to one organization: a shared one would accept accounts of any organization. */
const SHARED_ISSUER = /^\/(common|organizations|consumers)(\/|$)/

/** @param {string} address @param {DirectoryValues} values @param {string[]} problems @returns {import('./directory-settings.ts').OidcSettings | null} */
function oidc(address, values, problems) {
  const issuer = parseUrl(address)
  if (!issuer || !isFitIssuer(issuer)) {
    problems.push(
      'PORTAL_DIRECTORY must name its issuer by https, such as oidc:https://login.example.com/realms/staff.',
    )
    return null
  }
  if (SHARED_ISSUER.test(issuer.pathname))
    problems.push('PORTAL_DIRECTORY must name the issuer of one organization, not one that many share.')
  const { PORTAL_DIRECTORY_CLIENT_ID: clientId, PORTAL_DIRECTORY_CLIENT_SECRET: clientSecret = null } = values
  if (clientId === undefined) problems.push('PORTAL_DIRECTORY_CLIENT_ID is required with PORTAL_DIRECTORY=oidc:….')
  const nameClaim = values.PORTAL_DIRECTORY_NAME ?? 'preferred_username'
  return { kind: 'oidc', issuer, clientId: clientId ?? '', clientSecret, nameClaim, ...sharedOf(values) }
}

/** @param {URL} issuer */
function isFitIssuer({ protocol, hostname, username, search, hash }) {
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
  return isSafe && !username && !search && !hash
}

/** Shorter secrets can be guessed. */
const SHORTEST_SECRET = 32

/** @param {string} setting @param {DirectoryValues} values @param {string[]} problems @returns {import('./directory-settings.ts').TrustedProxySettings} */
function trustedProxy(setting, values, problems) {
  const secret = values.PORTAL_DIRECTORY_PROXY_SECRET ?? ''
  if (secret.length < SHORTEST_SECRET)
    problems.push(
      `PORTAL_DIRECTORY_PROXY_SECRET of at least ${SHORTEST_SECRET} characters is required with PORTAL_DIRECTORY=trusted-proxy:….`,
    )
  else if (isGuessable(secret))
    problems.push('PORTAL_DIRECTORY_PROXY_SECRET must be random, and it repeats few characters.')
  const nameHeader = (values.PORTAL_DIRECTORY_NAME ?? 'x-remote-user').toLowerCase()
  if (!/^[a-z0-9-]+$/.test(nameHeader)) problems.push('PORTAL_DIRECTORY_NAME must be the name of a header.')
  const networks = setting
    .slice('trusted-proxy:'.length)
    .split(',')
    .map((network) => network.trim())
    .filter(Boolean)
  return { kind: 'trusted-proxy', networks, nameHeader, secret }
}

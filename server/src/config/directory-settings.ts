import { readCertificates } from './certificate-file.ts'
import { isLoopback } from './loopback.ts'
import { isGuessable } from './secret-strength.ts'

/** Fields that the directory can manage, by domain names. */
export const personFields = ['firstName', 'lastName', 'email', 'jobTitle', 'employeeId'] as const
export type PersonField = (typeof personFields)[number]
/** Maps fields to attributes or claims; other fields stay as the portal has them. */
export type AttributeMap = Readonly<Partial<Record<PersonField, string>>>

interface Shared {
  /** Only members of one of these may sign in; empty: everyone. */
  groups: readonly string[]
  attributes: AttributeMap
}

export interface LdapSettings extends Shared {
  kind: 'ldap'
  /** Scheme, host and port. */
  address: string
  security: 'ldaps' | 'starttls' | 'none'
  base: string
  /** The attribute that holds the user ID. */
  nameAttribute: string
  scope: 'base' | 'one' | 'sub'
  /** In the notation of RFC 4515. */
  filter: string | null
  /** Account of the searches; null: anonymous. */
  account: { dn: string; password: string } | null
  /** Certificates of authorities in PEM; null: those of the system. */
  authorities: string | null
}

export interface OidcSettings extends Shared {
  kind: 'oidc'
  issuer: URL
  clientId: string
  clientSecret: string | null
  /** The claim that holds the user ID. */
  nameClaim: string
}

export interface TrustedProxySettings {
  kind: 'trusted-proxy'
  networks: readonly string[]
  /** The header that holds the user ID. */
  nameHeader: string
  secret: string
}

/** The directory and its sign-out address. */
export interface DirectorySettings {
  source: LdapSettings | OidcSettings | TrustedProxySettings | null
  signOutUrl: URL | null
}

/** What administrators see of a directory: its address, or those of its proxies. */
export function directoryName({ source }: DirectorySettings): string {
  if (source === null) return ''
  if (source.kind === 'ldap') return source.address
  return source.kind === 'oidc' ? source.issuer.href : source.networks.join(', ')
}

/** Fields of users that the directory manages. */
export const ownedByDirectory = ({ source }: DirectorySettings): PersonField[] =>
  source !== null && 'attributes' in source ? personFields.filter((field) => field in source.attributes) : []

/** The values of the settings before they are combined. */
export interface DirectoryValues {
  PORTAL_DIRECTORY?: string | undefined
  PORTAL_DIRECTORY_BIND_DN?: string | undefined
  PORTAL_DIRECTORY_BIND_PASSWORD?: string | undefined
  PORTAL_DIRECTORY_CA?: string | undefined
  PORTAL_DIRECTORY_CLIENT_ID?: string | undefined
  PORTAL_DIRECTORY_CLIENT_SECRET?: string | undefined
  PORTAL_DIRECTORY_NAME?: string | undefined
  PORTAL_DIRECTORY_PROXY_SECRET?: string | undefined
  PORTAL_DIRECTORY_GROUPS?: string | undefined
  PORTAL_DIRECTORY_ATTRIBUTES?: AttributeMap | undefined
  PORTAL_DIRECTORY_SIGN_OUT_URL?: URL | undefined
}

/** Combines the settings of the directory; adds contradictions to the problems. */
export function directorySettings(values: DirectoryValues, problems: string[]): DirectorySettings {
  const setting = values.PORTAL_DIRECTORY ?? 'off'
  return { source: sourceOf(setting, values, problems), signOutUrl: values.PORTAL_DIRECTORY_SIGN_OUT_URL ?? null }
}

function sourceOf(setting: string, values: DirectoryValues, problems: string[]): DirectorySettings['source'] {
  if (setting.startsWith('oidc:')) return oidc(setting.slice('oidc:'.length), values, problems)
  if (setting.startsWith('trusted-proxy:')) return trustedProxy(setting, values, problems)
  return setting.startsWith('ldap') ? ldap(setting, values, problems) : null
}

const sharedOf = ({ PORTAL_DIRECTORY_GROUPS, PORTAL_DIRECTORY_ATTRIBUTES }: DirectoryValues): Shared => ({
  // Distinguished names contain commas.
  groups: (PORTAL_DIRECTORY_GROUPS ?? '')
    .split(';')
    .map((group) => group.trim())
    .filter(Boolean),
  attributes: PORTAL_DIRECTORY_ATTRIBUTES ?? {},
})

/** The address of RFC 4516: ldaps://host/base?attribute?scope?(filter). */
function ldap(setting: string, values: DirectoryValues, problems: string[]): LdapSettings | null {
  const url = URL.parse(setting)
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

function placeOf(url: URL): Pick<LdapSettings, 'address' | 'base' | 'nameAttribute' | 'scope' | 'filter'> | null {
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

function accountOf(values: DirectoryValues, problems: string[]): LdapSettings['account'] {
  const { PORTAL_DIRECTORY_BIND_DN: dn, PORTAL_DIRECTORY_BIND_PASSWORD: password } = values
  if (dn !== undefined && password !== undefined) return { dn, password }
  if (dn !== password)
    problems.push('PORTAL_DIRECTORY_BIND_DN and PORTAL_DIRECTORY_BIND_PASSWORD belong together; set both or neither.')
  return null
}

const isScope = (scope: string): scope is '' | LdapSettings['scope'] => ['', 'base', 'one', 'sub'].includes(scope)

/** Passwords are not sent unencrypted: only to this machine, and when no authority is configured. */
function securityOf({ protocol, hostname }: URL, authorities: string | null): LdapSettings['security'] {
  if (protocol === 'ldaps:') return 'ldaps'
  return isLoopback(hostname) && authorities === null ? 'none' : 'starttls'
}

function authoritiesOf(file: string | undefined, problems: string[]): string | null {
  if (file === undefined) return null
  const read = readCertificates(file)
  if ('pem' in read) return read.pem
  problems.push(`PORTAL_DIRECTORY_CA names a file that ${read.problem}: ${file}.`)
  return null
}

/** The issuer must belong to one organization: a shared one would accept accounts of any organization. */
const SHARED_ISSUER = /^\/(common|organizations|consumers)(\/|$)/

function oidc(address: string, values: DirectoryValues, problems: string[]): OidcSettings | null {
  const issuer = URL.parse(address)
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

function isFitIssuer({ protocol, hostname, username, search, hash }: URL): boolean {
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
  return isSafe && !username && !search && !hash
}

/** Shorter secrets can be guessed. */
const SHORTEST_SECRET = 32

function trustedProxy(setting: string, values: DirectoryValues, problems: string[]): TrustedProxySettings | null {
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

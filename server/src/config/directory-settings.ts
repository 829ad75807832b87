import { personFields } from './directory-setting-list.mjs'

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

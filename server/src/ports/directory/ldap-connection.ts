import net from 'node:net'
import tls from 'node:tls'
import {
  AndFilter,
  Client,
  EqualityFilter,
  type Entry,
  ExtensibleFilter,
  type Filter,
  OrFilter,
  ResultCodeError,
} from 'ldapts'
import type { LdapSettings } from '../../config/directory-settings.ts'
import type { DirectoryPerson } from './directory.ts'
import { personFrom } from './person.ts'

/** Result codes of a bind that concern the user and the password, not the directory. */
const ABOUT_THE_PERSON: readonly number[] = [
  19, // constraintViolation: for example, too many attempts
  32, // noSuchObject: removed since the search
  48, // inappropriateAuthentication: has no password
  49, // invalidCredentials
  50, // insufficientAccessRights
  53, // unwillingToPerform: disabled
]

/** Matching rule of Active Directory for nested groups; other directories do not support it. */
const MEMBER_IN_CHAIN = '1.2.840.113556.1.4.1941'

/** Encrypts a connection that did not begin so. */
export async function encrypt(client: Client, settings: LdapSettings): Promise<void> {
  if (settings.security === 'starttls') await client.startTLS(tlsOptions(settings))
}

/** Binds the account of the searches, where there is one. */
export async function bindSearchAccount(client: Client, { account }: LdapSettings): Promise<void> {
  if (account) await client.bind(account.dn, account.password)
}

/** Returns the entries of a user name: at most two, since an ambiguous name matches no user. */
export async function findEntries(
  client: Client,
  { base, scope, nameAttribute }: LdapSettings,
  { ownFilter, userName, attributes }: { ownFilter: Filter | null; userName: string; attributes: readonly string[] },
): Promise<Entry[]> {
  const isNamed = new EqualityFilter({ attribute: nameAttribute, value: userName })
  const filter = ownFilter ? new AndFilter({ filters: [ownFilter, isNamed] }) : isNamed
  const { searchEntries } = await client.search(base, {
    scope,
    filter,
    sizeLimit: 2,
    attributes: attributes.length > 0 ? [...attributes] : ['1.1'],
  })
  return searchEntries
}

/** Queries the groups, which every directory supports, instead of the user's entry. */
export async function isMember(client: Client, { groups }: LdapSettings, dn: string): Promise<boolean> {
  if (groups.length === 0) return true
  const filter = new OrFilter({
    filters: [
      new EqualityFilter({ attribute: 'member', value: dn }),
      new EqualityFilter({ attribute: 'uniqueMember', value: dn }),
      new ExtensibleFilter({ matchType: 'member', rule: MEMBER_IN_CHAIN, value: dn }),
    ],
  })
  for (const group of groups) {
    const { searchEntries } = await client.search(group, { scope: 'base', filter, attributes: ['1.1'] })
    if (searchEntries.length > 0) return true
  }
  return false
}

/** Binds as an entry; false when the directory refuses its password. */
export async function isPasswordOf(client: Client, dn: string, password: string): Promise<boolean> {
  try {
    await client.bind(dn, password)
    return true
  } catch (error) {
    if (error instanceof ResultCodeError && ABOUT_THE_PERSON.includes(error.code)) return false
    throw error
  }
}

/** Attribute names are the same in any case. */
export function personOfEntry({ attributes }: LdapSettings, entry: Entry): DirectoryPerson {
  const values = new Map(Object.entries(entry).map(([name, value]) => [name.toLowerCase(), value]))
  return personFrom(attributes, (attribute) => values.get(attribute.toLowerCase()))
}

const tlsOptions = ({ authorities, address }: LdapSettings): tls.ConnectionOptions => {
  const host = new URL(address).hostname.replace(/^\[|\]$/g, '')
  return {
    minVersion: 'TLSv1.2',
    host,
    ...(net.isIP(host) ? {} : { servername: host }),
    ...(authorities === null ? {} : { ca: authorities }),
  }
}

/** Keeps the sockets, so that a directory that stops answering leaves none open. */
export function connect(settings: LdapSettings, sockets: net.Socket[], upstreamTimeoutMs: number): Client {
  const keeping =
    <Connect extends (...args: never[]) => net.Socket>(open: Connect) =>
    (...args: Parameters<Connect>) => {
      const socket = open(...args)
      sockets.push(socket)
      return socket
    }
  return new Client({
    url: settings.address,
    timeout: upstreamTimeoutMs,
    connectTimeout: upstreamTimeoutMs,
    createConnection: keeping(net.connect) as typeof net.connect,
    createSecureConnection: keeping(tls.connect) as typeof tls.connect,
    ...(settings.security === 'ldaps' ? { tlsOptions: tlsOptions(settings) } : {}),
  })
}

/** Messages of directories contain names and search bases; the log gets the kind of failure only. */
export function withoutNames(error: unknown): Error {
  if (error instanceof ResultCodeError) return new Error(`${error.name}, result code ${error.code}`)
  const { code, message } = error as { code?: unknown; message?: unknown }
  return new Error(typeof code === 'string' ? code : String(message).slice(0, 100))
}

import net from 'node:net'
import tls from 'node:tls'
import {
  AndFilter,
  Client,
  EqualityFilter,
  type Entry,
  ExtensibleFilter,
  type Filter,
  FilterParser,
  OrFilter,
  ResultCodeError,
} from 'ldapts'
import type { LdapSettings } from '../../config/directory-settings.ts'
import { circuit } from '../circuit.ts'
import { withTimeout } from '../with-timeout.ts'
import type { DirectoryPerson, PasswordDirectory } from './directory.ts'
import type { ReportProblem } from '../report-problem.ts'
import { UPSTREAM_TIMEOUT_MS } from '../upstream-timeout.ts'
import { personFrom } from './person.ts'

const CIRCUIT = { failures: 3, restMs: 15_000 }

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

/** Checks passwords by a bind as the user, each over its own connection. */
export function ldapDirectory(
  settings: LdapSettings,
  reportProblem: ReportProblem,
  upstreamTimeoutMs = UPSTREAM_TIMEOUT_MS,
): PasswordDirectory {
  const ownFilter = settings.filter === null ? null : FilterParser.parseString(settings.filter)
  const rests = circuit(CIRCUIT)
  return {
    check: async (userName, password) => {
      // An empty password is an anonymous bind, which succeeds (RFC 4513 §5.1.2); some servers stop reading at NUL.
      if (userName.trim() === '' || password.trim() === '' || password.includes('\0')) return 'wrong'
      if (rests.isOpen()) return 'unavailable'
      const sockets: net.Socket[] = []
      const client = connect(settings, sockets, upstreamTimeoutMs)
      try {
        const found = await withTimeout(signOn(client, { settings, ownFilter, userName, password }), upstreamTimeoutMs)
        rests.succeeded()
        return found
      } catch (error) {
        rests.failed()
        reportProblem({ reason: 'the directory did not answer as it should', err: withoutNames(error) })
        return 'unavailable'
      } finally {
        void client.unbind().catch(() => undefined)
        for (const socket of sockets) socket.destroySoon()
      }
    },
  }
}

interface SignOn {
  settings: LdapSettings
  ownFilter: Filter | null
  userName: string
  password: string
}

/** Finds the user, checks the groups, and binds as the user last: no query runs with the user's rights. */
async function signOn(client: Client, { settings, ownFilter, userName, password }: SignOn) {
  if (settings.security === 'starttls') await client.startTLS(tlsOptions(settings))
  if (settings.account) await client.bind(settings.account.dn, settings.account.password)
  const entry = await findPerson(client, settings, ownFilter, userName)
  if (!entry || !(await isMember(client, settings, entry.dn))) return 'wrong'
  try {
    await client.bind(entry.dn, password)
  } catch (error) {
    if (error instanceof ResultCodeError && ABOUT_THE_PERSON.includes(error.code)) return 'wrong'
    throw error
  }
  return personOf(settings, entry)
}

async function findPerson(
  client: Client,
  { base, scope, nameAttribute, attributes }: LdapSettings,
  ownFilter: Filter | null,
  userName: string,
): Promise<Entry | undefined> {
  const isNamed = new EqualityFilter({ attribute: nameAttribute, value: userName })
  const filter = ownFilter ? new AndFilter({ filters: [ownFilter, isNamed] }) : isNamed
  const wanted = Object.values(attributes)
  const { searchEntries } = await client.search(base, {
    scope,
    filter,
    sizeLimit: 2,
    attributes: wanted.length > 0 ? wanted : ['1.1'],
  })
  const [entry, another] = searchEntries
  // An ambiguous name matches no user; an entry without a DN would bind anonymously.
  return another || !entry?.dn ? undefined : entry
}

/** Queries the groups, which every directory supports, instead of the user's entry. */
async function isMember(client: Client, { groups }: LdapSettings, dn: string): Promise<boolean> {
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

/** Attribute names are the same in any case. */
function personOf({ attributes }: LdapSettings, entry: Entry): DirectoryPerson {
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
function connect(settings: LdapSettings, sockets: net.Socket[], upstreamTimeoutMs: number): Client {
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
function withoutNames(error: unknown): Error {
  if (error instanceof ResultCodeError) return new Error(`${error.name}, result code ${error.code}`)
  const { code, message } = error as { code?: unknown; message?: unknown }
  return new Error(typeof code === 'string' ? code : String(message).slice(0, 100))
}

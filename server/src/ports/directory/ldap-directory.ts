import type net from 'node:net'
import { type Client, type Filter, FilterParser } from 'ldapts'
import type { LdapSettings } from '../../config/directory-settings.ts'
import { circuit } from '../circuit.ts'
import { withTimeout } from '../with-timeout.ts'
import type { PasswordDirectory } from './directory.ts'
import {
  bindSearchAccount,
  connect,
  encrypt,
  findEntries,
  isMember,
  isPasswordOf,
  personOfEntry,
  withoutNames,
} from './ldap-connection.ts'
import { examineLdap } from './ldap-examination.ts'
import type { ReportProblem } from '../report-problem.ts'
import { UPSTREAM_TIMEOUT_MS } from '../upstream-timeout.ts'

const CIRCUIT = { failures: 3, cooldownMs: 15_000 }

/** Checks passwords by a bind as the user, each over its own connection. */
export function ldapDirectory(
  settings: LdapSettings,
  reportProblem: ReportProblem,
  upstreamTimeoutMs = UPSTREAM_TIMEOUT_MS,
): PasswordDirectory {
  const ownFilter = settings.filter === null ? null : FilterParser.parseString(settings.filter)
  const breaker = circuit(CIRCUIT)
  return {
    check: async (userName, password) => {
      // An empty password is an anonymous bind, which succeeds (RFC 4513 §5.1.2); some servers stop reading at NUL.
      if (userName.trim() === '' || password.trim() === '' || password.includes('\0')) return 'wrong'
      if (breaker.isOpen()) return 'unavailable'
      const sockets: net.Socket[] = []
      const client = connect(settings, sockets, upstreamTimeoutMs)
      try {
        const found = await withTimeout(signOn(client, { settings, ownFilter, userName, password }), upstreamTimeoutMs)
        breaker.succeeded()
        return found
      } catch (error) {
        breaker.failed()
        reportProblem({ reason: 'the directory did not answer as it should', err: withoutNames(error) })
        return 'unavailable'
      } finally {
        void client.unbind().catch(() => undefined)
        for (const socket of sockets) socket.destroySoon()
      }
    },
    examine: (userName, password) => examineLdap(settings, { ownFilter, userName, password }, upstreamTimeoutMs),
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
  await encrypt(client, settings)
  await bindSearchAccount(client, settings)
  const attributes = Object.values(settings.attributes)
  const [entry, another] = await findEntries(client, settings, { ownFilter, userName, attributes })
  // An entry without a DN would bind anonymously.
  if (!entry?.dn || another || !(await isMember(client, settings, entry.dn))) return 'wrong'
  return (await isPasswordOf(client, entry.dn, password)) ? personOfEntry(settings, entry) : 'wrong'
}

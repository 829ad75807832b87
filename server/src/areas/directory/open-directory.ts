import * as contract from '@portico/contract/directory/directory.ts'
import type { DirectorySettings, LdapSettings } from '../../config/directory-settings.ts'
import { boundTokens } from '../../crypto/bound-token.ts'
import type { KeyRing } from '../../crypto/key-ring.ts'
import type { Db } from '../../db/database.ts'
import type { Logger } from '../../logging.ts'
import type { PasswordDirectory } from '../../ports/directory/directory.ts'
import type { ReportProblem } from '../../ports/report-problem.ts'
import { StartError } from '../../start-error.ts'
import { type OidcDeps, STATE_MS } from './sign-on-by-oidc.ts'
import { type ProxyAuthenticator, proxyAuthenticator } from './sign-on-by-proxy.ts'

/** The directory of the settings; at most one of the three kinds is configured. */
export interface DirectorySignIn {
  /** Checks passwords that are entered here. */
  passwords: PasswordDirectory | null
  oidc: OidcDeps | null
  proxy: ProxyAuthenticator | null
  /** Start address of sign-on with the company account, given the typed name; null when passwords are entered here. */
  startAddress: ((userName: string) => string) | null
}

interface Deps {
  settings: DirectorySettings
  publicUrl: URL
  db: Db
  keys: KeyRing
  logger: Logger
  /** Timeout of calls to the directory; undefined: the default. */
  upstreamTimeoutMs?: number | undefined
}

const none: DirectorySignIn = { passwords: null, oidc: null, proxy: null, startAddress: null }

/** Loads only the modules that the settings need. */
export async function openDirectory({
  settings: { source },
  publicUrl,
  logger,
  upstreamTimeoutMs,
  ...rest
}: Deps): Promise<DirectorySignIn> {
  const reportProblem: ReportProblem = ({ reason, err }) => logger.warn({ err }, reason)
  if (source === null) return none
  if (source.kind === 'ldap') return { ...none, passwords: await openLdap(source, reportProblem, upstreamTimeoutMs) }
  const startAddress = (userName: string) => {
    const address = new URL(contract.startDirectorySignIn.path, publicUrl)
    address.searchParams.set('userNm', userName.trim())
    return address.href
  }
  if (source.kind === 'trusted-proxy') return { ...none, proxy: proxyAuthenticator(source), startAddress }
  const { oidcProvider } = await import('../../ports/directory/oidc-provider.ts')
  const callback = new URL(contract.finishDirectorySignIn.path, publicUrl)
  const states = boundTokens(rest.keys, { purpose: 'directory-state', lifeMs: STATE_MS })
  const testStates = boundTokens(rest.keys, { purpose: 'directory-test-state', lifeMs: STATE_MS })
  const provider = oidcProvider(source, callback, reportProblem, upstreamTimeoutMs)
  return { ...none, oidc: { ...rest, states, testStates, callback, provider }, startAddress }
}

async function openLdap(
  settings: LdapSettings,
  reportProblem: ReportProblem,
  upstreamTimeoutMs?: number,
): Promise<PasswordDirectory> {
  const { ldapDirectory } = await import('../../ports/directory/ldap-directory.ts')
  try {
    return ldapDirectory(settings, reportProblem, upstreamTimeoutMs)
  } catch {
    throw new StartError(`The filter of PORTAL_DIRECTORY cannot be read: ${settings.filter ?? ''}`)
  }
}

import * as contract from '@portico/contract/directory.ts'
import type { DirectorySettings, LdapSettings } from '../../config/directory-settings.ts'
import { boundTokens } from '../../crypto/bound-token.ts'
import type { KeyRing } from '../../crypto/key-ring.ts'
import type { Db } from '../../db/database.ts'
import type { Logger } from '../../logging.ts'
import type { PasswordDirectory } from '../../ports/directory/directory.ts'
import type { HearTrouble } from '../../ports/hear-trouble.ts'
import { StartError } from '../../start-error.ts'
import type { Transact } from '../../stores.ts'
import type { OidcParts } from './sign-on-by-oidc.ts'
import { STATE_MS } from './sign-on-by-oidc.ts'
import { type ProxyWord, proxyWord } from './sign-on-by-proxy.ts'

/** What the settings make of the directory; of its three kinds at most one is there. */
export interface DirectoryWays {
  /** Checks passwords that are typed here. */
  passwords: PasswordDirectory | null
  oidc: OidcParts | null
  proxy: ProxyWord | null
  /** Where sign-on with the company account begins, with the typed name; null where passwords are typed here. */
  startAddress: ((userName: string) => string) | null
}

interface Parts {
  settings: DirectorySettings
  publicUrl: URL
  db: Db
  transact: Transact
  keys: KeyRing
  logger: Logger
  /** How long a person waits for a directory; as usual, where it does not say. */
  patienceMs?: number | undefined
}

const none: DirectoryWays = { passwords: null, oidc: null, proxy: null, startAddress: null }

/** Loads only what the settings ask for. */
export async function directoryWays({
  settings: { source },
  publicUrl,
  logger,
  patienceMs,
  ...rest
}: Parts): Promise<DirectoryWays> {
  const hear: HearTrouble = ({ reason, err }) => logger.warn({ err }, reason)
  if (source === null) return none
  if (source.kind === 'ldap') return { ...none, passwords: await openLdap(source, hear, patienceMs) }
  const startAddress = (userName: string) => {
    const address = new URL(contract.startDirectorySignIn.path, publicUrl)
    address.searchParams.set('userNm', userName.trim())
    return address.href
  }
  if (source.kind === 'trusted-proxy') return { ...none, proxy: proxyWord(source), startAddress }
  const { oidcProvider } = await import('../../ports/directory/oidc-provider.ts')
  const callback = new URL(contract.finishDirectorySignIn.path, publicUrl)
  const states = boundTokens(rest.keys, { purpose: 'directory-state', lifeMs: STATE_MS })
  return {
    ...none,
    oidc: { ...rest, states, callback, provider: oidcProvider(source, callback, hear, patienceMs) },
    startAddress,
  }
}

async function openLdap(settings: LdapSettings, hear: HearTrouble, patienceMs?: number): Promise<PasswordDirectory> {
  const { ldapDirectory } = await import('../../ports/directory/ldap-directory.ts')
  try {
    return ldapDirectory(settings, hear, patienceMs)
  } catch {
    throw new StartError(`The filter of PORTAL_DIRECTORY cannot be read: ${settings.filter ?? ''}`)
  }
}

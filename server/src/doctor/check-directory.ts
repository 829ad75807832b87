import type { Config } from '../config/config.ts'
import type { LdapSettings, OidcSettings } from '../config/directory-settings.ts'
import { CHECK_TIMEOUT_MS, type Finding } from './finding.ts'
import { describeError } from '../error-cause.ts'

const name = 'directory'

/** Queries the directory as a sign-in would, for a user who does not exist. */
export async function checkDirectory({ directory: { source } }: Config): Promise<Finding> {
  if (source === null) return { name, ok: true, message: 'No directory is set (PORTAL_DIRECTORY).' }
  if (source.kind === 'trusted-proxy')
    return { name, ok: true, message: `The proxy at ${source.networks.join(', ')} says who signs in.` }
  return source.kind === 'ldap' ? checkLdap(source) : checkOidc(source)
}

async function checkLdap(settings: LdapSettings): Promise<Finding> {
  const { ldapDirectory } = await import('../ports/directory/ldap-directory.ts')
  let reason = 'no answer'
  const directory = ldapDirectory(
    settings,
    ({ err }) => {
      const message: unknown = (err as { message?: unknown } | undefined)?.message
      if (typeof message === 'string') reason = message
    },
    CHECK_TIMEOUT_MS,
  )
  const outcome = await directory.check('portal-doctor', 'portal-doctor')
  if (outcome !== 'unavailable') return { name, ok: true, message: `The directory at ${settings.address} answers.` }
  const advice = 'check PORTAL_DIRECTORY, the account of PORTAL_DIRECTORY_BIND_DN and PORTAL_DIRECTORY_CA'
  return { name, ok: false, message: `The directory at ${settings.address} does not answer (${reason}): ${advice}.` }
}

async function checkOidc({ issuer }: OidcSettings): Promise<Finding> {
  const address = `${issuer.href.replace(/\/$/, '')}/.well-known/openid-configuration`
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(CHECK_TIMEOUT_MS) })
    const found = (await answer.json()) as { issuer?: unknown }
    if (typeof found.issuer !== 'string') throw new Error(`status ${answer.status}`)
    if (URL.parse(found.issuer)?.href !== issuer.href)
      return {
        name,
        ok: false,
        message: `The provider calls itself ${found.issuer}, so that no sign-in is accepted: set PORTAL_DIRECTORY to oidc:${found.issuer}.`,
      }
    return { name, ok: true, message: `The provider at ${issuer.href} answers.` }
  } catch (error) {
    return {
      name,
      ok: false,
      message: `${address} does not answer (${describeError(error)}): check PORTAL_DIRECTORY and the network.`,
    }
  }
}

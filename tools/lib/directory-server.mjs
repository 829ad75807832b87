import { existsSync } from 'node:fs'
import { installPackage } from './packages.mjs'

const SLAPD = '/usr/sbin/slapd'

/** Files whose tests ask a real LDAP server. */
const FILES = '**/ldap-*.{test,journey}.ts'

/**
 * OpenLDAP's server, which the tests of sign-in by LDAP start: found, or installed where packages may be.
 * Says which files have to be left out without it; in continuous integration (CI is set) none are, and they fail.
 * @returns {Promise<string[]>}
 */
export async function filesWithoutDirectoryServer() {
  if (!existsSync(SLAPD)) await installPackage('slapd')
  if (existsSync(SLAPD) || process.env.CI) return []
  console.log('LEFT OUT: the tests of sign-in by LDAP need slapd (Debian: apt-get install slapd), which is not here.')
  return [FILES]
}

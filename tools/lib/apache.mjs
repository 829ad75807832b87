import { existsSync } from 'node:fs'
import { installPackage } from './packages.mjs'

const MODULES = '/usr/lib/apache2/modules'

/** Packages of Debian, each with a file that it brings. */
const packages = {
  'apache2-bin': '/usr/sbin/apache2',
  'libapache2-mod-auth-mellon': `${MODULES}/mod_auth_mellon.so`,
  'libapache2-mod-auth-openidc': `${MODULES}/mod_auth_openidc.so`,
}

/** Files whose tests open applications behind Apache. */
const FILES = '**/apache-*.test.ts'

const missing = () =>
  Object.entries(packages)
    .filter(([, file]) => !existsSync(file))
    .map(([name]) => name)

/**
 * Apache with its modules for SAML and OpenID Connect: found, or installed where packages may be.
 * Says which files have to be left out without it; in continuous integration (CI is set) none are, and they fail.
 * @returns {Promise<string[]>}
 */
export async function filesWithoutApache() {
  for (const name of missing()) await installPackage(name)
  if (process.env.CI || missing().length === 0) return []
  console.log(
    `LEFT OUT: the tests of applications behind Apache need it with two modules (Debian: apt-get install ${missing().join(' ')}).`,
  )
  return [FILES]
}

import { existsSync } from 'node:fs'
import { installPackage } from './packages.mjs'
import { run } from './runtime.mjs'

/** Files whose tests sign in at an identity provider that others wrote. */
const FILES = '**/simplesamlphp.test.ts'

const isHere = async () => {
  if (!existsSync('/usr/share/simplesamlphp/www') || !existsSync('/usr/bin/php')) return false
  const { output } = await run('/usr/bin/php', ['-m'])
  return /^dom$/m.test(output)
}

/**
 * SimpleSAMLphp, at which the tests of federated sign-on sign in: found, or installed where packages may be.
 * Says which files have to be left out without it; in continuous integration none are, and they fail.
 * @returns {Promise<string[]>}
 */
export async function filesWithoutCompanySignOn() {
  if (!(await isHere())) for (const name of ['php-cli', 'php-xml', 'simplesamlphp']) await installPackage(name)
  if (process.env.CI || (await isHere())) return []
  console.log(
    'LEFT OUT: the tests of sign-on at SimpleSAMLphp need it (Debian: apt-get install simplesamlphp php-cli php-xml).',
  )
  return [FILES]
}

import { existsSync } from 'node:fs'
import path from 'node:path'
import { installPackage } from './packages.mjs'

const isHere = () =>
  (process.env.PATH ?? '').split(path.delimiter).some((folder) => existsSync(path.join(folder, 'openssl')))

/** Files whose tests make a certificate. */
const FILES = [
  '**/smtp-transport.test.ts',
  '**/ldap-*.test.ts',
  '**/duo-*.{test,journey}.ts',
  '**/siteverify-*.{test,journey}.ts',
]

/**
 * The program that makes certificates for tests of encrypted connections: found, or installed where
 * packages may be. Says which files have to be left out without it; in continuous integration none are.
 * @returns {Promise<string[]>}
 */
export async function filesWithoutOpenssl() {
  if (!isHere()) await installPackage('openssl')
  if (isHere() || process.env.CI) return []
  console.log(
    'LEFT OUT: the tests of encrypted connections need openssl (Debian: apt-get install openssl), which is not here.',
  )
  return FILES
}

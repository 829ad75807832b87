import { existsSync } from 'node:fs'
import { installPackage } from './packages.mjs'

const isHere = () => existsSync('/usr/lib/postgresql')

/** Files whose tests back up a PostgreSQL server with its own client programs. */
const FILES = ['**/server-backup.journey.ts']

/**
 * PostgreSQL as an operator installs it: found, or installed where packages may be. Returns the files that have
 * to be left out without it; in continuous integration none are.
 * @returns {Promise<string[]>}
 */
export async function filesWithoutPostgresServer() {
  if (!isHere()) await installPackage('postgresql')
  if (isHere() || process.env.CI) return []
  console.log('LEFT OUT: the tests of backups need PostgreSQL (Debian: apt-get install postgresql), which is not here.')
  return FILES
}

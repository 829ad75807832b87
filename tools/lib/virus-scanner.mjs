import { existsSync } from 'node:fs'
import { installPackage } from './packages.mjs'

const CLAMD = '/usr/sbin/clamd'

/** Files whose tests ask a real virus scanner. */
const FILES = '**/clamd-*.test.ts'

/**
 * ClamAV's daemon, which the tests of scanned uploads start: found, or installed where packages may be.
 * Says which files have to be left out without it; in continuous integration (CI is set) none are, and they fail.
 * @returns {Promise<string[]>}
 */
export async function filesWithoutVirusScanner() {
  if (!existsSync(CLAMD)) await installPackage('clamav-daemon')
  if (existsSync(CLAMD) || process.env.CI) return []
  console.log(
    'LEFT OUT: the tests of scanned uploads need clamd (Debian: apt-get install clamav-daemon), which is not here.',
  )
  return [FILES]
}

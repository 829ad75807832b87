import { existsSync } from 'node:fs'
import { installPackage } from './packages.mjs'

const OATHTOOL = '/usr/bin/oathtool'

/** Files whose tests compare with it. */
const FILES = ['**/oathtool-*.test.ts']

/**
 * A generator of one-time codes that shares nothing with the portal: found, or installed where packages may
 * be. Says which files have to be left out without it; in continuous integration none are.
 * @returns {Promise<string[]>}
 */
export async function filesWithoutOathtool() {
  if (!existsSync(OATHTOOL)) await installPackage('oathtool')
  if (existsSync(OATHTOOL) || process.env.CI) return []
  console.log(
    'LEFT OUT: the comparison of codes of authenticator apps needs oathtool (Debian: apt-get install oathtool), which is not here.',
  )
  return FILES
}

import { existsSync } from 'node:fs'
import { installPackage } from './packages.mjs'

const HAPROXY = '/usr/sbin/haproxy'

/** Files whose tests run two nodes behind a proxy. */
const FILES = '**/two-nodes.test.ts'

/**
 * HAProxy, which stands before the two nodes of the tests: found, or installed where packages may be.
 * Says which files have to be left out without it; in continuous integration none are, and they fail.
 * @returns {Promise<string[]>}
 */
export async function filesWithoutProxy() {
  if (!existsSync(HAPROXY)) await installPackage('haproxy')
  if (existsSync(HAPROXY) || process.env.CI) return []
  console.log('LEFT OUT: the tests of two nodes need HAProxy (Debian: apt-get install haproxy), which is not here.')
  return [FILES]
}

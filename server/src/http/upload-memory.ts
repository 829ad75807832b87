import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Bytes of all uploads together between two collections. */
const EVERY = 8 * 1024 * 1024

let passed = 0
let collect: ((options: { type: 'minor' }) => void) | undefined

/**
 * Called with the number of uploaded bytes. Chunks are garbage at once, but the engine does not count them as heap and
 * would keep up to about 70 MiB: collecting the young generation, about a millisecond, leaves a third of that. A
 * smaller young generation would do the same at the cost of everything else.
 */
export function noteUploaded(bytes: number): void {
  passed += bytes
  if (passed < EVERY) return
  passed = 0
  collect ??= youngCollector()
  collect({ type: 'minor' })
}

function youngCollector(): (options: { type: 'minor' }) => void {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as (options: { type: 'minor' }) => void
}

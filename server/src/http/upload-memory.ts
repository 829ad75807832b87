import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Bytes of all uploads together between two collections. */
const EVERY = 8 * 1024 * 1024

let passed = 0
let collect: ((options: { type: 'minor' }) => void) | undefined

/**
 * Told of the bytes of every upload. They pass in pieces that are garbage at once, which the engine, to
 * whom they are no heap, would leave lying up to about 70 MiB: collecting the youngest objects, a matter
 * of a millisecond, leaves a third of that. A smaller young generation would do the same at the cost of all else.
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

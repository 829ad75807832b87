import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** By then the engine no longer counts the start as usual load. */
const AFTER_START_MS = 10_000

/**
 * The start makes the engine reserve memory that it keeps while idle: one collection after the start returns about 25
 * MiB.
 */
export function giveBackMemoryOfStart(): void {
  setTimeout(() => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as (options: { type: 'major'; execution: 'async' }) => unknown
    collect({ type: 'major', execution: 'async' })
  }, AFTER_START_MS).unref()
}

import { getLastAccess } from '@portico/contract/session.ts'
import { atEvenPace } from './clients.ts'
import { residentMiB } from './machine.ts'
import type { BenchServer } from './servers.ts'
import { asSignedIn } from './visitors.ts'

/** Milliseconds between two reads. */
const READ_EVERY_MS = 50
const SAMPLE_EVERY_MS = 50

export interface BesideReads<Result> {
  result: Result
  /** Of the work alone. */
  seconds: number
  /** Highest resident memory of the server meanwhile. */
  peakMiB: number
  /** Milliseconds of the reads. */
  reads: readonly number[]
}

/** Runs the work while a signed-in user, by index, goes on reading their session. */
export async function besideReads<Result>(
  { origin, pid }: BenchServer,
  reader: number,
  work: () => Promise<Result>,
): Promise<BesideReads<Result>> {
  let peakMiB = residentMiB(pid)
  const sampling = setInterval(() => (peakMiB = Math.max(peakMiB, residentMiB(pid))), SAMPLE_EVERY_MS)
  let isOver = false
  const reading = atEvenPace(
    origin,
    READ_EVERY_MS,
    async (connection) => (await connection.send('GET', getLastAccess.path, asSignedIn(reader))).status === 200,
    () => isOver,
  )
  try {
    const started = performance.now()
    const result = await work()
    const seconds = (performance.now() - started) / 1000
    isOver = true
    return { result, seconds, peakMiB, reads: (await reading).latencies }
  } finally {
    isOver = true
    clearInterval(sampling)
  }
}

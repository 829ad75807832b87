import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { residentMiB } from './machine.ts'
import type { ReaderTask } from './reader.ts'
import type { BenchServer } from './servers.ts'

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

/**
 * Runs the work while a signed-in user, by index, goes on reading their session: in a thread of its own, so that a read
 * does not wait for this process, which makes and sends the work.
 */
export async function besideReads<Result>(
  { origin, pid }: BenchServer,
  reader: number,
  work: () => Promise<Result>,
): Promise<BesideReads<Result>> {
  const workerData: ReaderTask = { origin, reader }
  const thread = new Worker(new URL('reader.ts', import.meta.url), { workerData })
  try {
    await once(thread, 'message')
    let peakMiB = residentMiB(pid)
    const sampling = setInterval(() => (peakMiB = Math.max(peakMiB, residentMiB(pid))), SAMPLE_EVERY_MS)
    const started = performance.now()
    const result = await work().finally(() => clearInterval(sampling))
    const seconds = (performance.now() - started) / 1000
    thread.postMessage('over')
    const [reads] = (await once(thread, 'message')) as [number[]]
    return { result, seconds, peakMiB, reads }
  } finally {
    await thread.terminate()
  }
}

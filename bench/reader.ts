import { parentPort, workerData } from 'node:worker_threads'
import { getLastAccess } from '@portico/contract/session/session.ts'
import { atEvenPace } from './clients.ts'
import { asSignedIn } from './visitors.ts'

/** What a thread of `besideReads` gets. */
export interface ReaderTask {
  origin: string
  /** Index of the user whose session is read. */
  reader: number
}

/** Milliseconds between two reads. */
const READ_EVERY_MS = 50

const { origin, reader } = workerData as ReaderTask
let isOver = false
parentPort?.once('message', () => (isOver = true))
parentPort?.postMessage('reading')
const { latencies } = await atEvenPace(
  origin,
  READ_EVERY_MS,
  async (connection) => (await connection.send('GET', getLastAccess.path, asSignedIn(reader))).status === 200,
  () => isOver,
)
parentPort?.postMessage(latencies)

import { setTimeout as delay } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { onDatabase } from './postgres.ts'

/** Milliseconds between two events. */
const WRITE_EVERY_MS = 5

// A worker thread of `audit-growth`: adds events to the audit trail at this address until a message comes, then answers
// with the milliseconds that the longest insert took.
let isOver = false
parentPort?.once('message', () => (isOver = true))
const longest = await onDatabase(String(workerData), async (client) => {
  let taken = 0
  while (!isOver) {
    const at = performance.now()
    await client.query("insert into audit_events (event) values ('link_added')")
    taken = Math.max(taken, performance.now() - at)
    await delay(WRITE_EVERY_MS)
  }
  return taken
})
parentPort?.postMessage(longest)

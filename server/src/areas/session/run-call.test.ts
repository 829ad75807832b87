import { saveLink } from '@portico/contract/links/links.ts'
import { expect, test } from 'vitest'
import { callPlace } from '../../db/call-place.ts'
import { DatabaseUnavailable } from '../../db/database-unavailable.ts'
import type { Caller } from '../../http/caller.ts'
import { runCallsOn } from './run-call.ts'

test('a change whose database was lost is answered without another wait for it, and the node reads from the primary', async () => {
  let [asked, pauses] = [0, 0]
  const noted = Promise.withResolvers<unknown>()
  const database = {
    requests: { write: () => ((asked += 1), noted.promise) },
    replica: { pause: () => ((pauses += 1), () => (pauses -= 1)), figures: undefined },
  }
  const calls = runCallsOn(database as never, new Set())
  const lost = new DatabaseUnavailable(true, new Error('Query read timeout'), true)
  const change = calls?.handle(saveLink, { sessionId: 7 } as Caller, async () => {
    Object.assign(callPlace() ?? {}, { hasWritten: true })
    throw lost
  })
  await expect(change).rejects.toBe(lost)
  expect([asked, pauses]).toEqual([1, 1])
  // Until its session is noted after all.
  noted.resolve({ rows: [], rowCount: 1 })
  await expect.poll(() => pauses).toBe(0)
})

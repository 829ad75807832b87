import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Db } from '../../../db/database.ts'
import { createLogger } from '../../../logging.ts'
import { requestLog } from './request-log.ts'
import type { DirectoryRequestEntry } from './request-store.ts'

const entry = { clientId: 1, method: 'GET', path: '/Users' } as DirectoryRequestEntry

/** A log whose writes end when the test says so, in their order. */
function slowLog() {
  const writes: (() => void)[] = []
  const transact = () => new Promise<void>((resolve) => writes.push(resolve))
  const log = requestLog({ db: { transact } as unknown as Db, log: createLogger('error', 'test') })
  const endWrite = async () => {
    writes.shift()?.()
    await setImmediate()
  }
  return { log, writes, endWrite }
}

test('I wait for requests that were answered before I asked, not for those that came since', async () => {
  const { log, writes, endWrite } = slowLog()
  let isSettled = false
  log.add(entry)
  await setImmediate()
  log.add(entry)
  void log.settled().then(() => (isSettled = true))
  await endWrite()
  expect(isSettled).toBe(false)
  log.add(entry)
  await endWrite()
  expect(isSettled).toBe(true)
  expect(writes).toHaveLength(1)
})

test('requests that are answered during a write are written together', async () => {
  const { log, writes, endWrite } = slowLog()
  log.add(entry)
  await setImmediate()
  for (let at = 0; at < 3; at++) log.add(entry)
  await endWrite()
  await endWrite()
  await log.settled()
  expect(writes).toHaveLength(0)
})

import { expect, onTestFinished, test, vi } from 'vitest'
import { startRecoveringPostgres } from '../../test/recovering-postgres.ts'
import { type StartingServer, untilStarted } from './until-started.ts'

test('a start that waits for a standby that lets nobody in says so once a minute', async () => {
  const server = await startRecoveringPostgres()
  onTestFinished(() => server.close())
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const stop = new AbortController()
  const reported: StartingServer[] = []
  const waits = untilStarted(server.url, stop.signal, (found) => reported.push(found)).catch((error: unknown) => error)
  await expect.poll(() => reported, { timeout: 60_000 }).toHaveLength(1)
  vi.advanceTimersByTime(60_000)
  await expect.poll(() => reported, { timeout: 60_000 }).toHaveLength(2)
  stop.abort(new Error('stopped'))
  expect(await waits).toMatchObject({ message: 'stopped' })
  expect(reported[1]).toEqual({ host: new URL(server.url).host, reason: expect.stringMatching(/\S/) })
}, 120_000)

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { asOwner, cloneDatabase, type TestDatabase } from '../../test/database.ts'
import { queueSettings } from './job-schema.ts'
import { cuttableDatabase } from '../ops/test/cuttable-database.ts'
import { listenTo } from './channel-listener.ts'

let clone: TestDatabase

beforeAll(async () => {
  clone = await cloneDatabase()
})
afterAll(() => clone.drop())

test('who listens gets notifications, also after the connection was lost, and says that it was lost', async () => {
  const line = await cuttableDatabase(clone)
  const payloads: string[] = []
  const failures: Error[] = []
  let connections = 0
  const listener = await listenTo({
    settings: queueSettings(line.url, 'test', 1),
    channel: 'test channel',
    onNotification: (payload) => void payloads.push(payload),
    onConnected: () => void (connections += 1),
    onError: (error) => void failures.push(error),
  })
  onTestFinished(async () => {
    await listener.close()
    await line.close()
  })
  await asOwner(clone, `notify "test channel", 'first'`)
  await expect.poll(() => payloads).toEqual(['first'])
  await line.cut()
  await expect.poll(() => failures.length).toBeGreaterThan(0)
  await line.mend()
  await expect.poll(() => connections, { timeout: 30_000 }).toBe(2)
  await asOwner(clone, `notify "test channel", 'second'`)
  await expect.poll(() => payloads).toEqual(['first', 'second'])
})

test('who stops while the connection is made again leaves none behind', async () => {
  const line = await cuttableDatabase(clone)
  onTestFinished(() => line.close())
  let connections = 0
  let closed: Promise<void> | undefined
  const failures: Error[] = []
  const listener = await listenTo({
    settings: queueSettings(line.url, 'test of a stop', 1),
    channel: 'test channel',
    onNotification: () => undefined,
    onConnected: () => {
      connections += 1
      if (connections === 2) closed = listener.close()
    },
    onError: (error) => void failures.push(error),
  })
  await line.cut()
  await expect.poll(() => failures.length).toBeGreaterThan(0)
  await line.mend()
  await expect.poll(() => connections, { timeout: 30_000 }).toBe(2)
  await closed
  const left = "select from pg_stat_activity where application_name like 'test of a stop%'"
  await expect.poll(async () => (await asOwner(clone, left)).rows.length).toBe(0)
})

test('a first connection that cannot be made is said at once', async () => {
  const away = queueSettings('postgres://nobody@127.0.0.1:1/portal', 'test', 1)
  const none = () => undefined
  const listening = { settings: away, channel: 'any', onNotification: none, onConnected: none, onError: none }
  await expect(listenTo(listening)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})

import { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { asOwner, cloneDatabase, openWithLongTimeouts } from '../../test/database.ts'
import type { TestDatabase } from '../../test/database.ts'
import type { Database } from './database.ts'
import { queueDatabase, queueOptions } from './job-schema.ts'
import { migrate } from './migrate.ts'
import { everything } from './scope.ts'

let test: TestDatabase
let database: Database
let queue: PgBoss
const errors: Error[] = []

beforeAll(async () => {
  test = await cloneDatabase()
  database = await openWithLongTimeouts(test)
  queue = new PgBoss({ ...queueOptions(test.url, 'test'), useListenNotify: true })
  queue.on('error', (error) => errors.push(error))
  await queue.start()
})
afterAll(async () => {
  await queue.stop({ graceful: false })
  await database.close()
  await test.drop()
})

describe('the queue as portal_app', () => {
  it('a migration killed before its grants is completed by the next start (R19)', async () => {
    const killed = await cloneDatabase()
    await asOwner(killed, 'revoke all on all tables in schema jobs from portal_app')
    await migrate(killed.url)
    const text = `select has_table_privilege('portal_app', 'jobs.job_common', 'insert') as granted`
    const { rows } = await asOwner(killed, text)
    await killed.drop()
    expect(rows).toEqual([{ granted: true }])
  })

  it('queues and schedules are made, jobs sent within a transaction are handled or undone with it', async () => {
    await queue.createQueue('dead')
    await queue.createQueue('report', { retryLimit: 2, deadLetter: 'dead', notify: true })
    await queue.schedule('report', '*/5 * * * *', {}, { tz: 'America/Chicago' })
    const handled = Promise.withResolvers<unknown>()
    await queue.work<{ id: number }>(
      'report',
      { pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 1 },
      async ([job]) => {
        handled.resolve(job?.data)
      },
    )
    await database.requests.transact(everything, async (tx) => {
      await queue.send('report', { id: 1 }, { db: queueDatabase(tx) })
      return { refused: true }
    })
    await database.requests.transact(everything, (tx) => queue.send('report', { id: 2 }, { db: queueDatabase(tx) }))
    expect(await handled.promise).toEqual({ id: 2 })
    expect(await queue.getSchedules()).toHaveLength(1)
    await queue.supervise()
    expect(errors).toEqual([])
    const { rows } = await asOwner(
      test,
      `select distinct usename from pg_stat_activity where application_name = 'test queue'`,
    )
    expect(rows).toHaveLength(1)
  })
})

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { asOwner, cloneDatabase, openWithLongTimeouts, type TestDatabase } from '../../test/database.ts'
import { nodeStanding } from '../ops/node-standing.ts'
import { cuttableDatabase } from '../ops/test/cuttable-database.ts'
import type { Database } from '../db/database.ts'
import { everything } from '../db/scope.ts'
import { createLogger } from '../logging.ts'
import type { JobDefinition, JobRun } from './job.ts'
import { type QueueName, enqueue } from './queue.ts'
import { type Jobs, type JobsOptions, startJobs } from './runner.ts'
import { queries } from '../db/queries.ts'
import { run } from '../db/run.ts'

let clone: TestDatabase
let database: Database
let closing: (() => Promise<void>)[]
const logged: string[] = []

beforeAll(async () => {
  clone = await cloneDatabase()
})
afterAll(() => clone.drop())
beforeEach(async () => {
  logged.length = 0
  // No jobs and no schedules exist yet.
  await asOwner(
    clone,
    'delete from jobs.job; delete from jobs.schedule; delete from job_schedules; delete from job_runs; update jobs.version set cron_on = null',
  )
  database = await openWithLongTimeouts(clone)
  closing = [() => database.close()]
})
afterEach(async () => {
  for (const close of closing) await close()
})

/** A node that runs these jobs; continuously, or only when drained. */
async function node(jobs: readonly JobDefinition[], options: Partial<JobsOptions> = {}): Promise<Jobs> {
  const logger = createLogger('debug', 'test', { write: (line: string) => void logged.push(line) })
  const started = await startJobs({
    url: clone.url,
    // A test that names another way takes that one.
    pooledUrl: options.url === undefined ? clone.pooledUrl : undefined,
    database,
    logger,
    timeZone: 'America/Chicago',
    jobs,
    ...options,
  })
  closing.unshift(() => started.stop())
  return started
}

/** A job that records each run and may fail. */
function noting(name: QueueName, runs: string[], node = 'only', fails = false): JobDefinition {
  return {
    name,
    run: async () => {
      runs.push(node)
      if (fails) throw new Error('The mail server is on fire')
    },
  }
}

const rows = async (text: string, values: unknown[] = []) =>
  (await asOwner(clone, text, values)).rows as Record<string, unknown>[]
const enqueueAlone = (name: QueueName, dedupeKey?: string) =>
  database.requests.transact(everything, (tx) => enqueue(tx, name, {}, dedupeKey === undefined ? {} : { dedupeKey }))

test('a job of a rolled-back change never runs', async () => {
  const runs: string[] = []
  const jobs = await node([noting('deliver-mail', runs)], { onlyDrained: true })
  const undone = database.requests.transact(everything, async (tx) => {
    await enqueue(tx, 'deliver-mail', {})
    throw new Error('changed my mind')
  })
  await expect(undone).rejects.toThrow('changed my mind')
  await jobs.drain()
  expect(runs).toEqual([])
  expect(await rows('select from jobs.job where name = $1', ['deliver-mail'])).toEqual([])
})

test('a job of a committed change runs once', async () => {
  const runs: string[] = []
  await node([noting('deliver-mail', runs)])
  await enqueueAlone('deliver-mail')
  await expect.poll(() => runs).toEqual(['only'])
  await expect
    .poll(() => rows('select state from jobs.job where name = $1', ['deliver-mail']))
    .toEqual([{ state: 'completed' }])
})

test('sixty jobs are shared by two nodes and none is run twice', async () => {
  const runs: string[] = []
  // The first job is held until the other node has one as well.
  const areBothAtWork = Promise.withResolvers<void>()
  const sharing = (name: string): JobDefinition => ({
    name: 'deliver-mail',
    run: async () => {
      runs.push(name)
      if (new Set(runs).size === 2) areBothAtWork.resolve()
      await areBothAtWork.promise
    },
  })
  await node([sharing('first')])
  await node([sharing('second')])
  await Promise.all(Array.from({ length: 60 }, () => enqueueAlone('deliver-mail')))
  await expect.poll(() => runs).toHaveLength(60)
  await expect
    .poll(() => rows(`select from jobs.job where name = 'deliver-mail' and (state <> 'completed' or retry_count > 0)`))
    .toEqual([])
  expect(new Set(runs)).toEqual(new Set(['first', 'second']))
})

test('many requests for the same waiting job run it once, and again when they come later', async () => {
  const runs: string[] = []
  const jobs = await node([noting('deliver-mail', runs)], { onlyDrained: true })
  await Promise.all(Array.from({ length: 8 }, () => enqueueAlone('deliver-mail', 'outbox')))
  await jobs.drain()
  expect(runs).toHaveLength(1)
  await enqueueAlone('deliver-mail', 'outbox')
  await jobs.drain()
  expect(runs).toHaveLength(2)
})

test('the job that replaces mine does not run before my change is visible', async () => {
  const runs: string[] = []
  const jobs = await node([noting('deliver-mail', runs)], { onlyDrained: true })
  await enqueueAlone('deliver-mail', 'outbox')
  const isHeld = Promise.withResolvers<void>()
  const mayCommit = Promise.withResolvers<void>()
  const mine = database.requests.transact(everything, async (tx) => {
    await enqueue(tx, 'deliver-mail', {}, { dedupeKey: 'outbox' })
    isHeld.resolve()
    await mayCommit.promise
  })
  await isHeld.promise
  const drained = jobs.drain()
  await expect(rows(`select state from jobs.job where name = 'deliver-mail'`)).resolves.toEqual([{ state: 'created' }])
  expect(runs).toEqual([])
  mayCommit.resolve()
  await mine
  await drained
  expect(runs).toHaveLength(1)
})

test('a failing job is retried after a while, and kept for review when it fails permanently', async () => {
  const runs: string[] = []
  const outcomes: JobRun[] = []
  const options = { onlyDrained: true, onRun: (run: JobRun) => void outcomes.push(run) }
  const jobs = await node([noting('deliver-mail', runs, 'only', true)], options)
  await enqueueAlone('deliver-mail')
  for (const attempt of [1, 2, 3]) {
    await jobs.drain()
    expect(runs).toHaveLength(attempt)
    // As if its waiting time had passed.
    await rows(`update jobs.job set start_after = now() where name = 'deliver-mail' and state = 'retry'`)
  }
  await jobs.drain()
  expect(runs).toHaveLength(3)
  expect(outcomes.map(({ job, outcome }) => `${job} ${outcome}`)).toEqual(Array(3).fill('deliver-mail failed'))
  expect(await rows(`select state from jobs.job where name = 'deliver-mail'`)).toEqual([{ state: 'failed' }])
  const [dead] = await rows(
    `select source_name, source_retry_count, source_output::text as output from jobs.job where name = 'dead'`,
  )
  expect(dead).toMatchObject({
    source_name: 'deliver-mail',
    source_retry_count: 2,
    output: expect.stringContaining('on fire'),
  })
  expect(logged.filter((line) => line.includes('job failed for good'))).toHaveLength(1)
})

test('a failing scheduled job is retried automatically', async () => {
  const runs: string[] = []
  await node([noting('seal-audit', runs, 'only', true)])
  await enqueueAlone('seal-audit')
  await expect.poll(() => runs).toHaveLength(1)
  const attempts = async () => {
    await rows(`update jobs.job set start_after = now() where state = 'retry'`)
    return runs.length
  }
  await expect.poll(attempts, { interval: 200 }).toBeGreaterThan(1)
})

test('a schedule that two nodes watch fires once', async () => {
  const runs: string[] = []
  // The next second only; however late a node looks, it is due for a minute.
  const soon = new Date(Date.now() + 1000)
  const cron = `${soon.getUTCSeconds()} ${soon.getUTCMinutes()} ${soon.getUTCHours()} ${soon.getUTCDate()} ${soon.getUTCMonth() + 1} *`
  const options: Partial<JobsOptions> = { watchSeconds: 1 }
  await rows(`insert into job_schedules (code, name, cron, time_zone) values ('seal-audit', 'Seal', '${cron}', 'UTC')`)
  const passes = async () => (await rows('select cron_on from jobs.version'))[0]?.['cron_on'] as Date | null
  await node([noting('seal-audit', runs, 'first')], options)
  await node([noting('seal-audit', runs, 'second')], options)
  await expect.poll(() => runs).toHaveLength(1)
  const fired = await passes()
  await expect.poll(async () => Number(await passes()) - Number(fired), { interval: 200 }).toBeGreaterThan(2000)
  expect(runs).toHaveLength(1)
  expect(await rows(`select from jobs.job where name = 'seal-audit'`)).toHaveLength(1)
})

test('a job of a node that died is taken over by another one', async () => {
  const runs: string[] = []
  const jobs = await node([noting('deliver-mail', runs)], { onlyDrained: true })
  await enqueueAlone('deliver-mail')
  // State after a kill: a running job without heartbeats.
  await rows(
    `update jobs.job set state = 'active', started_on = now(), heartbeat_on = now() - interval '31 seconds' where name = 'deliver-mail'`,
  )
  await node([noting('deliver-mail', runs, 'successor')], { watchSeconds: 1 })
  const successors = async () => {
    await rows(`update jobs.job set start_after = now() where state = 'retry'`)
    return runs
  }
  await expect.poll(successors, { interval: 250 }).toEqual(['successor'])
  await jobs.drain()
})

test('a node takes no jobs while the database belongs to a newer version, and takes them again afterwards', async () => {
  const runs: string[] = []
  const logger = createLogger('silent', 'test')
  const readStanding = nodeStanding({ database, secretKeys: [], version: '1.2.3', logger, observe: () => undefined })
  const isFit = async () => (await readStanding()).reasons.length === 0
  const isLogged = (text: string) => logged.some((line) => line.includes(text))
  await node([noting('deliver-mail', runs)], { isFit, watchSeconds: 1 })
  await asOwner(clone, `insert into schema_migrations values (9999, '9999-removes', 'x', now(), '1.10.0')`)
  await expect.poll(() => isLogged('left to other nodes')).toBe(true)
  await enqueueAlone('deliver-mail')
  const newer = await node([noting('deliver-mail', runs, 'newer')], { watchSeconds: 1 })
  await expect.poll(() => runs).toEqual(['newer'])
  await newer.stop()
  await enqueueAlone('deliver-mail')
  await asOwner(clone, 'delete from schema_migrations where version = 9999')
  await expect.poll(() => runs).toEqual(['newer', 'only'])
})

test('a job with a failing query logs it without the values', async () => {
  const breaking: JobDefinition = {
    name: 'deliver-mail',
    run: () =>
      database.jobs.transact(everything, async (tx) => {
        await run(
          tx,
          queries
            .insertInto('users')
            .values({ user_name: 'a', first_name: 'Ada', last_name: 'L', email: 'ada@secret.test', client_id: 9999 }),
        )
      }),
  }
  const jobs = await node([breaking], { onlyDrained: true })
  await enqueueAlone('deliver-mail')
  await jobs.drain()
  const [kept] = await rows(`select output::text as output from jobs.job where name = 'deliver-mail'`)
  expect(kept?.['output']).toContain('foreign key')
  expect(kept?.['output']).not.toContain('9999')
  expect(logged.join()).not.toContain('ada@secret.test')
})

test('operators see which jobs ran, and a stop lets the running one finish', async () => {
  const began = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  const ended: string[] = []
  const slow: JobDefinition = {
    name: 'deliver-mail',
    run: async () => {
      began.resolve()
      await mayEnd.promise
      ended.push('ended')
    },
  }
  const jobs = await node([slow])
  await enqueueAlone('deliver-mail')
  await began.promise
  expect(jobs.status()).toMatchObject({ isRunning: true, running: ['deliver-mail'] })
  const stopped = jobs.stop()
  mayEnd.resolve()
  await stopped
  expect(ended).toEqual(['ended'])
  expect(jobs.status()).toMatchObject({
    isRunning: false,
    running: [],
    latest: { 'deliver-mail': { outcome: 'done' } },
  })
  expect(await rows(`select state from jobs.job where name = 'deliver-mail'`)).toEqual([{ state: 'completed' }])
})

test('R05 jobs continue when the database is back, and its outage is logged once', async () => {
  const line = await cuttableDatabase(clone)
  const runs: string[] = []
  await node([noting('deliver-mail', runs), noting('seal-audit', runs)], { url: line.url, watchSeconds: 1 })
  await line.cut()
  await expect.poll(() => logged.join()).toContain('the queue cannot be reached')
  await line.mend()
  await enqueueAlone('deliver-mail')
  await expect.poll(() => runs).toEqual(['only'])
  expect(logged.filter((text) => text.includes('the queue cannot be reached'))).toHaveLength(1)
  closing.push(() => line.close())
})

test('a stop completes although the database stays unavailable', async () => {
  const line = await cuttableDatabase(clone)
  const jobs = await node([noting('deliver-mail', [])], { url: line.url, stopMs: 500 })
  await line.cut()
  await jobs.stop()
  expect(jobs.status().isRunning).toBe(false)
  closing.push(() => line.close())
})

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { asOwner, cloneDatabase, openWithLongTimeouts, type TestDatabase } from '../../test/database.ts'
import type { Database } from '../db/database.ts'
import { everything } from '../db/scope.ts'
import { createLogger } from '../logging.ts'
import type { JobDefinition, JobFailure } from './job.ts'
import { prepareDatabase } from './prepare-database.ts'
import { type QueueName, runJobNow } from './queue.ts'
import { type Jobs, type JobsOptions, startJobs } from './runner.ts'
import type { Schedule } from './schedule.ts'

let clone: TestDatabase
let database: Database
let closing: (() => Promise<void>)[]
const logged: string[] = []

const daily: Schedule = { name: 'seal-audit', title: 'Seal the audit trail', cron: '0 3 * * *', zone: 'business' }
const never = '0 0 29 2 *'

beforeAll(async () => {
  clone = await cloneDatabase()
})
afterAll(() => clone.drop())
beforeEach(async () => {
  logged.length = 0
  await rows('delete from jobs.job; delete from jobs.schedule; delete from job_schedules; delete from job_runs')
  database = await openWithLongTimeouts(clone)
  closing = [() => database.close()]
})
afterEach(async () => {
  for (const close of closing) await close()
})

const rows = async (text: string, values?: unknown[]) =>
  (await asOwner(clone, text, values)).rows as Record<string, unknown>[]
const planned = () => rows('select name, cron, timezone from jobs.schedule order by name')
const runs = () => rows('select job_code, result, message, ended_at is not null as ended from job_runs order by id')
const runNow = (name: QueueName) => database.jobs.transact(everything, (tx) => runJobNow(tx, name))

/** A start with these schedules as its defaults. */
async function node(
  job: JobDefinition['run'],
  { schedules = [daily], ...options }: Partial<JobsOptions> & { schedules?: readonly Schedule[] } = {},
): Promise<Jobs> {
  if (!options.onlyDrained) await prepareDatabase(clone.url, { schedules })
  const started = await startJobs({
    url: clone.url,
    database,
    logger: createLogger('debug', 'test', { write: (line: string) => void logged.push(line) }),
    timeZone: 'America/Chicago',
    jobs: [{ name: 'seal-audit', run: job }],
    watchSeconds: 1,
    ...options,
  })
  closing.unshift(() => started.stop())
  return started
}
const nothing = async () => undefined

test('a schedule that I changed survives a start, and a new job comes with its default', async () => {
  await node(nothing)
  expect(await planned()).toEqual([{ name: 'seal-audit', cron: '0 3 * * *', timezone: 'America/Chicago' }])
  await rows(
    `update job_schedules set cron = '30 4 * * 1', time_zone = 'Europe/Berlin', notify_email = 'ops@portal.test'`,
  )
  const second: Schedule = { name: 'mail-purge', title: 'Delete old mail', cron: '0 5 * * *', zone: 'UTC' }
  await node(nothing, {
    schedules: [daily, second],
    jobs: [
      { name: 'seal-audit', run: nothing },
      { name: 'mail-purge', run: nothing },
    ],
  })
  expect(await planned()).toEqual([
    { name: 'mail-purge', cron: '0 5 * * *', timezone: 'UTC' },
    { name: 'seal-audit', cron: '30 4 * * 1', timezone: 'Europe/Berlin' },
  ])
  expect(await rows(`select notify_email from job_schedules where code = 'seal-audit'`)).toEqual([
    { notify_email: 'ops@portal.test' },
  ])
})

test('a changed schedule is followed while the nodes run, and a removed one ends', async () => {
  await node(nothing)
  await rows(`update job_schedules set cron = '15 6 * * *'`)
  await expect.poll(planned).toEqual([{ name: 'seal-audit', cron: '15 6 * * *', timezone: 'America/Chicago' }])
  await rows('delete from job_schedules')
  await expect.poll(planned).toEqual([])
})

test.each([
  ['a cron of words', { cron: 'every day at three', zone: null }],
  ['a zone that does not exist', { cron: '0 3 * * *', zone: 'Mars/Olympus' }],
])('%s stops that job with a sentence in the log, and no other', async (_, { cron, zone }) => {
  const other: Schedule = { name: 'mail-purge', title: 'Delete old mail', cron: never, zone: 'UTC' }
  const jobs: JobDefinition[] = [
    { name: 'seal-audit', run: nothing },
    { name: 'mail-purge', run: nothing },
  ]
  await node(nothing, { schedules: [daily, other], jobs })
  await rows(`update job_schedules set cron = $1, time_zone = $2 where code = 'seal-audit'`, [cron, zone])
  await expect.poll(planned).toEqual([{ name: 'mail-purge', cron: never, timezone: 'UTC' }])
  const started = await node(nothing, { schedules: [daily, other], jobs })
  expect(started.status().isRunning).toBe(true)
  expect(logged.join()).toContain('the schedule of a job is invalid: it does not run by itself')
})

test('a job of the table that no version knows is named in the log and hurts nobody', async () => {
  await rows(`insert into job_schedules (code, name, cron) values ('rm -rf', 'Not of the registry', '* * * * *')`)
  await node(nothing)
  expect(await planned()).toHaveLength(1)
  expect(logged.join()).toContain('job_schedules names a job that this node does not run')
})

test('a job whose time passed while no node ran runs once when one starts, however many of its times were missed', async () => {
  const first = await node(nothing)
  await first.stop()
  expect(await runs()).toEqual([])
  // As after an outage of three days.
  await rows(`update jobs.version set cron_on = now() - interval '73 hours'`)
  await rows(`update jobs.schedule set created_on = now() - interval '9 days'`)
  await node(nothing)
  await expect.poll(runs).toEqual([{ job_code: 'seal-audit', result: 'done', message: '', ended: true }])
  expect(await rows(`select from jobs.job where name = 'seal-audit'`)).toHaveLength(1)
})

test('a disabled job runs only when I ask for it', async () => {
  const finished: string[] = []
  const jobs = await node(async () => void finished.push('ran'), { onlyDrained: true })
  await rows(
    `insert into job_schedules (code, name, cron, is_disabled) values ('seal-audit', 'Seal', '0 3 * * *', true)`,
  )
  await jobs.drain('seal-audit')
  expect([finished, await runs()]).toEqual([[], []])
  expect(await runNow('seal-audit')).toBe(true)
  await jobs.drain()
  expect(finished).toEqual(['ran'])
})

test('a disabled job is not scheduled', async () => {
  await node(nothing)
  await rows('update job_schedules set is_disabled = true')
  await expect.poll(planned).toEqual([])
})

test('every run is recorded with its end, its result and what it says', async () => {
  let fails = false
  const run: JobDefinition['run'] = async (_, { parameters }) => {
    if (fails) throw new Error('The disk is full')
    return `Sealed ${parameters}.`
  }
  const jobs = await node(run, { onlyDrained: true })
  await rows(
    `insert into job_schedules (code, name, cron, parameters) values ('seal-audit', 'Seal', '0 3 * * *', 'five')`,
  )
  await jobs.drain('seal-audit')
  fails = true
  await jobs.drain('seal-audit')
  expect(await runs()).toEqual([
    { job_code: 'seal-audit', result: 'done', message: 'Sealed five.', ended: true },
    { job_code: 'seal-audit', result: 'failed', message: 'The disk is full', ended: true },
  ])
})

test('the address of the schedule gets a mail when a job failed for good, and not before', async () => {
  const failures: JobFailure[] = []
  const run = async () => {
    throw new Error('The disk is full')
  }
  const jobs = await node(run, { onlyDrained: true, onFailure: async (failure) => void failures.push(failure) })
  await rows(
    `insert into job_schedules (code, name, cron, notify_email) values ('seal-audit', 'Seal', $1, 'ops@portal.test')`,
    [never],
  )
  await jobs.drain('seal-audit')
  for (const earlier of [1, 2]) {
    expect([failures, await runs()]).toEqual([[], expect.toSatisfy((all: unknown[]) => all.length === earlier)])
    await rows(`update jobs.job set start_after = now() where state = 'retry'`)
    await jobs.drain()
  }
  expect(failures).toEqual([
    { runId: expect.any(Number), name: 'Seal', message: 'The disk is full', notifyEmail: 'ops@portal.test' },
  ])
})

test('a run that died is recorded as failed by the next start', async () => {
  await rows(`insert into job_runs (job_code, queue_job_id) values ('seal-audit', gen_random_uuid())`)
  await node(nothing)
  expect(await runs()).toEqual([
    { job_code: 'seal-audit', result: 'failed', message: 'The node stopped before the run ended.', ended: true },
  ])
})

test('a run whose job another node takes over is recorded as failed', async () => {
  const jobs = await node(nothing, { onlyDrained: true })
  await runNow('seal-audit')
  await rows(`insert into job_runs (job_code, queue_job_id) select name, id from jobs.job where name = 'seal-audit'`)
  await jobs.drain()
  expect((await runs()).map(({ result }) => result)).toEqual(['failed', 'done'])
})

test('however many ask and however many nodes there are, a job runs once at a time', async () => {
  let atOnce = 0
  let most = 0
  const mayEnd = Promise.withResolvers<void>()
  const run = async () => {
    most = Math.max(most, ++atOnce)
    await mayEnd.promise
    atOnce--
  }
  await node(run)
  await node(run)
  const started = await Promise.all(Array.from({ length: 8 }, () => runNow('seal-audit')))
  expect(started.filter(Boolean)).toHaveLength(1)
  await expect.poll(() => atOnce).toBe(1)
  expect(await runNow('seal-audit')).toBe(false)
  mayEnd.resolve()
  await expect.poll(async () => (await runs()).map(({ result }) => result)).toEqual(['done'])
  expect(most).toBe(1)
  await expect.poll(() => runNow('seal-audit')).toBe(true)
  await expect.poll(async () => (await runs()).map(({ result }) => result)).toEqual(['done', 'done'])
})

import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { type ConstructorOptions, type JobWithMetadata, PgBoss } from 'pg-boss'
import type { Database } from '../db/database.ts'
import { jobSchema, queueOptions } from '../db/job-schema.ts'
import { everything } from '../db/scope.ts'
import type { Logger } from '../logging.ts'
import type { JobDefinition, JobRun } from './job.ts'
import { loggedOnce } from './outage-log.ts'
import { deadLetterQueue, type Queue, type QueueName, queues } from './queue.ts'
import { type Schedule, schedules as portalSchedules } from './schedule.ts'

export interface JobsOptions {
  url: string
  database: Database
  logger: Logger
  /** Zone of the schedules that go by business days. */
  timeZone: string
  jobs: readonly JobDefinition[]
  /** Told of every run. */
  onRun?: (run: JobRun) => void
  /** Nothing runs but what drain() runs, and nothing is scheduled: for tests. */
  onlyDrained?: boolean
  schedules?: readonly Schedule[]
  /** Seconds between looks at the schedule, and between looks for jobs of nodes that died. */
  watchSeconds?: number
  /** How long a stop waits for running jobs. */
  stopMs?: number
}

export interface Jobs {
  /** Lets running jobs end, ten seconds at most, and closes the connections. */
  stop(): Promise<void>
  /** Runs everything that is due to its end, first the scheduled jobs named, whose time has come. */
  drain(...scheduled: QueueName[]): Promise<void>
  status(): JobsStatus
}

export interface JobsStatus {
  readonly isRunning: boolean
  readonly running: readonly QueueName[]
  readonly latest: Readonly<Partial<Record<QueueName, JobRun & { at: Date }>>>
}

const stopPatience = 10_000
const drainPatience = 60_000

/** Starts to run the jobs of the queues. Several nodes may do so on one database. */
export async function startJobs(options: JobsOptions): Promise<Jobs> {
  const boss = new PgBoss(settingsOf(options))
  const report = loggedOnce(options.logger, 'jobs: the queue cannot be reached')
  boss.on('error', report)
  boss.on('warning', ({ message }) => options.logger.warn({ message }, 'jobs'))
  const runner = new Runner(boss, options)
  try {
    await boss.start()
    await ensureQueues(boss)
    if (!options.onlyDrained) {
      await ensureSchedules(boss, options)
      for (const { name } of options.jobs) await runner.work(name)
    }
  } catch (error) {
    await runner.stop()
    throw error
  }
  return runner
}

function settingsOf({
  url,
  onlyDrained = false,
  watchSeconds = 10,
}: Pick<JobsOptions, 'url' | 'onlyDrained' | 'watchSeconds'>): ConstructorOptions {
  return {
    ...queueOptions(url, 'portico', 2),
    useListenNotify: !onlyDrained,
    schedule: !onlyDrained,
    supervise: !onlyDrained,
    // Together with heartbeats: a job of a node that died is back in its queue within a minute.
    superviseIntervalSeconds: watchSeconds,
    monitorIntervalSeconds: watchSeconds,
    cronMonitorIntervalSeconds: watchSeconds,
    cronWorkerIntervalSeconds: watchSeconds,
  }
}

/** Makes the queues of a database in which nothing runs yet, so that jobs can be put into them. */
export async function createQueues(url: string): Promise<void> {
  const boss = new PgBoss({ ...queueOptions(url, 'portico', 1), schedule: false, supervise: false })
  await boss.start()
  try {
    await ensureQueues(boss)
  } finally {
    await boss.stop({ graceful: false })
  }
}

async function ensureQueues(boss: PgBoss): Promise<void> {
  await boss.createQueue(deadLetterQueue, { retentionSeconds: 30 * 86_400 })
  for (const [name, { payload: _, policy, ...rest }] of Object.entries<Queue>(queues)) {
    await boss.createQueue(name, { policy, ...rest, notify: true })
    await boss.updateQueue(name, { ...rest, notify: true })
  }
}

/** Jobs that this node does not know are left to the nodes that do. */
async function ensureSchedules(
  boss: PgBoss,
  { jobs, schedules = portalSchedules, timeZone }: JobsOptions,
): Promise<void> {
  for (const { name, cron, zone } of schedules) {
    const tz = zone === 'business' ? timeZone : 'UTC'
    if (jobs.some((job) => job.name === name)) await boss.schedule(name, cron, {}, { tz, missed: 'once' })
    else await boss.unschedule(name)
  }
}

class Runner implements Jobs {
  readonly #boss: PgBoss
  readonly #options: JobsOptions
  readonly #ends = new AbortController()
  readonly #running = new Map<string, QueueName>()
  readonly #latest: Partial<Record<QueueName, JobRun & { at: Date }>> = {}
  #isRunning = true

  constructor(boss: PgBoss, options: JobsOptions) {
    this.#boss = boss
    this.#options = options
  }

  async work(name: QueueName): Promise<void> {
    // Notifications make a new job start at once; a retry, and a notification lost, wait for the poll.
    const pace = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 2 }
    const worker: string = await this.#boss.work(
      name,
      { ...pace, includeMetadata: true },
      async ([job]: JobWithMetadata<object>[]) => {
        if (!job) return
        // Where one job was there may be another: looked for at once instead of at the next poll.
        this.#boss.notifyWorker(worker)
        await this.#run(name, job)
      },
    )
  }

  async stop(): Promise<void> {
    this.#isRunning = false
    await this.#boss.stop({ graceful: true, timeout: this.#options.stopMs ?? stopPatience }).catch((error: Error) => {
      this.#options.logger.warn({ message: error.message }, 'jobs: stopped without a word to the queue')
    })
    this.#ends.abort()
  }

  async drain(...scheduled: QueueName[]): Promise<void> {
    for (const name of scheduled) await this.#boss.send(name, {})
    let ranAt = performance.now()
    for (;;) {
      const ran = await this.#runDue()
      if (ran === 0 && (await this.#pending()) === 0) return
      if (ran > 0) ranAt = performance.now()
      if (performance.now() - ranAt > drainPatience) throw new Error('Jobs of another node do not come to an end.')
      if (ran === 0) await delay(10)
    }
  }

  status(): JobsStatus {
    return { isRunning: this.#isRunning, running: [...this.#running.values()], latest: { ...this.#latest } }
  }

  async #runDue(): Promise<number> {
    let ran = 0
    for (const { name } of this.#options.jobs) {
      const [job] = await this.#boss.fetch<object>(name, { includeMetadata: true })
      if (!job) continue
      ran++
      try {
        await this.#run(name, job)
        await this.#boss.complete(name, job)
      } catch (error) {
        await this.#boss.fail(name, job, error as Error)
      }
    }
    return ran
  }

  /** Jobs that run somewhere, or could. */
  async #pending(): Promise<number> {
    const names = this.#options.jobs.map(({ name }) => name)
    const count = sql<{ pending: number }>`
      select count(*) as pending from ${sql.table(`${jobSchema}.job`)}
      where name = any(${names})
        and (state = 'active' or (state in ('created', 'retry') and start_after <= now()))`
    const { rows } = await this.#options.database.jobs.read(everything, (tx) => count.execute(tx))
    return rows[0]?.pending ?? 0
  }

  async #run(name: QueueName, job: JobWithMetadata<object>): Promise<void> {
    const { jobs, logger } = this.#options
    const definition = jobs.find((each) => each.name === name)
    if (!definition) throw new Error(`Nobody runs ${name} here.`)
    const started = performance.now()
    const note = (outcome: JobRun['outcome']): void => {
      const run: JobRun = { job: name, outcome, seconds: (performance.now() - started) / 1000 }
      this.#latest[name] = { ...run, at: new Date() }
      this.#options.onRun?.(run)
    }
    this.#running.set(job.id, name)
    try {
      const signal = job.signal ? AbortSignal.any([job.signal, this.#ends.signal]) : this.#ends.signal
      const payload = queues[name].payload.parse(job.data)
      await definition.run(payload, { signal, logger, attempt: job.retryCount + 1 })
      note('done')
    } catch (error) {
      note('failed')
      throw this.#told(name, job, error)
    } finally {
      this.#running.delete(job.id)
    }
  }

  /** Logs a failure, and hands on what may be kept with the job: no values out of a database error. */
  #told(name: QueueName, { id, retryCount, retryLimit }: JobWithMetadata<object>, error: unknown): Error {
    const { message, stack } = error instanceof Error ? error : new Error(String(error))
    const isFinal = retryCount >= retryLimit
    const facts = { job: name, jobId: id, attempt: retryCount + 1, err: { message: message.slice(0, 500), stack } }
    if (isFinal) this.#options.logger.error(facts, 'job failed for good')
    else this.#options.logger.warn(facts, 'job failed and will be tried again')
    return new Error(message.slice(0, 500))
  }
}

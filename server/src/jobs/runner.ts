import { setTimeout as delay } from 'node:timers/promises'
import { type ConstructorOptions, type JobWithMetadata, PgBoss } from 'pg-boss'
import type { Database } from '../db/database.ts'
import { queueOptions, queueOptionsOn } from '../db/job-schema.ts'
import { everything } from '../db/scope.ts'
import type { Logger } from '../logging.ts'
import { dueQueues, pendingQueues } from './due-queues.ts'
import type { JobDefinition, JobFailure, JobRun } from './job.ts'
import { jobRuns } from './job-runs.ts'
import { findSchedule, type JobSchedule, scheduleFollower } from './job-schedules.ts'
import { loggedOnce } from './outage-log.ts'
import { openPooledQueue, type PooledQueue, QUEUE_CONNECTIONS } from './pooled-queue.ts'
import { type QueueName, queues } from './queue.ts'
import { describeError } from '../error-cause.ts'

export interface JobsOptions {
  /** The server itself. */
  url: string
  /** The way through a pooler, where there is one: then only the LISTEN connection leads to the server itself. */
  pooledUrl?: string | undefined
  database: Database
  logger: Logger
  /** Business time zone of schedules. */
  timeZone: string
  jobs: readonly JobDefinition[]
  /** Called after every run. */
  onRun?: (run: JobRun) => void
  /** Called after the last try of a job failed, if its schedule names an address. */
  onFailure?: (failure: JobFailure) => Promise<void>
  /** False while this node must not serve, for example on a newer schema: then it takes no jobs. Absent: always true. */
  isFit?: (() => Promise<boolean>) | undefined
  /** For tests: runs only what drain() runs, without schedules. */
  onlyDrained?: boolean
  /** Seconds between checks of the schedule, and between checks for jobs of dead nodes. */
  watchSeconds?: number
  /** Maximum time that a stop waits for running jobs. */
  stopMs?: number
}

export interface Jobs {
  /** Lets running jobs finish, ten seconds at most, and closes the connections. */
  stop(): Promise<void>
  /** Runs everything that is due, first the named scheduled jobs. */
  drain(...scheduled: QueueName[]): Promise<void>
  status(): JobsStatus
}

export interface JobsStatus {
  readonly isRunning: boolean
  readonly running: readonly QueueName[]
  readonly latest: Readonly<Partial<Record<QueueName, JobRun & { at: Date }>>>
}

const STOP_TIMEOUT_MS = 10_000
const WATCH_SECONDS = 10
/** A retry, and a job whose notification was lost, begins within so many seconds. */
const DUE_SECONDS = 2
/** So often a queue is asked by itself while notifications come. */
const QUEUE_SECONDS = 60
const DRAIN_TIMEOUT_MS = 60_000

/** Starts to run the jobs of the queues of a prepared database. Several nodes may do so on one database. */
export async function startJobs(options: JobsOptions): Promise<Jobs> {
  const report = loggedOnce(options.logger, 'jobs: the queue cannot be reached')
  const { url, pooledUrl } = options
  const queue = pooledUrl === undefined ? undefined : openPooledQueue({ url, pooledUrl, onError: report })
  const boss = new PgBoss({
    ...(queue ? queueOptionsOn(queue) : queueOptions(url, 'portico', QUEUE_CONNECTIONS)),
    ...timingsOf(options),
  })
  boss.on('error', report)
  boss.on('warning', ({ message }) => options.logger.warn({ message }, 'jobs'))
  const runner = new Runner(boss, options, queue)
  try {
    await boss.start()
    if (!options.onlyDrained) {
      await runner.followSchedules()
      await runner.takeJobs()
      runner.wakeDue()
    }
  } catch (error) {
    await runner.stop()
    throw error
  }
  return runner
}

function timingsOf({
  onlyDrained = false,
  watchSeconds = WATCH_SECONDS,
}: Pick<JobsOptions, 'onlyDrained' | 'watchSeconds'>): ConstructorOptions {
  return {
    useListenNotify: !onlyDrained,
    schedule: !onlyDrained,
    supervise: !onlyDrained,
    // Together with heartbeats: a job of a dead node is back in its queue within a minute.
    superviseIntervalSeconds: watchSeconds,
    monitorIntervalSeconds: watchSeconds,
    cronMonitorIntervalSeconds: watchSeconds,
    cronWorkerIntervalSeconds: watchSeconds,
  }
}

class Runner implements Jobs {
  readonly #boss: PgBoss
  readonly #options: JobsOptions
  readonly #ends = new AbortController()
  readonly #stopping = new AbortController()
  readonly #running = new Map<string, QueueName>()
  readonly #latest: Partial<Record<QueueName, JobRun & { at: Date }>> = {}
  readonly #runs: ReturnType<typeof jobRuns>
  readonly #queue: PooledQueue | undefined
  #isRunning = true
  /** By queue of which this node takes jobs, the id of its worker. */
  readonly #workers = new Map<QueueName, string>()

  constructor(boss: PgBoss, options: JobsOptions, queue?: PooledQueue) {
    this.#queue = queue
    this.#boss = boss
    this.#options = options
    this.#runs = jobRuns(options.database)
  }

  /** Follows the table of schedules, and ends the records of runs whose node died, from now until the stop. */
  async followSchedules(): Promise<void> {
    const { database, logger, timeZone, jobs, watchSeconds = WATCH_SECONDS } = this.#options
    const codes = jobs.map(({ name }) => name)
    const follow = scheduleFollower({ boss: this.#boss, database, logger, timeZone, codes })
    const watch = async (): Promise<void> => {
      await this.#runs.endLeft()
      await follow()
    }
    await watch()
    const report = loggedOnce(logger, 'jobs: the schedules cannot be read')
    void this.#repeat(watch, watchSeconds * 1000, report)
  }

  /** Takes jobs from now until the stop, but while this node is not fit: other nodes take them then. */
  async takeJobs(): Promise<void> {
    const { isFit = async () => true, jobs, logger, watchSeconds = WATCH_SECONDS } = this.#options
    let isPaused = false
    const watch = async (): Promise<void> => {
      const wanted = (await isFit()) ? jobs.map(({ name }) => name) : []
      if (wanted.length === this.#workers.size || this.#stopping.signal.aborted) return
      if (wanted.length === 0) logger.warn('jobs: left to other nodes while this one does not fit the database')
      else if (isPaused) logger.info('jobs: taken here again')
      isPaused = wanted.length === 0
      for (const name of this.#workers.keys()) await this.#boss.offWork(name, { wait: false })
      this.#workers.clear()
      for (const name of wanted) await this.#work(name)
    }
    await watch()
    const report = loggedOnce(logger, 'jobs: whether this node may take them cannot be read')
    void this.#repeat(watch, watchSeconds * 1000, report)
  }

  /** Asks once for all queues which of them have a job that is due, from now until the stop. */
  wakeDue(): void {
    const wake = async (): Promise<void> => {
      if (this.#workers.size === 0) return
      for (const name of await dueQueues(this.#options.database, [...this.#workers.keys()]))
        this.#boss.notifyWorker(this.#workers.get(name) ?? '')
    }
    void this.#repeat(wake, DUE_SECONDS * 1000, loggedOnce(this.#options.logger, 'jobs: what is due cannot be read'))
  }

  async #repeat(watch: () => Promise<void>, intervalMs: number, onError: (error: Error) => void): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      await delay(intervalMs, undefined, { signal, ref: false }).catch(() => undefined)
      if (signal.aborted) return
      await watch().catch((error: Error) => {
        if (!signal.aborted) onError(error)
      })
    }
  }

  async #work(name: QueueName): Promise<void> {
    // Notifications make a new job start at once, and wakeDue all others; without notifications each queue is asked.
    const timings = { pollingIntervalSeconds: DUE_SECONDS, notifyPollingIntervalSeconds: QUEUE_SECONDS }
    const worker: string = await this.#boss.work(
      name,
      { ...timings, includeMetadata: true },
      async ([job]: JobWithMetadata<object>[]) => {
        if (!job) return
        // There may be another job: fetched at once instead of at the next poll.
        this.#boss.notifyWorker(worker)
        await this.#run(name, job)
      },
    )
    this.#workers.set(name, worker)
  }

  async stop(): Promise<void> {
    this.#isRunning = false
    this.#stopping.abort()
    await this.#boss
      .stop({ graceful: true, timeout: this.#options.stopMs ?? STOP_TIMEOUT_MS })
      .catch((error: Error) => {
        this.#options.logger.warn({ message: error.message }, 'jobs: stopped without a word to the queue')
      })
    await this.#queue?.close()
    this.#ends.abort()
  }

  async drain(...scheduled: QueueName[]): Promise<void> {
    const { database, jobs } = this.#options
    const names = jobs.map(({ name }) => name)
    for (const name of scheduled) await this.#boss.send(name, {})
    let ranAt = performance.now()
    for (;;) {
      const pending = await pendingQueues(database, names)
      if (pending.length === 0) return
      const ran = await this.#runDue(pending.flatMap(({ name, isDue }) => (isDue ? name : [])))
      if (ran > 0) ranAt = performance.now()
      if (performance.now() - ranAt > DRAIN_TIMEOUT_MS) throw new Error('Jobs of another node do not come to an end.')
      if (ran === 0) await delay(10)
    }
  }

  status(): JobsStatus {
    return { isRunning: this.#isRunning, running: [...this.#running.values()], latest: { ...this.#latest } }
  }

  /** Runs one job of each of these queues, in the order of the registry; returns how many there were. */
  async #runDue(names: readonly string[]): Promise<number> {
    let ran = 0
    for (const { name } of this.#options.jobs.filter((each) => names.includes(each.name))) {
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

  async #run(name: QueueName, job: JobWithMetadata<object>): Promise<void> {
    const definition = this.#options.jobs.find((each) => each.name === name)
    if (!definition) throw new Error(`No job ${name} runs here.`)
    const payload = queues[name].payload.parse(job.data)
    const schedule = await this.#options.database.jobs.read(everything, (tx) => findSchedule(tx, name))
    if (schedule?.isDisabled && !payload.isRequested) return
    const runId = await this.#runs.begin(name, job.id)
    const started = performance.now()
    const note = (outcome: JobRun['outcome']): void => {
      const run: JobRun = { job: name, outcome, seconds: (performance.now() - started) / 1000 }
      this.#latest[name] = { ...run, at: new Date() }
      this.#options.onRun?.(run)
    }
    this.#running.set(job.id, name)
    try {
      const signal = job.signal ? AbortSignal.any([job.signal, this.#ends.signal]) : this.#ends.signal
      const { logger } = this.#options
      const parameters = schedule?.parameters ?? ''
      const message = await definition.run(payload, { signal, logger, attempt: job.retryCount + 1, parameters })
      note('done')
      await this.#recordEnd(runId, 'done', message ?? '')
    } catch (error) {
      note('failed')
      const failure = this.#logFailure(name, job, error)
      await this.#recordEnd(runId, 'failed', failure.message)
      if (job.retryCount >= job.retryLimit) await this.#notifyFailure(runId, schedule, failure)
      throw failure
    } finally {
      this.#running.delete(job.id)
    }
  }

  /** What ran has run, whether its end can be recorded or not. */
  async #recordEnd(runId: number, result: 'done' | 'failed', message: string): Promise<void> {
    await this.#runs.end(runId, result, message).catch((error: Error) => {
      this.#options.logger.error(
        { run: runId, err: { message: describeError(error) } },
        'the end of a run was not recorded',
      )
    })
  }

  async #notifyFailure(runId: number, schedule: JobSchedule | undefined, { message }: Error): Promise<void> {
    const { onFailure, logger } = this.#options
    if (!onFailure || !schedule?.notifyEmail) return
    const { name, notifyEmail } = schedule
    await onFailure({ runId, name, message, notifyEmail }).catch((error: Error) => {
      logger.error(
        { run: runId, err: { message: describeError(error) } },
        'the mail about a failed job was not written',
      )
    })
  }

  /** Logs a failure, and returns what may be stored with the job: no values of a database error. */
  #logFailure(name: QueueName, { id, retryCount, retryLimit }: JobWithMetadata<object>, error: unknown): Error {
    const { message, stack } = error instanceof Error ? error : new Error(String(error))
    const isFinal = retryCount >= retryLimit
    const context = { job: name, jobId: id, attempt: retryCount + 1, err: { message: message.slice(0, 500), stack } }
    if (isFinal) this.#options.logger.error(context, 'job failed for good')
    else this.#options.logger.warn(context, 'job failed and will be tried again')
    return new Error(message.slice(0, 500))
  }
}

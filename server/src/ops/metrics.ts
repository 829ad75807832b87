import type { StatsFs } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Build } from '../build-info.ts'
import type { Database } from '../db/database.ts'
import type { AnsweredRequest } from '../http/server.ts'
import { routeGroups } from '../http/route-group.ts'
import type { JobRun } from '../jobs/job.ts'
import { queues } from '../jobs/queue.ts'
import type { CountStorageError } from '../ports/file-storage/with-error-counts.ts'
import { addDatabaseGauges, addPoolGauges, addReplicaFigures } from './database-metrics.ts'
import type { Standing } from './node-standing.ts'
import type { StatementTimes } from './statement-times.ts'

/** Metrics of the portal. No label may identify a user or a client. */
export interface Metrics {
  observeRequest(request: AnsweredRequest): void
  countLogin(kind: string, outcome: string): void
  countDenied(rule: string): void
  observeJob(run: JobRun): void
  readonly countStorageError: CountStorageError
  observeStanding(standing: Pick<Standing, 'newerMigrations' | 'missingKeys'>): void
  /** All metrics as text; figures of the database are read now. */
  text(): Promise<{ type: string; body: string }>
}

export interface MetricsDeps {
  build: Pick<Build, 'version' | 'commit'>
  database: Database
  /** Those of `database`; they are registered here. */
  statements: StatementTimes
  /** Passwords checked since the start. */
  verifications: () => number
  /** Where documents are stored; null: not on a file system of this machine. */
  storageFolder: string | null
  /** Timeout of the database for the figures. */
  timeoutMs?: number
  /** Name of the place to which events are written; null: there is none. */
  eventLog?: string | null
}

export function createMetrics(deps: MetricsDeps): Metrics {
  const { build, database, statements, verifications, storageFolder, timeoutMs = 1_500, eventLog = null } = deps
  const registry = new Registry()
  const registers = [registry]
  addProcessFigures(registry)
  const observeRequest = requestFigures(registers)
  const logins = new Counter({
    name: 'portal_login_total',
    help: 'Sign-ins by kind and outcome.',
    labelNames: ['kind', 'outcome'],
    registers,
  })
  const denied = new Counter({
    name: 'portal_authz_denied_total',
    help: 'Calls refused by a guard.',
    labelNames: ['rule'],
    registers,
  })
  const observeJob = jobFigures(registers)
  const storageErrors = storageErrorCounter(registers)
  const passwords = new Counter({
    name: 'portal_password_verifications_total',
    help: 'Passwords checked.',
    registers,
    collect: () => {
      passwords.reset()
      passwords.inc(verifications())
    },
  })
  addBuildInfo(registers, build)
  registry.registerMetric(statements.histogram)
  const observeStanding = standingGauges(registers)
  addPoolGauges(registers, database)
  addReplicaFigures(registers, database)
  addStorageGauges(registers, storageFolder)
  const refresh = addDatabaseGauges(registers, database, { timeoutMs, eventLog })
  return {
    observeRequest,
    countLogin: (kind, outcome) => logins.inc({ kind, outcome }),
    countDenied: (rule) => denied.inc({ rule }),
    observeJob,
    countStorageError: (operation, fault) => storageErrors.inc({ operation, fault }),
    observeStanding,
    text: async () => {
      await refresh()
      return { type: registry.contentType, body: await registry.metrics() }
    },
  }
}

/** Figures of the process, without those that take many series and say little. */
function addProcessFigures(registry: Registry): void {
  collectDefaultMetrics({ register: registry })
  registry.removeSingleMetric('nodejs_gc_duration_seconds')
  // Gauges whose names end as those of counters do.
  for (const kind of ['resources', 'handles', 'requests']) registry.removeSingleMetric(`nodejs_active_${kind}_total`)
  for (const kind of ['total', 'used', 'available']) registry.removeSingleMetric(`nodejs_heap_space_size_${kind}_bytes`)
}

/** Codes that say what the others of their class do not. */
const OWN_STATUS: readonly number[] = [429, 503]

function requestFigures(registers: Registry[]): Metrics['observeRequest'] {
  const labelNames = ['group'] as const
  const durations = new Histogram({
    name: 'http_server_request_duration_seconds',
    help: 'Time from the first byte of a request to the last of its answer.',
    labelNames,
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  })
  const requests = new Counter({
    name: 'http_server_requests_total',
    help: 'Requests by group of calls and class of the answer.',
    labelNames: ['group', 'status'],
    registers,
  })
  for (const group of routeGroups) {
    durations.zero({ group })
    for (const status of ['2xx', '5xx', '503']) requests.inc({ group, status }, 0)
  }
  return ({ group, status, seconds }) => {
    durations.observe({ group }, seconds)
    requests.inc({ group, status: OWN_STATUS.includes(status) ? status : `${Math.floor(status / 100)}xx` })
  }
}

function jobFigures(registers: Registry[]): Metrics['observeJob'] {
  const durations = new Histogram({
    name: 'portal_job_duration_seconds',
    help: 'Duration of runs of background jobs.',
    labelNames: ['outcome'],
    buckets: [0.05, 0.25, 1, 5, 30, 120, 600],
    registers,
  })
  const failures = new Counter({
    name: 'portal_job_failures_total',
    help: 'Runs of background jobs that failed.',
    // Not "job": that is what Prometheus calls the kind of a target.
    labelNames: ['name'],
    registers,
  })
  for (const name of Object.keys(queues)) failures.inc({ name }, 0)
  return ({ job, outcome, seconds }) => {
    durations.observe({ outcome }, seconds)
    if (outcome === 'failed') failures.inc({ name: job })
  }
}

/** Room of the file system with the documents, asked for when the metrics are. */
function addStorageGauges(registers: Registry[], folder: string | null): void {
  const gauge = (name: string, help: string, blocksOf: (system: StatsFs) => number) => {
    const made = new Gauge({
      name,
      help: `${help}; NaN where that is not known.`,
      registers,
      collect: async () => {
        const system = folder === null ? undefined : await statfs(folder).catch(() => undefined)
        made.set(system ? blocksOf(system) * system.bsize : Number.NaN)
      },
    })
  }
  gauge('portal_storage_size_bytes', 'Size of the file system with the documents', ({ blocks }) => blocks)
  gauge('portal_storage_free_bytes', 'Room on the file system with the documents', ({ bavail }) => bavail)
}

function addBuildInfo(registers: Registry[], { version, commit }: MetricsDeps['build']): void {
  const gauge = new Gauge({
    name: 'portal_build_info',
    help: 'Always 1.',
    labelNames: ['version', 'commit'],
    registers,
  })
  gauge.set({ version, commit: commit ?? '' }, 1)
}

function storageErrorCounter(registers: Registry[]): Counter<'operation' | 'fault'> {
  const counter = new Counter({
    name: 'portal_storage_errors_total',
    help: 'Failures of the file storage; missing: it has no file that the database names.',
    labelNames: ['operation', 'fault'] as const,
    registers,
  })
  // A figure that appears with its first failure has not grown, so that no alert would fire.
  for (const operation of ['put', 'open', 'remove'] as const)
    for (const fault of ['unavailable', 'full', 'missing'] as const) counter.inc({ operation, fault }, 0)
  return counter
}

/** Returns what sets the gauges of how this node stands to the others. */
function standingGauges(registers: Registry[]): Metrics['observeStanding'] {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers })
  const newer = gauge('portal_newer_migrations', 'Migrations of the database that this version does not have.')
  const missing = gauge('portal_keys_missing', 'Keys that another node has added and this one lacks.')
  return ({ newerMigrations, missingKeys }) => {
    newer.set(newerMigrations)
    missing.set(missingKeys)
  }
}

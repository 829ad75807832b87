import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Build } from '../build-info.ts'
import type { Database } from '../db/database.ts'
import type { AnsweredRequest } from '../http/server.ts'
import type { JobRun } from '../jobs/job.ts'
import type { CountStorageError } from '../ports/file-storage/with-error-counts.ts'
import { addDatabaseGauges, addPoolGauges } from './database-metrics.ts'
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
  /** Timeout of the database for the figures. */
  timeoutMs?: number
}

export function createMetrics({ build, database, statements, verifications, timeoutMs = 1_500 }: MetricsDeps): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  // Gauges whose names end as those of counters do.
  for (const kind of ['resources', 'handles', 'requests']) registry.removeSingleMetric(`nodejs_active_${kind}_total`)
  const requests = new Histogram({
    name: 'http_server_request_duration_seconds',
    help: 'Time from the first byte of a request to the last of its answer.',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
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
  const jobs = new Histogram({
    name: 'portal_job_duration_seconds',
    help: 'Duration of background jobs.',
    labelNames: ['job', 'outcome'],
    buckets: [0.01, 0.05, 0.25, 1, 5, 30, 120, 600],
    registers,
  })
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
  const refresh = addDatabaseGauges(registers, database, timeoutMs)
  return {
    observeRequest: ({ route, method, status, seconds }) => requests.observe({ route, method, status }, seconds),
    countLogin: (kind, outcome) => logins.inc({ kind, outcome }),
    countDenied: (rule) => denied.inc({ rule }),
    observeJob: ({ job, outcome, seconds }) => jobs.observe({ job, outcome }, seconds),
    countStorageError: (operation, fault) => storageErrors.inc({ operation, fault }),
    observeStanding,
    text: async () => {
      await refresh()
      return { type: registry.contentType, body: await registry.metrics() }
    },
  }
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
  for (const operation of ['put', 'open', 'remove']) counter.inc({ operation, fault: 'unavailable' }, 0)
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

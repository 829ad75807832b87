import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { DEFAULT_IDLE_MINUTES } from '../areas/session/session-rules.ts'
import type { Build } from '../composition/build-info.ts'
import type { Database } from '../db/database.ts'
import type { AnsweredRequest } from '../http/server.ts'
import type { JobRun } from '../jobs/job.ts'
import type { PoolFigures } from '../db/connection-pool.ts'
import { within } from './readiness.ts'

/** Metrics of the portal. No label may identify a user or a client. */
export interface Metrics {
  observeRequest(request: AnsweredRequest): void
  countLogin(kind: string, outcome: string): void
  countDenied(rule: string): void
  observeJob(run: JobRun): void
  /** All metrics as text; figures of the database are read now. */
  text(): Promise<{ type: string; body: string }>
}

export interface MetricsDeps {
  build: Pick<Build, 'version' | 'commit'>
  database: Database
  /** Passwords checked since the start. */
  verifications: () => number
  /** Timeout of the database for the figures. */
  timeoutMs?: number
}

export function createMetrics({ build, database, verifications, timeoutMs = 1_500 }: MetricsDeps): Metrics {
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
  const passwords = new Counter({
    name: 'portal_password_verifications_total',
    help: 'Passwords checked.',
    registers,
    collect: () => {
      passwords.reset()
      passwords.inc(verifications())
    },
  })
  new Gauge({ name: 'portal_build_info', help: 'Always 1.', labelNames: ['version', 'commit'], registers }).set(
    { version: build.version, commit: build.commit ?? '' },
    1,
  )
  poolGauges(registers, database)
  const refresh = databaseGauges(registers, database, timeoutMs)
  return {
    observeRequest: ({ route, method, status, seconds }) => requests.observe({ route, method, status }, seconds),
    countLogin: (kind, outcome) => logins.inc({ kind, outcome }),
    countDenied: (rule) => denied.inc({ rule }),
    observeJob: ({ job, outcome, seconds }) => jobs.observe({ job, outcome }, seconds),
    text: async () => {
      await refresh()
      return { type: registry.contentType, body: await registry.metrics() }
    },
  }
}

function poolGauges(registers: Registry[], database: Database): void {
  const gauge = (name: string, help: string, of: (pool: PoolFigures) => number) => {
    const made = new Gauge({
      name,
      help,
      labelNames: ['pool'],
      registers,
      collect: () => {
        for (const [pool, figures] of Object.entries(database.pools())) made.set({ pool }, of(figures))
      },
    })
  }
  gauge('portal_database_connections', 'Connections to the database that are open.', ({ total }) => total)
  gauge('portal_database_connections_idle', 'Open connections without work.', ({ idle }) => idle)
  gauge('portal_database_connection_waiters', 'Works that wait for a connection.', ({ waiting }) => waiting)
}

interface DatabaseFigures {
  sessions: number
  pending: number
  oldest: number
  dead: number
  certificateSeconds: number | null
}

const readFigures = `
  select (select count(*) from sessions
           where ended_at is null and expires_at > clock_now()
             and last_active_at + make_interval(mins => coalesce(idle_minutes, ${DEFAULT_IDLE_MINUTES})) > clock_now()) as sessions,
         (select count(*) from outbox_mails where state = 'waiting') as pending,
         (select coalesce(extract(epoch from clock_now() - min(created_at)), 0)::double precision
            from outbox_mails where state = 'waiting') as oldest,
         (select count(*) from outbox_mails where state = 'dead') as dead,
         (select extract(epoch from min(certificate_expires_at) - clock_now())::double precision
            from saml_providers) as "certificateSeconds"`

function databaseGauges(registers: Registry[], database: Database, timeoutMs: number): () => Promise<void> {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers })
  const gauges: Record<keyof DatabaseFigures, Gauge> = {
    sessions: gauge('portal_sessions_active', 'Sessions that have neither ended nor run out.'),
    pending: gauge('portal_outbox_pending', 'Mails waiting in the outbox.'),
    oldest: gauge('portal_outbox_oldest_seconds', 'Age of the oldest mail that waits.'),
    dead: gauge('portal_outbox_dead', 'Mails that will never be sent.'),
    certificateSeconds: gauge(
      'portal_saml_certificate_remaining_seconds',
      'Seconds until the first certificate of an identity provider ends; NaN where there is none.',
    ),
  }
  return async () => {
    const rows = await within(timeoutMs, database.jobs.prepared<DatabaseFigures>(readFigures, []))
    // While the database is unavailable the figures are unknown, not zero.
    for (const [name, each] of Object.entries(gauges))
      each.set(rows?.[0]?.[name as keyof DatabaseFigures] ?? Number.NaN)
  }
}

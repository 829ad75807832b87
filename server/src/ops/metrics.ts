import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { DEFAULT_IDLE_MINUTES } from '../areas/session/session-rules.ts'
import type { Build } from '../build.ts'
import type { Database } from '../db/database.ts'
import type { AnsweredRequest } from '../http/server.ts'
import type { JobRun } from '../jobs/job.ts'
import { within } from './readiness.ts'

/** What the portal counts. No label may tell a user or a client. */
export interface Metrics {
  observeRequest(request: AnsweredRequest): void
  countLogin(kind: string, outcome: string): void
  countDenied(rule: string): void
  observeJob(run: JobRun): void
  /** All of it as text, with what only the database knows read now. */
  text(): Promise<{ type: string; body: string }>
}

export interface MetricsParts {
  build: Pick<Build, 'version' | 'commit'>
  database: Database
  /** Passwords checked since the start. */
  verifications: () => number
  /** How long the figures wait for the database. */
  patienceMs?: number
}

export function createMetrics({ build, database, verifications, patienceMs = 1_500 }: MetricsParts): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
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
  const refresh = databaseGauges(registers, database, patienceMs)
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
  const help = { total: 'Connections open.', idle: 'Connections without work.', waiting: 'Works without a connection.' }
  for (const figure of ['total', 'idle', 'waiting'] as const) {
    const gauge = new Gauge({
      name: `pg_pool_${figure}`,
      help: help[figure],
      labelNames: ['pool'],
      registers,
      collect: () => {
        for (const [pool, figures] of Object.entries(database.pools())) gauge.set({ pool }, figures[figure])
      },
    })
  }
}

interface DatabaseFigures {
  sessions: number
  pending: number
  oldest: number
  dead: number
  certificateDays: number | null
}

const readFigures = `
  select (select count(*) from sessions
           where ended_at is null and expires_at > clock_now()
             and last_active_at + make_interval(mins => coalesce(idle_minutes, ${DEFAULT_IDLE_MINUTES})) > clock_now()) as sessions,
         (select count(*) from outbox_mails where state = 'waiting') as pending,
         (select coalesce(extract(epoch from clock_now() - min(created_at)), 0)::double precision
            from outbox_mails where state = 'waiting') as oldest,
         (select count(*) from outbox_mails where state = 'dead') as dead,
         (select extract(epoch from min(certificate_expires_at) - clock_now())::double precision / 86400
            from saml_providers) as "certificateDays"`

function databaseGauges(registers: Registry[], database: Database, patienceMs: number): () => Promise<void> {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers })
  const gauges: Record<keyof DatabaseFigures, Gauge> = {
    sessions: gauge('portal_sessions_active', 'Sessions that have neither ended nor run out.'),
    pending: gauge('portal_outbox_pending', 'Mails waiting in the outbox.'),
    oldest: gauge('portal_outbox_oldest_seconds', 'Age of the oldest mail that waits.'),
    dead: gauge('portal_outbox_dead', 'Mails that will never be sent.'),
    certificateDays: gauge(
      'portal_saml_certificate_days',
      'Days until the first certificate of an identity provider ends; NaN where there is none.',
    ),
  }
  return async () => {
    const rows = await within(patienceMs, database.jobs.prepared<DatabaseFigures>('metrics', readFigures, []))
    // While the database is away the figures are unknown, which is not zero.
    for (const [name, each] of Object.entries(gauges))
      each.set(rows?.[0]?.[name as keyof DatabaseFigures] ?? Number.NaN)
  }
}

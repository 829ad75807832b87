import { Counter, Gauge, type Registry } from 'prom-client'
import { BACKUP_TARGET, BACKUP_TRIAL_TARGET } from '../areas/audit/public.ts'
import { DEFAULT_IDLE_MINUTES } from '../areas/session/session-rules.ts'
import type { PoolFigures } from '../db/connection-pool.ts'
import type { Database } from '../db/database.ts'
import { jobSchema } from '../db/job-schema.ts'
import { run } from '../db/run.ts'
import { type FixedStatement, float, int, nullable, type RowOf, statement, text } from '../db/statement.ts'
import { queues } from '../jobs/queue.ts'
import { within } from './readiness.ts'

/** Adds the figures of the connection pools; each is read when the metrics are. */
export function addPoolGauges(registers: Registry[], database: Database): void {
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

/** Adds how far the replica is behind, and which server answers reads; NaN and zero without a replica. */
export function addReplicaFigures(registers: Registry[], database: Pick<Database, 'replica'>): void {
  const lag: Gauge = new Gauge({
    name: 'portal_replica_lag_seconds',
    help: 'Time by which the replica that answers reads is behind the primary; NaN where there is none.',
    registers,
    collect: () => {
      lag.set(database.replica?.figures.lagSeconds ?? Number.NaN)
    },
  })
  const reads: Counter<'place'> = new Counter({
    name: 'portal_reads_total',
    help: 'Reads of calls by the server that answered them, where there is a replica.',
    labelNames: ['place'],
    registers,
    collect: () => {
      reads.reset()
      for (const place of ['replica', 'primary'] as const)
        reads.inc({ place }, database.replica?.figures.reads[place] ?? 0)
    },
  })
  const failed: Counter = new Counter({
    name: 'portal_replica_reads_failed_total',
    help: 'Reads of calls that failed at the replica and were answered by the primary.',
    registers,
    collect: () => {
      failed.reset()
      failed.inc(database.replica?.figures.failed ?? 0)
    },
  })
}

const storedFigures = {
  sessions: int,
  pending: int,
  oldest: float,
  dead: int,
  certificateSeconds: nullable(float),
  backupSeconds: nullable(float),
  restoreTestSeconds: nullable(float),
  restoreTestFailed: nullable(int),
}

const readStored = statement([], {
  name: 'stored figures',
  text: `
  select (select count(*) from sessions
           where ended_at is null and expires_at > clock_now()
             and last_active_at + make_interval(mins => coalesce(idle_minutes, ${DEFAULT_IDLE_MINUTES})) > clock_now()) as sessions,
         (select count(*) from outbox_mails where state = 'waiting') as pending,
         (select coalesce(extract(epoch from clock_now() - min(created_at)), 0)::double precision
            from outbox_mails where state = 'waiting') as oldest,
         (select count(*) from outbox_mails where state = 'dead') as dead,
         (select extract(epoch from min(certificate_expires_at) - clock_now())::double precision
            from saml_providers) as "certificateSeconds",
         (select extract(epoch from clock_now() - at)::double precision
            from audit_events where target_kind = '${BACKUP_TARGET}' order by target_id desc limit 1) as "backupSeconds",
         (select extract(epoch from clock_now() - at)::double precision
            from audit_events where target_kind = '${BACKUP_TRIAL_TARGET}' and after ->> 'outcome' = 'SUCCESS'
           order by target_id desc limit 1) as "restoreTestSeconds",
         (select (after ->> 'outcome' <> 'SUCCESS')::integer
            from audit_events where target_kind = '${BACKUP_TRIAL_TARGET}'
           order by target_id desc limit 1) as "restoreTestFailed"`,
  row: storedFigures,
})

/** Reads no table, so that no lock keeps it waiting. */
const readOldestTransaction = statement([], {
  name: 'oldest transaction',
  text: 'select oldest_transaction_seconds() as seconds',
  row: { seconds: float },
})

/** Seals before the position are written. */
const readEventLog = statement([text], {
  name: 'event log figures',
  text: `
  select coalesce((
      select extract(epoch from clock_now() - event.at)
        from audit_seals seal join audit_events event on event.id = seal.event_id
       where seal.sequence > place.position order by seal.sequence limit 1), 0)::double precision as seconds
    from event_log_places place where name = $1`,
  row: { seconds: float },
})

/** Jobs that could run now, by queue. The queue keeps its times by the clock of the server, which no test moves. */
const readQueues = statement([], {
  name: 'figures of queues',
  text: `
  select name, count(*) as depth, extract(epoch from now() - min(greatest(created_on, start_after)))::double precision as age
    from ${jobSchema}.job where state in ('created', 'retry') and start_after <= now() group by name`,
  row: { name: text, depth: int, age: float },
})

type QueueFigures = RowOf<typeof readQueues>

/**
 * Adds what is read from the database; the result reads it. While the database does not answer within `timeoutMs`, a
 * figure is unknown (NaN), not zero. The one about transactions is read first, because it is known also when tables are
 * locked.
 */
export function addDatabaseGauges(
  registers: Registry[],
  database: Database,
  { timeoutMs, eventLog }: { timeoutMs: number; eventLog: string | null },
): () => Promise<void> {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers })
  const oldestTransaction = gauge(
    'portal_database_oldest_transaction_seconds',
    'Age of the oldest open transaction in the database, a statement that waits for a lock included.',
  )
  const setQueues = queueGauges(registers)
  const eventLogLag = gauge(
    'portal_event_log_lag_seconds',
    'Age of the oldest event that the place of PORTAL_EVENT_LOG has not got; NaN where there is none.',
  )
  const stored: Record<keyof typeof storedFigures, Gauge> = {
    sessions: gauge('portal_sessions_active', 'Sessions that have neither ended nor run out.'),
    pending: gauge('portal_outbox_pending', 'Mails waiting in the outbox.'),
    oldest: gauge('portal_outbox_oldest_seconds', 'Age of the oldest mail that waits.'),
    dead: gauge('portal_outbox_dead', 'Mails that will never be sent.'),
    certificateSeconds: gauge(
      'portal_saml_certificate_remaining_seconds',
      'Seconds until the first certificate of an identity provider ends; NaN where there is none.',
    ),
    backupSeconds: gauge(
      'portal_backup_age_seconds',
      'Age of the newest backup that the command backup has written; NaN where there is none.',
    ),
    restoreTestSeconds: gauge(
      'portal_restore_test_age_seconds',
      'Time since a backup was last restored for a trial and was whole; NaN where none was.',
    ),
    restoreTestFailed: gauge(
      'portal_restore_test_failed',
      'One where the last trial of a backup failed, zero where it succeeded; NaN where there was none.',
    ),
  }
  const read = <Row>(figures: FixedStatement<Row>) => within(timeoutMs, run(database.metrics, figures))
  return async () => {
    const [transactions, waiting, rows, log] = await Promise.all([
      read(readOldestTransaction()),
      read(readQueues()),
      read(readStored()),
      eventLog === null ? undefined : read(readEventLog(eventLog)),
    ])
    eventLogLag.set(log?.[0]?.seconds ?? Number.NaN)
    oldestTransaction.set(transactions?.[0]?.seconds ?? Number.NaN)
    setQueues(waiting)
    for (const [name, each] of Object.entries(stored))
      each.set(rows?.[0]?.[name as keyof typeof storedFigures] ?? Number.NaN)
  }
}

/** Depth of every queue, and age of those with jobs that are due; undefined: unknown. */
function queueGauges(registers: Registry[]): (found: readonly QueueFigures[] | undefined) => void {
  const labelNames = ['queue'] as const
  const depths = new Gauge({
    name: 'portal_queue_depth',
    help: 'Jobs of a queue that are due and do not run yet.',
    labelNames,
    registers,
  })
  const ages = new Gauge({
    name: 'portal_queue_oldest_seconds',
    help: 'Time for which the oldest job of a queue that is due has waited.',
    labelNames,
    registers,
  })
  return (found) => {
    const byName = new Map(found?.map((each) => [each.name, each]))
    const empty = found ? 0 : Number.NaN
    ages.reset()
    for (const queue of Object.keys(queues)) {
      const waiting = byName.get(queue)
      depths.set({ queue }, waiting?.depth ?? empty)
      if (waiting) ages.set({ queue }, waiting.age)
    }
  }
}

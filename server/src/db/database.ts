import { exportsAddress } from '../config/pooler.mjs'
import { StartError } from '../start-error.ts'
import { ConnectionPool, type PoolFigures } from './connection-pool.ts'
import type { PoolSettings } from './connection-settings.ts'
import { DatabaseUnavailable, Outage } from './database-unavailable.ts'
import { shownAddress } from './owner-connection.ts'
import type { PooledConnection } from './pooled-connection.ts'
import { greetPooler } from './pooler-check.ts'
import { type PrimaryEvent, primaryHostOf } from './primary-host.ts'
import type { ObserveStatement, Query, QueryResult } from './query.ts'
import { type StreamRows, STREAM_WAIT_MS, streamsOf } from './row-stream.ts'
import type { Access, Scope } from './scope.ts'
import { StatementPipeline, type Tx } from './statement-pipeline.ts'

export type { Tx }

/** An expected failure that a command hands back instead of a result. */
export interface Refused {
  readonly refused: true
}

export interface Db {
  /** Several statements that write nothing and see one scope; repeated while the database restarts. */
  read<Result>(scope: Scope, work: (tx: Tx) => Promise<Result>): Promise<Result>
  /** All of the work or nothing: undone when it throws and when it returns a refusal. Never repeated. */
  transact<Result>(scope: Scope, work: (tx: Tx) => Promise<Result>): Promise<Result>
  /**
   * A read by itself, for `run`; repeated while the database restarts. Without scope: tables under row-level security
   * show no rows here.
   */
  send<Row>(query: Query): Promise<QueryResult<Row>>
  /** A statement in a transaction of its own that writes, for `write`; without scope. Never repeated. */
  write<Row>(query: Query): Promise<QueryResult<Row>>
}

export interface Database {
  /** For exports and the pages of reports, on connections of their own. */
  readonly stream: StreamRows
  /** For jobs: like `stream`, on a connection of its own, so that exports never keep a job waiting. */
  readonly jobStream: StreamRows
  /** For answering requests: short statements, connections of their own. */
  readonly requests: Db
  /** For jobs, reports and exports, which may take their time without taking connections from requests. */
  readonly jobs: Db
  /** Milliseconds by which the clock of the database is ahead of ours; throws DatabaseUnavailable. */
  ping(): Promise<{ clockAhead: number }>
  /** A statement of readiness, on the connection that is kept for it; throws DatabaseUnavailable. */
  readonly health: Pick<Db, 'send'>
  /** For the metrics: a connection of its own, so that figures are known while all others wait. */
  readonly metrics: Pick<Db, 'send'>
  /** The pools that do the work of the portal, by name. */
  pools(): Readonly<Record<ServingPool, PoolFigures>>
  close(): Promise<void>
}

/** The pools that do the work of the portal; those that watch it are not counted. */
export const servingPools = ['requests', 'jobs', 'streams', 'job_streams'] as const
export type ServingPool = (typeof servingPools)[number]

/** Called with the time that each statement took, in seconds. */
export type ObserveDuration = (pool: string, seconds: number) => void

export interface DatabaseSettings {
  readonly url: string
  /**
   * The server itself where `url` leads through a pooler: readiness asks it there, since requests may use up all
   * connections of the pooler, and the server that accepts writes is watched there.
   */
  readonly directUrl?: string | undefined
  readonly applicationName: string
  readonly requestConnections?: number
  readonly jobConnections?: number
  readonly streamConnections?: number
  /** How long a stream waits for a connection, in milliseconds. */
  readonly streamWaitMs?: number
  /** Called when a connection broke while it was idle. */
  readonly onError?: (error: Error) => void
  /** With several hosts: called when the server that accepts writes is lost, while none is found, and when one is. */
  readonly onPrimary?: (event: PrimaryEvent) => void
  /** Other than the usual ones, for every connection: tests prove nothing by how quick their machine is. */
  readonly limits?: Partial<Limits>
  readonly observeStatement?: ObserveStatement | undefined
  readonly observeDuration?: ObserveDuration | undefined
}

export type Limits = Pick<
  PoolSettings,
  'statementTimeout' | 'lockTimeout' | 'idleInTransactionTimeout' | 'connectTimeout' | 'turnTimeout'
>

const requestLimits: Limits = {
  statementTimeout: 5_000,
  lockTimeout: 3_000,
  idleInTransactionTimeout: 10_000,
  connectTimeout: 2_000,
}
const jobLimits: Limits = {
  statementTimeout: 300_000,
  lockTimeout: 5_000,
  idleInTransactionTimeout: 60_000,
  connectTimeout: 2_000,
}
/** Between two portions of an export its reader may be slow; the server drops one that takes nothing. */
const streamLimits: Limits = { ...jobLimits, idleInTransactionTimeout: 300_000 }
/** Readiness uses a connection of its own, to the server itself: busy pools do not make a node unready. */
const healthLimits: Limits = {
  statementTimeout: 1_000,
  lockTimeout: 1_000,
  idleInTransactionTimeout: 2_000,
  connectTimeout: 1_500,
}

/** The figures are read one after the other on one connection: a locked table may keep one of them, not all, unknown. */
const metricsLimits: Limits = { ...healthLimits, lockTimeout: 300 }

/** At the start no request waits yet, and a machine that starts everything at once is slow. */
const openingLimits: Limits = { ...healthLimits, statementTimeout: 10_000, connectTimeout: 10_000 }

/** Queued reports are generated one at a time; another one waits. */
const JOB_STREAMS = 1

/** With several hosts a request that cannot be served is refused within a second. */
const FAILOVER_RETRY_MS = 500

/** Opens the database as portal_app. @throws StartError when it cannot be used */
export async function openDatabase(settings: DatabaseSettings): Promise<Database> {
  const { url, directUrl, applicationName, limits, onError = () => {} } = settings
  const { streamConnections = 4, streamWaitMs = STREAM_WAIT_MS } = settings
  const pool = (name: string, connections: number, usual: Limits, isCutWhenSilent = true, way = url): ConnectionPool =>
    new ConnectionPool(
      {
        url: way,
        applicationName: `${applicationName} ${name.replace('_', ' ')}`,
        connections,
        observeStatement: observerOf(settings, name),
        isCutWhenSilent,
        ...usual,
        ...limits,
      },
      onError,
    )
  const pools = {
    requests: pool('requests', settings.requestConnections ?? 8, requestLimits),
    jobs: pool('jobs', settings.jobConnections ?? 3, jobLimits, false),
    streams: pool('streams', streamConnections, streamLimits, true, exportsAddress(url)),
    job_streams: pool('job_streams', JOB_STREAMS, streamLimits, false),
    health: pool('health', 1, healthLimits, true, directUrl),
    metrics: pool('metrics', 1, metricsLimits),
  }
  const primary = primaryHostOf(directUrl ?? url)
  const outage = new Outage(primaryHostOf(url) && FAILOVER_RETRY_MS)
  // An answer of the server itself does not say that the pooler is back.
  const healthOutage = directUrl === undefined ? outage : new Outage()
  const ask = <Result>(work: (connection: PooledConnection) => Promise<Result>) =>
    healthOutage.watch(() => pools.health.use(work))
  let unwatch = () => {}
  const database: Database = {
    requests: openDb(pools.requests, outage),
    jobs: openDb(pools.jobs, outage),
    stream: streamsOf(pools.streams, streamConnections, streamWaitMs),
    jobStream: streamsOf(pools.job_streams, JOB_STREAMS, jobLimits.statementTimeout),
    metrics: openDb(pools.metrics, outage),
    pools: () =>
      Object.fromEntries(servingPools.map((name) => [name, pools[name].figures])) as Record<ServingPool, PoolFigures>,
    ping: async () => {
      const [clock] = await Promise.all([ask(measureClock), directUrl === undefined ? undefined : greetPooler(url)])
      return clock
    },
    health: { send: (query) => ask((connection) => readAlone(connection, query)) },
    close: async () => {
      unwatch()
      await Promise.all(Object.values(pools).map((each) => each.end()))
    },
  }
  const opening = pool('opening', 1, openingLimits)
  try {
    await opening.use(measureClock)
    if (primary) unwatch = primary.watch(settings.onPrimary)
    return database
  } catch (error) {
    await database.close()
    throw cannotOpen(url, error instanceof DatabaseUnavailable ? error.cause : error)
  } finally {
    await opening.end()
  }
}

function cannotOpen(url: string, cause: unknown): StartError {
  if (cause instanceof StartError) return cause
  const { message } = cause as Error
  const hint = /startup parameter/i.test(message)
    ? ' (a pooler lets the portal through in transaction mode only: set pooler=transaction in DATABASE_URL, and PORTAL_DATABASE_DIRECT_URL)'
    : ''
  return new StartError(`The database at ${shownAddress(url)} cannot be opened: ${message}${hint}`, { cause })
}

/** Tells traces of each statement, and measures its time; undefined where neither is wanted. */
function observerOf(
  { observeStatement, observeDuration }: DatabaseSettings,
  pool: string,
): ObserveStatement | undefined {
  if (!observeDuration) return observeStatement
  return (text) => {
    const answered = observeStatement?.(text)
    const sentAt = performance.now()
    return (error) => {
      observeDuration(pool, (performance.now() - sentAt) / 1000)
      answered?.(error)
    }
  }
}

async function measureClock(connection: PooledConnection): Promise<{ clockAhead: number }> {
  const before = Date.now()
  const { rows } = await readAlone<{ now: Date }>(connection, {
    text: 'select clock_timestamp() as now',
    values: [],
  })
  const after = Date.now()
  return { clockAhead: (rows[0]?.now.getTime() ?? after) - (before + after) / 2 }
}

function openDb(pool: ConnectionPool, outage: Outage): Db {
  return {
    read: (scope, work) =>
      outage.repeat(() =>
        pool.use((connection) => inTransaction(connection, connection.begin(scope, 'read only'), work)),
      ),
    transact: (scope, work) =>
      outage.watch(() =>
        pool.useToChange((connection) => inTransaction(connection, connection.begin(scope, 'read write'), work, true)),
      ),
    send: (query) => outage.repeat(() => pool.use((connection) => readAlone(connection, query))),
    write: (query) => outage.watch(() => pool.useToChange((connection) => runAlone(connection, 'read write', query))),
  }
}

const isRefused = (result: unknown): result is Refused =>
  typeof result === 'object' && result !== null && 'refused' in result && result.refused === true

async function inTransaction<Result>(
  connection: PooledConnection,
  begin: readonly Query[],
  work: (tx: Tx) => Promise<Result>,
  isChange = false,
): Promise<Result> {
  const pipeline = new StatementPipeline(connection, begin, isChange)
  try {
    const result = await work(pipeline)
    await (isRefused(result) ? pipeline.rollback() : pipeline.commit())
    return result
  } catch (error) {
    await pipeline.rollback()
    throw pipeline.causeOf(error)
  }
}

/** A read by itself, in a transaction of its own only where the connection needs one. */
const readAlone = <Row>(connection: PooledConnection, query: Query): Promise<QueryResult<Row>> =>
  connection.isPooled ? runAlone(connection, 'read only', query) : connection.send(query)

/** Sends the statement with the BEGIN before and the COMMIT after it. */
export async function runAlone<Row>(
  connection: PooledConnection,
  access: Access,
  query: Query,
): Promise<QueryResult<Row>> {
  const pipeline = new StatementPipeline(connection, connection.begin(null, access), access === 'read write')
  const [written, committed] = await Promise.allSettled([pipeline.send<Row>(query), pipeline.commit()])
  if (written.status === 'rejected') throw pipeline.causeOf(written.reason)
  if (committed.status === 'rejected') throw pipeline.causeOf(committed.reason)
  return written.value
}

import pg from 'pg'
import { changedAddress } from '../config/database-hosts.mjs'
import { exportsAddress, isPooled } from '../config/pooler.mjs'
import { StartError } from '../start-error.ts'
import { ConnectionPool, type PoolFigures } from './connection-pool.ts'
import type { PoolSettings } from './connection-settings.ts'
import { DatabaseUnavailable, Outage } from './database-unavailable.ts'
import { shownDatabase } from './owner-connection.ts'
import type { PooledConnection } from './pooled-connection.ts'
import { type Db, openDb, readAlone } from './pool-db.ts'
import { greetPooler } from './pooler-check.ts'
import { type PrimaryEvent, primaryHostOf } from './primary-host.ts'
import type { ObserveStatement } from './query.ts'
import { callsOn, guardsOn, Replica, type ReplicaEvent } from './replica.ts'
import type { ReplicaPools } from './replica-host.ts'
import { type StreamRows, STREAM_WAIT_MS, streamsOf, type TurnOfUser, turnsOfUsers } from './row-stream.ts'
import { grantStatement } from './portal-role.ts'
import type { Tx } from './statement-pipeline.ts'

export type { Db, Tx }

export interface Database {
  /** For exports and the pages of reports, on connections of their own. */
  readonly stream: StreamRows
  /** For jobs: like `stream`, on a connection of its own, so that exports never keep a job waiting. */
  readonly jobStream: StreamRows
  /** The same, from the primary alone: for what must not lack anything, and for what failed on the replica. */
  readonly primaryJobStream: StreamRows
  /** For answering requests: short statements, connections of their own. */
  readonly requests: Db
  /** For jobs, reports and exports, which may take their time without taking connections from requests. */
  readonly jobs: Db
  /**
   * What handlers of calls use instead of `requests` and `stream`: the same, and where there is a replica it answers
   * reads of calls that may lag.
   */
  readonly calls: { readonly db: Db; readonly stream: StreamRows }
  /**
   * For sessions and the rights of callers: `requests`, except that a replica answers reads of calls that may lag while
   * the primary is lost.
   */
  readonly guards: Db
  /** Undefined without a replica. */
  readonly replica: Pick<Replica, 'figures' | 'pause'> | undefined
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
  /** Servers that replay what the primary writes, and answer reads that may lag. */
  readonly replicaUrl?: string | undefined
  /** Called when a replica is lost, lags and is used again. */
  readonly onReplica?: ((event: ReplicaEvent) => void) | undefined
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
/**
 * Readiness uses a connection of its own, to the server itself: busy pools do not make a node unready. Half a second more
 * than `lockTimeout` is what a statement gets on a connection that was late, so it is short. Metrics run one after the
 * other: a locked table makes one of them unknown, not all.
 */
const healthLimits: Limits = {
  statementTimeout: 1_000,
  lockTimeout: 300,
  idleInTransactionTimeout: 2_000,
  connectTimeout: 1_500,
}

/** At the start no request waits yet, and a machine that starts everything at once is slow. */
const openingLimits: Limits = { ...healthLimits, statementTimeout: 10_000, lockTimeout: 1_000, connectTimeout: 10_000 }

/** Queued reports are generated one at a time; another one waits. */
const JOB_STREAMS = 1

/** With several hosts a request that cannot be served is refused within a second. */
const FAILOVER_RETRY_MS = 500

/** Opens the database as portal_app. @throws StartError when it cannot be used */
export async function openDatabase(settings: DatabaseSettings): Promise<Database> {
  const { url, directUrl } = settings
  const { streamConnections = 4, streamWaitMs = STREAM_WAIT_MS } = settings
  const pools = openPools(settings)
  const primary = primaryHostOf(directUrl ?? url)
  const outage = new Outage(primary && FAILOVER_RETRY_MS)
  // An answer of the server itself does not say that the pooler is back.
  const healthOutage = directUrl === undefined ? outage : new Outage()
  const ask = <Result>(work: (connection: PooledConnection) => Promise<Result>) =>
    healthOutage.watch(() => pools.health.use(work))
  let unwatch = () => {}
  const requests = openDb(pools.requests, outage)
  const turnOfUser = turnsOfUsers(streamWaitMs)
  const stream = streamsOf(pools.streams, { connections: streamConnections, waitMs: streamWaitMs, turnOfUser })
  const jobStream = streamsOf(pools.job_streams, { connections: JOB_STREAMS, waitMs: jobLimits.statementTimeout })
  const health: Database['health'] = { send: (query) => ask((connection) => readAlone(connection, query)) }
  const replica = openReplica(settings, health, turnOfUser)
  const database: Database = {
    requests,
    jobs: openDb(pools.jobs, outage),
    stream,
    jobStream: replica ? replica.jobStream(jobStream) : jobStream,
    primaryJobStream: jobStream,
    calls: replica ? callsOn(replica, { db: requests, stream }) : { db: requests, stream },
    guards: replica ? guardsOn(replica, requests) : requests,
    replica,
    metrics: openDb(pools.metrics, outage),
    pools: () =>
      Object.fromEntries(servingPools.map((name) => [name, pools[name].figures])) as Record<ServingPool, PoolFigures>,
    ping: async () => {
      const [clock] = await Promise.all([ask(measureClock), directUrl === undefined ? undefined : greetPooler(url)])
      return clock
    },
    health,
    close: async () => {
      unwatch()
      await replica?.end()
      await Promise.all(Object.values(pools).map((each) => each.end()))
    },
  }
  const opening = poolAt(settings)('opening', 1, openingLimits, { isCutWhenSilent: true })
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

type OpenPool = (name: string, connections: number, usual: Limits, more?: Partial<PoolSettings>) => ConnectionPool

/** Opens pools by these settings, on the address of requests unless `more` has another one. */
const poolAt =
  (settings: DatabaseSettings): OpenPool =>
  (name, connections, usual, more) =>
    new ConnectionPool(
      {
        url: settings.url,
        applicationName: `${settings.applicationName} ${name.replaceAll('_', ' ')}`,
        connections,
        observeStatement: observerOf(settings, name.startsWith('replica') ? 'replica' : name),
        ...usual,
        ...settings.limits,
        ...more,
        watchedUrl: isPooled(more?.url ?? settings.url) ? settings.directUrl : undefined,
      },
      settings.onError ?? (() => {}),
    )

function openPools(settings: DatabaseSettings) {
  const { url, directUrl, requestConnections = 8, jobConnections = 3, streamConnections = 4 } = settings
  const pool = poolAt(settings)
  const cut = { isCutWhenSilent: true }
  return {
    requests: pool('requests', requestConnections, requestLimits, cut),
    jobs: pool('jobs', jobConnections, jobLimits),
    streams: pool('streams', streamConnections, streamLimits, { ...cut, url: exportsAddress(url) ?? url }),
    job_streams: pool('job_streams', JOB_STREAMS, streamLimits),
    health: pool('health', 1, healthLimits, { ...cut, url: directUrl ?? url }),
    metrics: pool('metrics', 1, healthLimits, cut),
  }
}

/** Its pools are as large as those of the primary for the same work; no request waits long for a connection there. */
function openReplica(
  settings: DatabaseSettings,
  primary: Database['health'],
  turnOfUser: TurnOfUser,
): Replica | undefined {
  const { replicaUrl, onReplica, requestConnections = 8, streamConnections = 4 } = settings
  if (replicaUrl === undefined) return undefined
  const pool = poolAt(settings)
  const poolsOf = (url: string): ReplicaPools => {
    const place = { url, isStandby: true }
    return {
      requests: pool('replica', requestConnections, requestLimits, place),
      streams: pool('replica_streams', streamConnections, streamLimits, place),
      jobStreams: pool('replica_job_streams', JOB_STREAMS, streamLimits, place),
      watch: pool('replica_watch', 1, healthLimits, { ...place, ...healthLimits }),
    }
  }
  const streams = { connections: streamConnections, waitMs: settings.streamWaitMs ?? STREAM_WAIT_MS, turnOfUser }
  return new Replica({ url: replicaUrl, streams, poolsOf, primary, onEvent: onReplica })
}

function cannotOpen(url: string, cause: unknown): StartError {
  if (cause instanceof StartError) return cause
  const { message } = cause as Error
  return new StartError(`${shownDatabase(url)} cannot be opened: ${message}${hintOf(url, message)}`, { cause })
}

function hintOf(url: string, message: string): string {
  if (/startup parameter/i.test(message))
    return ' (a pooler lets the portal through in transaction mode only: set pooler=transaction in DATABASE_URL, and PORTAL_DATABASE_DIRECT_URL)'
  if (!/permission denied to set role/i.test(message)) return ''
  let login = ''
  changedAddress(url, ({ username }) => void (login = decodeURIComponent(username)))
  return `: ask an administrator to run ${grantStatement(login || (pg.defaults.user ?? ''))}`
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

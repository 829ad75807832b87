import { Kysely, PostgresDialect } from 'kysely'
import type { PostgresPoolClient, Transaction } from 'kysely'

import { StartError } from '../start-error.ts'
import { attachPipeline } from './query.ts'
import { ConnectionPool } from './connection-pool.ts'
import type { ObserveStatement, PooledConnection, PoolFigures, PoolSettings } from './connection-pool.ts'
import { DatabaseUnavailable, Outage } from './database-unavailable.ts'
import { shownAddress } from './owner-connection.ts'
import { type StreamRows, STREAM_WAIT_MS, streamsOf } from './row-stream.ts'
import { beginStatements } from './scope.ts'
import { StatementPipeline } from './statement-pipeline.ts'
import type { Scope } from './scope.ts'
import type { DB } from './tables.ts'

/** The tables within one transaction. */
export type Tx = Transaction<DB>

/** The tables without a transaction: for views and tables that no scope guards. */
export type Unscoped = Pick<
  Kysely<DB>,
  'selectFrom' | 'selectNoFrom' | 'insertInto' | 'updateTable' | 'deleteFrom' | 'mergeInto' | 'with' | 'fn'
>

/** An expected failure that a command hands back instead of a result. */
export interface Refused {
  readonly refused: true
}

export interface Db {
  /** One statement at a time, without scope: tables under row-level security show no rows here. */
  readonly kysely: Unscoped
  /** Several statements that write nothing and see one scope; repeated while the database restarts. */
  read<Result>(scope: Scope, work: (tx: Tx) => Promise<Result>): Promise<Result>
  /** All of the work or nothing: undone when it throws and when it returns a refusal. Never repeated. */
  transact<Result>(scope: Scope, work: (tx: Tx) => Promise<Result>): Promise<Result>
  /** A hot read that every connection prepares once; without scope, like `kysely`. */
  prepared<Row>(text: string, values: unknown[]): Promise<Row[]>
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
  /** The connection pools by name. */
  pools(): Readonly<Record<'requests' | 'jobs', PoolFigures>>
  close(): Promise<void>
}

export interface DatabaseSettings {
  readonly url: string
  readonly applicationName: string
  readonly requestConnections?: number
  readonly jobConnections?: number
  readonly streamConnections?: number
  /** How long a stream waits for a connection, in milliseconds. */
  readonly streamWaitMs?: number
  /** Told of connections that broke while idle. */
  readonly onError?: (error: Error) => void
  /** Other than the usual ones, for every connection: tests prove nothing by how quick their machine is. */
  readonly limits?: Partial<Limits>
  readonly observeStatement?: ObserveStatement | undefined
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
/** Readiness uses a connection of its own: busy pools do not make a node unready. */
const healthLimits: Limits = {
  statementTimeout: 1_000,
  lockTimeout: 1_000,
  idleInTransactionTimeout: 2_000,
  connectTimeout: 1_500,
}

/** At the start no request waits yet, and a machine that starts everything at once is slow. */
const openingLimits: Limits = { ...healthLimits, statementTimeout: 10_000, connectTimeout: 10_000 }

/** Queued reports are generated one at a time; another one waits. */
const JOB_STREAMS = 1

/** Opens the database as portal_app. @throws StartError when it cannot be used */
export async function openDatabase(settings: DatabaseSettings): Promise<Database> {
  const { url, applicationName, limits, observeStatement, onError = () => {} } = settings
  const { streamConnections = 4, streamWaitMs = STREAM_WAIT_MS } = settings
  const pool = (name: string, connections: number, usual: Limits): ConnectionPool =>
    new ConnectionPool(
      { url, applicationName: `${applicationName} ${name}`, connections, observeStatement, ...usual, ...limits },
      onError,
    )
  const pools = {
    requests: pool('requests', settings.requestConnections ?? 8, requestLimits),
    jobs: pool('jobs', settings.jobConnections ?? 3, jobLimits),
    streams: pool('streams', streamConnections, streamLimits),
    jobStreams: pool('job streams', JOB_STREAMS, streamLimits),
    health: pool('health', 1, healthLimits),
  }
  const outage = new Outage()
  const database: Database = {
    requests: openDb(pools.requests, outage),
    jobs: openDb(pools.jobs, outage),
    stream: streamsOf(pools.streams, streamConnections, streamWaitMs),
    jobStream: streamsOf(pools.jobStreams, JOB_STREAMS, jobLimits.statementTimeout),
    pools: () => ({ requests: pools.requests.figures, jobs: pools.jobs.figures }),
    ping: () => outage.watch(() => pools.health.use(measureClock)),
    close: async () => {
      await Promise.all(Object.values(pools).map((each) => each.end()))
    },
  }
  const opening = pool('opening', 1, openingLimits)
  try {
    await opening.use(measureClock)
    return database
  } catch (error) {
    await database.close()
    const cause = error instanceof DatabaseUnavailable ? error.cause : error
    throw new StartError(`The database at ${shownAddress(url)} cannot be opened: ${(cause as Error).message}`, {
      cause,
    })
  } finally {
    await opening.end()
  }
}

async function measureClock(connection: PooledConnection): Promise<{ clockAhead: number }> {
  const before = Date.now()
  const { rows } = await connection.query<{ now: Date }>('select clock_timestamp() as now')
  const after = Date.now()
  return { clockAhead: (rows[0]?.now.getTime() ?? after) - (before + after) / 2 }
}

function openDb(pool: ConnectionPool, outage: Outage): Db {
  return {
    kysely: kyselyOver(() => clientPerStatement(pool, outage)),
    read: (scope, work) =>
      outage.repeat(() => pool.use((connection) => inTransaction(connection, { scope, access: 'read only' }, work))),
    transact: (scope, work) =>
      outage.watch(() =>
        pool.useToChange((connection) => inTransaction(connection, { scope, access: 'read write' }, work)),
      ),
    prepared: <Row>(text: string, values: unknown[]) =>
      outage.repeat(async () => {
        const { rows } = await pool.use((connection) => connection.send<Row>({ isPrepared: true, text, values }))
        return rows
      }),
  }
}

/** The query builder over whatever `connect` hands out; made in microseconds, it holds nothing itself. */
function kyselyOver(connect: () => PostgresPoolClient): Kysely<DB> {
  const pool = { options: {}, connect: async () => connect(), end: async () => {} }
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
}

/** Takes a connection for each statement, and another one should it break under a read. */
function clientPerStatement(pool: ConnectionPool, outage: Outage): PostgresPoolClient {
  const query = <Row>(text: string, values: readonly unknown[]) => {
    const once = () => pool.use((connection) => connection.query<Row>(text, values))
    return /^\s*select\b/i.test(text) ? outage.repeat(once) : outage.watch(once)
  }
  return { query: query as PostgresPoolClient['query'], release: () => {} }
}

/** Carries a refusal past the query builder, which rolls back when something is thrown. */
class RolledBack extends Error {
  readonly result: unknown

  constructor(result: unknown) {
    super('undone')
    this.result = result
  }
}

const isRefused = (result: unknown): result is Refused =>
  typeof result === 'object' && result !== null && 'refused' in result && result.refused === true

async function inTransaction<Result>(
  connection: PooledConnection,
  { scope, access }: { scope: Scope; access: 'read only' | 'read write' },
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  const pipeline = new StatementPipeline(connection)
  const begin = async () => {
    // The query builder sends "begin"; it travels with the first statements, which do not run should it fail.
    for (const query of beginStatements(scope, access)) pipeline.queueQuery(query)
    return beginPending
  }
  const frames: Readonly<Record<string, () => Promise<unknown>>> = {
    begin,
    commit: () => pipeline.commit(),
    rollback: () => pipeline.rollback(),
  }
  const query = (text: string, values: readonly unknown[]) =>
    frames[text]?.() ?? pipeline.query({ text, values: [...values] })
  const kysely = kyselyOver(() => ({ query: query as PostgresPoolClient['query'], release: () => {} }))
  try {
    return await kysely.transaction().execute(async (tx) => {
      attachPipeline(tx, pipeline)
      const result = await work(tx)
      if (isRefused(result)) throw new RolledBack(result)
      return result
    })
  } catch (error) {
    if (error instanceof RolledBack) return error.result as Result
    throw pipeline.causeOf(error)
  }
}

/** Result for the query builder of a BEGIN that is still queued. */
const beginPending = { command: 'BEGIN', rowCount: 0, rows: [] }

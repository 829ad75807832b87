import type { PostgresPoolClient, PostgresQueryResult } from 'kysely'
import pg from 'pg'

import { asDatabaseAway, DatabaseAway } from './database-away.ts'
import { portalRole } from './portal-role.ts'
import { Semaphore } from './semaphore.ts'

export interface PoolSettings {
  readonly url: string
  readonly applicationName: string
  readonly connections: number
  /** Milliseconds a statement may take. */
  readonly statementTimeout: number
  readonly lockTimeout: number
  readonly idleInTransactionTimeout: number
  readonly connectTimeout: number
  /** Milliseconds a change waits for others to commit; as long as for a connection unless told. */
  readonly turnTimeout?: number
}

const { builtins } = pg.types
const readMoment = pg.types.getTypeParser(builtins.TIMESTAMPTZ)
const parsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, Number],
  // Calendar days stay text: as a Date they would be a moment in some time zone.
  [builtins.DATE, String],
  [builtins.INTERVAL, String],
  [builtins.TIMESTAMPTZ, momentOf],
])

/** Our connections speak of moments in UTC, which the engine reads by itself; infinity and far years are the driver's. */
function momentOf(text: string): unknown {
  const isPlain = text.endsWith('+00') && text[10] === ' '
  return isPlain ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`) : readMoment(text)
}

/** Rows as the table types promise them: 64-bit numbers as numbers, days as 'yyyy-MM-dd'. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format: 'text' | 'binary') =>
    (format === 'text' && parsers.get(oid)) || pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

/** Settings of the driver for a connection that acts as portal_app; the queue library takes them too. */
export function connectionSettings(settings: PoolSettings): pg.PoolConfig {
  const address = new URL(settings.url)
  const given = address.searchParams.get('options')
  address.searchParams.delete('options')
  // As start-up options they hold for the connection's whole life and come back after RESET ALL.
  const options = {
    role: portalRole,
    timezone: 'UTC',
    search_path: 'public',
    statement_timeout: settings.statementTimeout,
    lock_timeout: settings.lockTimeout,
    idle_in_transaction_session_timeout: settings.idleInTransactionTimeout,
  }
  return {
    connectionString: address.toString(),
    application_name: settings.applicationName,
    options: [given, ...Object.entries(options).map(([name, value]) => `-c ${name}=${value}`)]
      .filter(Boolean)
      .join(' '),
    max: settings.connections,
    connectionTimeoutMillis: settings.connectTimeout,
    // The server ends what takes too long; half a second later we no longer believe that it is there.
    query_timeout: settings.statementTimeout + 500,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    types,
  }
}

export interface Query {
  /** Prepared once on each connection under this name. */
  name?: string
  text: string
  values: unknown[]
}

/** A connection that is thrown away rather than used again once it has failed under us. */
export class PooledConnection implements PostgresPoolClient {
  readonly #client: pg.PoolClient
  #lost: DatabaseAway | undefined
  /** Between two statements nobody else hears of a broken connection, and unheard it would end the process. */
  readonly #hear = (error: Error): void => {
    this.#lost ??= new DatabaseAway(true, error)
  }

  constructor(client: pg.PoolClient) {
    this.#client = client
    client.on('error', this.#hear)
  }

  query<Row>(text: string, values?: readonly unknown[]): Promise<PostgresQueryResult<Row>>
  query<Row>(cursor: never): Row
  async query<Row>(text: string, values: readonly unknown[] = []): Promise<PostgresQueryResult<Row>> {
    return this.ask<Row>({ text, values: [...values] })
  }

  /** What is asked in one turn leaves in one message: each costs more than most statements. */
  async ask<Row>(query: Query): Promise<PostgresQueryResult<Row>> {
    // On a dead connection everything has been rolled back, and waiting for it again would only take time.
    if (this.#lost && query.text === 'rollback') return { command: 'ROLLBACK', rowCount: 0, rows: [] }
    if (this.#lost) throw this.#lost
    const { stream } = this.#client.connection
    stream.cork()
    process.nextTick(() => stream.uncork())
    try {
      return (await this.#client.query(query)) as unknown as PostgresQueryResult<Row>
    } catch (error) {
      const taken = asDatabaseAway(error)
      if (taken instanceof DatabaseAway && taken.isLoss) this.#lost = taken
      throw taken
    }
  }

  release(): void {
    this.#client.off('error', this.#hear)
    this.#client.release(this.#lost !== undefined)
  }
}

export interface PoolFigures {
  total: number
  idle: number
  waiting: number
}

/** Of how many connections one is kept for whoever only reads. */
const CONNECTIONS_OF_A_READER = 4

export class ConnectionPool {
  readonly #pool: pg.Pool
  /** Changes wait for the disk when they commit, and when it hesitates they would all hold their connections. */
  readonly #changes: Semaphore

  constructor(settings: PoolSettings, heard: (error: Error) => void) {
    const { connections, connectTimeout, turnTimeout = connectTimeout } = settings
    this.#changes = new Semaphore(connections - Math.floor(connections / CONNECTIONS_OF_A_READER), turnTimeout)
    // A statement is sent without waiting for the answer to the one before.
    this.#pool = new pg.Pool({ ...connectionSettings(settings), pipeline: true, verify: refuseOtherRole })
    // An idle connection that breaks is reported here and nowhere else; unheard it would end the process.
    this.#pool.on('error', heard)
  }

  async connect(): Promise<PooledConnection> {
    try {
      return new PooledConnection(await this.#pool.connect())
    } catch (error) {
      const taken = asDatabaseAway(error)
      // Whatever keeps us from connecting, nothing is wrong with the request.
      throw taken instanceof DatabaseAway ? taken : new DatabaseAway(true, taken)
    }
  }

  async use<Result>(work: (connection: PooledConnection) => Promise<Result>): Promise<Result> {
    const connection = await this.connect()
    try {
      return await work(connection)
    } finally {
      connection.release()
    }
  }

  /** The same for work that commits: it leaves some connections to reads. */
  useToChange<Result>(work: (connection: PooledConnection) => Promise<Result>): Promise<Result> {
    const tired = () => new DatabaseAway(true, new Error('timeout exceeded when waiting for others to commit'))
    return this.#changes.run(() => this.use(work), tired)
  }

  /** Connections now, for the operator: all of them, those without work, and works without a connection. */
  get figures(): PoolFigures {
    const { totalCount: total, idleCount: idle, waitingCount } = this.#pool
    return { total, idle, waiting: waitingCount + this.#changes.waiting }
  }

  async end(): Promise<void> {
    await this.#pool.end()
  }
}

/** Something between us and the server may swallow start-up options; then no policy would hold us. */
function refuseOtherRole(client: pg.PoolClient, done: (error?: Error) => void): void {
  client.query<{ role: string }>('select current_user::text as role', (error: Error | null, result) => {
    const isHeld = !error && result.rows[0]?.role === portalRole
    done(isHeld ? undefined : (error ?? new Error(`The connection does not act as ${portalRole}.`)))
  })
}

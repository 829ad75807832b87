import pg from 'pg'

import { changedAddress, hostAddresses } from '../config/database-hosts.mjs'
import { asDatabaseUnavailable, DatabaseUnavailable } from './database-unavailable.ts'
import { portalRole } from './portal-role.ts'
import { type PrimaryHost, primaryHostOf } from './primary-host.ts'
import { Semaphore } from './semaphore.ts'

type NoticeMessage = { readonly routine?: string | undefined; readonly message?: string | undefined }

export interface PoolSettings {
  readonly url: string
  readonly applicationName: string
  readonly connections: number
  /** Milliseconds a statement may take. */
  readonly statementTimeout: number
  readonly lockTimeout: number
  readonly idleInTransactionTimeout: number
  readonly connectTimeout: number
  /** Milliseconds that a change waits for others to commit; by default the connection timeout. */
  readonly turnTimeout?: number
  /** Called with the text of every statement that is sent. */
  readonly observeStatement?: ObserveStatement | undefined
  /** Of several hosts: whether its statements are given up while the primary is silent, since people wait for them. */
  readonly isCutWhenSilent?: boolean
}

/** Called as a statement is sent; what it returns is called when it is answered, with the error if it failed. */
export type ObserveStatement = (text: string) => (error?: unknown) => void

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

/** The server aborts slow statements; half a second later, in milliseconds, the connection counts as lost. */
const silenceOf = ({ statementTimeout }: PoolSettings): number => statementTimeout + 500

/**
 * Driver settings of a connection as portal_app.
 * @param more settings of the server from the start of the connection
 */
export function connectionSettings(settings: PoolSettings, more: Readonly<Record<string, string>> = {}): pg.PoolConfig {
  let given: string | null = null
  const [first = settings.url] = hostAddresses(settings.url)
  const address = changedAddress(first, ({ searchParams }) => {
    given = searchParams.get('options')
    searchParams.delete('options')
  })
  const primary = primaryHostOf(settings.url)
  // As start-up options they hold for the connection's whole life and come back after RESET ALL.
  const options = {
    role: portalRole,
    timezone: 'UTC',
    search_path: 'public',
    // Indexes are in memory: at the default of 4, counts scan the table instead of a covering index.
    random_page_cost: 1.1,
    // Compiling a statement takes longer than most of ours run.
    jit: 'off',
    statement_timeout: settings.statementTimeout,
    lock_timeout: settings.lockTimeout,
    idle_in_transaction_session_timeout: settings.idleInTransactionTimeout,
    ...more,
  }
  return {
    connectionString: address,
    ...(primary ? { stream: primary.sockets(settings.isCutWhenSilent ?? false) } : {}),
    application_name: settings.applicationName,
    options: [given, ...Object.entries(options).map(([name, value]) => `-c ${name}=${value}`)]
      .filter(Boolean)
      .join(' '),
    max: settings.connections,
    connectionTimeoutMillis: settings.connectTimeout,
    query_timeout: silenceOf(settings),
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    types,
  }
}

/** A statement as it is sent. */
export interface Query {
  /** Under this name each connection prepares it once; without one it is planned for its values. */
  readonly name?: string
  readonly text: string
  readonly values: unknown[]
}

/** The answer to a statement; `rowCount` is the number of rows it returned or wrote. */
export type QueryResult<Row> = Pick<pg.QueryResult, 'command' | 'rowCount'> & { readonly rows: Row[] }

/** A statement, and who waits for its answer. */
export interface Sending {
  readonly query: Query
  readonly resolve: (result: QueryResult<unknown>) => void
  readonly reject: (error: unknown) => void
}

/** Returns the error with the stack of who awaits it instead of that of the socket which its answer came from. */
export function callerStack(error: unknown): unknown {
  if (error instanceof Error && !(error instanceof DatabaseUnavailable)) Error.captureStackTrace(error, callerStack)
  return error
}

/** A connection that is discarded rather than reused once it has failed. */
export class PooledConnection {
  readonly #client: pg.PoolClient & Pick<pg.Client, 'connection'>
  readonly #silenceMs: number
  readonly #observe: ObserveStatement | undefined
  /** Why it is discarded. */
  #lost: { readonly reason: unknown } | undefined
  /** Between two statements nothing else handles the error, which would end the process. */
  readonly #reportLoss = (error: Error): void => {
    this.#lost ??= { reason: new DatabaseUnavailable(true, error) }
  }
  /** The answer that follows says COMMIT, and the next failover may undo it. */
  readonly #noteAbandonedWait = ({ routine, message }: NoticeMessage): void => {
    if (routine === 'SyncRepWaitForLSN') this.#lost ??= { reason: new DatabaseUnavailable(true, new Error(message)) }
  }

  /** @param silenceMs milliseconds after which a server that does not answer counts as lost */
  constructor(client: pg.PoolClient, silenceMs: number, observe?: ObserveStatement) {
    this.#client = client as pg.PoolClient & Pick<pg.Client, 'connection'>
    this.#silenceMs = silenceMs
    this.#observe = observe
    client.on('error', this.#reportLoss)
    client.on('notice', this.#noteAbandonedWait)
  }

  /** One statement by itself. */
  async send<Row>(query: Query): Promise<QueryResult<Row>> {
    const { promise, resolve, reject } = Promise.withResolvers<QueryResult<unknown>>()
    this.sendAll([{ query, resolve, reject }])
    try {
      return (await promise) as QueryResult<Row>
    } catch (error) {
      throw callerStack(error)
    }
  }

  /**
   * Writes the statements to the socket at once: each write costs more than most statements. They run in order and are
   * answered one by one. Where a value cannot be encoded, none of them runs and the connection is discarded: the driver
   * would leave out that statement and send the others, a commit too.
   * @returns whether they were written, so that the server may have got them
   */
  sendAll(sendings: readonly Sending[]): boolean {
    const { stream } = this.#client.connection
    stream.cork()
    try {
      const last = sendings.at(-1)
      for (const sending of sendings) {
        // On a dead connection everything has been rolled back, and waiting for it again would only take time.
        if (!this.#lost) this.#submit(sending, sending === last)
        if (this.#lost) break
      }
      if (this.#lost) for (const { reject } of sendings) reject(this.#lost.reason)
      return this.#lost === undefined
    } finally {
      stream.uncork()
    }
  }

  /** @param isLast of those that are written together: one timer for all of them is enough. */
  #submit({ query: { name, text, values }, resolve, reject }: Sending, isLast: boolean): void {
    const answered = this.#observe?.(text)
    let isSent = false
    // A simple query would be one where there are no values: its text could be several statements.
    const config = { name, text, values, queryMode: 'extended', query_timeout: isLast ? this.#silenceMs : undefined }
    this.#client.query(config as pg.QueryConfig, (error: Error | null, result: QueryResult<unknown>) => {
      answered?.(error ?? undefined)
      if (!error) return this.#lost ? reject(this.#lost.reason) : resolve(result)
      if (!isSent) return this.#discard(error)
      const failure = asDatabaseUnavailable(error)
      if (failure instanceof DatabaseUnavailable && failure.isLoss) this.#lost ??= { reason: failure }
      reject(failure)
    })
    isSent = true
  }

  /** Rolls back. Never fails: the server undoes what was done on a lost connection. */
  async rollback(): Promise<void> {
    if (this.#lost) return
    await this.send({ name: 'rollback', text: 'rollback', values: [] }).catch((error: unknown) => this.#discard(error))
  }

  /** What is written and not sent yet is dropped. */
  #discard(reason: unknown): void {
    this.#lost ??= { reason }
    this.#client.connection.stream.destroy()
  }

  release(): void {
    this.#client.off('error', this.#reportLoss)
    this.#client.off('notice', this.#noteAbandonedWait)
    this.#client.release(this.#lost !== undefined)
  }
}

export interface PoolFigures {
  total: number
  idle: number
  waiting: number
}

/** One of this many connections is reserved for reads. */
const CONNECTIONS_OF_A_READER = 4

export class ConnectionPool {
  readonly #pool: pg.Pool
  /** Changes wait for the disk when they commit, and when it hesitates they would all hold their connections. */
  readonly #changes: Semaphore
  readonly #silenceMs: number
  readonly #observe: ObserveStatement | undefined
  readonly #primary: PrimaryHost | undefined

  constructor(settings: PoolSettings, onError: (error: Error) => void) {
    const { connections, connectTimeout, turnTimeout = connectTimeout } = settings
    this.#silenceMs = silenceOf(settings)
    this.#observe = settings.observeStatement
    this.#primary = primaryHostOf(settings.url)
    this.#changes = new Semaphore(connections - Math.floor(connections / CONNECTIONS_OF_A_READER), turnTimeout)
    // A statement is sent without waiting for the answer to the one before. Should that have been BEGIN, and it failed,
    // each later one runs by itself: so nothing is written outside of a transaction that says it writes.
    const { query_timeout: _, ...driver } = connectionSettings(settings, { default_transaction_read_only: 'on' })
    this.#pool = new pg.Pool({ ...driver, pipeline: true, verify: refuseUnusable(this.#silenceMs) })
    // An idle connection that breaks is reported here and nowhere else; unheard it would end the process.
    this.#pool.on('error', onError)
    // While the pool hands a new connection over, nothing handles an error of it, which would end the process.
    this.#pool.on('connect', (client) => client.on('error', () => undefined))
  }

  async connect(): Promise<PooledConnection> {
    this.#primary?.refuseWhileAway()
    try {
      return new PooledConnection(await this.#pool.connect(), this.#silenceMs, this.#observe)
    } catch (error) {
      const failure = asDatabaseUnavailable(error)
      // Connection errors never concern the request.
      throw failure instanceof DatabaseUnavailable ? failure : new DatabaseUnavailable(true, failure)
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
    const onTimeout = () =>
      new DatabaseUnavailable(true, new Error('timeout exceeded when waiting for others to commit'))
    return this.#changes.run(() => this.use(work), onTimeout)
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

/**
 * Something between us and the server may swallow start-up options, and then no policy would hold us; or lead to a server
 * that is a standby now.
 */
const refuseUnusable =
  (silenceMs: number) =>
  (client: pg.PoolClient, done: (error?: Error) => void): void => {
    const text = 'select current_user::text as role, pg_is_in_recovery() as "isStandby"'
    const query = { text, query_timeout: silenceMs }
    client.query<{ role: string; isStandby: boolean }>(query, (error: Error | null, result) => {
      if (error) return done(error)
      const { role, isStandby } = result.rows[0] ?? {}
      if (role !== portalRole) return done(new Error(`The connection does not act as ${portalRole}.`))
      done(isStandby ? new Error('The server is a standby, which accepts no writes.') : undefined)
    })
  }

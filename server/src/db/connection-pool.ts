import { hash } from 'node:crypto'
import type { PostgresPoolClient, PostgresQueryResult } from 'kysely'
import pg from 'pg'

import { asDatabaseUnavailable, DatabaseUnavailable } from './database-unavailable.ts'
import { portalRole } from './portal-role.ts'
import { Semaphore } from './semaphore.ts'
import { Statement, StatementGroup } from './statement-group.ts'

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

/** Driver settings of a connection as portal_app; the queue library uses them too. */
export function connectionSettings(settings: PoolSettings): pg.PoolConfig {
  const address = new URL(settings.url)
  const given = address.searchParams.get('options')
  address.searchParams.delete('options')
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
  }
  return {
    connectionString: address.toString(),
    application_name: settings.applicationName,
    options: [given, ...Object.entries(options).map(([name, value]) => `-c ${name}=${value}`)]
      .filter(Boolean)
      .join(' '),
    max: settings.connections,
    connectionTimeoutMillis: settings.connectTimeout,
    // The server aborts slow statements; half a second later the connection counts as lost.
    query_timeout: settings.statementTimeout + 500,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    types,
  }
}

export interface Query {
  /** Prepared once on each connection; its name there is derived from its text, so that no two texts share one. */
  isPrepared?: boolean
  text: string
  values: unknown[]
}

/** The names of prepared statements: their texts are constants of the code. */
const names = new Map<string, string>()

function nameOf(text: string): string {
  const known = names.get(text) ?? hash('sha1', text, 'base64url')
  names.set(text, known)
  return known
}

/** A statement, and who waits for its answer. */
export interface Sending {
  readonly query: Query
  readonly resolve: (result: PostgresQueryResult<unknown>) => void
  readonly reject: (error: unknown) => void
}

/** The error with the stack of who asked instead of that of the socket which its answer came from. */
export function askedHere(error: unknown): unknown {
  if (error instanceof Error && !(error instanceof DatabaseUnavailable)) Error.captureStackTrace(error, askedHere)
  return error
}

/** A connection that is discarded rather than reused once it has failed. */
export class PooledConnection implements PostgresPoolClient {
  readonly #client: pg.PoolClient
  #lost: DatabaseUnavailable | undefined
  /** Between two statements nothing else handles the error, which would end the process. */
  readonly #reportLoss = (error: Error): void => {
    this.#lost ??= new DatabaseUnavailable(true, error)
  }

  readonly #observe: ObserveStatement | undefined

  constructor(client: pg.PoolClient, observe?: ObserveStatement) {
    this.#client = client
    this.#observe = observe
    client.on('error', this.#reportLoss)
  }

  query<Row>(text: string, values?: readonly unknown[]): Promise<PostgresQueryResult<Row>>
  query<Row>(cursor: never): Row
  async query<Row>(text: string, values: readonly unknown[] = []): Promise<PostgresQueryResult<Row>> {
    return this.send({ text, values: [...values] })
  }

  /** One statement by itself. */
  async send<Row>(query: Query): Promise<PostgresQueryResult<Row>> {
    const { promise, resolve, reject } = Promise.withResolvers<PostgresQueryResult<unknown>>()
    this.sendAll([{ query, resolve, reject }])
    try {
      return (await promise) as PostgresQueryResult<Row>
    } catch (error) {
      throw askedHere(error)
    }
  }

  /**
   * Sends the statements in one message, as each message costs more than most statements. They run in order; where one
   * fails, the later ones do not run and all of them fail.
   */
  sendAll(sendings: readonly Sending[]): void {
    // On a dead connection everything has been rolled back, and waiting for it again would only take time.
    if (this.#lost) return this.#answerLost(sendings, this.#lost)
    const statements = sendings.map((sending) => this.#statementOf(sending))
    const [first] = statements
    this.#client.query(statements.length === 1 && first ? first : new StatementGroup(statements))
  }

  #answerLost(sendings: readonly Sending[], lost: DatabaseUnavailable): void {
    for (const { query, resolve, reject } of sendings) {
      if (query.text === 'rollback') resolve({ command: 'ROLLBACK', rowCount: 0, rows: [] })
      else reject(lost)
    }
  }

  #statementOf({ query: { isPrepared, text, values }, resolve, reject }: Sending): Statement {
    const answered = this.#observe?.(text)
    return new Statement(isPrepared ? nameOf(text) : '', text, values, (error, result) => {
      answered?.(error ?? undefined)
      if (!error) return resolve(result as PostgresQueryResult<unknown>)
      const failure = asDatabaseUnavailable(error)
      if (failure instanceof DatabaseUnavailable && failure.isLoss) this.#lost = failure
      reject(failure)
    })
  }

  release(): void {
    this.#client.off('error', this.#reportLoss)
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
  readonly #observe: ObserveStatement | undefined

  constructor(settings: PoolSettings, onError: (error: Error) => void) {
    const { connections, connectTimeout, turnTimeout = connectTimeout } = settings
    this.#observe = settings.observeStatement
    this.#changes = new Semaphore(connections - Math.floor(connections / CONNECTIONS_OF_A_READER), turnTimeout)
    // A statement is sent without waiting for the answer to the one before.
    this.#pool = new pg.Pool({ ...connectionSettings(settings), pipeline: true, verify: refuseOtherRole })
    // An idle connection that breaks is reported here and nowhere else; unheard it would end the process.
    this.#pool.on('error', onError)
    // While the pool hands a new connection over, nothing handles an error of it, which would end the process.
    this.#pool.on('connect', (client) => client.on('error', () => undefined))
  }

  async connect(): Promise<PooledConnection> {
    try {
      return new PooledConnection(await this.#pool.connect(), this.#observe)
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

/** Something between us and the server may swallow start-up options; then no policy would hold us. */
function refuseOtherRole(client: pg.PoolClient, done: (error?: Error) => void): void {
  client.query<{ role: string }>('select current_user::text as role', (error: Error | null, result) => {
    const isHeld = !error && result.rows[0]?.role === portalRole
    done(isHeld ? undefined : (error ?? new Error(`The connection does not act as ${portalRole}.`)))
  })
}

import pg from 'pg'
import { connectionSettings, poolingOf, silenceOf, type PoolSettings } from './connection-settings.ts'
import { asDatabaseUnavailable, DatabaseUnavailable } from './database-unavailable.ts'
import { PooledConnection, type Pooling } from './pooled-connection.ts'
import { portalRole } from './portal-role.ts'
import { type PrimaryHost, primaryHostOf } from './primary-host.ts'
import type { ObserveStatement } from './query.ts'
import { Semaphore } from './semaphore.ts'

export interface PoolFigures {
  total: number
  idle: number
  waiting: number
}

/** One of this many connections is reserved for reads. */
const CONNECTIONS_OF_A_READER = 4
/** Milliseconds that the trial of a new connection gets however long others were waited for. */
const LEAST_TRIAL_MS = 500

export class ConnectionPool {
  readonly #pool: pg.Pool
  /** Changes wait for the disk when they commit, and when it hesitates they would all hold their connections. */
  readonly #changes: Semaphore
  readonly #connections: number
  /** Milliseconds that a new connection may take until it has proved to be usable. */
  readonly #newMs: number
  /** What is waited for takes no longer than this, whatever it waits for, unless the connection came late. */
  readonly #silenceMs: number
  /** Statements get this long however long their connection took: the server says itself that a lock is not free. */
  readonly #leastSilenceMs: number
  readonly #observe: ObserveStatement | undefined
  readonly #primary: PrimaryHost | undefined
  readonly #pooling: Pooling | undefined

  constructor(settings: PoolSettings, onError: (error: Error) => void) {
    const { connections, connectTimeout, turnTimeout = connectTimeout } = settings
    this.#connections = connections
    this.#newMs = Math.max(connectTimeout, settings.statementTimeout)
    this.#silenceMs = silenceOf(settings)
    this.#leastSilenceMs = Math.min(silenceOf({ statementTimeout: settings.lockTimeout }), this.#silenceMs)
    this.#observe = settings.observeStatement
    this.#primary = primaryHostOf(settings.watchedUrl ?? settings.url)
    this.#pooling = poolingOf(settings)
    this.#changes = new Semaphore(connections - Math.floor(connections / CONNECTIONS_OF_A_READER), turnTimeout)
    // A statement is sent without waiting for the answer to the one before. Should that have been BEGIN, and it failed,
    // each later one runs by itself: so nothing is written outside of a transaction that says it writes.
    const { query_timeout: _, ...driver } = connectionSettings(settings, { default_transaction_read_only: 'on' })
    const verify = refuseUnusable(this.#silenceMs, this.#pooling !== undefined, settings.isStandby ?? false)
    this.#pool = new pg.Pool({ ...driver, pipeline: true, verify })
    // An idle connection that breaks is reported here and nowhere else; unheard it would end the process.
    this.#pool.on('error', onError)
    // While the pool hands a new connection over, nothing handles an error of it, which would end the process.
    this.#pool.on('connect', (client) => client.on('error', () => undefined))
  }

  /**
   * Takes a connection. A server that does not answer on it counts as lost when as much time has passed altogether as a
   * statement may take, or a wait for a lock after the connection is there.
   * @param since when the work began to wait, by `performance.now()`
   */
  async connect(since = performance.now()): Promise<PooledConnection> {
    this.#primary?.refuseWhileAway()
    try {
      const client = await this.#take(since + this.#newMs)
      const silenceMs = Math.max(since + this.#silenceMs - performance.now(), this.#leastSilenceMs)
      return new PooledConnection(client, silenceMs, this.#observe, this.#pooling)
    } catch (error) {
      const failure = asDatabaseUnavailable(error)
      // Connection errors never concern the request.
      throw failure instanceof DatabaseUnavailable ? failure : new DatabaseUnavailable(true, failure)
    }
  }

  /** The pool limits how long one waits for others, and not how long a new connection takes to be tried. */
  async #take(until: number): Promise<pg.PoolClient> {
    const { idleCount, totalCount } = this.#pool
    const { promise, resolve, reject } = Promise.withResolvers<pg.PoolClient>()
    let isGivenUp = false
    const giveUp = (error: Error) => {
      isGivenUp = true
      reject(error)
    }
    // The pool may say that it took too long, and hand the connection over afterwards: nobody else would give it back.
    this.#pool.connect((error, client, release) => {
      if (!client) giveUp(error ?? new Error('the pool has no connection'))
      else if (isGivenUp) release()
      else resolve(client)
    })
    if (idleCount > 0 || totalCount >= this.#connections) return promise
    const late = () => giveUp(new Error('a new connection is not answered in time'))
    const timer = setTimeout(late, Math.max(until - performance.now(), LEAST_TRIAL_MS))
    try {
      return await promise
    } finally {
      clearTimeout(timer)
    }
  }

  /** @param since when the work began to wait, by `performance.now()` */
  async use<Result>(work: (connection: PooledConnection) => Promise<Result>, since?: number): Promise<Result> {
    const connection = await this.connect(since)
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
    const since = performance.now()
    return this.#changes.run(() => this.use(work, since), onTimeout)
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

const readPlace = 'select current_user::text as role, pg_is_in_recovery() as "isStandby"'
const readPlacePooled = `begin read only; select set_config('role', '${portalRole}', true); ${readPlace}; commit`

interface Place {
  role: string
  isStandby: boolean
}

/**
 * Something between us and the server may swallow start-up options, and then no policy would hold us; or lead to a server
 * that is a standby now.
 */
const refuseUnusable =
  (silenceMs: number, isPooled: boolean, hasToBeStandby: boolean) =>
  (client: pg.PoolClient, done: (error?: Error) => void): void => {
    const query = { text: isPooled ? readPlacePooled : readPlace, query_timeout: silenceMs }
    client.query<Place>(query, (error: Error | null, answer: pg.QueryResult<Place> | pg.QueryResult<Place>[]) => {
      if (error) return done(error)
      const { role, isStandby } =
        [answer]
          .flat()
          .flatMap(({ rows }) => rows)
          .find((row) => 'isStandby' in row) ?? {}
      if (role !== portalRole) return done(new Error(`The connection does not act as ${portalRole}.`))
      if (isStandby === hasToBeStandby) return done()
      done(new Error(isStandby ? 'The server is a standby, which accepts no writes.' : 'The server is no standby.'))
    })
  }

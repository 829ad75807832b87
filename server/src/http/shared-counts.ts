import type { Redis } from 'ioredis'
import type { RedisPlace } from '../config/redis-place.ts'
import { isPostgres } from '../db/foreign-server.ts'
import { describeError } from '../error-cause.ts'
import type { Logger } from '../logging.ts'
import { StartError } from '../start-error.ts'

/** A call that is not counted after so many milliseconds is counted by its node. */
const ANSWER_MS = 1_000
const CONNECT_MS = 2_000
/** A start does not wait longer: a store that reads its data from disk may take minutes. */
const BEGIN_MS = 4_000
/** Milliseconds between two attempts to reach a store that is away. */
const AGAIN_MS = 1_000

/** Adds one as the rate limiter does, so that a store which cannot is found before a call depends on it. */
const PROBE =
  "local n = redis.call('INCR', KEYS[1]) redis.call('PEXPIRE', KEYS[1], 1000) return {n, redis.call('PTTL', KEYS[1])}"
const PROBE_KEY = 'portico-calls probe'

type Callback = (error: Error | null, reply?: readonly number[]) => void

/** What the rate limiter needs of a client: it defines its scripts, and calls them by their names. */
export interface CountingClient {
  defineCommand(name: string, definition: { lua: string; numberOfKeys: number }): void
  [script: string]: (...given: never[]) => void
}

/** Counts that the nodes of a portal share, in Redis or Valkey. */
export interface SharedCounts {
  readonly client: CountingClient
  /** False while the store is away: each node counts by itself then. */
  isHere(): boolean
  /** Reports a call that could not be counted. */
  failed(error: unknown): void
  close(): void
}

/**
 * Connects to the store. One that cannot be reached is tried again for as long as the node runs.
 * @throws StartError where something else answers, or refuses the credentials
 */
export async function openSharedCounts(place: RedisPlace, logger: Logger): Promise<SharedCounts> {
  const counts = new RedisCounts(await connect(place), logger)
  const problem = await counts.begin(place)
  if (problem === undefined) return counts
  counts.close()
  throw new StartError(problem)
}

/** The library is loaded only where a store is named. */
async function connect({ host, port, user, password, database, isEncrypted }: RedisPlace): Promise<Redis> {
  const library = await import('ioredis')
  return new library.Redis({
    host,
    port,
    ...(user === undefined ? {} : { username: user }),
    ...(password === undefined ? {} : { password }),
    db: database,
    ...(isEncrypted ? { tls: {} } : {}),
    // All that is needed, and known to every version.
    protocol: 2,
    disableClientInfo: true,
    connectionName: 'portico',
    connectTimeout: CONNECT_MS,
    commandTimeout: ANSWER_MS,
    retryStrategy: () => AGAIN_MS,
    // A call is counted now or by its node.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    lazyConnect: true,
  })
}

class RedisCounts implements SharedCounts {
  readonly client: CountingClient
  readonly #redis: Redis
  readonly #logger: Logger
  readonly #first = Promise.withResolvers<unknown>()
  #isHere = false
  /** Whether the log has a line about it. */
  #isKnownLost = false
  #isClosed = false
  #isBegun = false
  #again: NodeJS.Timeout | undefined

  constructor(redis: Redis, logger: Logger) {
    this.#redis = redis
    this.#logger = logger
    this.client = withCheckedReplies(redis)
    redis.on('ready', () => void this.#probe())
    redis.on('error', (error: Error) => this.failed(error))
    redis.on('close', () => this.failed(new Error('the connection was closed')))
  }

  /** Returns why the setting is wrong, in one sentence; undefined where it is not. */
  async begin({ host, port }: RedisPlace): Promise<string | undefined> {
    this.#redis.connect().catch((error: unknown) => this.failed(error))
    const giveUp = () => this.#first.resolve(new Error('it is not ready'))
    const timer = setTimeout(giveUp, BEGIN_MS)
    const error = await this.#first.promise
    clearTimeout(timer)
    // It hangs up without a word, as a proxy does whose Redis is away.
    const isOther = error !== undefined && problemOf(error) === undefined && (await isPostgres({ host, port }))
    this.#isBegun = true
    if (isOther) return ANSWERS_OTHERWISE
    if (error === undefined || this.#isHere) return undefined
    const problem = problemOf(error)
    if (problem === undefined) this.#report(error)
    return problem
  }

  isHere(): boolean {
    return this.#isHere
  }

  failed(error: unknown): void {
    if (this.#isClosed) return
    this.#isHere = false
    this.#first.resolve(error)
    this.#report(error)
    // A store that does not answer is given up with its connection; one that refuses is asked again.
    if (this.#redis.status !== 'ready') return
    if (isTimeout(error)) this.#redis.disconnect(true)
    else this.#probeLater()
  }

  close(): void {
    this.#isClosed = true
    this.#isHere = false
    clearTimeout(this.#again)
    this.#redis.disconnect()
  }

  async #probe(): Promise<void> {
    clearTimeout(this.#again)
    try {
      numbersOf(await this.#redis.eval(PROBE, 1, PROBE_KEY))
    } catch (error) {
      this.failed(error)
      return
    }
    if (this.#isClosed) return
    this.#isHere = true
    this.#first.resolve(undefined)
    if (this.#isKnownLost) this.#logger.info('the store of rate limits is found: nodes count together again')
    this.#isKnownLost = false
  }

  #probeLater(): void {
    clearTimeout(this.#again)
    this.#again = setTimeout(() => void this.#probe(), AGAIN_MS)
    this.#again.unref()
  }

  #report(error: unknown): void {
    if (!this.#isBegun || this.#isKnownLost) return
    this.#isKnownLost = true
    const reason = describeError(error)
    this.#logger.warn({ reason }, 'the store of rate limits is lost: each node counts by itself')
  }
}

/** The scripts of the rate limiter; replies that are no counts become errors, which the limiter would not notice. */
function withCheckedReplies(redis: Redis): CountingClient {
  const client: CountingClient = {
    defineCommand: (name: string, definition: { lua: string; numberOfKeys: number }) => {
      redis.defineCommand(name, definition)
      const script = (redis as unknown as Record<string, (...given: unknown[]) => Promise<unknown>>)[name]
      client[name] = (...given: unknown[]) => {
        const callback = given.pop() as Callback
        void answer(callback, async () => numbersOf(await script?.apply(redis, given)))
      }
    },
  }
  return client
}

async function answer(callback: Callback, ask: () => Promise<number[]>): Promise<void> {
  let reply: number[]
  try {
    reply = await ask()
  } catch (error) {
    callback(error as Error)
    return
  }
  callback(null, reply)
}

class Nonsense extends Error {}

const ANSWERS_OTHERWISE = 'PORTAL_RATE_LIMIT_STORE names a server that answers otherwise than Redis or Valkey do.'

function numbersOf(reply: unknown): number[] {
  if (Array.isArray(reply) && reply.length === 2 && reply.every((each) => typeof each === 'number')) return reply
  throw new Nonsense('the reply is no count')
}

/** It answers so for as long as others hold all connections that it allows. */
const isFull = /^ERR max number of clients/

const isTimeout = (error: unknown): boolean => /timed? ?out/i.test(describeError(error))

/** What is wrong with the setting; undefined where the server is only away. */
function problemOf(error: unknown): string | undefined {
  const words = describeError(error)
  if (/^(WRONGPASS|NOAUTH|NOPERM|ERR .*(auth|password))/i.test(words))
    return `PORTAL_RATE_LIMIT_STORE names a server that refuses these credentials: ${words}.`
  if (words.startsWith('ERR ') && !isFull.test(words))
    return `PORTAL_RATE_LIMIT_STORE names a server that cannot count: ${words}.`
  if (error instanceof Nonsense || words.startsWith('Unknown RESP type')) return ANSWERS_OTHERWISE
  const { code = '' } = error as NodeJS.ErrnoException
  if (/CERT|SSL|TLS/.test(code))
    return `PORTAL_RATE_LIMIT_STORE names a server with which no encrypted connection can be made: ${words}.`
  return undefined
}

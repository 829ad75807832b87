import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../src/composition/app.ts'
import type { AppDeps } from '../src/composition/app-deps.ts'
import { type HashingCost, type PasswordHashing, passwordHashing } from '../src/crypto/password-hashing.ts'
import { type Config, readConfig } from '../src/config/config.ts'
import type { Database, DatabaseSettings } from '../src/db/database.ts'
import { createFileStorage } from '../src/ports/file-services.ts'
import { openSharedCounts } from '../src/http/shared-counts.ts'
import { createLogger, type Logger } from '../src/logging.ts'
import { type Timings, defaultTimings } from '../src/composition/timings.ts'
import { loadDemo, type ServeDemo } from '../src/packages/demo.ts'
import type { FileStorage } from '../src/ports/file-storage/file-storage.ts'
import { withTimeouts } from '../src/ports/file-storage/with-timeouts.ts'
import { Browser } from './browser.ts'
import { cloneDatabase, newDatabase, openWithLongTimeouts, ownerConnection, type TestDatabase } from './database.ts'
import { freePort } from './free-port.ts'
import { recordAnswer, recordEvents } from './received-answers.ts'
import { type Made, maker } from './make.ts'

/** A portal of its own on a cloned database, reached over HTTP like any other. */
export interface Portal {
  origin: string
  app: FastifyInstance
  config: Config
  database: Database
  hashing: PasswordHashing
  storage: FileStorage
  /** Folder of this portal alone, removed with it. */
  dataDir: string
  make: Made
  /** Runs a statement as the owner of the database, whom no policy holds. */
  owner(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>
  /** Moves the clock that decides: an interval such as '11 minutes', from now or from the noon at which it began. */
  moveClock(offset: string): Promise<void>
  /** A new browser without cookies. */
  browser(headers?: Record<string, string>): Browser
  /** A new browser in which this user has signed in. */
  as(user: { userName: string; password: string }): Promise<Browser>
  /** Lines that the server has logged so far. */
  readonly logged: readonly string[]
  close(): Promise<void>
}

export interface PortalOptions {
  environment?: Readonly<Record<string, string>>
  /** Folder of the built front end, where its pages matter. */
  webDist?: string
  /** Another node on the database of a portal that runs already. */
  beside?: Portal
  /** On this database, which is migrated, instead of a new one. */
  on?: TestDatabase
  /** On a database as it is before the first start of a new installation, with the default schedules. */
  isNew?: boolean
  /** With waits and work as long as they are in the product; tests of just these ask for it. */
  usesDefaultTimings?: boolean
  timings?: Partial<Timings>
  /** Through this pooler. */
  pooler?: (test: TestDatabase) => Promise<{ through(url: string): string }>
  /** Other than the usual settings of the database. */
  database?: Partial<DatabaseSettings>
  /** The clock begins at noon of the business day: for what is about days, and must not run over midnight. */
  beginsAtNoon?: boolean
  /** What counts its calls and sign-ins. */
  metrics?: (database: Database) => AppDeps['metrics']
  /** Opens parts of the demo, for tests of these; otherwise its pages are served that need no demo world. */
  openDemo?: (place: { database: Database; config: Config }) => Promise<ServeDemo>
}

/**
 * No minimum response times, and proofs with a thousandth of the work: tests of other things do not depend on them.
 * Timeouts are long, because a busy machine may pause; tests of timeouts set short ones.
 */
const fastTimings: Timings = {
  ...defaultTimings,
  upstreamTimeoutMs: 60_000,
  minFailureResponseMs: 0,
  minRecoveryResponseMs: 0,
  proofEffort: { cost: 1, leastCounter: 5, mostCounter: 15 },
  openIdRefreshMs: 0,
  tokenFactsMs: 0,
}
const QUICK_HASHING: HashingCost = { memoryCost: 64, timeCost: 1 }

const KEYS = 'test:0123456789abcdef0123456789abcdef'

export async function startPortal(options: PortalOptions = {}): Promise<Portal> {
  const own = await ownDatabase(options)
  const test = await throughPooler(own ?? databaseOf(options.beside as Portal), options.pooler)
  const port = await freePort()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'portico-test-'))
  const config = configOf(options, { port, test, dataDir })
  const database = await openWithLongTimeouts(test, options.database)
  const hashing = await passwordHashing(options.usesDefaultTimings ? undefined : QUICK_HASHING)
  const logged: string[] = []
  const logger = keepLines(logged)
  const build = { version: '0.0.0+test', date: null, commit: null }
  const dist = options.webDist === undefined ? {} : { webDist: options.webDist }
  const openDemo = options.openDemo ?? (async () => (await loadDemo('A test')).serve)
  const demo = config.demo === 'off' ? {} : { serveDemo: await openDemo({ database, config }) }
  // Tests replace what it does; the portal has it with timeouts, as in production.
  const storage = createFileStorage(config)
  const timings = { ...(options.usesDefaultTimings ? defaultTimings : fastTimings), ...options.timings }
  const deps = { config, database, hashing, logger, build, storage: withTimeouts(storage) }
  const sharedCounts = await openCounts(config, logger)
  const metrics = options.metrics?.(database)
  const app = await buildApp({ ...deps, ...dist, ...demo, ...(metrics && { metrics }), timings, sharedCounts })
  await app.listen({ port, host: '127.0.0.1' })
  const origin = `http://localhost:${port}`
  const connection = ownerConnection(test)
  const owner = async (text: string, values: unknown[] = []) =>
    (await connection.query(text, values)).rows as Record<string, unknown>[]
  const browser = (headers: Record<string, string> = {}) => new Browser(origin, headers)
  const noon = options.beginsAtNoon ? await untilNoon(owner, config.businessTimeZone) : 0
  // In seconds: a day is then one of 24 hours, whatever the time zone of the database server.
  const moveClock = async (offset: string) => {
    await owner('select set_clock_offset(make_interval(secs => $1 + extract(epoch from $2::interval)))', [noon, offset])
  }
  if (noon) await moveClock('0')
  const portal: Portal = {
    origin,
    app,
    config,
    database,
    hashing,
    storage,
    dataDir,
    make: maker(owner, hashing, storage),
    owner,
    moveClock,
    browser,
    as: async (user) => {
      const signedIn = browser()
      await signedIn.signIn(user.userName, user.password)
      return signedIn
    },
    logged,
    close: async () => {
      await app.close()
      sharedCounts?.close()
      await database.close()
      await recordEvents(logged, owner)
      await connection.end()
      storage.close()
      await rm(dataDir, { recursive: true, force: true })
      await own?.drop()
    },
  }
  databases.set(portal, test)
  return portal
}

const openCounts = async ({ rateLimitStore: store }: Config, logger: Logger) =>
  store ? openSharedCounts(store, logger) : undefined

/** The database that goes with the portal; undefined beside another one. */
async function ownDatabase({ on, beside, isNew }: PortalOptions): Promise<TestDatabase | undefined> {
  if (on || beside) return on
  return isNew ? newDatabase() : cloneDatabase()
}

async function throughPooler(test: TestDatabase, start: PortalOptions['pooler']): Promise<TestDatabase> {
  return start ? { ...test, pooledUrl: (await start(test)).through(test.url) } : test
}

/** The settings of a test's portal: an ordinary installation of the demo, but for its limits. */
function configOf(options: PortalOptions, place: { port: number; test: TestDatabase; dataDir: string }): Config {
  const { PORTAL_RATE_LIMIT: rateLimit = 'off', ...environment } = options.environment ?? {}
  const given = readConfig({
    PORT: String(place.port),
    PORTAL_PUBLIC_URL: `http://localhost:${place.port}`,
    ...waysOf(place.test),
    PORTAL_SECRET_KEYS: KEYS,
    PORTAL_BUSINESS_TIME_ZONE: 'America/Chicago',
    HOST: '127.0.0.1',
    PORTAL_DATA_DIR: place.dataDir,
    PORTAL_DEMO: 'on',
    PORTAL_HUMAN_CHECK: 'never',
    ...environment,
  })
  // Tests call more often than users; rate limits have tests of their own.
  return { ...given, rateLimit: rateLimit === 'on' }
}

/** The settings that name the database. */
export const waysOf = ({ url, pooledUrl }: { url: string; pooledUrl?: string | undefined }) =>
  pooledUrl === undefined ? { DATABASE_URL: url } : { DATABASE_URL: pooledUrl, PORTAL_DATABASE_DIRECT_URL: url }

/** Seconds from now to the noon of the business day; negative in the afternoon. */
async function untilNoon(owner: Portal['owner'], timeZone: string): Promise<number> {
  const noon = "((date_trunc('day', now() at time zone $1) + interval '12 hours') at time zone $1)"
  const [row] = await owner(`select extract(epoch from ${noon} - now())::float as seconds`, [timeZone])
  return Number(row?.['seconds'])
}

const databases = new WeakMap<Portal, TestDatabase>()

function databaseOf(portal: Portal): TestDatabase {
  const known = databases.get(portal)
  if (!known) throw new Error('That portal was not started here')
  return known
}

function keepLines(lines: string[]): Logger {
  const write = (line: string) => {
    recordAnswer(line)
    lines.push(line)
  }
  return createLogger('info', 'test', { write })
}

import path from 'node:path'
import type { AppDeps } from '../composition/app-deps.ts'
import { buildApp } from '../composition/app.ts'
import { passwordHashing } from '../crypto/password-hashing.ts'
import { type Build, readBuild } from '../build-info.ts'
import { busyPorts } from '../config/busy-port.mjs'
import { type Config, readConfig } from '../config/config.ts'
import type { TracingSettings } from '../config/tracing-settings.ts'
import { keyRing } from '../crypto/key-ring.ts'
import { type Database, type DatabaseSettings, openDatabase } from '../db/database.ts'
import type { PrimaryEvent } from '../db/primary-host.ts'
import { refuseKnownPasswords } from '../db/demo-mark.ts'
import { refuseUnfitWay } from '../db/pooler-check.ts'
import type { ReplicaEvent } from '../db/replica.ts'
import { refuseUnfitReplica } from '../db/replica-check.ts'
import { loadEmbeddedPostgres } from '../db/embedded-package.ts'
import { untilStarted } from '../db/until-started.ts'
import { statementsIn } from '../secret-keys/held-secrets.ts'
import { everything } from '../db/scope.ts'
import { type JobDeps, jobRegistry, mailJobFailure } from '../composition/job-registry.ts'
import { prepareDatabase } from '../jobs/prepare-database.ts'
import { type JobsOptions, startJobs } from '../jobs/runner.ts'
import { createLogger, type Logger } from '../logging.ts'
import { createMailTransport } from '../ports/mail/create-mail-transport.ts'
import { essentialSecrets } from '../composition/stored-secrets.ts'
import { installGracefulStop } from '../ops/graceful-stop.ts'
import { giveBackMemoryOfStart } from '../ops/idle-memory.ts'
import { createVirusScanner, createFileStorage } from '../ports/file-services.ts'
import { createMetrics, type Metrics } from '../ops/metrics.ts'
import { statementTimes } from '../ops/statement-times.ts'
import { openSharedCounts, type SharedCounts } from '../http/shared-counts.ts'
import { withErrorCounts } from '../ports/file-storage/with-error-counts.ts'
import { withTimeouts } from '../ports/file-storage/with-timeouts.ts'
import { NodeState } from '../ops/node-state.ts'
import { opsServer } from '../ops/ops-server.ts'
import { StartStopped, type StartingParts, watchStart } from '../ops/start-signals.ts'
import type { Tracing } from '../ops/tracing.ts'
import { type DemoPackage, loadDemo } from '../packages/demo.ts'
import { productRoot } from '../product-root.ts'
import { recordKeys, refuseOtherRing } from '../secret-keys/known-keys.ts'
import { StartError } from '../start-error.ts'
import { type OpenedServer, openServer } from './open.ts'
import { auditFolderProblem } from './writable-folders.ts'
import { describeError } from '../error-cause.ts'

/** Milliseconds of serving after a signal, so that load balancers notice: three of their usual check intervals. */
const DRAIN_MS = 1_500

/** `serve`: runs the portal. The port opens only when the database is ready and the demo world complete. */
export async function serve(): Promise<void> {
  const given = readConfig(process.env)
  // Before anything is started or changed.
  const busy = await busyPorts(given)
  if (busy.length > 0) throw new StartError(busy.join('\n'))
  const parts = watchStart()
  try {
    await start(given, parts)
  } catch (error) {
    await parts.closeAll()
    if (error instanceof StartStopped) process.exit(0)
    throw error
  }
}

/** What metrics name of where files and events go. */
const placesOf = ({ files, eventLog }: Config) => ({
  storageFolder: files.kind === 'folder' ? files.folder : null,
  eventLog: eventLog?.name ?? null,
})

async function start(given: Config, parts: StartingParts): Promise<void> {
  const build = readBuild(productRoot)
  const logger = createLogger(given.logLevel, build.version)
  const reason = auditFolderProblem(given)
  if (reason !== null) logger.warn({ reason }, 'audit months stay: the folder of their files is not as it was left')
  // Refused before anything is started or changed.
  if (given.databaseUrl === undefined) await loadEmbeddedPostgres()
  const demoPackage = given.demo === 'off' ? undefined : await loadDemo(`PORTAL_DEMO=${given.demo}`)
  const sharedCounts = await openCounts(given, parts, logger)
  const server = await openServer(given, { alone: true })
  parts.add('embedded database', () => server.close())
  const { config } = server
  await refuseUnfitDatabase(server, parts, logger)
  await prepareDatabase(server.url, { onApplied: (applied) => logger.info(applied, 'migration applied') })
  const tracing = config.tracing ? await openTracing(config.tracing, build, logger) : undefined
  if (tracing) parts.add('traces', () => tracing.close())
  const statements = statementTimes()
  const database = await openPools(server, logger, {
    observeStatement: tracing?.observeStatement,
    observeDuration: statements.observe,
  })
  parts.add('database', () => database.close())
  const recordOwnKeys = await compareKeys(database, config)
  const hashing = await passwordHashing()
  const demo = await openDemo(demoPackage, server, { database, hashing, logger })
  const { verifications } = hashing
  const metrics = createMetrics({ build, database, statements, verifications, ...placesOf(config) })
  const state = new NodeState()
  const ops = await openOps(server, { database, state, metrics, build, logger })
  parts.add('ops port', () => ops.close())
  // Another one than was set, where that was busy and another portal's.
  const placed = { ...server, config: { ...config, opsPort: ops.port } }
  const storage = withErrorCounts(withTimeouts(createFileStorage(config)), metrics.countStorageError)
  parts.add('file storage', async () => storage.close())
  const app = await buildApp({
    config: placed.config,
    database,
    hashing,
    logger,
    build,
    storage,
    metrics,
    tracing,
    sharedCounts,
    webDist: path.join(productRoot, 'web/dist'),
    ...(demo ? { serveDemo: demo.serve } : {}),
  })
  parts.add('app', () => app.close())
  await recordOwnKeys()
  await app.listen({ port: config.port, host: config.host })
  state.started()
  // Background work starts after the port is open.
  await startBackgroundWork(placed, parts, { database, logger, storage, hashing, metrics, isFit: () => ops.isFit() })
  giveBackMemoryOfStart()
  const drainMs = config.databaseUrl === undefined ? 0 : DRAIN_MS
  const afterwards = parts.opened.filter(({ name }) => name !== 'app').toReversed()
  parts.handOver()
  installGracefulStop({ app, state, logger, drainMs, afterwards })
  if (demo) process.stdout.write(greeting(config, ops.port, demo.accounts))
  else logger.info({ address: config.publicUrl.origin, opsPort: ops.port }, 'ready')
}

/** Waits for a database that starts. @throws StartError where what answers at one of the addresses cannot be used */
async function refuseUnfitDatabase({ url, config }: OpenedServer, parts: StartingParts, logger: Logger): Promise<void> {
  await untilStarted(url, parts.stopped, (found) =>
    logger.warn({ ...found }, 'the database is starting: the portal waits for it'),
  )
  await refuseUnfitWay({ url, pooledUrl: config.pooledDatabaseUrl })
  if (config.replicaUrl !== undefined) await refuseUnfitReplica(config.replicaUrl, url)
}

type BackgroundDeps = Pick<JobDeps, 'database' | 'storage' | 'hashing'> &
  Pick<JobsOptions, 'isFit'> & { logger: Logger; metrics: Metrics }

/** Opens the mail server and starts the jobs. */
async function startBackgroundWork(
  { url, config }: OpenedServer,
  parts: StartingParts,
  { metrics, logger, isFit, ...deps }: BackgroundDeps,
): Promise<void> {
  const transport = await createMailTransport(config)
  parts.add('mail server', async () => transport?.close())
  const jobs = await startJobs({
    url,
    pooledUrl: config.pooledDatabaseUrl,
    database: deps.database,
    logger,
    timeZone: config.businessTimeZone,
    isFit,
    jobs: jobRegistry({ ...deps, config, transport, scanner: createVirusScanner(config) }),
    onRun: (run) => metrics.observeJob(run),
    onFailure: mailJobFailure(deps.database),
  })
  parts.add('jobs', () => jobs.stop())
}

/** Returns what records the keys of this node for the others. @throws StartError when they have other ones */
async function compareKeys({ jobs }: Database, { secretKeys }: Config): Promise<() => Promise<void>> {
  const ring = keyRing(secretKeys)
  await jobs.read(everything, (tx) => refuseOtherRing(statementsIn(tx), ring))
  return () => jobs.transact(everything, (tx) => recordKeys(statementsIn(tx), ring))
}

/** Counts of calls that nodes share; undefined where each counts by itself. */
async function openCounts(config: Config, parts: StartingParts, logger: Logger): Promise<SharedCounts | undefined> {
  if (!config.rateLimit || !config.rateLimitStore) return undefined
  const counts = await openSharedCounts(config.rateLimitStore, logger)
  parts.add('rate limit store', async () => counts.close())
  return counts
}

/** OpenTelemetry is loaded only where a collector is named. */
async function openTracing(settings: TracingSettings, { version }: Build, logger: Logger): Promise<Tracing> {
  const { startTracing } = await import('../ops/tracing.ts')
  return startTracing(settings, version, logger)
}

type Observers = Pick<DatabaseSettings, 'observeStatement' | 'observeDuration'>

const primaryMessages = {
  lost: 'the database server that accepts writes is lost',
  found: 'the database server that accepts writes is found',
  not_found: 'no database server accepts writes',
  contradiction: 'the database servers contradict each other',
} as const satisfies Record<PrimaryEvent['type'], string>

const replicaMessages = {
  lost: 'the replica of the database is lost',
  lags: 'the replica of the database lags',
  used: 'the replica of the database answers reads',
} as const satisfies Record<ReplicaEvent['type'], string>

function openPools({ url, config }: OpenedServer, logger: Logger, observers: Observers): Promise<Database> {
  const onError = (error: Error) =>
    logger.warn({ err: { message: describeError(error) } }, 'a connection to the database broke')
  const onPrimary = ({ type, ...what }: PrimaryEvent) =>
    type === 'found' ? logger.info(what, primaryMessages[type]) : logger.warn(what, primaryMessages[type])
  const onReplica = ({ type, ...what }: ReplicaEvent) =>
    type === 'used' ? logger.info(what, replicaMessages[type]) : logger.warn(what, replicaMessages[type])
  const { pooledDatabaseUrl: pooledUrl, connections, replicaUrl } = config
  const way = pooledUrl === undefined ? { url } : { url: pooledUrl, directUrl: url }
  const events = { onError, onPrimary, onReplica }
  return openDatabase({ ...way, ...connections, replicaUrl, applicationName: 'portal', ...events, ...observers })
}

/** Opens the demo; undefined for a real installation. */
async function openDemo(
  demo: DemoPackage | undefined,
  { url, config }: OpenedServer,
  { database, hashing, logger }: Pick<AppDeps, 'database' | 'hashing' | 'logger'>,
): Promise<Awaited<ReturnType<DemoPackage['open']>> | undefined> {
  const { secretKeys, businessTimeZone: timeZone, demo: mode, publicUrl } = config
  if (mode === 'off' || !demo) {
    await refuseKnownPasswords(url, publicUrl)
    return undefined
  }
  // What reads files of configuration is loaded for a demo alone.
  const { applyDemoFiles } = await import('./apply-demo-files.ts')
  const world = { url, hashing, keys: keyRing(secretKeys), timeZone, applyFiles: applyDemoFiles(config) }
  return demo.open({ ...world, storage: createFileStorage(config), logger, database, publicUrl }, mode)
}

interface Watched {
  database: Database
  state: NodeState
  metrics: ReturnType<typeof createMetrics>
  build: Build
  logger: Logger
}

function openOps({ url, config }: OpenedServer, { build, ...watched }: Watched) {
  const { opsPort: port, host, isOpsPortNamed, databaseUrl, secretKeys } = config
  // With the embedded database several portals can run on one machine; a real installation gets the configured port.
  const isPortNamed = isOpsPortNamed || databaseUrl !== undefined
  const keys = { secretKeys, essentialSecrets }
  return opsServer({ ...watched, ...keys, port, host, isPortNamed, databaseUrl: url, version: build.version })
}

/** What the demo prints when it is ready: its address and accounts. A real installation logs one line instead. */
function greeting(config: Config, opsPort: number, accounts: string): string {
  const pages = [
    `  API pages            ${config.publicUrl.origin}/ccservices/docs`,
    `  Mails of the demo    ${config.publicUrl.origin}/dev/mailbox`,
    `  Health and metrics   http://${config.host}:${opsPort}/readyz`,
  ]
  return `Portico is ready on ${config.publicUrl.origin}\n\n${accounts}\n\n${pages.join('\n')}\n\nPress Ctrl-C to stop.\n`
}

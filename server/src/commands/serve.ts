import { createServer } from 'node:net'
import path from 'node:path'
import type { AppDeps } from '../composition/app-deps.ts'
import { buildApp } from '../composition/app.ts'
import { passwordHashing } from '../areas/password/password-hashing.ts'
import { type Build, readBuild } from '../composition/build-info.ts'
import { type Config, readConfig } from '../config/config.ts'
import type { TracingSettings } from '../config/tracing-settings.ts'
import { keyRing } from '../crypto/key-ring.ts'
import { type Database, openDatabase } from '../db/database.ts'
import type { ObserveStatement } from '../db/connection-pool.ts'
import { migrate } from '../db/migrate.ts'
import { refuseKnownPasswords } from '../demo/demo-mark.ts'
import type { DemoExtras } from '../demo/demo-pages.ts'
import type { DemoSecrets } from '../demo/demo-secrets.ts'
import { jobRegistry, mailJobFailure } from '../composition/job-registry.ts'
import { startJobs } from '../jobs/runner.ts'
import { createLogger, type Logger } from '../logging.ts'
import { createMailTransport } from '../composition/mail-services.ts'
import { installGracefulStop } from '../ops/graceful-stop.ts'
import { giveBackMemoryOfStart } from '../ops/idle-memory.ts'
import { createVirusScanner, createFileStorage } from '../composition/file-services.ts'
import { createMetrics } from '../ops/metrics.ts'
import { NodeState } from '../ops/node-state.ts'
import { opsServer } from '../ops/ops-server.ts'
import { StartStopped, type StartingParts, watchStart } from '../ops/start-signals.ts'
import type { Tracing } from '../ops/tracing.ts'
import { productRoot } from '../product-root.ts'
import { StartError } from '../start-error.ts'
import { transactOn } from '../stores.ts'
import { greeting } from './greeting.ts'
import { type OpenedServer, openServer } from './open.ts'

/** Milliseconds of serving after a signal, so that load balancers notice: three of their usual check intervals. */
const DRAIN_MS = 1_500

/** `serve`: runs the portal. The port opens only when the database is ready and the demo world complete. */
export async function serve(): Promise<void> {
  const given = readConfig(process.env)
  await refuseBusyPort(given.port, 'PORT', given.host)
  if (given.isOpsPortNamed) await refuseBusyPort(given.opsPort, 'PORTAL_OPS_PORT', given.host)
  const parts = watchStart()
  try {
    await start(given, parts)
  } catch (error) {
    await parts.closeAll()
    if (error instanceof StartStopped) process.exit(0)
    throw error
  }
}

async function start(given: Config, parts: StartingParts): Promise<void> {
  const build = readBuild(productRoot)
  const logger = createLogger(given.logLevel, build.version)
  const server = await openServer(given, { alone: true })
  parts.add('embedded database', () => server.close())
  const { config } = server
  await migrate(server.url)
  const tracing = config.tracing ? await openTracing(config.tracing, build, logger) : undefined
  if (tracing) parts.add('traces', () => tracing.close())
  const database = await openPools(server.url, logger, tracing?.observeStatement)
  parts.add('database', () => database.close())
  const hashing = await passwordHashing()
  const demo = await openDemo(server, { database, hashing, logger })
  const metrics = createMetrics({ build, database, verifications: hashing.verifications })
  const state = new NodeState()
  const ops = await openOps(server, { database, state, metrics, build, logger })
  parts.add('ops port', () => ops.close())
  const webDist = path.join(productRoot, 'web/dist')
  const storage = createFileStorage(config)
  parts.add('file storage', async () => storage.close())
  const app = await buildApp({
    config,
    database,
    hashing,
    logger,
    build,
    storage,
    metrics,
    tracing,
    webDist,
    ...(demo ? { demo: demo.extras } : {}),
  })
  parts.add('app', () => app.close())
  await app.listen({ port: config.port, host: config.host })
  state.started()
  // Background work starts after the port is open.
  const transport = await createMailTransport(config)
  parts.add('mail server', async () => transport?.close())
  const jobs = await startJobs({
    url: server.url,
    database,
    logger,
    timeZone: config.businessTimeZone,
    jobs: jobRegistry({ database, config, transport, storage, hashing, scanner: createVirusScanner(config) }),
    onRun: (run) => metrics.observeJob(run),
    onFailure: mailJobFailure(database),
  })
  parts.add('jobs', () => jobs.stop())
  giveBackMemoryOfStart()
  const drainMs = config.databaseUrl === undefined ? 0 : DRAIN_MS
  const afterwards = parts.opened.filter(({ name }) => name !== 'app').toReversed()
  parts.handOver()
  installGracefulStop({ app, state, logger, drainMs, afterwards })
  if (demo) process.stdout.write(await greeting(config, ops.port, demo.secrets))
  else logger.info({ address: config.publicUrl.origin, opsPort: ops.port }, 'ready')
}

/** OpenTelemetry is loaded only where a collector is named. */
async function openTracing(settings: TracingSettings, { version }: Build, logger: Logger): Promise<Tracing> {
  const { startTracing } = await import('../ops/tracing.ts')
  return startTracing(settings, version, logger)
}

function openPools(url: string, logger: Logger, observeStatement?: ObserveStatement): Promise<Database> {
  const onError = (error: Error) =>
    logger.warn({ err: { message: error.message } }, 'a connection to the database broke')
  return openDatabase({ url, applicationName: 'portal', onError, observeStatement })
}

interface OpenedDemo {
  extras: DemoExtras
  /** The passwords to print; null when they were printed by the start that loaded the demo. */
  secrets: DemoSecrets | null
}

/** Opens the demo world and the employer that the demo plays; undefined for a real installation. */
async function openDemo(
  { url, config }: OpenedServer,
  { database, hashing, logger }: Pick<AppDeps, 'database' | 'hashing' | 'logger'>,
): Promise<OpenedDemo | undefined> {
  const { secretKeys, businessTimeZone: timeZone, demo: mode, publicUrl } = config
  if (mode === 'off') {
    await refuseKnownPasswords(url, publicUrl)
    return undefined
  }
  const { openDemoWorld } = await import('../demo/open-demo-world.ts')
  const { newCompanyKey, openDemoCompany } = await import('../demo/demo-company.ts')
  const { demoSamlApplication, openDemoSamlApplication } = await import('../demo/demo-saml-application.ts')
  const { knownSecrets } = await import('../demo/demo-secrets.ts')
  const key = newCompanyKey()
  const settings = { url, hashing, keys: keyRing(secretKeys), timeZone, storage: createFileStorage(config), logger }
  const world = await openDemoWorld(settings, mode)
  const transact = transactOn(database.jobs)
  const company = await openDemoCompany(transact, publicUrl, await key)
  await openDemoSamlApplication(transact, publicUrl)
  const samlApplication = demoSamlApplication(database.requests, publicUrl)
  const secrets = world.hasKnownPasswords ? knownSecrets : world.loaded
  return { extras: { company, samlApplication, mailboxPasswordSha256: world.mailboxPasswordSha256 }, secrets }
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
  return opsServer({ ...watched, port, host, isPortNamed, databaseUrl: url, secretKeys, version: build.version })
}

/** Checked before anything is started or changed. */
async function refuseBusyPort(port: number, setting: string, host: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) =>
      reject(new StartError(portSentence(error, port, setting, host))),
    )
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve()))
  })
}

function portSentence({ code }: NodeJS.ErrnoException, port: number, setting: string, host: string): string {
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use by another program. Set ${setting} to a free one, or stop that program.`
  if (code === 'EACCES') return `Port ${port} may not be opened by this user. Set ${setting} to one above 1023.`
  return `The address ${host}:${port} cannot be opened (${code ?? 'unknown'}). Check HOST and ${setting}.`
}

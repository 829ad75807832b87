import { createServer } from 'node:net'
import path from 'node:path'
import { type AppParts, buildApp } from '../app.ts'
import { passwordHashing } from '../areas/password/password-hashing.ts'
import { type Build, readBuild } from '../build.ts'
import { type Config, readConfig } from '../config/config.ts'
import { keyRing } from '../crypto/key-ring.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import type { DemoCompany } from '../demo/demo-company.ts'
import { jobsOfPortal } from '../jobs-of-portal.ts'
import { startJobs } from '../jobs/runner.ts'
import { createLogger, type Logger } from '../logging.ts'
import { transportOf } from '../mail-of-portal.ts'
import { installGracefulStop } from '../ops/graceful-stop.ts'
import { giveBackMemoryOfStart } from '../ops/idle-memory.ts'
import { scannerOf, storageOf } from '../files-of-portal.ts'
import { createMetrics } from '../ops/metrics.ts'
import { NodeState } from '../ops/node-state.ts'
import { opsServer } from '../ops/ops-server.ts'
import { productRoot } from '../product-root.ts'
import { StartError } from '../start-error.ts'
import { transactOn } from '../stores.ts'
import { greeting } from './greeting.ts'
import { type OpenedServer, openServer } from './open.ts'

/** A part of the running portal, closed in the reverse order of opening. */
interface Part {
  name: string
  close: () => PromiseLike<unknown>
}

/** Milliseconds to go on serving after a signal, so that load balancers notice: three of their usual intervals. */
const DRAIN_MS = 1_500

/** `serve`: the portal. The port opens only when the database is ready and the demo world complete. */
export async function serve(): Promise<void> {
  const given = readConfig(process.env)
  await refuseBusyPort(given.port, 'PORT', given.host)
  if (given.isOpsPortNamed) await refuseBusyPort(given.opsPort, 'PORTAL_OPS_PORT', given.host)
  const parts: Part[] = []
  try {
    await start(given, parts)
  } catch (error) {
    for (const part of parts.toReversed()) await part.close()
    throw error
  }
}

async function start(given: Config, parts: Part[]): Promise<void> {
  const build = readBuild(productRoot)
  const logger = createLogger(given.logLevel, build.version)
  const server = await openServer(given, { alone: true })
  parts.push({ name: 'embedded database', close: () => server.close() })
  const { config } = server
  await migrate(server.url)
  const database = await openPools(server.url, logger)
  parts.push({ name: 'database', close: () => database.close() })
  const hashing = await passwordHashing()
  const demo = config.demo ? { demoCompany: await openDemo(server, { database, hashing, logger }) } : {}
  const metrics = createMetrics({ build, database, verifications: hashing.verifications })
  const state = new NodeState()
  const ops = await openOps(server, { database, state, metrics, build, logger })
  parts.push({ name: 'ops port', close: () => ops.close() })
  const webDist = path.join(productRoot, 'web/dist')
  const storage = storageOf(config)
  parts.push({ name: 'file storage', close: async () => storage.close() })
  const app = await buildApp({ config, database, hashing, logger, build, storage, metrics, webDist, ...demo })
  parts.push({ name: 'app', close: () => app.close() })
  await app.listen({ port: config.port, host: config.host })
  state.started()
  // Nobody waits for the background: it begins behind the open port.
  const transport = await transportOf(config)
  parts.push({ name: 'mail server', close: async () => transport?.close() })
  const jobs = await startJobs({
    url: server.url,
    database,
    logger,
    timeZone: config.businessTimeZone,
    jobs: jobsOfPortal({ database, config, transport, storage, scanner: scannerOf(config) }),
    onRun: (run) => metrics.observeJob(run),
  })
  parts.push({ name: 'jobs', close: () => jobs.stop() })
  giveBackMemoryOfStart()
  const drainMs = config.databaseUrl === undefined ? 0 : DRAIN_MS
  const afterwards = parts.filter(({ name }) => name !== 'app').toReversed()
  installGracefulStop({ app, state, logger, drainMs, afterwards })
  process.stdout.write(await greeting(config, ops.port))
}

function openPools(url: string, logger: Logger): Promise<Database> {
  const heard = (error: Error) => logger.warn({ err: { message: error.message } }, 'a connection to the database broke')
  return openDatabase({ url, applicationName: 'portal', heard })
}

/** The demo world in an empty database, and the employer that the demo plays. */
async function openDemo(
  { url, config }: OpenedServer,
  { database, hashing, logger }: Pick<AppParts, 'database' | 'hashing' | 'logger'>,
): Promise<DemoCompany> {
  const { newCompanyKey, openDemoCompany } = await import('../demo/demo-company.ts')
  const { loadDemoWorld } = await import('../demo/load-demo-world.ts')
  const key = newCompanyKey()
  const { secretKeys, businessTimeZone: timeZone } = config
  await loadDemoWorld({ url, hashing, keys: keyRing(secretKeys), timeZone, storage: storageOf(config), logger })
  return openDemoCompany(transactOn(database.jobs), config.publicUrl, await key)
}

interface Watched {
  database: Database
  state: NodeState
  metrics: ReturnType<typeof createMetrics>
  build: Build
  logger: Logger
}

function openOps({ url, config }: OpenedServer, { build, ...watched }: Watched) {
  const { opsPort: port, host, isOpsPortNamed, databaseUrl } = config
  // With the embedded database several portals may run on one machine; a real installation gets what it asked for.
  const isPortNamed = isOpsPortNamed || databaseUrl !== undefined
  return opsServer({ ...watched, port, host, isPortNamed, databaseUrl: url, version: build.version })
}

/** Says so before anything is started or touched. */
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

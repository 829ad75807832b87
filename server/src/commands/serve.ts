import { createServer } from 'node:net'
import path from 'node:path'
import { buildApp } from '../app.ts'
import { passwordHashing } from '../areas/password/password-hashing.ts'
import { readBuild } from '../build.ts'
import { type Config, readConfig } from '../config/config.ts'
import { openDatabase } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { createLogger } from '../logging.ts'
import { productRoot } from '../product-root.ts'
import { StartError } from '../start-error.ts'
import { openServer } from './open.ts'

type Closer = () => Promise<void>

/** `serve`: the portal. The port opens only when the database is ready and the demo world complete. */
export async function serve(): Promise<void> {
  const given = readConfig(process.env)
  await refuseBusyPort(given)
  const closers: Closer[] = []
  try {
    await start(given, closers)
  } catch (error) {
    await closeAll(closers)
    throw error
  }
}

/** Opens one part after the other; what was opened last is closed first. */
async function start(given: Config, closers: Closer[]): Promise<void> {
  const build = readBuild(productRoot)
  const logger = createLogger(given.logLevel, build.version)
  const server = await openServer(given, { alone: true })
  closers.push(server.close)
  const { config } = server
  await migrate(server.url)
  const heard = (error: Error) => logger.warn({ err: { message: error.message } }, 'a connection to the database broke')
  const database = await openDatabase({ url: server.url, applicationName: 'portal', heard })
  closers.push(() => database.close())
  const hashing = await passwordHashing()
  const app = await buildApp({ config, database, hashing, logger, build, webDist: path.join(productRoot, 'web/dist') })
  closers.push(async () => app.close())
  await app.listen({ port: config.port, host: config.host })
  process.stdout.write(`Portico is ready on ${config.publicUrl.origin}\n`)
}

async function closeAll(closers: readonly Closer[]): Promise<void> {
  for (const close of closers.toReversed()) await close()
}

/** Says so before anything is started or touched. */
async function refuseBusyPort({ port, host }: Config): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => reject(new StartError(portSentence(error, port, host))))
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => resolve()))
  })
}

function portSentence({ code }: NodeJS.ErrnoException, port: number, host: string): string {
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use by another program. Set PORT to a free one, or stop that program.`
  if (code === 'EACCES') return `Port ${port} may not be opened by this user. Set PORT to one above 1023.`
  return `The address ${host}:${port} cannot be opened (${code ?? 'unknown'}). Check HOST and PORT.`
}

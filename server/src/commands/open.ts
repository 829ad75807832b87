import path from 'node:path'
import { type Config, keysOfDataFolder, readConfig } from '../config/config.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { lockDataFolder } from '../db/data-folder.ts'
import { loadEmbeddedPostgres } from '../db/embedded-package.ts'
import { refuseUnmigrated } from '../db/migrate.ts'
import { createQueues } from '../jobs/prepare-database.ts'
import { ensureDataFolder, ensureFilesFolder } from './writable-folders.ts'

/** The database that a command works on, with its clean-up. */
export interface OpenedServer {
  url: string
  config: Config
  close: () => Promise<void>
}

/**
 * Starts the embedded database, or uses the one of DATABASE_URL; completes the keys. A command can run beside a
 * running portal; a second portal on the same data folder (`alone`) is refused.
 */
export async function openServer(config: Config, { alone = false } = {}): Promise<OpenedServer> {
  const embedded = config.databaseUrl === undefined ? await loadEmbeddedPostgres() : undefined
  if (embedded) ensureDataFolder(config)
  if (alone) ensureFilesFolder(config)
  if (!embedded) return { url: config.databaseUrl ?? '', config, close: () => Promise.resolve() }
  const claim = alone ? await lockDataFolder(config.dataDir) : { release: () => {} }
  try {
    const secretKeys = config.secretKeys.length ? config.secretKeys : keysOfDataFolder(config.dataDir)
    const starting = embedded.start(path.join(config.dataDir, 'postgres'))
    if (!alone) endOnSignal(async () => (await starting).stop())
    const postgres = await starting
    return {
      url: postgres.url,
      config: { ...config, secretKeys },
      close: async () => {
        await postgres.stop()
        claim.release()
      },
    }
  } catch (error) {
    claim.release()
    throw error
  }
}

/** A signal ends a command together with the database that it started; a second one ends it at once. */
function endOnSignal(stop: () => Promise<void>): void {
  const codes = { SIGINT: 130, SIGTERM: 143 }
  for (const [signal, code] of Object.entries(codes))
    process.once(signal, () => void stop().finally(() => process.exit(code)))
}

/** Commands give a busy database more time than a request may. */
export function openWithLongTimeouts({ url }: Pick<OpenedServer, 'url'>, command: string): Promise<Database> {
  const limits = { statementTimeout: 300_000, lockTimeout: 30_000, connectTimeout: 30_000 }
  return openDatabase({ url, applicationName: `portal ${command}`, limits })
}

interface OnDatabase {
  /** By default the settings of the environment. */
  config?: Config
  /** True: the queues that are missing are created first. */
  addsJobs?: boolean
}

/** Opens the database for a command, and closes it afterwards. @throws {StartError} where it is of another version */
export async function onDatabase<Result>(
  command: string,
  work: (database: Database, server: OpenedServer) => Promise<Result>,
  { config = readConfig(process.env), addsJobs = false }: OnDatabase = {},
): Promise<Result> {
  const server = await openServer(config)
  try {
    await refuseUnmigrated(server.url)
    if (addsJobs) await createQueues(server.url)
    const database = await openWithLongTimeouts(server, command)
    try {
      return await work(database, server)
    } finally {
      await database.close()
    }
  } finally {
    await server.close()
  }
}

import { accessSync, constants, mkdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { type Config, keysOfDataFolder } from '../config/config.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { lockDataFolder } from '../db/data-folder.ts'
import { startEmbeddedPostgres } from '../db/embedded-postgres.ts'
import { refuseUnmigrated } from '../db/migrate.ts'
import { createQueues } from '../jobs/runner.ts'
import { StartError } from '../start-error.ts'

/** The database that a command works on, and what to give back afterwards. */
export interface OpenedServer {
  url: string
  config: Config
  close: () => Promise<void>
}

/**
 * Starts the embedded database, or takes the one of DATABASE_URL; completes the keys. A command may
 * work beside a running portal; a second portal on the same data folder (`alone`) is refused.
 */
export async function openServer(config: Config, { alone = false } = {}): Promise<OpenedServer> {
  if (config.databaseUrl !== undefined) return { url: config.databaseUrl, config, close: () => Promise.resolve() }
  ensureFolder(config.dataDir)
  const claim = alone ? await lockDataFolder(config.dataDir) : { release: () => {} }
  try {
    const secretKeys = config.secretKeys.length ? config.secretKeys : keysOfDataFolder(config.dataDir)
    const postgres = await startEmbeddedPostgres(path.join(config.dataDir, 'postgres'))
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

/** Nobody waits behind a command: it gives a busy database more time than a request may. */
export function openPatiently({ url }: Pick<OpenedServer, 'url'>, command: string): Promise<Database> {
  const limits = { statementTimeout: 300_000, lockTimeout: 30_000, connectTimeout: 30_000 }
  return openDatabase({ url, applicationName: `portal ${command}`, limits })
}

/**
 * For commands that cause work in the background: refuses a database of another version, and makes the
 * queues where no portal has served this one yet.
 */
export async function prepareForJobs(url: string): Promise<void> {
  await refuseUnmigrated(url)
  await createQueues(url)
}

function ensureFolder(folder: string): void {
  try {
    makeFolders(folder)
    accessSync(folder, constants.W_OK)
  } catch (error) {
    const why = reasons[(error as NodeJS.ErrnoException).code ?? ''] ?? (error as Error).message
    throw new StartError(
      `The data folder ${folder} cannot be written: ${why}. Set PORTAL_DATA_DIR to a folder that this user may write.`,
    )
  }
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'this user may not',
  EPERM: 'this user may not',
  EROFS: 'the file system is read-only',
  ENOTDIR: 'a part of its path is a file',
  EEXIST: 'it is a file',
  ENOENT: 'it cannot be made there',
  ENOSPC: 'the disk is full',
}

/** One folder after the other: where none can be made, the recursive way of Node.js never returns. */
function makeFolders(folder: string): void {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (found?.isDirectory()) return
  if (found) throw Object.assign(new Error('not a folder'), { code: 'EEXIST' })
  makeFolders(path.dirname(folder))
  mkdirSync(folder)
}

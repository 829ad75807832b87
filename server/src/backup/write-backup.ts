import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { readBuild } from '../build-info.ts'
import type { Config, SecretKey } from '../config/config.ts'
import { keyRing } from '../crypto/key-ring.ts'
import { takeBackupLock } from '../db/backup-lock.ts'
import { dumpDatabase, otherRoles } from '../db/database-dump.ts'
import { loadEmbeddedPostgres } from '../db/embedded-package.ts'
import { readRecorded } from '../db/migrate.ts'
import { connectAsOwner, type OwnerClient, serverMajor } from '../db/owner-connection.ts'
import { dropFormer } from '../db/scratch-database.ts'
import { refuseForeignOwner } from '../db/unfit-server.ts'
import { createFileStorage } from '../ports/file-services.ts'
import { folderStorage } from '../ports/file-storage/folder-storage.ts'
import { productRoot } from '../product-root.ts'
import { noteStep } from '../progress.ts'
import { refuseOtherRing } from '../secret-keys/known-keys.ts'
import { StartError } from '../start-error.ts'
import { syncPath } from '../sync-path.ts'
import { backupParts, type Manifest, writeManifest } from './manifest.ts'
import { copyStoredFiles, damagedFiles, listStoredFiles, type StoredFile } from './stored-files.ts'

export interface BackupSource {
  config: Config
  /** Address of the database, embedded or not. */
  url: string
}

export interface WrittenBackup {
  manifest: Manifest
  /** Ids of stored files that are missing or damaged in the portal itself. */
  damaged: readonly string[]
}

/** Number of missing or damaged files that a message names. */
export const NAMED_MAX = 20

/** Creates an empty folder that only this user can read. */
export function makeBackupFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (readdirSync(folder).length > 0)
    throw new StartError(`The folder ${folder} is not empty: name a new one for each backup.`)
}

/** Removes what a backup that failed has written, so that the same folder can be named again. */
export function emptyBackupFolder(folder: string): void {
  for (const name of readdirSync(folder)) rmSync(path.join(folder, name), { recursive: true, force: true })
}

/** Writes database, stored files and keys as of one moment into an empty folder. The portal can keep serving (R20). */
export async function writeBackup({ config, url }: BackupSource, folder: string): Promise<WrittenBackup> {
  const parts = backupParts(folder)
  const client = await connectAsOwner(url, 'portal backup')
  try {
    await refuseForeignOwner(client, url)
    // The backup holds the ring: with another one it could not be restored.
    await refuseOtherRing(
      async (text, values) => (await client.query(text, [...values])).rows,
      keyRing(config.secretKeys),
    )
    await client.query('set idle_in_transaction_session_timeout = 0; set statement_timeout = 0; set lock_timeout = 0')
    if (config.databaseUrl !== undefined) await dropFormer(client)
    // From here on no file is removed: every row in the backup keeps its file until it is copied.
    await takeBackupLock(client)
    const lastMigration = (await readRecorded(client)).at(-1)?.name
    if (lastMigration === undefined)
      throw new StartError('The database holds no portal yet: there is nothing to back up.')
    noteStep('the database')
    const database =
      config.databaseUrl === undefined ? await copyEmbedded(client, config, parts) : await dump(client, url, parts)
    const { files, ...described } = database
    const ids = files.map(({ id }) => id)
    const copied = await copyStoredFiles(ids, createFileStorage(config), folderStorage(parts.files))
    writeKeys(parts.keys, config.secretKeys)
    const manifest: Manifest = {
      format: 1,
      createdAt: new Date().toISOString(),
      version: readBuild(productRoot).version,
      postgresMajor: await serverMajor(client),
      lastMigration,
      fileCount: copied.size,
      fileBytes: [...copied.values()].reduce((sum, { bytes }) => sum + bytes, 0),
      ...described,
    }
    writeManifest(folder, manifest)
    await syncPath(folder)
    return { manifest, damaged: await stillKept(client, damagedFiles(files, copied)) }
  } finally {
    await client.end()
  }
}

type Described = Pick<Manifest, 'kind' | 'dumpMajor' | 'otherRoles'> & { files: StoredFile[] }
type Parts = ReturnType<typeof backupParts>

async function copyEmbedded(client: OwnerClient, { dataDir }: Config, parts: Parts): Promise<Described> {
  const embedded = await loadEmbeddedPostgres()
  await embedded.copyCluster(client, path.join(dataDir, 'postgres'), parts.cluster)
  // Read after the end of the copy, when some of its files may have been dropped again: their bytes still exist.
  const files = await listStoredFiles(client, ['kept', 'dropped'])
  return { kind: 'embedded', dumpMajor: null, otherRoles: [], files }
}

/** Dump and list of files use one snapshot. */
async function dump(client: OwnerClient, url: string, parts: Parts): Promise<Described> {
  await client.query('begin isolation level repeatable read read only')
  const dumpMajor = await dumpDatabase(client, url, parts.dump)
  const files = await listStoredFiles(client, ['kept'])
  const roles = await otherRoles(client)
  await client.query('commit')
  return { kind: 'dump', dumpMajor, otherRoles: roles, files }
}

/** Returns those of the files that the portal still needs; a dropped one may be gone. */
async function stillKept(client: OwnerClient, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const { rows } = await client.query<{ id: string }>(
    "select id from stored_files where id = any($1::uuid[]) and state = 'kept' order by id",
    [ids],
  )
  return rows.map(({ id }) => id)
}

const keyRingText = (keys: readonly SecretKey[]): string => keys.map(({ id, key }) => `${id}:${key}`).join(',')

function writeKeys(file: string, keys: readonly SecretKey[]): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  writeFileSync(file, keyRingText(keys), { mode: 0o600, flush: true })
}

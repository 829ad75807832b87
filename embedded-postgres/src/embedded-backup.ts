import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readdir, realpath, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import {
  copyOne,
  copyTree,
  type OwnerClient,
  otherClaims,
  StartError,
  syncPath,
} from '@portico/server/for-embedded-postgres.ts'
import { UNFINISHED_CLUSTER } from './embedded-postgres.ts'
import { findPostgresBinaries, makeReachableFolder, postgresIdentity } from './postgres-binaries.ts'

/** Folders whose contents belong to the running server only, or are copied separately (pg_wal). */
const LEFT_EMPTY = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])
const LEFT_OUT =
  /^(postmaster\.(pid|opts)|current_logfiles|backup_label.*|tablespace_map.*)$|(^|\/)(pgsql_tmp|pg_internal\.init)/

/**
 * Copies the files of the running embedded database by PostgreSQL's own backup calls: writes go on, and the copy
 * is what was committed when this returns.
 */
export async function copyCluster(client: OwnerClient, postgresFolder: string, target: string): Promise<void> {
  const data = path.join(await realpath(postgresFolder), 'data')
  // A slot of this session keeps the log files that the copy needs.
  const slot = `portal_backup_${process.pid}`
  await client.query('select pg_create_physical_replication_slot($1, true, true)', [slot])
  const started = await client.query<{ file: string }>(
    `select pg_walfile_name(pg_backup_start('portal backup', true)) as file`,
  )
  await copyTree(data, target, {
    includes: (relative) => !LEFT_OUT.test(relative),
    isLeftEmpty: (relative) => LEFT_EMPTY.has(relative),
  })
  await copyOne(path.join(data, 'global/pg_control'), path.join(target, 'global/pg_control'))
  const stopped = await client.query<{ file: string; label: string; tablespaces: string }>(
    `select pg_walfile_name(lsn) as file, labelfile as label, spcmapfile as tablespaces
       from pg_backup_stop(wait_for_archive => false)`,
  )
  const [first, last] = [started.rows[0]?.file ?? '', stopped.rows[0]]
  if (!last || last.tablespaces) throw new StartError('A database with tablespaces cannot be copied: move them first.')
  await copyLog(path.join(data, 'pg_wal'), path.join(target, 'pg_wal'), { first, last: last.file })
  await writeFile(path.join(target, 'backup_label'), last.label, { mode: 0o600, flush: true })
  await syncPath(target)
  await client.query('select pg_drop_replication_slot($1)', [slot])
}

async function copyLog(from: string, to: string, { first, last }: { first: string; last: string }): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  const wanted = (await readdir(from)).filter((name) => /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last)
  for (const name of wanted) await copyOne(path.join(from, name), path.join(to, name))
  await syncPath(to)
}

/** @throws StartError where the folder holds a database already, or one that is in use */
export function checkClusterTarget(postgresFolder: string, { overwrite }: { overwrite: boolean }): void {
  if (!existsSync(path.join(postgresFolder, 'data', 'PG_VERSION'))) return
  if (!overwrite)
    throw new StartError(
      `The data folder is not empty: ${postgresFolder} holds a database. Set PORTAL_DATA_DIR to an empty folder, or pass --overwrite to replace it.`,
    )
  const [user] = otherClaims(postgresFolder, 'user')
  if (user !== undefined)
    throw new StartError(`The database in ${postgresFolder} is in use by process ${user}: stop that first.`)
}

/** @throws StartError where the copy is of another major version than the PostgreSQL that came with this version */
export function checkClusterVersion(source: string): void {
  const major = Number.parseInt(readFileSync(path.join(source, 'PG_VERSION'), 'utf8'), 10)
  const own = findPostgresBinaries().major
  if (major !== own)
    throw new StartError(
      `The backup is of PostgreSQL ${major}, and this version of Portico brings PostgreSQL ${own}: restore it with the version that made it.`,
    )
}

/** Puts a copied database in its place, whole or not at all. Nothing may run on the folder. */
export async function placeCluster(source: string, postgresFolder: string): Promise<void> {
  const real = makeReachableFolder(postgresFolder)
  const fresh = path.join(real, `${UNFINISHED_CLUSTER}${randomBytes(6).toString('hex')}`)
  await copyTree(source, fresh, { owner: postgresIdentity() })
  const data = path.join(real, 'data')
  const former = path.join(real, `data.former-${randomBytes(6).toString('hex')}`)
  const isReplacing = existsSync(data)
  if (isReplacing) await rename(data, former)
  await rename(fresh, data)
  await syncPath(real)
  if (isReplacing) await rm(former, { recursive: true, force: true })
}

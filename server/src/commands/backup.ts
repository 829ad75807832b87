import path from 'node:path'
import { erasureListBeside, writeErasureList } from '../backup/erasure-list.ts'
import { emptyBackupFolder, makeBackupFolder, NAMED_MAX, writeBackup } from '../backup/write-backup.ts'
import { readConfig } from '../config/config.ts'
import { keyRing } from '../crypto/key-ring.ts'
import { connectAsOwner } from '../db/owner-connection.ts'
import { shortList } from '../db/portal-grants.ts'
import { StartError } from '../start-error.ts'
import { oneFolder } from './one-folder.ts'
import { openServer, type OpenedServer, openWithLongTimeouts } from './open.ts'
import { BACKUP_TARGET } from '../areas/audit/audit-store.ts'
import type { Manifest } from '../backup/manifest.ts'
import { everything } from '../db/scope.ts'
import { countOf } from '../count-of.ts'
import { recordCommand } from './record-command.ts'

/** `backup FOLDER`: writes database, stored files and keys into a new folder; exit code 1 when a file is missing. */
export async function backupCommand(args: readonly string[]): Promise<void> {
  const { folder } = oneFolder('backup', args, {})
  const server = await openServer(readConfig(process.env))
  try {
    makeBackupFolder(folder)
    const started = performance.now()
    const { manifest, damaged } = await writeBackup(server, folder).catch((error: unknown) => {
      emptyBackupFolder(folder)
      throw error
    })
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    process.stdout.write(
      `Backup written to ${folder} in ${seconds} s: the database, ${countOf(manifest.fileCount, 'stored file')} (${countOf(manifest.fileBytes, 'byte')}) and the secret keys.\n` +
        `It holds secrets (${path.join(folder, 'keys', 'secret-keys')}, password hashes, documents): store it encrypted, where only administrators can read it.\n`,
    )
    if (damaged.length > 0)
      throw new StartError(
        `The backup is incomplete: stored files that are missing or damaged in the portal's storage (${damaged.length}): ${shortList(damaged, NAMED_MAX)}.`,
      )
    await recordBackup(server, manifest)
    await keepErasureList(server, folder)
  } finally {
    await server.close()
  }
}

/** A backup is whole without the list, for which a folder that is mounted alone has no place. */
async function keepErasureList({ url, config }: OpenedServer, folder: string): Promise<void> {
  const file = erasureListBeside(folder)
  const client = await connectAsOwner(url, 'portal backup')
  try {
    await writeErasureList(file, keyRing(config.secretKeys), client)
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error
    process.stdout.write(
      `The list of erased users cannot be written to ${file} (${error.message}): users who are erased later are there again after a restore of this backup. Give backups a folder in which this one is a folder.\n`,
    )
  } finally {
    await client.end()
  }
}

/** Records a backup in the audit trail of the portal; the backup itself does not have the event. */
async function recordBackup(server: OpenedServer, { createdAt, fileCount, fileBytes }: Manifest): Promise<void> {
  const database = await openWithLongTimeouts(server, 'backup')
  try {
    await database.jobs.transact(everything, async (tx) =>
      recordCommand(tx, {
        event: 'backup_written',
        target: { kind: BACKUP_TARGET, id: createdAt },
        after: { files: fileCount, bytes: fileBytes, by: 'backup' },
      }),
    )
  } finally {
    await database.close()
  }
}

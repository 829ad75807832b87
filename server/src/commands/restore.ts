import { finishRecovery, restoreBackup, type RestoredBackup } from '../backup/restore-backup.ts'
import { NAMED_MAX } from '../backup/write-backup.ts'
import { readConfig } from '../config/config.ts'
import { shortList } from '../db/portal-grants.ts'
import { StartError } from '../start-error.ts'
import { oneFolder } from './one-folder.ts'
import { countOf } from '../count-of.ts'

/**
 * `restore FOLDER [--overwrite]` restores a backup, `restore --recovered` finishes what another program restored; exit
 * code 1 when a stored file is missing.
 */
export async function restoreCommand(args: readonly string[]): Promise<void> {
  const started = performance.now()
  if (args.length === 1 && args[0] === '--recovered') {
    const found = await finishRecovery(readConfig(process.env))
    report(found, `Finished the recovered database in ${secondsSince(started)} s`)
    refuseDamaged(found, 'from the storage or damaged in it')
    return
  }
  const { folder, values } = oneFolder('restore', args, { overwrite: { type: 'boolean' } })
  const restored = await restoreBackup(readConfig(process.env), folder, { overwrite: values['overwrite'] === true })
  report(restored, `Restored the backup of ${restored.manifest.createdAt} in ${secondsSince(started)} s`)
  refuseDamaged(restored, 'from the backup or damaged in it')
}

const secondsSince = (started: number): string => ((performance.now() - started) / 1000).toFixed(1)

type Found = Omit<RestoredBackup, 'manifest'>

function report({ users, documents, revokedTokens }: Found, what: string): void {
  process.stdout.write(
    `${what}: ${countOf(users, 'user')}, ${countOf(documents, 'document')}.\n` +
      (revokedTokens > 0
        ? `${countOf(revokedTokens, 'token')} of service accounts revoked: issue new ones with "npm run portal -- token rotate NUMBER".\n`
        : '') +
      'Next: "npm run portal -- doctor" and "npm run portal -- verify-audit", then start the portal.\n',
  )
}

function refuseDamaged({ damaged }: Found, where: string): void {
  if (damaged.length > 0)
    throw new StartError(
      `Stored files that are missing ${where} (${damaged.length}): ${shortList(damaged, NAMED_MAX)}.`,
    )
}

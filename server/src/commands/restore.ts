import { restoreBackup } from '../backup/restore-backup.ts'
import { NAMED_MAX } from '../backup/write-backup.ts'
import { readConfig } from '../config/config.ts'
import { shortList } from '../db/portal-grants.ts'
import { StartError } from '../start-error.ts'
import { oneFolder } from './one-folder.ts'
import { countOf } from '../count-of.ts'

/** `restore FOLDER [--overwrite]`: restores a backup; exit code 1 when a stored file of it is missing. */
export async function restoreCommand(args: readonly string[]): Promise<void> {
  const { folder, values } = oneFolder('restore', args, { overwrite: { type: 'boolean' } })
  const started = performance.now()
  const restored = await restoreBackup(readConfig(process.env), folder, { overwrite: values['overwrite'] === true })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  const { users, documents, revokedTokens, damaged, manifest } = restored
  process.stdout.write(
    `Restored the backup of ${manifest.createdAt} in ${seconds} s: ${countOf(users, 'user')}, ${countOf(documents, 'document')}.\n` +
      (revokedTokens > 0
        ? `${countOf(revokedTokens, 'token')} of service accounts revoked: issue new ones with "npm run portal -- token rotate NUMBER".\n`
        : '') +
      'Next: "npm run portal -- doctor" and "npm run portal -- verify-audit", then start the portal.\n',
  )
  if (damaged.length > 0)
    throw new StartError(
      `Stored files that are missing from the backup or damaged in it (${damaged.length}): ${shortList(damaged, NAMED_MAX)}.`,
    )
}

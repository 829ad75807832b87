import { StartError } from '../start-error.ts'
import type { Tx } from './database.ts'
import type { OwnerClient } from './owner-connection.ts'
import { runFirst } from './run.ts'
import { bool, statement, text } from './statement.ts'

/** Name of the advisory lock that a backup holds: until it is released no stored file is removed. */
export const BACKUP_LOCK = 'portal backup'

/** Held until the connection ends. */
export async function takeBackupLock(client: OwnerClient): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>(
    'select pg_try_advisory_lock(hashtextextended($1, 0)) as taken',
    [BACKUP_LOCK],
  )
  if (!rows[0]?.taken) throw new StartError('Another backup of this portal is being written: wait until it is done.')
}

const isBackupRunningStatement = statement([text], {
  name: 'db: is backup running',
  text: 'select pg_try_advisory_xact_lock_shared(hashtextextended($1, 0)) as taken',
  row: { taken: bool },
})

/** True while a backup is being written, which needs the files of the rows that it holds. */
export async function isBackupRunning(tx: Tx): Promise<boolean> {
  const lock = await runFirst(tx, isBackupRunningStatement(BACKUP_LOCK))
  return lock?.taken !== true
}

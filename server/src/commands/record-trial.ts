import { BACKUP_TRIAL_TARGET, recordAudit } from '../areas/audit/audit-store.ts'
import type { Config } from '../config/config.ts'
import { refuseUnmigrated } from '../db/migrate.ts'
import { everything } from '../db/scope.ts'
import { StartError } from '../start-error.ts'
import { openWithLongTimeouts } from './open.ts'

/**
 * Tries a backup, and records in the portal whether it could be restored, for its metrics. Where the database holds no
 * portal of this version nothing is recorded.
 */
export async function recordTrial({ databaseUrl }: Config, trial: () => Promise<void>): Promise<void> {
  try {
    await trial()
  } catch (error) {
    if (databaseUrl !== undefined) await record(databaseUrl, 'FAILED')
    throw error
  }
  if (databaseUrl !== undefined) await record(databaseUrl, 'SUCCESS')
}

async function record(url: string, outcome: 'SUCCESS' | 'FAILED'): Promise<void> {
  try {
    await refuseUnmigrated(url)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    process.stdout.write(`The result is not recorded: ${error.message}\n`)
    return
  }
  const database = await openWithLongTimeouts({ url }, 'restore')
  try {
    await database.jobs.transact(everything, async (tx) =>
      recordAudit(tx, null, {
        event: 'backup_tried',
        actorId: null,
        subjectId: null,
        sessionId: null,
        target: { kind: BACKUP_TRIAL_TARGET, id: new Date().toISOString() },
        after: { outcome, by: 'restore --check' },
      }),
    )
  } finally {
    await database.close()
  }
}

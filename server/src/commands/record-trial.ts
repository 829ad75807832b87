import { BACKUP_TRIAL_TARGET, recordAudit } from '../areas/audit/audit-store.ts'
import { refuseUnmigrated } from '../db/migrate.ts'
import { everything } from '../db/scope.ts'
import { StartError } from '../start-error.ts'
import { openWithLongTimeouts } from './open.ts'

/**
 * Tries a backup, and records in the portal whether it could be restored, for its metrics. Where the database holds no
 * portal of this version nothing is recorded.
 * @param backup names it in the audit trail
 */
export async function recordTrial(
  { databaseUrl }: { databaseUrl: string },
  backup: string,
  trial: () => Promise<void>,
): Promise<void> {
  try {
    await trial()
  } catch (error) {
    // Why the backup cannot be restored matters more than why that is not recorded.
    await record(databaseUrl, backup, 'not-restorable').catch(sayUnrecorded)
    throw error
  }
  await record(databaseUrl, backup, 'SUCCESS')
}

const sayUnrecorded = ({ message }: Error): void =>
  void process.stdout.write(`The result is not recorded: ${message}\n`)

async function record(url: string, backup: string, outcome: 'SUCCESS' | 'not-restorable'): Promise<void> {
  try {
    await refuseUnmigrated(url)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return sayUnrecorded(error)
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
        after: { outcome, by: 'restore --check', from: backup },
      }),
    )
  } finally {
    await database.close()
  }
}

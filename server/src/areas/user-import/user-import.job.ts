import { everything } from '../../db/scope.ts'
import type { JobContext, JobDefinition } from '../../jobs/job.ts'
import { jobOutcome } from '../../jobs/job-outcome.ts'
import { RETRY_LIMIT } from '../../jobs/queue.ts'
import { checkImport, type ImportJobDeps, readOwner } from './check-import.ts'
import { createImported } from './create-imported.ts'
import type { Db } from '../../db/database.ts'
import { failImport, findImport } from './import-store.ts'

/** User names may be taken between the check and the creation; not again and again. */
const TRIES = 3

/** Checks an uploaded import, or creates its users; a run that was stopped is repeated from the start. */
export function userImportJob(deps: ImportJobDeps): JobDefinition<'user-import'> {
  const { db } = deps
  return {
    name: 'user-import',
    run: async ({ importId }, context) => {
      try {
        return await runImport(deps, importId, context)
      } catch (error) {
        if (context.attempt > RETRY_LIMIT && !context.signal.aborted) await giveUp(db, importId)
        throw error
      }
    },
  }
}

const giveUp = (db: Db, importId: number) => db.transact(everything, (tx) => failImport(tx, importId, 'given up'))

async function runImport(
  deps: ImportJobDeps,
  importId: number,
  { signal, logger }: JobContext,
): Promise<string | undefined> {
  const { db } = deps
  for (let tries = 1; tries <= TRIES; tries++) {
    const stored = await db.read(everything, (tx) => findImport(tx, importId))
    if (stored?.state !== 'checking' && stored?.state !== 'creating') return undefined
    const owner = await db.read(everything, (tx) => readOwner(tx, stored))
    if (!owner) {
      const isRefused = await db.transact(everything, (tx) => failImport(tx, importId, 'refused'))
      return isRefused ? jobOutcome('job_outcome_import_refused', {}) : undefined
    }
    const errors = await checkImport(deps, stored, owner, signal)
    logger.info({ import: importId, rows: stored.rowCount, errors }, 'an import of users was checked')
    const { rowCount: count } = stored
    if (errors > 0 || stored.state === 'checking') return jobOutcome('job_outcome_import_checked', { count, errors })
    if (await createImported(deps, stored, owner, signal)) return jobOutcome('job_outcome_import_created', { count })
  }
  throw new Error('User names were taken while an import was created.')
}

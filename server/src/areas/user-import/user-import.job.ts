import { everything } from '../../db/scope.ts'
import type { JobContext, JobDefinition } from '../../jobs/job.ts'
import { jobOutcome } from '../../jobs/job-outcome.ts'
import { RETRY_LIMIT } from '../../jobs/queue.ts'
import { checkImport, readOwner } from './check-import.ts'
import { createImported } from './create-imported.ts'
import type { ImportTransact } from './import-rows.ts'

/** User names may be taken between the check and the creation; not again and again. */
const TRIES = 3

/** Checks an uploaded import, or creates its users; a run that was stopped is repeated from the start. */
export function userImportJob({ transact }: { transact: ImportTransact }): JobDefinition<'user-import'> {
  return {
    name: 'user-import',
    run: async ({ importId }, context) => {
      try {
        return await runImport(transact, importId, context)
      } catch (error) {
        if (context.attempt > RETRY_LIMIT && !context.signal.aborted) await giveUp(transact, importId)
        throw error
      }
    },
  }
}

const giveUp = (transact: ImportTransact, importId: number) =>
  transact(everything, ({ userImports }) => userImports.setState(importId, 'failed'))

async function runImport(
  transact: ImportTransact,
  importId: number,
  { signal, logger }: JobContext,
): Promise<string | undefined> {
  for (let tries = 1; tries <= TRIES; tries++) {
    const stored = await transact(everything, ({ userImports }) => userImports.find(importId))
    if (stored?.state !== 'checking' && stored?.state !== 'creating') return undefined
    const owner = await readOwner(transact, stored)
    if (!owner) {
      await giveUp(transact, importId)
      return jobOutcome('job_outcome_import_refused', {})
    }
    const errors = await checkImport(transact, stored, owner, signal)
    logger.info({ import: importId, rows: stored.rowCount, errors }, 'an import of users was checked')
    const { rowCount: count } = stored
    if (errors > 0 || stored.state === 'checking') return jobOutcome('job_outcome_import_checked', { count, errors })
    if (await createImported(transact, stored, owner, signal))
      return jobOutcome('job_outcome_import_created', { count })
  }
  throw new Error('User names were taken while an import was created.')
}

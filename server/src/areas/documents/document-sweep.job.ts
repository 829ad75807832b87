import { everything } from '../../db/scope.ts'
import type { Tx } from '../../db/database.ts'
import type { JobDefinition } from '../../jobs/job.ts'
import { removeDropped, type RemovalDeps } from './receive-file.ts'
import { dropFiles, giveUpSilentFiles, findDroppedFiles } from './stored-file-store.ts'

export const SWEPT_AT_ONCE = 100

interface SweepDeps extends RemovalDeps {
  /** Ends at most so many exports whose time is over; returns their stored files. */
  endOldExports?: (tx: Tx, limit: number) => Promise<string[]>
}

/**
 * Removes what uploads and deletions left when their node died, and exports whose time is over, and releases the space.
 */
export function documentSweepJob(deps: SweepDeps): JobDefinition<'document-sweep'> {
  return {
    name: 'document-sweep',
    run: async (_, { signal, logger }) => {
      let swept = 0
      for (let found = SWEPT_AT_ONCE; found === SWEPT_AT_ONCE && !signal.aborted; swept += found) {
        const dropped = await deps.db.transact(everything, async (tx) => {
          await giveUpSilentFiles(tx, SWEPT_AT_ONCE)
          await dropFiles(tx, (await deps.endOldExports?.(tx, SWEPT_AT_ONCE)) ?? [])
          return findDroppedFiles(tx, SWEPT_AT_ONCE, deps.deletedFilesKeptDays ?? 0)
        })
        await removeDropped(deps, dropped)
        found = dropped.length
      }
      if (swept > 0) logger.info({ swept }, 'files without a document are removed')
    },
  }
}

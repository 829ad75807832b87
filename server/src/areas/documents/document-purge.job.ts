import { TRASH_DAYS } from '@portico/contract/documents/documents.ts'
import { everything } from '../../db/scope.ts'
import type { JobDefinition } from '../../jobs/job.ts'
import type { Db, Tx } from '../../db/database.ts'
import { retireFiles } from './stored-file-store.ts'
import { deleteDocuments } from './document-store.ts'
import { run } from '../../db/run.ts'
import { int, statement } from '../../db/statement.ts'

export const DOCUMENTS_PURGED_AT_ONCE = 500

interface PurgeDeps {
  db: Db
  /** Deletes at most so many removed contents of published files; returns their stored files. */
  removeOldPublishedFiles: (tx: Tx, limit: number) => Promise<string[]>
}

/** Deletes documents whose time in the trash is over and contents of published files that were removed, and recounts the used space. */
export function documentPurgeJob({ db, removeOldPublishedFiles }: PurgeDeps): JobDefinition<'document-purge'> {
  const purgeFiles = () =>
    db.transact(everything, async (tx) => {
      const files = await removeOldPublishedFiles(tx, DOCUMENTS_PURGED_AT_ONCE)
      await retireFiles(tx, files)
      return files.length
    })
  return {
    name: 'document-purge',
    run: async (_, { signal, logger }) => {
      let total = 0
      for (let gone = DOCUMENTS_PURGED_AT_ONCE; gone === DOCUMENTS_PURGED_AT_ONCE && !signal.aborted; total += gone)
        gone = await purge(db)
      for (let gone = DOCUMENTS_PURGED_AT_ONCE; gone === DOCUMENTS_PURGED_AT_ONCE && !signal.aborted; total += gone)
        gone = await purgeFiles()
      const recounted = await recount(db, signal)
      logger.info({ job: 'document-purge', gone: total, recounted }, 'purged')
    },
  }
}

const lockDocuments = statement([int, int], {
  name: 'documents: lock documents',
  text: `select id from documents where trashed_at < clock_now() - make_interval(days => $1)
        order by trashed_at limit $2 for update skip locked`,
  row: { id: int },
})

function purge(db: Db): Promise<number> {
  return db.transact(everything, async (tx) => {
    const old = await run(tx, lockDocuments(TRASH_DAYS, DOCUMENTS_PURGED_AT_ONCE))
    await retireFiles(
      tx,
      await deleteDocuments(
        tx,
        old.map(({ id }) => id),
      ),
    )
    return old.length
  })
}

const sums = `coalesce((select sum(bytes) from stored_files file where file.owner_id = space.user_id and file.state <> 'dropped'), 0)`

const selectDocumentSpaces = statement([], {
  name: 'document purge: select document spaces',
  text: `select space.user_id as "userId" from document_spaces space
         left join (select owner_id, sum(bytes) as bytes from stored_files where state <> 'dropped' group by owner_id) held
           on held.owner_id = space.user_id
        where space.used_bytes <> coalesce(held.bytes, 0) limit 1000`,
  row: { userId: int },
})

const lockDocumentSpaces = statement([int], {
  name: 'documents: lock document spaces',
  text: 'select from document_spaces where user_id = $1 for update',
})

const updateDocumentSpaces = statement([int], {
  name: 'documents: update document spaces',
  text: `update document_spaces space set used_bytes = ${sums} where user_id = $1`,
})

/**
 * A wrong sum, for example after a restored backup, is locked while it is recounted. What a node that stops leaves is
 * recounted by the next run.
 */
async function recount(db: Db, signal: AbortSignal): Promise<number> {
  if (signal.aborted) return 0
  const wrong = await db.transact(everything, (tx) => run(tx, selectDocumentSpaces()))
  let recounted = 0
  for (const { userId } of wrong) {
    if (signal.aborted) break
    await db.transact(everything, async (tx) => {
      await run(tx, lockDocumentSpaces(userId))
      await run(tx, updateDocumentSpaces(userId))
    })
    recounted += 1
  }
  return recounted
}

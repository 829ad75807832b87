import { TRASH_DAYS } from '@portico/contract/documents.ts'
import { query } from '../../db/query.ts'
import { everything } from '../../db/scope.ts'
import type { JobDefinition } from '../../jobs/job.ts'
import type { Transact } from '../../stores.ts'

const AT_ONCE = 500

type PurgeStore = 'documents' | 'publishedFiles' | 'storedFiles' | 'tx'

/** Deletes documents whose time in the trash is over and contents of published files that were removed, and recounts the used space. */
export function documentPurgeJob({ transact }: { transact: Transact<PurgeStore> }): JobDefinition<'document-purge'> {
  return {
    name: 'document-purge',
    run: async (_, { signal, logger }) => {
      let total = 0
      for (let gone = AT_ONCE; gone === AT_ONCE && !signal.aborted; total += gone) gone = await purge(transact)
      for (let gone = AT_ONCE; gone === AT_ONCE && !signal.aborted; total += gone) gone = await purgeFiles(transact)
      const recounted = await recount(transact)
      logger.info({ job: 'document-purge', gone: total, recounted }, 'purged')
    },
  }
}

function purge(transact: Transact<PurgeStore>): Promise<number> {
  return transact(everything, async ({ tx, documents, storedFiles }) => {
    const old = await query<{ id: number }>(
      tx,
      `select id from documents where trashed_at < clock_now() - make_interval(days => $1)
        order by trashed_at limit $2 for update skip locked`,
      [TRASH_DAYS, AT_ONCE],
    )
    await storedFiles.drop(await documents.remove(old.map(({ id }) => id)))
    return old.length
  })
}

const purgeFiles = (transact: Transact<PurgeStore>): Promise<number> =>
  transact(everything, async ({ publishedFiles, storedFiles }) => {
    const files = await publishedFiles.removeOld(AT_ONCE)
    await storedFiles.drop(files)
    return files.length
  })

const sums = `coalesce((select sum(bytes) from stored_files file where file.owner_id = space.user_id and file.state <> 'dropped'), 0)`

/** A wrong sum, for example after a restored backup, is locked while it is recounted. */
async function recount(transact: Transact<PurgeStore>): Promise<number> {
  const wrong = await transact(everything, ({ tx }) =>
    query<{ user_id: number }>(
      tx,
      `select space.user_id from document_spaces space
         left join (select owner_id, sum(bytes) as bytes from stored_files where state <> 'dropped' group by owner_id) held
           on held.owner_id = space.user_id
        where space.used_bytes <> coalesce(held.bytes, 0) limit 1000`,
      [],
    ),
  )
  for (const { user_id: userId } of wrong)
    await transact(everything, async ({ tx }) => {
      await query(tx, 'select 1 from document_spaces where user_id = $1 for update', [userId])
      await query(tx, `update document_spaces space set used_bytes = ${sums} where user_id = $1`, [userId])
    })
  return wrong.length
}

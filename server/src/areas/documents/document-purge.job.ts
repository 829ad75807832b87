import { TRASH_DAYS } from '@portico/contract/documents.ts'
import { ask } from '../../db/ask.ts'
import { everything } from '../../db/scope.ts'
import type { JobDefinition } from '../../jobs/job.ts'
import type { Transact } from '../../stores.ts'

const AT_ONCE = 500

/** Deletes what has been in the trash for its time, and counts anew what people's files take. */
export function documentPurgeJob({ transact }: { transact: Transact }): JobDefinition<'document-purge'> {
  return {
    name: 'document-purge',
    run: async (_, { signal, logger }) => {
      let total = 0
      for (let gone = AT_ONCE; gone === AT_ONCE && !signal.aborted; total += gone) gone = await purge(transact)
      const recounted = await recount(transact)
      logger.info({ job: 'document-purge', gone: total, recounted }, 'purged')
    },
  }
}

function purge(transact: Transact): Promise<number> {
  return transact(everything, async ({ tx, documents, storedFiles }) => {
    const old = await ask<{ id: number }>(
      tx,
      'old-trash',
      `select id from documents where trashed_at < clock_now() - make_interval(days => $1)
        order by trashed_at limit $2 for update skip locked`,
      [TRASH_DAYS, AT_ONCE],
    )
    await storedFiles.drop(await documents.remove(old.map(({ id }) => id)))
    return old.length
  })
}

const sums = `coalesce((select sum(bytes) from stored_files file where file.owner_id = space.user_id and file.state <> 'dropped'), 0)`

/** A sum that is wrong, as after a restored backup, is held still while it is counted anew. */
async function recount(transact: Transact): Promise<number> {
  const wrong = await transact(everything, ({ tx }) =>
    ask<{ user_id: number }>(
      tx,
      'wrong-spaces',
      // All files are read anyway: once, and not owner by owner.
      `select space.user_id from document_spaces space
         left join (select owner_id, sum(bytes) as bytes from stored_files where state <> 'dropped' group by owner_id) held
           on held.owner_id = space.user_id
        where space.used_bytes <> coalesce(held.bytes, 0) limit 1000`,
      [],
    ),
  )
  for (const { user_id: userId } of wrong)
    await transact(everything, async ({ tx }) => {
      await ask(tx, 'hold-space', 'select 1 from document_spaces where user_id = $1 for update', [userId])
      await ask(tx, 'recount-space', `update document_spaces space set used_bytes = ${sums} where user_id = $1`, [
        userId,
      ])
    })
  return wrong.length
}

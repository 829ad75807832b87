import type { Endpoint } from '@portico/contract/kit/endpoint.ts'
import { inPlace } from '../../db/call-place.ts'
import type { Database, Db, Tx } from '../../db/database.ts'
import { DatabaseUnavailable } from '../../db/database-unavailable.ts'
import { queue, write } from '../../db/run.ts'
import { int, statement, text } from '../../db/statement.ts'
import { NO_SESSION } from '../../http/caller.ts'
import type { CallRunner } from '../../http/request-guards.ts'

/** After the commit of what it is about, and without a wait for the disk: lost with the primary, it is not missed. */
const noteWrite = statement([int], {
  name: 'session: written',
  text: `
  with noted as (update sessions set written_to = pg_current_wal_insert_lsn() where id = $1 returning 1)
  select set_config('synchronous_commit', 'off', true) as setting from (values (1)) now left join noted on true`,
  row: { setting: text },
})

const holdStatement = statement([int], {
  name: 'session: hold',
  text: "update sessions set written_to = 'FFFFFFFF/FFFFFFFF' where user_id = $1 and ended_at is null",
})

const releaseStatement = statement([int], {
  name: 'session: release',
  text: `
  update sessions set written_to = pg_current_wal_insert_lsn()
   where user_id = $1 and ended_at is null and written_to = 'FFFFFFFF/FFFFFFFF'`,
})

/** Makes the sessions of a user read from the primary until `releaseSessions`: the transaction of a job writes for them. */
export const holdSessions = (tx: Tx, userId: number): void => queue(tx, holdStatement(userId))

/** After the commit: a replica that has it answers the user again. Where it fails, so does it after their next change. */
export const releaseSessions = (db: Db, userId: number): Promise<unknown> =>
  write(db, releaseStatement(userId)).catch(() => undefined)

/**
 * Calls of `mayLag` read from the replica, except for what their session has written and the replica has not replayed.
 * How far that is stands with the session, where every node sees it: one statement after each call that writes, none
 * for the others.
 */
export function runCallsOn(
  { requests, replica }: Pick<Database, 'requests' | 'replica'>,
  mayLag: ReadonlySet<Endpoint>,
): CallRunner | undefined {
  if (!replica) return undefined
  return {
    guard: (endpoint, check) =>
      inPlace({ readsFrom: undefined, mayMissPrimary: mayLag.has(endpoint), hasWritten: false }, check),
    handle: async (endpoint, caller, work) => {
      const mayMissPrimary = mayLag.has(endpoint)
      const place = {
        readsFrom: mayMissPrimary ? caller?.writtenTo : undefined,
        mayMissPrimary,
        hasWritten: false,
        hasMissedPrimary: caller?.hasMissedPrimary ?? false,
      }
      let isLost = false
      try {
        return await inPlace(place, work)
      } catch (error) {
        isLost = error instanceof DatabaseUnavailable && error.isLoss
        throw error
      } finally {
        if (place.hasWritten && caller && caller.sessionId !== NO_SESSION) {
          // A primary that does not answer has been waited for once.
          const resume = isLost ? replica.pause() : undefined
          const noted = write(requests, noteWrite(caller.sessionId)).then(resume, () => void replica.pause())
          if (!isLost) await noted
        }
      }
    },
  }
}

import { everything } from '../../db/scope.ts'
import type { JobDefinition } from '../../jobs/job.ts'
import { closeFulfilledRequests } from '../permissions/public.ts'
import type { Db } from '../../db/database.ts'

/** Closes requests for access that users got otherwise than by a change of their permissions. */
export function accessRequestSyncJob({ db }: { db: Db }): JobDefinition<'access-request-sync'> {
  return {
    name: 'access-request-sync',
    run: async (_, { logger }) => {
      const closed = await db.transact(everything, (tx) => closeFulfilledRequests(tx, null, null))
      if (closed > 0) logger.info({ requests: closed }, 'requests for access that exists are closed')
    },
  }
}

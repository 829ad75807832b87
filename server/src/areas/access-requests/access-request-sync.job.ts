import { everything } from '../../db/scope.ts'
import type { JobDefinition } from '../../jobs/job.ts'
import type { Transact } from '../../stores.ts'
import { closeFulfilledRequests } from './close-fulfilled.ts'

/** Closes requests for access that users got otherwise than by a change of their permissions. */
export function accessRequestSyncJob({
  transact,
}: {
  transact: Transact<'audit' | 'tx'>
}): JobDefinition<'access-request-sync'> {
  return {
    name: 'access-request-sync',
    run: async (_, { logger }) => {
      const closed = await transact(everything, (stores) => closeFulfilledRequests(stores, null, null))
      if (closed > 0) logger.info({ requests: closed }, 'requests for access that exists are closed')
    },
  }
}

import type * as contract from '@portico/contract/clients/client-applications.ts'
import { clientApplicationList } from '@portico/contract/clients/client-applications.ts'
import type { Db } from '../../db/database.ts'
import { listPage } from '../../db/list-page.ts'
import { paged, refuse } from '../../http/answers.ts'
import { adminScope } from '../../http/authority.ts'
import type { Handlers } from '../../http/handlers.ts'
import { sentences } from '../../http/sentences.ts'
import { countHolders, heldApplications } from './client-application-list.ts'
import { hasClient } from './client-store.ts'

/** The applications of a client, for those who administer its users. */
export function clientApplicationHandlers({ db }: { db: Db }): Handlers<typeof contract> {
  return {
    listClientApplications: ({ caller, params: { clientId }, query }) => {
      const scope = adminScope(caller)
      return db.read(scope, async (tx) => {
        const isInScope = scope.kind === 'everything' || scope.clientId === clientId
        if (!isInScope || !(await hasClient(tx, clientId))) return refuse('404', sentences.not_found)
        const holders = await countHolders(tx, clientId)
        return paged(await listPage(tx, clientApplicationList, heldApplications(holders), query))
      })
    },
  }
}

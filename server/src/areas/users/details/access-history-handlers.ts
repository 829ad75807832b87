import * as contract from '@portico/contract/users/access-history.ts'
import type { Db } from '../../../db/database.ts'
import { listPage } from '../../../db/list-page.ts'
import { everything } from '../../../db/scope.ts'
import { paged, refuse } from '../../../http/answers.ts'
import { adminScope } from '../../../http/authority.ts'
import type { Handlers } from '../../../http/handlers.ts'
import { sentences } from '../../../http/sentences.ts'
import { lastEmployerChange } from '../../audit/public.ts'
import { findUserInScope } from '../../permissions/public.ts'
import { accessHistory } from './access-history.ts'

/** What users have and had. */
export function accessHistoryHandlers({ db }: { db: Db }): Handlers<typeof contract> {
  return {
    listAccessHistory: async ({ caller, params: { userId }, query }) => {
      const scope = adminScope(caller)
      // What the user had at an employer before is not for the administrators of this one.
      const since = scope.kind === 'client' ? await db.read(everything, (tx) => lastEmployerChange(tx, userId)) : null
      const source = accessHistory(userId, await caller.authority(), since)
      return db.read(scope, async (tx) => {
        if (!(await findUserInScope(tx, userId))) return refuse('404', sentences.user_not_found)
        return paged(await listPage(tx, contract.accessHistoryList, source, query))
      })
    },
  }
}

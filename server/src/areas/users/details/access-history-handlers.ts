import * as contract from '@portico/contract/users/access-history.ts'
import type { Db } from '../../../db/database.ts'
import { listPage } from '../../../db/list-page.ts'
import { paged, refuse } from '../../../http/answers.ts'
import { adminScope } from '../../../http/authority.ts'
import type { Handlers } from '../../../http/handlers.ts'
import { sentences } from '../../../http/sentences.ts'
import { findUserInScope } from '../../permissions/public.ts'
import { accessHistory } from './access-history.ts'

/** What users have and had. */
export function accessHistoryHandlers({ db }: { db: Db }): Handlers<typeof contract> {
  return {
    listAccessHistory: async ({ caller, params: { userId }, query }) => {
      const source = accessHistory(userId, await caller.authority())
      return db.read(adminScope(caller), async (tx) => {
        if (!(await findUserInScope(tx, userId))) return refuse('404', sentences.user_not_found)
        return paged(await listPage(tx, contract.accessHistoryList, source, query))
      })
    },
  }
}

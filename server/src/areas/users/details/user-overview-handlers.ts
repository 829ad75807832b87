import type * as contract from '@portico/contract/users/user-overview.ts'
import type { Db } from '../../../db/database.ts'
import { refuse } from '../../../http/answers.ts'
import { adminScope } from '../../../http/authority.ts'
import type { Handlers } from '../../../http/handlers.ts'
import { sentences } from '../../../http/sentences.ts'
import { readUserOverview } from './user-overview.ts'

/** What administrators see first of a user. */
export function userOverviewHandlers({ db }: { db: Db }): Handlers<typeof contract> {
  return {
    getUserOverview: async ({ caller, params: { userId } }) =>
      (await db.read(adminScope(caller), (tx) => readUserOverview(tx, caller.user.id, userId))) ??
      refuse('404', sentences.user_not_found),
  }
}

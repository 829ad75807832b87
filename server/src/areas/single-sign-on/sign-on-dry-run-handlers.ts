import type * as contract from '@portico/contract/sign-on-dry-run.ts'
import type { Db } from '../../db/database.ts'
import { adminScope } from '../../http/authority.ts'
import type { Handlers } from '../../http/handlers.ts'
import { dryRunSignOn } from './dry-run.ts'

/** The dry run of a sign-on, for administrators of the user's scope. */
export const signOnDryRunHandlers = ({ db }: { db: Db }): Handlers<typeof contract> => ({
  dryRunSignOn: ({ caller, params: { userId, tilePageId } }) =>
    db.read(adminScope(caller), (tx) => dryRunSignOn(tx, { userId, pageId: tilePageId })),
})

import type * as contract from '@portico/contract/users/hand-over.ts'
import type { Db } from '../../../db/database.ts'
import { refuse } from '../../../http/answers.ts'
import { adminScope } from '../../../http/authority.ts'
import type { Handlers } from '../../../http/handlers.ts'
import { sentences } from '../../../http/sentences.ts'
import { handOverUser, readHandOver } from './hand-over.ts'

/** The hand-over of users who leave. */
export function handOverHandlers(deps: { db: Db }): Handlers<typeof contract> {
  return {
    getHandOver: async ({ caller, params: { userId } }) => {
      const authority = await caller.authority()
      return (
        (await deps.db.read(adminScope(caller), (tx) => readHandOver(tx, authority, userId))) ??
        refuse('404', sentences.user_not_found)
      )
    },
    handOverUser: ({ caller, request, body }) => handOverUser(deps, { caller, request }, body),
  }
}

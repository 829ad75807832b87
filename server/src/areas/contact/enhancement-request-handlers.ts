import type * as contract from '@portico/contract/contact/enhancement-requests.ts'
import { enhancementRequestList } from '@portico/contract/contact/enhancement-requests.ts'
import type { Db } from '../../db/database.ts'
import { listPage } from '../../db/list-page.ts'
import { paged } from '../../http/answers.ts'
import { adminScope } from '../../http/authority.ts'
import type { Handlers } from '../../http/handlers.ts'
import { changeEnhancement } from './change-enhancement.ts'
import { enhancementRequests } from './enhancement-request-list.ts'

/** What administrators do with enhancement requests. */
export function enhancementRequestHandlers(deps: { db: Db }): Handlers<typeof contract> {
  return {
    listEnhancementRequests: async ({ caller, query }) =>
      paged(
        await deps.db.read(adminScope(caller), (tx) =>
          listPage(tx, enhancementRequestList, enhancementRequests, query),
        ),
      ),
    changeEnhancementRequest: ({ caller, request, params, body }) =>
      changeEnhancement(
        deps,
        { caller, request },
        {
          id: params.enhancementRequestId,
          state: body.requestState,
          answer: body.answerTxt,
          version: body.version,
        },
      ),
  }
}

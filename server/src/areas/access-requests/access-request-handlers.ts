import type * as contract from '@portico/contract/access-requests.ts'
import { accessRequestList } from '@portico/contract/access-requests.ts'
import type { Db } from '../../db/database.ts'
import { listPage } from '../../db/list-page.ts'
import { paged } from '../../http/answers.ts'
import { adminScope } from '../../http/authority.ts'
import type { Handlers } from '../../http/handlers.ts'
import { ownScope, type Transact } from '../../stores.ts'
import { decidableRequests } from './access-request-list.ts'
import { decideRequest } from './decide-request.ts'
import { requestAccess, withdrawRequest } from './request-access.ts'
import { readRequestablePages } from './requestable-pages.ts'

/** Users ask for applications, administrators decide. */
export function accessRequestHandlers(deps: {
  db: Db
  transact: Transact<'accessRequests' | 'audit' | 'grants' | 'outbox' | 'tx'>
}): Handlers<typeof contract> {
  const { db, transact } = deps
  return {
    listRequestableApplications: ({ caller }) =>
      db.read(ownScope(caller), (tx) => readRequestablePages(tx, caller.user.id)),
    listOwnAccessRequests: ({ caller }) =>
      transact(ownScope(caller), ({ accessRequests }) => accessRequests.listOf(caller.user.id)),
    requestAccess: ({ caller, request, body }) =>
      requestAccess(deps, { caller, request }, { pageId: body.pageId, reason: body.reasonTxt }),
    withdrawAccessRequest: ({ caller, request, params }) =>
      withdrawRequest(deps, { caller, request }, params.ownAccessRequestId),
    listAccessRequests: async ({ caller, query }) =>
      paged(
        await db.read(adminScope(caller), (tx) =>
          listPage(tx, accessRequestList, decidableRequests(caller.user.id), query),
        ),
      ),
    decideAccessRequest: ({ caller, request, params, body }) =>
      decideRequest(deps, { caller, request }, { id: params.accessRequestId, sent: body }),
  }
}

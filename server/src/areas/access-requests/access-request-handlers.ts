import type * as contract from '@portico/contract/access-requests/access-requests.ts'
import { accessRequestList } from '@portico/contract/access-requests/access-requests.ts'
import type { Db } from '../../db/database.ts'
import { listPage } from '../../db/list-page.ts'
import { everything } from '../../db/scope.ts'
import { paged } from '../../http/answers.ts'
import { adminScope, ownScope } from '../../http/authority.ts'
import type { Handlers } from '../../http/handlers.ts'
import { decidableRequests } from './access-request-list.ts'
import { decideRequest } from './decide-request.ts'
import { requestAccess, withdrawRequest } from './request-access.ts'
import { readRequestablePages } from './requestable-pages.ts'
import { readRequestableSets } from './requestable-sets.ts'
import { listOwnAccessRequests } from './access-request-store.ts'

/** Users ask for applications, administrators decide. */
export function accessRequestHandlers(deps: { db: Db }): Handlers<typeof contract> {
  const { db } = deps
  return {
    listRequestableApplications: ({ caller }) =>
      db.read(ownScope(caller), (tx) => readRequestablePages(tx, caller.user.id)),
    // Permission sets, and their names, are outside of the user’s own scope.
    listOwnAccessRequests: ({ caller }) => db.read(everything, (tx) => listOwnAccessRequests(tx, caller.user.id)),
    requestAccess: ({ caller, request, body }) =>
      requestAccess(deps, { caller, request }, { pageId: body.pageId, reason: body.reasonTxt }),
    listRequestableSets: ({ caller }) => db.read(everything, (tx) => readRequestableSets(tx, caller.user.id)),
    requestPermissionSet: ({ caller, request, body }) =>
      requestAccess(deps, { caller, request }, { setId: body.setId, reason: body.reasonTxt }),
    withdrawAccessRequest: ({ caller, request, params }) =>
      withdrawRequest(deps, { caller, request }, params.ownAccessRequestId),
    listAccessRequests: async ({ caller, query }) => {
      const source = decidableRequests(await caller.authority())
      return paged(await db.read(adminScope(caller), (tx) => listPage(tx, accessRequestList, source, query)))
    },
    decideAccessRequest: ({ caller, request, params, body }) =>
      decideRequest(deps, { caller, request }, { id: params.accessRequestId, sent: body }),
  }
}

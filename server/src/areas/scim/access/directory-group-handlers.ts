import type * as contract from '@portico/contract/scim/directory-groups.ts'
import { directoryGroupList, directoryRequestList } from '@portico/contract/scim/directory-groups.ts'
import { SCIM_PATH } from '@portico/contract/scim/scim.ts'
import type { Db } from '../../../db/database.ts'
import { listPage } from '../../../db/list-page.ts'
import { paged, refuse } from '../../../http/answers.ts'
import { adminScope } from '../../../http/authority.ts'
import type { Handlers } from '../../../http/handlers.ts'
import { sentences } from '../../../http/sentences.ts'
import { decideConflict } from '../conflicts/decide-conflict.ts'
import { directoryRequests } from '../requests/request-list.ts'
import type { RequestLog } from '../requests/request-log.ts'
import { administersClient } from './administers-client.ts'
import { readConflicts } from '../conflicts/conflict-list.ts'
import { countDirectory, directoryGroups } from './directory-group-list.ts'
import { saveGroupAccess, undoGroupAccess } from './save-group-access.ts'

interface DirectoryGroupDeps {
  db: Db
  origin: string
  requests: Pick<RequestLog, 'settled'>
}

/** What the directory of a client provides and its groups give, for those who administer the users of the client. */
export function directoryGroupHandlers({ db, origin, requests }: DirectoryGroupDeps): Handlers<typeof contract> {
  return {
    getClientDirectory: ({ caller, params: { clientId } }) =>
      db.read(adminScope(caller), async (tx) => {
        if (!(await administersClient(tx, caller, clientId))) return refuse('404', sentences.not_found)
        return { addressTxt: origin + SCIM_PATH, ...(await countDirectory(tx, clientId)) }
      }),
    listDirectoryGroups: ({ caller, params: { clientId }, query }) =>
      db.read(adminScope(caller), async (tx) => {
        if (!(await administersClient(tx, caller, clientId))) return refuse('404', sentences.not_found)
        return paged(await listPage(tx, directoryGroupList, directoryGroups(clientId), query))
      }),
    listDirectoryConflicts: ({ caller, params: { clientId } }) =>
      db.read(adminScope(caller), async (tx) =>
        (await administersClient(tx, caller, clientId))
          ? readConflicts(tx, clientId)
          : refuse('404', sentences.not_found),
      ),
    decideDirectoryConflict: ({ caller, request, params: { clientId, conflictId }, body }) =>
      decideConflict({ db }, { caller, request }, { clientId, conflictId }, body),
    listDirectoryRequests: async ({ caller, params: { clientId }, query }) => {
      // Those that this node has answered are in the list.
      await requests.settled()
      return db.read(adminScope(caller), async (tx) => {
        if (!(await administersClient(tx, caller, clientId))) return refuse('404', sentences.not_found)
        return paged(await listPage(tx, directoryRequestList, directoryRequests(clientId), query))
      })
    },
    saveGroupAccess: ({ caller, request, params: { clientId, groupId }, body }) =>
      saveGroupAccess({ db }, { caller, request }, { clientId, groupId }, body),
    undoGroupAccess: ({ caller, request, params: { clientId, groupId }, body }) =>
      undoGroupAccess({ db }, { caller, request }, { clientId, groupId }, body.undoId),
  }
}

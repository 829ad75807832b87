import { SET_ROWS_SHOWN } from '@portico/contract/permission-sets/permission-set-limits.ts'
import type * as contract from '@portico/contract/permission-sets/permission-sets.ts'
import type { Db } from '../../db/database.ts'
import { paged, Refusal, refuse } from '../../http/answers.ts'
import { adminScope } from '../../http/authority.ts'
import type { Handlers } from '../../http/handlers.ts'
import { sentences, type Texts } from '../../http/sentences.ts'
import { countSourceChange, readChangedUsers } from '../grants/public.ts'
import { findUserInScope, planSourceItems } from '../permissions/public.ts'
import { changeHolders } from './give-permission-set.ts'
import {
  findPermissionSet,
  readHolderPage,
  readPermissionSets,
  readSetsOfUser,
  readVersions,
} from './permission-set-list.ts'
import { readSetItems } from './permission-set-store.ts'
import { administers, createPermissionSet, deletePermissionSet, updatePermissionSet } from './save-permission-set.ts'
import { suggestSet } from './suggest-set.ts'
import { undoPermissionSet } from './undo-permission-set.ts'

interface Deps {
  db: Db
  texts: Pick<Texts, 'of'>
}

/** Named sets of applications and pages, which administrators of users keep and give (decision 61). */
export function permissionSetHandlers({ db, texts }: Deps): Handlers<typeof contract> {
  return {
    listPermissionSets: ({ caller, query }) =>
      db.read(adminScope(caller), async (tx) => paged(await readPermissionSets(tx, caller.user.isInternal, query))),
    getPermissionSet: ({ caller, params: { setId } }) =>
      db.read(adminScope(caller), async (tx) => {
        const set = await findPermissionSet(tx, caller.user.isInternal, setId)
        return set ? { set, versions: await readVersions(tx, setId) } : refuse('404', sentences.not_found)
      }),
    createPermissionSet: ({ caller, request, body: { setNm, descriptionTxt, ...body } }) =>
      createPermissionSet({ db }, { caller, request }, { name: setNm, description: descriptionTxt, ...body }),
    planPermissionSet: async ({ caller, params: { setId }, body }) => {
      const authority = await caller.authority()
      return db.read(adminScope(caller), async (tx) => {
        if (!(await findPermissionSet(tx, caller.user.isInternal, setId))) return refuse('404', sentences.not_found)
        const items = await readSetItems(tx, setId)
        const source = { kind: 'set', id: setId } as const
        const changed = { source, by: caller.user.id, authority, items }
        const plan = await planSourceItems(tx, changed, body, sentences.permission_set_portal)
        if (plan instanceof Refusal) return plan
        const counts = await countSourceChange(tx, source, caller.user.id, body, plan.stopped)
        const users = await readChangedUsers(tx, source, caller.user.id, body, plan.stopped, SET_ROWS_SHOWN)
        return { ...counts, users }
      })
    },
    updatePermissionSet: ({ caller, request, params: { setId }, body: { setNm, descriptionTxt, ...body } }) =>
      updatePermissionSet({ db }, { caller, request }, { setId, name: setNm, description: descriptionTxt, ...body }),
    deletePermissionSet: ({ caller, request, params: { setId } }) =>
      deletePermissionSet({ db }, { caller, request }, setId),
    undoPermissionSet: ({ caller, request, params: { setId }, body: { undoId } }) =>
      undoPermissionSet({ db }, { caller, request }, { setId, undoId }),
    listPermissionSetHolders: ({ caller, params: { setId }, query }) =>
      db.read(adminScope(caller), async (tx) =>
        (await findPermissionSet(tx, caller.user.isInternal, setId))
          ? paged(await readHolderPage(tx, setId, query))
          : refuse('404', sentences.not_found),
      ),
    givePermissionSet: ({ caller, request, params: { setId }, body: { userIds } }) =>
      changeHolders({ db, texts }, { caller, request }, 'give', { setId, userIds }),
    takePermissionSet: ({ caller, request, params: { setId }, body: { userIds } }) =>
      changeHolders({ db, texts }, { caller, request }, 'take', { setId, userIds }),
    suggestPermissionSet: async ({ caller, params: { clientId, departmentId } }) => {
      const authority = await caller.authority()
      return db.read(adminScope(caller), async (tx) =>
        (await administers(tx, authority, clientId))
          ? suggestSet(tx, authority, { clientId, departmentId })
          : refuse('404', sentences.not_found),
      )
    },
    listPermissionSetsOfUser: ({ caller, params: { userId } }) =>
      db.read(adminScope(caller), async (tx) =>
        (await findUserInScope(tx, userId)) ? readSetsOfUser(tx, userId) : refuse('404', sentences.user_not_found),
      ),
  }
}

import type * as contract from '@portico/contract/system-accounts/system-accounts.ts'
import { sentences } from '../../http/sentences.ts'
import { refuse } from '../../http/answers.ts'
import { adminScope, mayManageUser } from '../../http/authority.ts'
import type { Tx, Db } from '../../db/database.ts'
import type { Authority } from '../../http/caller.ts'
import type { Handlers } from '../../http/handlers.ts'
import { findTarget, findUserInScope, mayGiveToThemselves, type UserTarget } from '../permissions/public.ts'
import { accountView, typeView } from './account-view.ts'
import { mayGrantSystem } from './may-grant-system.ts'
import { saveAccounts } from './save-accounts.ts'
import { listClientsOfUser, hasAccountSetup, listHeldAccounts } from './account-store.ts'
import { listAccountTypes } from './account-type-store.ts'

async function readOnlyReasonOf(tx: Tx, authority: Authority, target: UserTarget) {
  if (!mayManageUser(authority, target)) return 'stronger'
  if (target.status === 3) return authority.isPortalAdmin ? 'deleted' : 'unrestorable'
  return target.id === authority.userId && !(await mayGiveToThemselves(tx, authority)) ? 'own' : null
}

export function systemAccountHandlers({ db }: { db: Db }): Handlers<typeof contract> {
  return {
    getUserSummary: async ({ caller, params }) => {
      const authority = await caller.authority()
      return db.transact(adminScope(caller), async (tx) => {
        const user = await findTarget(tx, params.userId)
        if (!user) return refuse('404', sentences.user_not_found)
        return {
          userId: user.id,
          userNm: user.userName,
          firstNm: user.firstName,
          lastNm: user.lastName,
          readOnlyReasonCd: await readOnlyReasonOf(tx, authority, user),
          clients: await listClientsOfUser(tx, user.id),
        }
      })
    },
    listSystemAccountTypes: async ({ caller, params: { systemId } }) => {
      if (!mayGrantSystem(await caller.authority(), systemId)) return refuse('404', sentences.not_found)
      return db.read(adminScope(caller), async (tx) =>
        (await hasAccountSetup(tx, systemId))
          ? (await listAccountTypes(tx, systemId)).map(typeView)
          : refuse('404', sentences.not_found),
      )
    },
    listUserSystemAccounts: async ({ caller, params: { userId, systemId } }) => {
      if (!mayGrantSystem(await caller.authority(), systemId)) return refuse('404', sentences.not_found)
      return db.read(adminScope(caller), async (tx) => {
        const isThere = (await findUserInScope(tx, userId)) && (await hasAccountSetup(tx, systemId))
        return isThere
          ? (await listHeldAccounts(tx, userId, systemId)).map(accountView)
          : refuse('404', sentences.not_found)
      })
    },
    saveUserSystemAccounts: ({ caller, request, params: { userId, systemId }, query, body }) =>
      saveAccounts({ db }, { caller, request }, { userId, systemId, accounts: body, seen: query.seen }),
  }
}

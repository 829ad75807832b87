import type * as contract from '@portico/contract/system-accounts.ts'
import { sentences } from '../../http/sentences.ts'
import { refuse } from '../../http/answers.ts'
import { adminScope, mayManageUser } from '../../http/authority.ts'
import type { Tx } from '../../db/database.ts'
import type { Authority } from '../../http/caller.ts'
import type { Handlers } from '../../http/handlers.ts'
import type { Transact } from '../../stores.ts'
import { findTarget, findUserInScope, mayGiveToThemselves, type UserTarget } from '../users/public.ts'
import { accountView, typeView } from './account-view.ts'
import { mayGrantSystem } from './may-grant-system.ts'
import { saveAccounts } from './save-accounts.ts'

async function readOnlyReasonOf(tx: Tx, authority: Authority, target: UserTarget) {
  if (!mayManageUser(authority, target)) return 'stronger'
  if (target.status === 3) return authority.isPortalAdmin ? 'deleted' : 'unrestorable'
  return target.id === authority.userId && !(await mayGiveToThemselves(tx, authority)) ? 'own' : null
}

export function systemAccountHandlers({
  transact,
}: {
  transact: Transact<'accountTypes' | 'audit' | 'systemAccounts' | 'tx'>
}): Handlers<typeof contract> {
  return {
    getUserSummary: async ({ caller, params }) => {
      const authority = await caller.authority()
      return transact(adminScope(caller), async ({ tx, systemAccounts }) => {
        const user = await findTarget(tx, params.userId)
        if (!user) return refuse('404', sentences.user_not_found)
        return {
          userId: user.id,
          userNm: user.userName,
          firstNm: user.firstName,
          lastNm: user.lastName,
          readOnlyReasonCd: await readOnlyReasonOf(tx, authority, user),
          clients: await systemAccounts.clientsOfUser(user.id),
        }
      })
    },
    listSystemAccountTypes: async ({ caller, params: { systemId } }) => {
      if (!mayGrantSystem(await caller.authority(), systemId)) return refuse('404', sentences.not_found)
      return transact(adminScope(caller), async ({ systemAccounts, accountTypes }) =>
        (await systemAccounts.hasAccountSetup(systemId))
          ? (await accountTypes.ofSystem(systemId)).map(typeView)
          : refuse('404', sentences.not_found),
      )
    },
    listUserSystemAccounts: async ({ caller, params: { userId, systemId } }) => {
      if (!mayGrantSystem(await caller.authority(), systemId)) return refuse('404', sentences.not_found)
      return transact(adminScope(caller), async ({ tx, systemAccounts }) => {
        const isThere = (await findUserInScope(tx, userId)) && (await systemAccounts.hasAccountSetup(systemId))
        return isThere
          ? (await systemAccounts.ofUser(userId, systemId)).map(accountView)
          : refuse('404', sentences.not_found)
      })
    },
    saveUserSystemAccounts: ({ caller, request, params: { userId, systemId }, query, body }) =>
      saveAccounts({ transact }, { caller, request }, { userId, systemId, accounts: body, seen: query.seen }),
  }
}

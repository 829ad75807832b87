import type * as contract from '@portico/contract/system-accounts.ts'
import { sentences } from '../../http/sentences.ts'
import { refuse } from '../../http/answers.ts'
import { adminScope } from '../../http/authority.ts'
import type { Handlers } from '../../http/handlers.ts'
import type { Transact } from '../../stores.ts'
import { findUserInScope } from '../users/public.ts'
import { addType, changeType, removeType } from './account-types.ts'
import { accountView, maintainedView, typeView } from './account-view.ts'
import { mayGrantSystem } from './may-grant-system.ts'
import { saveAccounts } from './save-accounts.ts'

export function systemAccountHandlers({ transact }: { transact: Transact }): Handlers<typeof contract> {
  return {
    getUserSummary: ({ caller, params }) =>
      transact(adminScope(caller), async ({ tx, systemAccounts }) => {
        const user = await findUserInScope(tx, params.userId)
        if (!user) return refuse('404', sentences.user_not_found)
        return {
          userId: user.id,
          userNm: user.userName,
          firstNm: user.firstName,
          lastNm: user.lastName,
          clients: await systemAccounts.clientsOfUser(user.id),
        }
      }),
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
    saveUserSystemAccounts: ({ caller, request, params: { userId, systemId }, body }) =>
      saveAccounts({ transact }, { caller, request }, { userId, systemId, accounts: body }),
    listAccountTypes: ({ caller }) =>
      transact(adminScope(caller), async ({ accountTypes }) => (await accountTypes.all()).map(maintainedView)),
    addAccountType: ({ caller, request, body }) =>
      transact(adminScope(caller), (stores) => addType(stores, { caller, request }, body)),
    changeAccountType: ({ caller, request, params, body }) =>
      transact(adminScope(caller), (stores) =>
        changeType(stores, { caller, request }, params.systemAccountTypeId, body),
      ),
    removeAccountType: ({ caller, request, params }) =>
      transact(adminScope(caller), (stores) => removeType(stores, { caller, request }, params.systemAccountTypeId)),
  }
}

import { emailDomain } from '@portico/contract/account/account-rules.ts'
import type * as contract from '@portico/contract/account/account.ts'
import type { Handlers } from '../../http/handlers.ts'
import { audienceOf } from '../../http/text-audience.ts'
import { ownScope } from '../../http/authority.ts'
import {
  carriers,
  departments,
  employersOf,
  notificationTypes,
  ownNotificationTypes,
  typesInWords,
} from './account-lists.ts'
import type { AccountDeps } from './account-deps.ts'
import { confirmEmail, withdrawEmail } from './change-email.ts'
import { saveNotificationChoice } from './notification-choice.ts'
import { optOutByRequest } from './opt-out.ts'
import { profileOf, readOwnAccount } from './profile.ts'
import { updateProfile } from './update-profile.ts'

export function accountHandlers(deps: AccountDeps): Handlers<typeof contract> {
  const { db, wordings } = deps
  return {
    getProfile: async ({ caller }) => {
      const account = await db.read(ownScope(caller), (tx) => readOwnAccount(tx, caller.user.id))
      const profile = profileOf(account, deps)
      // The security question is not shown to an administrator who acts as the user (decision E8).
      return caller.actorId === null ? profile : { ...profile, securityQuestionId: null }
    },
    updateProfile: ({ body, ...call }) => updateProfile(deps, call, body),
    confirmEmail: ({ body, ...call }) => confirmEmail(deps, call, body.token),
    withdrawEmail: (call) => withdrawEmail(deps, call),
    listNotificationTypes: async (call) =>
      typesInWords(await wordings.of(audienceOf(call)), await notificationTypes(db)),
    listOwnNotificationTypes: async (call) => {
      const { caller } = call
      const own = await db.read(ownScope(caller), (tx) => ownNotificationTypes(tx, caller.user.id))
      return typesInWords(await wordings.of(audienceOf(call)), own)
    },
    saveOwnNotificationTypes: ({ body, ...call }) => saveNotificationChoice(deps, call, body),
    sendOptOutText: ({ params, ...call }) => optOutByRequest(deps, call, params.address),
    listDepartments: () => departments(db),
    listCarriers: () => carriers(db),
    listClientsByDomain: async ({ query, caller }) => {
      const { email } = await db.read(ownScope(caller), (tx) => readOwnAccount(tx, caller.user.id))
      // A domain other than that of the user's confirmed address is not answered (S43).
      const isOwn = query.domain === undefined || query.domain.toLowerCase() === emailDomain(email)
      return isOwn ? employersOf(db, email) : []
    },
  }
}

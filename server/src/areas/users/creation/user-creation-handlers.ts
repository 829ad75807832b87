import { sentences } from '../../../http/sentences.ts'
import { emailDomain } from '@portico/contract/account/account-rules.ts'
import type * as contract from '@portico/contract/users/user-creation.ts'
import { everything } from '../../../db/scope.ts'
import { Answer, declaredCode } from '../../../http/answers.ts'
import { adminScope } from '../../../http/authority.ts'
import type { Handlers } from '../../../http/handlers.ts'
import { clientsOfDomain, isInternalDomain } from './assignable-clients.ts'
import { createUser, type CreateUserDeps } from './create-user.ts'
import { userNameBase } from './user-name-rules.ts'
import { findEmailHolder, firstFreeName } from './user-names.ts'

export function userCreationHandlers(deps: CreateUserDeps): Handlers<typeof contract> {
  const { db, phones } = deps
  return {
    createUser: ({ caller, request, body }) => createUser(deps, { caller, request }, body),
    checkEmailAddress: async ({ caller, body }) => {
      const { emailAddress, userId = null } = typeof body === 'string' ? { emailAddress: body } : body
      const holder = await db.read(adminScope(caller), (tx) => findEmailHolder(tx, emailAddress.trim(), userId))
      return holder
        ? new Answer(null, { message: sentences.user_email_used(holder) })
        : declaredCode('204', sentences.user_email_free, null)
    },
    // User names are unique across employers: that one is taken shows nothing else.
    proposeUser: ({ caller, body }) =>
      db.read(everything, async (tx) => {
        const person = { email: body.emailAddress, firstName: body.firstNm, lastName: body.lastNm }
        const [userNm, isCompanyDomain] = await Promise.all([
          firstFreeName(tx, userNameBase(person)),
          isInternalDomain(tx, emailDomain(body.emailAddress.trim())),
        ])
        return { userNm, internalUserFlg: caller.user.isInternal && isCompanyDomain }
      }),
    listEmployersByDomain: async ({ caller, query }) => {
      const scope = adminScope(caller)
      const clients = await db.read(scope, (tx) => clientsOfDomain(tx, scope, query.domain ?? ''))
      return clients.map((client) => ({
        clientId: client.id,
        clientNm: client.name,
        internationalPhonesFlg: phones.isInternational,
      }))
    },
  }
}

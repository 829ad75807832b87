import type { CallContext } from '../../http/caller.ts'
import { sentences } from '../../http/sentences.ts'
import type { UserProfileBody } from '@portico/contract/user-details.ts'
import type { KeyRing } from '../../crypto/key-ring.ts'
import { type FieldIssue, Answer, refuseFields } from '../../http/answers.ts'
import { adminScope } from '../../http/authority.ts'
import type { Transact } from '../../stores.ts'
import type { PasswordHashing } from '../password/public.ts'
import { newUserIssues } from './new-user-issues.ts'
import { newUserOf } from './new-user-rules.ts'
import { insertUser } from './new-user-store.ts'
import { giveTemporaryPassword, makePassword } from './temporary-passwords.ts'

export interface CreateUserDeps {
  transact: Transact
  hashing: PasswordHashing
  keys: KeyRing
}

/**
 * Creates a user with details, permissions and customers in one transaction (UADM-142). The temporary password goes by
 * mail and is stored nowhere else; the first sign-in asks for a new one (decision E18).
 */
export async function createUser(
  { transact, hashing, keys }: CreateUserDeps,
  { caller, request }: CallContext,
  { user: sent, ...body }: UserProfileBody,
) {
  const authority = await caller.authority()
  const scope = adminScope(caller)
  const typeIds = [...new Set((body.notificationTypes ?? []).map((type) => type.notificationTypeId))]
  // Hashing takes longer than a lock may be held.
  const newPassword = await makePassword(hashing)
  return transact(scope, async (stores) => {
    const { issues, wantsTexts } = await newUserIssues(stores.tx, scope, sent, typeIds)
    if (issues.length > 0) return refuseIssues(issues)
    const user = newUserOf(sent, sent.employerId ?? 0, wantsTexts, authority)
    const id = await insertUser(stores.tx, user)
    if (id === undefined) return refuseIssues([{ field: 'userNm', message: sentences.user_name_taken }])
    await stores.ownAccounts.setNotificationTypes(id, typeIds)
    await giveTemporaryPassword(stores, keys, { ...user, id, passwordHash: null }, newPassword, 'new-account')
    stores.audit.change(
      { caller, request },
      { event: 'user_created', kind: 'user', id, clientId: user.clientId },
      null,
      { ...user, notificationTypes: typeIds },
    )
    const name = `${user.firstName} ${user.lastName}`
    const message = sentences.user_created({ name, email: user.email })
    return new Answer({ userId: id, userNm: user.userName }, { message })
  })
}

const refuseIssues = (issues: readonly FieldIssue[]) =>
  refuseFields('422', issues.length > 1 ? sentences.form_several_invalid : (issues[0]?.message ?? ''), issues)

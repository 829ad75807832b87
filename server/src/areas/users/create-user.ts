import type { UserProfileBody } from '@portico/contract/user-details.ts'
import type { KeyRing } from '../../crypto/key-ring.ts'
import { Answer, type FieldIssue, Refusal, refuseFields, refuseOldSignIn } from '../../http/answers.ts'
import { adminScope } from '../../http/authority.ts'
import { noMessage, sentences } from '../../http/sentences.ts'
import type { Stores, Transact } from '../../stores.ts'
import type { CallContext } from '../../http/caller.ts'
import { assignToNewUser } from '../customers/public.ts'
import type { PasswordHashing } from '../password/public.ts'
import { newUserIssues } from './new-user-issues.ts'
import { type NewUserDetails, newUserOf } from './new-user-rules.ts'
import { insertUser } from './new-user-store.ts'
import { permissionRecord, planPermissions, storePermissions } from './permission-plan.ts'
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
  by: CallContext,
  { user: sent, ...body }: UserProfileBody,
) {
  const authority = await by.caller.authority()
  const scope = adminScope(by.caller)
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
    recordCreation(stores, by, id, { ...user, notificationTypes: typeIds })
    const target = { id, clientId: user.clientId }
    const refusal =
      (await grantPermissions(stores, by, { ...target, isInternal: user.isInternal }, body)) ??
      (await assignToNewUser(stores, by, target, assignmentsOf(body)))
    if (refusal) return refusal
    await giveTemporaryPassword(stores, keys, { ...user, id, passwordHash: null }, newPassword, 'new-account')
    const name = `${user.firstName} ${user.lastName}`
    const message = sentences.user_created({ name, email: user.email })
    return new Answer({ userId: id, userNm: user.userName }, { message })
  })
}

const refuseIssues = (issues: readonly FieldIssue[]) =>
  refuseFields('422', issues.length > 1 ? sentences.form_several_invalid : (issues[0]?.message ?? noMessage), issues)

const recordCreation = (
  { audit }: Stores,
  by: CallContext,
  id: number,
  user: NewUserDetails & { notificationTypes: readonly number[] },
) => audit.change(by, { event: 'user_created', kind: 'user', id, clientId: user.clientId, subjectId: id }, null, user)

const nothing = { system: [], page: [] }

/** Gives a new user systems and pages; null, or why the administrator may not (decision E4). */
async function grantPermissions(
  stores: Stores,
  by: CallContext,
  { id, clientId, isInternal }: { id: number; clientId: number; isInternal: boolean },
  sent: Pick<UserProfileBody, 'userSystems' | 'userPages'>,
) {
  const authority = await by.caller.authority()
  const plan = await planPermissions(stores, authority, { userId: null, isInternal }, nothing, sent)
  if (plan instanceof Refusal) return plan
  if (!plan.hasChanges) return null
  if (plan.changesPortal && !(await by.caller.isSignInFresh())) return refuseOldSignIn(sentences.reauth_needed)
  await storePermissions(stores, plan, id, by.caller.user.id)
  stores.audit.change(
    by,
    { event: 'user_permissions_changed', kind: 'user', id, clientId, subjectId: id },
    permissionRecord(plan.before, plan.catalog),
    permissionRecord(plan.after, plan.catalog),
  )
  return null
}

const assignmentsOf = ({ userFacilities = [], userCustomers = [] }: Omit<UserProfileBody, 'user'>) => ({
  userFacilities: userFacilities.map((facility) => ({
    ...facility,
    allCustomersFlg: facility.allCustomersFlg ?? false,
  })),
  userCustomers,
})

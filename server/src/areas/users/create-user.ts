import { fullName } from '@portico/contract/full-name.ts'
import type { UserProfileBody } from '@portico/contract/user-details.ts'
import type { Tx } from '../../db/database.ts'
import type { Scope } from '../../db/scope.ts'
import type { KeyRing } from '../../crypto/key-ring.ts'
import { Answer, Refusal, refuseIssues, refuseOldSignIn } from '../../http/answers.ts'
import { adminScope } from '../../http/authority.ts'
import { sentences } from '../../http/sentences.ts'
import type { Stores, Transact } from '../../stores.ts'
import type { CallContext } from '../../http/caller.ts'
import { assignToNewUser } from '../customers/public.ts'
import type { PasswordHashing } from '../password/public.ts'
import { planPermissions, storePermissions } from './permission-plan.ts'
import { recordPermissions } from './permission-record.ts'
import { namedRowIssues, toFieldIssues } from './user-details-issues.ts'
import { type NewUserDetails, newUserIssues, newUserOf, withoutCarrier } from './user-details-rules.ts'
import { insertUser, readNamedRows } from './user-details-store.ts'
import { giveTemporaryPassword, makePassword } from './temporary-passwords.ts'

export interface CreateUserDeps {
  transact: Transact<'audit' | 'grants' | 'outbox' | 'ownAccounts' | 'passwords' | 'tx'>
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
  // Hashing takes longer than a lock may be held.
  const newPassword = await makePassword(hashing)
  return transact(scope, async (stores) => {
    const { user, issues } = await readNewUser(stores.tx, scope, newUserOf({ user: sent, ...body }, authority), sent)
    if (issues.length > 0) return refuseIssues(issues)
    const id = await insertUser(stores.tx, user)
    if (id === undefined) return refuseIssues([{ field: 'userNm', message: sentences.user_name_taken }])
    await stores.ownAccounts.setNotificationTypes(id, user.typeIds)
    recordCreation(stores, by, id, user)
    const target = { id, clientId: user.clientId }
    const refusal =
      (await grantPermissions(stores, by, { ...target, isInternal: user.isInternal }, body)) ??
      (await assignToNewUser(stores, by, target, assignmentsOf(body)))
    if (refusal) return refusal
    await giveTemporaryPassword(stores, keys, { ...user, id, passwordHash: null }, newPassword, 'new-account')
    const name = fullName(user)
    const message = sentences.user_created({ name, email: user.email })
    return new Answer({ userId: id, userNm: user.userName }, { message })
  })
}

/** The new user as stored, with every reason why they cannot be: by the shared rules, and by the rows they name. */
async function readNewUser(tx: Tx, scope: Scope, wanted: NewUserDetails, sent: UserProfileBody['user']) {
  const rows = await readNamedRows(tx, wanted)
  const { wantsTexts, takesInternationalPhones: international } = rows
  const issues = toFieldIssues(newUserIssues(wanted, { sent, wantsTexts, international }))
  const ofRows = namedRowIssues({
    details: wanted,
    rows,
    mayUseClient: scope.kind !== 'client' || wanted.clientId === scope.clientId,
    isChecked: (field) => !issues.some((issue) => issue.field === field),
  })
  return { user: wantsTexts ? wanted : withoutCarrier(wanted), issues: [...issues, ...ofRows] }
}

const recordCreation = ({ audit }: Pick<Stores, 'audit'>, by: CallContext, id: number, user: NewUserDetails) =>
  audit.change(by, { event: 'user_created', kind: 'user', id, clientId: user.clientId, subjectId: id }, null, user)

const nothing = { system: [], page: [] }

/** Gives a new user systems and pages; null, or why the administrator may not (decision E4). */
async function grantPermissions(
  stores: Pick<Stores, 'audit' | 'grants' | 'tx'>,
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
  await recordPermissions(stores, by, { id, clientId }, plan.before, plan.after)
  return null
}

const assignmentsOf = ({ userFacilities = [], userCustomers = [] }: Omit<UserProfileBody, 'user'>) => ({
  userFacilities: userFacilities.map((facility) => ({
    ...facility,
    allCustomersFlg: facility.allCustomersFlg ?? false,
  })),
  userCustomers,
})

import { fullName } from '@portico/contract/users/full-name.ts'
import type { RequestOf } from '@portico/contract/kit/endpoint.ts'
import type { PhoneNumbers } from '@portico/contract/phones/phone-numbers.ts'
import type { createUser as createUserCall } from '@portico/contract/users/user-creation.ts'
import type { UserProfileBody } from '@portico/contract/users/user-details.ts'
import type { Tx, Db } from '../../../db/database.ts'
import { everything, type Scope } from '../../../db/scope.ts'
import type { KeyRing } from '../../../crypto/key-ring.ts'
import { Answer, type FieldIssue, Refusal, refuseIssues, refuseOldSignIn } from '../../../http/answers.ts'
import { adminScope } from '../../../http/authority.ts'
import { sentences } from '../../../http/sentences.ts'
import type { CallContext, Caller } from '../../../http/caller.ts'
import { assignToNewUser } from '../../customers/public.ts'
import type { PasswordHashing } from '../../../crypto/password-hashing.ts'
import { giveToNewUser } from '../../permission-sets/public.ts'
import {
  type ActorRights,
  readActorRights,
  planPermissions,
  storePermissions,
  recordPermissions,
} from '../../permissions/public.ts'
import { namedRowIssues, toUserIssues } from '../details/user-details-issues.ts'
import { type NewUserDetails, newUserIssues, newUserOf, withoutCarrier } from '../details/user-details-rules.ts'
import { insertUser, readNamedRows } from '../details/user-details-store.ts'
import { freeUserNames } from './user-names.ts'
import { giveTemporaryPassword, makePassword } from '../actions/temporary-passwords.ts'
import { setNotificationTypes } from '../../account/public.ts'
import { auditChange } from '../../audit/public.ts'

type NewUserBody = RequestOf<typeof createUserCall>['body']

export interface CreateUserDeps {
  db: Db
  hashing: PasswordHashing
  keys: KeyRing
  phones: PhoneNumbers
}

/**
 * Creates a user with details, permissions and customers in one transaction (UADM-142). The temporary password goes by
 * mail and is stored nowhere else; the first sign-in asks for a new one (decision E18).
 */
export async function createUser(
  { db, hashing, keys, phones }: CreateUserDeps,
  by: CallContext,
  { user: sent, setIds = [], setEndDt = null, ...body }: NewUserBody,
) {
  const given = grantIssues(by.caller, { ...body, setIds })
  if (given.length > 0) return refuseIssues(given)
  const rights = await readActorRights(by)
  const scope = adminScope(by.caller)
  const wanted = newUserOf({ user: sent, ...body }, rights.authority, phones)
  const known = await knownIssues(db, scope, wanted, { sent, phones })
  if (known.length > 0) return refuseIssues(known)
  // Hashing takes longer than a lock may be held.
  const newPassword = await makePassword(hashing)
  return db.transact(scope, async (tx) => {
    const { user, issues } = await readNewUser(tx, scope, wanted, { sent, phones })
    if (issues.length > 0) return refuseIssues(issues)
    const id = await insertUser(tx, user)
    if (id === undefined) return refuseIssues([userNameTaken])
    await setNotificationTypes(tx, id, user.typeIds)
    recordCreation(tx, by, id, user)
    const target = { id, clientId: user.clientId }
    const refusal =
      (await grantPermissions(tx, by, rights, { ...target, isInternal: user.isInternal }, body)) ??
      (await assignToNewUser(tx, by, target, assignmentsOf(body))) ??
      (await giveToNewUser(tx, by, rights, id, { setIds, endsAt: setEndDt }))
    if (refusal) return refusal
    await giveTemporaryPassword(tx, keys, { ...user, id, passwordHash: null }, newPassword, 'new-account')
    const name = fullName(user)
    const message = sentences.user_created({ name, email: user.email })
    return new Answer({ userId: id, userNm: user.userName }, { message })
  })
}

/** Why the user cannot be, as far as it is known beforehand: a request that fails costs no hash of a password. */
async function knownIssues(
  db: Db,
  scope: Scope,
  wanted: NewUserDetails,
  given: Parameters<typeof readNewUser>[3],
): Promise<readonly FieldIssue[]> {
  const { issues } = await db.read(scope, (tx) => readNewUser(tx, scope, wanted, given))
  if (issues.length > 0) return issues
  // User names are unique across employers.
  const free = await db.read(everything, (tx) => freeUserNames(tx, [wanted.userName]))
  return free.length > 0 ? [] : [userNameTaken]
}

const userNameTaken: FieldIssue = { field: 'userNm', message: sentences.user_name_taken }

const grantLists = ['userSystems', 'userPages', 'userFacilities', 'userCustomers', 'setIds'] as const

/** A program gives nobody access, whatever its owner may give (decision 54). */
const grantIssues = ({ service }: Caller, body: Omit<NewUserBody, 'user'>): FieldIssue[] =>
  grantLists
    .filter((field) => service !== null && (body[field] ?? []).length > 0)
    .map((field) => ({ field, message: sentences.service_gives_no_access }))

/** The new user as stored, with every reason why they cannot be: by the shared rules, and by the rows they name. */
async function readNewUser(
  tx: Tx,
  scope: Scope,
  wanted: NewUserDetails,
  { sent, phones }: { sent: UserProfileBody['user']; phones: PhoneNumbers },
) {
  const rows = await readNamedRows(tx, wanted)
  const { wantsSms } = rows
  const issues = toUserIssues(newUserIssues(wanted, { sent, wantsSms, phones }))
  const ofRows = namedRowIssues({
    details: wanted,
    rows,
    mayUseClient: scope.kind !== 'client' || wanted.clientId === scope.clientId,
    isChecked: (field) => !issues.some((issue) => issue.field === field),
  })
  return { user: wantsSms ? wanted : withoutCarrier(wanted), issues: [...issues, ...ofRows] }
}

const recordCreation = (tx: Tx, by: CallContext, id: number, user: NewUserDetails) =>
  auditChange(tx, by, { event: 'user_created', kind: 'user', id, clientId: user.clientId, subjectId: id }, null, user)

const nothing = { system: [], page: [] }

/** Gives a new user systems and pages; null, or why the administrator may not (decision E4). */
async function grantPermissions(
  tx: Tx,
  by: CallContext,
  { authority, isFresh }: ActorRights,
  { id, clientId, isInternal }: { id: number; clientId: number; isInternal: boolean },
  sent: Pick<UserProfileBody, 'userSystems' | 'userPages'>,
) {
  const plan = await planPermissions(tx, authority, { userId: null, isInternal }, nothing, sent)
  if (plan instanceof Refusal) return plan
  if (!plan.hasChanges) return null
  if (plan.changesPortal && !isFresh) return refuseOldSignIn(sentences.reauth_needed)
  await storePermissions(tx, plan, id, by.caller.user.id)
  await recordPermissions(tx, by, { id, clientId }, plan.before, plan.after)
  return null
}

const assignmentsOf = ({ userFacilities = [], userCustomers = [] }: Omit<UserProfileBody, 'user'>) => ({
  userFacilities: userFacilities.map((facility) => ({
    ...facility,
    allCustomersFlg: facility.allCustomersFlg ?? false,
  })),
  userCustomers,
})

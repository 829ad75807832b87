import { isDeepStrictEqual } from 'node:util'
import { normalizeUserName, USER_NAME } from '@portico/contract/users/user-details-rules.ts'
import type { Tx } from '../../../db/database.ts'
import { administersPortal, type ManagedUser } from '../../../http/authority.ts'
import { recordAudit } from '../../audit/public.ts'
import { withdrawPendingEmail } from '../../account/public.ts'
import { findTarget, isLastPortalAdmin, type UserTarget } from '../../permissions/public.ts'
import { mailAccountChange } from '../../users/public.ts'
import { ScimError } from '../protocol/scim-error.ts'
import { auditContext, type ScimAct, type ScimDeps } from '../scim-act.ts'
import {
  accountName,
  departmentName,
  type MappedPerson,
  type ProvidedDetails,
  providedDetails,
  providedFields,
} from './account-details.ts'
import { mailFirstPassword } from './first-password.ts'
import { type AccountChange, findDepartment, noteProvidedFields, storeAccount } from './account-store.ts'

/** A person before and after a change; null before: the account is new to the directory. */
export interface PersonChange {
  readonly userId: number
  readonly before: MappedPerson | null
  readonly after: MappedPerson
  /** Undefined: the status stays. */
  readonly isActive?: boolean | undefined
}

/**
 * Gives an account what its directory states now, and records the difference as one event: only what the directory has
 * changed, so that it takes back nothing else. Nothing happens to the account where all of it is the same.
 */
export async function applyToAccount(tx: Tx, deps: ScimDeps, act: ScimAct, change: PersonChange): Promise<void> {
  const { before, after } = change
  const details = isDeepStrictEqual(before, after) ? {} : await changedDetails(tx, deps, change)
  if (Object.keys(details).length === 0 && change.isActive === undefined && !isRenamed(change)) return
  const target = await findTarget(tx, change.userId)
  if (!target) throw new ScimError(404, 'User not found')
  const wanted = wantedChange(target, change, details)
  if (isNothing(wanted)) return
  await refuseForAdministrator(tx, target, wanted)
  await storeAccount(tx, target.id, wanted)
  await notify(tx, act, target, wanted)
  recordChange(tx, act, target, wanted)
}

/** True where the directory gives a person another name; an account that differs in case alone keeps its own. */
const isRenamed = ({ before, after }: PersonChange): boolean =>
  before !== null && accountName(before) !== accountName(after)

const isNothing = ({ details, status, userName }: AccountChange): boolean =>
  Object.keys(details).length === 0 && status === undefined && userName === undefined

function wantedChange(target: UserTarget, change: PersonChange, details: Partial<ProvidedDetails>): AccountChange {
  const { before, after, isActive } = change
  const status = isActive === undefined ? target.status : isActive ? 1 : 2
  const name = normalizeUserName(accountName(after))
  // The account follows its directory where it had the name of the directory.
  const follows =
    before !== null && isRenamed(change) && USER_NAME.test(name) && isSameName(target.userName, accountName(before))
  return {
    details,
    // A user who was deleted here is inactive already.
    ...(status === target.status || (status === 2 && target.status === 3) ? {} : { status: status as 1 | 2 }),
    ...(follows && name !== target.userName ? { userName: name } : {}),
  }
}

const isSameName = (a: string, b: string): boolean =>
  normalizeUserName(a).toLowerCase() === normalizeUserName(b).toLowerCase()

/** Values that the directory has changed; notes which ones it provides now. */
async function changedDetails(
  tx: Tx,
  { phones }: ScimDeps,
  { userId, before, after }: PersonChange,
): Promise<Partial<ProvidedDetails>> {
  const read = async (person: MappedPerson) =>
    providedDetails(person, { departmentId: await findDepartment(tx, departmentName(person)), phones })
  const next = await read(after)
  noteProvidedFields(tx, userId, next)
  // By rules of an earlier version the former document may have been one.
  const former = before === null ? null : await read(before).catch(() => null)
  const changed = providedFields.filter((name) => (former === null ? next[name] !== null : former[name] !== next[name]))
  return Object.fromEntries(changed.map((name) => [name, next[name]]))
}

/** True for users whose account would give somebody a right of the administration, or the view of internal staff. */
export const isProtected = (user: ManagedUser): boolean =>
  user.isInternal || user.isPortalAdmin || user.maySignOnAs || user.adminSystemIds.length > 0 || administersPortal(user)

/** What makes an account a protected one, as it is kept with the decision to link it. */
export const protectedRights = (user: ManagedUser): string[] => [
  ...(user.isInternal ? ['internal'] : []),
  ...(user.isPortalAdmin ? ['portal'] : []),
  ...(user.maySignOnAs ? ['sign-on-as'] : []),
  ...user.adminSystemIds.map((id) => `system ${id}`),
  ...user.pageIds.map((id) => `page ${id}`),
]

/** A directory may close a protected account, and neither open it nor lead it to another address. */
async function refuseForAdministrator(tx: Tx, target: UserTarget, wanted: AccountChange): Promise<void> {
  if (target.status === 3)
    throw new ScimError(403, 'the user was deleted in the portal; an administrator has to restore them')
  const takenOver = takeOverIn(target, wanted)
  if (takenOver !== undefined && isProtected(target))
    throw new ScimError(
      403,
      `${takenOver}: the user is internal or administers the portal; an administrator has to change this`,
    )
  if (wanted.status === 2 && target.isPortalAdmin && (await isLastPortalAdmin(tx, target.id)))
    throw new ScimError(403, 'active: this is the last administrator of the portal')
}

/** The attribute by which a change could give the account to somebody else; undefined where there is none. */
function takeOverIn({ email }: UserTarget, { status, userName, details }: AccountChange): string | undefined {
  if (status === 1) return 'active'
  if (userName !== undefined) return 'userName'
  return details.email === undefined || details.email === email ? undefined : 'emails'
}

/** The former address learns of a new one, and who can sign in from now on gets the way to a first password. */
async function notify(tx: Tx, act: ScimAct, target: UserTarget, { details, status }: AccountChange): Promise<void> {
  const { email = target.email } = details
  if (email !== target.email) {
    // One that waits to be confirmed is dropped.
    await withdrawPendingEmail(tx, target.id)
    await mailAccountChange(tx, act, { ...target, to: target.email }, { change: 'email_changed', newAddress: email })
  }
  if (status === 1 && target.signInKind === 'password' && target.passwordHash === null)
    await mailFirstPassword(tx, { ...target, email })
}

function recordChange(tx: Tx, act: ScimAct, target: UserTarget, { details, userName, status }: AccountChange): void {
  const before = {
    ...Object.fromEntries(
      Object.keys(details).flatMap((name) => (name in target ? [[name, target[name as keyof UserTarget]]] : [])),
    ),
    ...(userName === undefined ? {} : { userName: target.userName }),
    ...(status === undefined ? {} : { status: target.status }),
  }
  const after = {
    ...details,
    ...(userName === undefined ? {} : { userName }),
    ...(status === undefined ? {} : { status }),
  }
  recordAudit(tx, auditContext(act), {
    event: 'user_updated',
    actorId: act.account.ownerId,
    subjectId: target.id,
    sessionId: null,
    clientId: target.clientId,
    target: { kind: 'user', id: target.id },
    before,
    after,
  })
}

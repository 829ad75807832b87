import { recordAudit } from '../../audit/public.ts'
import { wakeDelivery } from '../../mail/public.ts'
import { lockUserTargets } from '../../permissions/public.ts'
import { firstFreeName } from '../../users/public.ts'
import { violatedConstraint } from '../../../db/constraint-violation.ts'
import type { Tx } from '../../../db/database.ts'
import { everything } from '../../../db/scope.ts'
import { ScimError } from '../protocol/scim-error.ts'
import type { JsonObject } from '../protocol/scim-schema.ts'
import { readResource } from '../protocol/scim-values.ts'
import { auditContext, directoryScope, type ScimAct, type ScimDeps } from '../scim-act.ts'
import { alreadyInUse, withUniqueness } from '../uniqueness.ts'
import { noMapping } from '../mapping/attribute-mapping.ts'
import { readMappings } from '../mapping/mapping-store.ts'
import {
  accountName,
  type AccountNames,
  accountNames,
  departmentName,
  directoryName,
  domainOfDetails,
  type MappedPerson,
  type ProvidedDetails,
  providedDetails,
} from './account-details.ts'
import { findDepartment, queueAccount, type SignInKind, signInKindOf } from './account-store.ts'
import { applyToAccount, isProtected, protectedRights } from './apply-to-account.ts'
import { queueFirstPassword } from './first-password.ts'
import {
  type ConflictDecision,
  findDecision,
  noteConflict,
  ProvisioningConflict,
  refusedPerson,
  settleConflict,
} from './conflict-store.ts'
import {
  addScimUser,
  findAccounts,
  findKnownPersons,
  findScimUser,
  queueScimUser,
  reserveIds,
  reviveScimUser,
  type ScimUser,
} from './scim-user-store.ts'

/** What a directory knows a person by. */
interface DirectoryNames {
  readonly externalId: string | null
  readonly userName: string
}

interface NewPerson extends DirectoryNames, MappedPerson {
  readonly details: ProvidedDetails
  readonly isActive: boolean
}

/** The account that a new person of the directory gets; with `scimId` that of a person who comes back. */
interface FoundAccount {
  readonly userId: number
  readonly scimId: number | null
  /** False where the directory has closed the account, and may open it again. */
  readonly statedActive: boolean
  /** Of a link that an administrator has chosen: what the account administered then; null: it may not administer. */
  readonly chosenRights?: readonly string[] | null
}

/**
 * Provides a person.
 * @param otherName the name of a new account; null: the first of their names
 * @param noteNames gets the names of the person where they get a new account
 */
type Provide = (otherName: string | null, noteNames: (names: AccountNames) => void) => Promise<ScimUser>

/**
 * Provides a person: what an administrator has decided, else the one who comes back with the external id, else the account with the user name or with the
 * address, else a new one. What clashes is kept as a conflict, and nothing else of it is stored.
 */
export async function createUser(deps: ScimDeps, act: ScimAct, body: JsonObject): Promise<ScimUser> {
  const { active, ...document } = readResource('User', body)
  const { clientId } = act.account
  let triedUserId: number | null = null
  const named: DirectoryNames = { userName: directoryName(document), externalId: document.externalId ?? null }
  const provide: Provide = (otherName, noteNames) =>
    deps.db.transact(directoryScope(act), async (tx) => {
      const [former, { now: mapping }, usualDepartment] = await Promise.all([
        findFormer(tx, clientId, named, (userId) => (triedUserId = userId)),
        readMappings(tx, clientId),
        findDepartment(tx, departmentName({ document, mapping: noMapping })),
      ])
      const mapped = { document, mapping }
      const departmentId =
        mapping.paths.departmentNm === undefined ? usualDepartment : await findDepartment(tx, departmentName(mapped))
      const details = providedDetails(mapped, { departmentId, phones: deps.phones })
      const person: NewPerson = { ...mapped, details, isActive: active !== false, ...named }
      const [found, reserved, signInKind] = await Promise.all([
        former ?? findAccount(tx, clientId, person),
        reserveIds(tx),
        signInKindOf(tx, clientId, domainOfDetails(details)),
      ])
      if (!found) {
        const names = accountNames(person, details)
        noteNames(names)
        return addPerson(tx, act, { ...person, signInKind, accountName: otherName ?? names.first }, reserved)
      }
      const id = await takeOver(tx, deps, act, person, found)
      settleConflict(tx, clientId, person.userName)
      const made = await findScimUser(tx, clientId, id)
      if (!made) throw new Error('A person who was just provided is missing')
      return made
    })
  try {
    return await withUniqueness(() => provideUnderFreeName(deps, provide))
  } catch (error) {
    const conflict = conflictOf(error, triedUserId)
    if (conflict)
      await deps.db.transact(directoryScope(act), async (tx) =>
        noteConflict(tx, clientId, { ...named, triedUserId }, conflict),
      )
    throw error
  }
}

/**
 * Provides a person under the first of their names; where another account has it, under another one. A person without
 * other names is tried once more: they may be known by now.
 */
async function provideUnderFreeName({ db }: ScimDeps, provide: Provide): Promise<ScimUser> {
  for (let otherName: string | null = null; ;) {
    const tried: { names?: AccountNames } = {}
    try {
      return await provide(otherName, (names) => (tried.names = names))
    } catch (error) {
      if (!tried.names || violatedConstraint(error) !== 'users_by_user_name') throw error
      const { first, otherBase } = tried.names
      if (otherBase === null && otherName !== null) throw error
      // User names are unique across employers, and the directory sees its own alone.
      otherName = otherBase === null ? first : await db.read(everything, (tx) => firstFreeName(tx, otherBase))
    }
  }
}

/** What is kept for the administrator; null: nothing. A chosen account that the directory may not change so is in the way, too. */
function conflictOf(error: unknown, triedUserId: number | null) {
  if (error instanceof ProvisioningConflict) return error
  if (triedUserId === null || !(error instanceof ScimError) || error.status !== 403) return null
  return new ProvisioningConflict('administrator', triedUserId)
}

/**
 * What an administrator has decided; else the person of the directory who was deleted and comes back; null where there
 * is neither.
 * @throws ScimError where the person is there, ProvisioningConflict where the name was another person's
 */
async function findFormer(
  tx: Tx,
  clientId: number,
  named: DirectoryNames,
  noteTried: (userId: number | null) => void,
): Promise<FoundAccount | null> {
  const [known, decision] = await Promise.all([
    findKnownPersons(tx, clientId, named),
    findDecision(tx, clientId, named),
  ])
  const present = known.find(({ isDeleted }) => !isDeleted)
  if (present) throw alreadyInUse(present.hasExternalId ? 'externalId' : 'userName')
  noteTried(decision?.linkUserId ?? null)
  if (decision) return linkedAccount(decision)
  const former = known.find(({ hasExternalId }) => hasExternalId) ?? known[0]
  if (!former) return null
  refuseOtherPerson(named, former)
  return { userId: former.userId, scimId: former.id, statedActive: former.statedActive }
}

/** @throws ProvisioningConflict where the person is refused, or another person of the directory has the account by now */
function linkedAccount(decision: ConflictDecision): FoundAccount {
  const { linkUserId: userId, scimId, statedActive, isProvided, linksProtected, linkRights } = decision
  if (userId === null) throw refusedPerson(decision)
  if (isProvided) throw new ProvisioningConflict('other-person', userId)
  return { userId, scimId, statedActive, chosenRights: linksProtected ? linkRights : null }
}

/**
 * The account of the employer with the name, or the only one with the address; null where there is none.
 * @throws ProvisioningConflict where the account is not theirs to have
 */
async function findAccount(tx: Tx, clientId: number, person: NewPerson): Promise<FoundAccount | null> {
  const { details } = person
  const userName = accountName(person)
  const domain = domainOfDetails(details)
  const matches = await findAccounts(tx, clientId, { userName, email: details.email, domain })
  const [first, ...others] = matches
  if (!first) return null
  if (!first.hasName && others.length > 0)
    throw new ProvisioningConflict('several', null, { accountIds: matches.map(({ userId }) => userId) })
  if (first.scimId === null) return first
  if (!first.isDeleted) throw new ProvisioningConflict('other-person', first.userId)
  refuseOtherPerson(person, first)
  return first
}

/** Two external ids are two people, who may have had one name after the other; so are one and none. */
function refuseOtherPerson(
  { externalId }: DirectoryNames,
  former: { readonly userId: number; readonly externalId: string | null },
): void {
  if (externalId !== former.externalId) throw new ProvisioningConflict('other-person', former.userId)
}

/** Links an account of the employer, or gives a person back their own. */
async function takeOver(
  tx: Tx,
  deps: ScimDeps,
  act: ScimAct,
  { document, mapping, isActive, externalId, userName }: NewPerson,
  { userId, scimId, statedActive, chosenRights = null }: FoundAccount,
): Promise<number> {
  const { clientId } = act.account
  const [target] = await lockUserTargets(tx, [userId])
  if (!target || target.status === 3) throw new ProvisioningConflict('deleted', userId)
  // One that was given more rights since an administrator chose it waits for another decision.
  if (isProtected(target) && !protectedRights(target).every((right) => chosenRights?.includes(right)))
    throw new ProvisioningConflict('administrator', userId)
  if (scimId === null)
    recordAudit(tx, auditContext(act), {
      event: 'identity_linked',
      actorId: act.account.ownerId,
      subjectId: userId,
      sessionId: null,
      clientId,
      target: { kind: 'user', id: userId },
      after: { userName, externalId },
    })
  // What an administrator has closed stays so.
  const status = isActive && statedActive ? undefined : isActive
  // The account before the person: everything that provides people locks the count of users first.
  await applyToAccount(tx, deps, act, { userId, before: null, after: { document, mapping }, isActive: status })
  const stated = { document, statedActive: isActive, mappingVersion: mapping.version }
  const person =
    scimId === null
      ? await addScimUser(tx, clientId, userId, stated)
      : await reviveScimUser(tx, clientId, scimId, stated)
  if (!person) throw alreadyInUse('userName')
  return person.id
}

interface AddedPerson extends NewPerson {
  readonly signInKind: SignInKind
  readonly accountName: string
}

/**
 * Adds a person, all of it with the COMMIT: the count of the employer's users is locked from the account on, and other
 * requests of the directory wait for it.
 * @throws where another account has the name
 */
async function addPerson(
  tx: Tx,
  act: ScimAct,
  person: AddedPerson,
  reserved: Awaited<ReturnType<typeof reserveIds>>,
): Promise<ScimUser> {
  const { clientId } = act.account
  const { document, mapping, details, isActive, signInKind, accountName: userName } = person
  const id = reserved.userId
  const hasMail = signInKind === 'password' && isActive
  if (hasMail) await wakeDelivery(tx)
  queueAccount(tx, { id, userName, clientId, signInKind, isActive, details })
  const stated = { document, statedActive: isActive, mappingVersion: mapping.version }
  const made = queueScimUser(tx, clientId, reserved, stated)
  recordCreation(tx, act, person, { id, userName })
  if (hasMail) queueFirstPassword(tx, { id, clientId, email: details.email })
  settleConflict(tx, clientId, person.userName)
  return made
}

function recordCreation(
  tx: Tx,
  act: ScimAct,
  { details, isActive, signInKind }: AddedPerson,
  { id, userName }: { id: number; userName: string },
): void {
  recordAudit(tx, auditContext(act), {
    event: 'user_created',
    actorId: act.account.ownerId,
    subjectId: id,
    sessionId: null,
    clientId: act.account.clientId,
    target: { kind: 'user', id },
    after: { userName, ...details, status: isActive ? 1 : 2, signInKind },
  })
}

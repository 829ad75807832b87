import { PORTAL_SYSTEM_ID } from '@portico/contract/catalog/catalog-rules.ts'
import type { PhoneNumbers } from '@portico/contract/phones/phone-numbers.ts'
import type { SentDetails } from '@portico/contract/users/user-profile.ts'
import type { PersonField } from '../../../config/directory-settings.ts'
import type { Db, Tx } from '../../../db/database.ts'
import {
  Answer,
  type FieldIssue,
  refuse,
  refuseIssues,
  refuseOldSignIn,
  isStaleVersion,
} from '../../../http/answers.ts'
import { sentences } from '../../../http/sentences.ts'
import { administersPortal, adminScope, mayManageUser } from '../../../http/authority.ts'
import type { SmsGateway } from '../../../ports/sms/sms-gateway.ts'
import type { Scope } from '../../../db/scope.ts'
import { consumeOptOut, type OptOut, phonesFor, readOwnAccount, removesSmsRecipient } from '../../account/public.ts'
import type { Authority, CallContext } from '../../../http/caller.ts'
import {
  readOnlyReason,
  readOnlyRefusals,
  refuseStaleUser,
  readActorRights,
  findTarget,
  isLastPortalAdmin,
} from '../../permissions/public.ts'
import { applyDetails } from './apply-details.ts'
import { namedRowIssues, toUserIssues } from './user-details-issues.ts'
import {
  changedUserFields,
  detailsOf,
  fieldsOfDirectory,
  mergedDetails,
  ownAccountIssues,
  ruleIssues,
  type UserDetails,
  withoutTexts,
} from './user-details-rules.ts'
import { lockDetails, type ProfiledUser, readNamedRows, readProfiledUser } from './user-details-store.ts'

export interface SaveDetailsDeps {
  db: Db
  sms: SmsGateway
  phones: PhoneNumbers
  /** Fields that the company directory manages. */
  directoryFields: readonly PersonField[]
}

/** What a save changes, checked against the user as they were read. */
export interface DetailsChange {
  before: ProfiledUser
  after: UserDetails
  /** Wire names. */
  changed: readonly string[]
  issues: readonly FieldIssue[]
}

/** Changes the details and notification types of a user; what a save does not name stays as it is. */
export async function saveDetails(
  deps: SaveDetailsDeps,
  { caller, request }: CallContext,
  { userId, sent }: { userId: number; sent: SentDetails },
) {
  const { authority, isFresh } = await readActorRights({ caller })
  const scope = adminScope(caller)
  const change = await deps.db.read(scope, (tx) => readChange(tx, deps, { authority, scope, userId, sent }))
  if (!change) return refuse('404', sentences.user_not_found)
  const denied = denialOf(change, authority)
  if (denied) return denied
  const { before, after } = change
  const isHandedOut = handsOutAccount(before, after)
  if (!isFresh && (givesPortalRights(before, after) || (isHandedOut && administersPortal(before))))
    return refuseOldSignIn(sentences.reauth_needed)
  const stale = () => deps.db.read(scope, (tx) => refuseStaleUser(tx, userId, 'profile'))
  if (isStaleVersion(sent.version, before.version)) return stale()
  const saved = new Answer(null, { message: sentences.user_details_saved })
  if (change.changed.length === 0 && after.pendingClientId === before.pendingClientId) return saved
  const optOut = await optOutOf(deps, scope, change)
  return deps.db.transact(scope, async (tx) => {
    if (!(await lockDetails(tx, userId, before.version))) return refuseStaleUser(tx, userId, 'profile')
    // Rights may have been given, and the status changed, since the change was checked.
    const target = await findTarget(tx, userId)
    if (!target || target.status !== before.status) return refuseStaleUser(tx, userId, 'profile')
    if (!mayManageUser(authority, target)) return refuse('403', sentences.user_stronger)
    if (!isFresh && isHandedOut && administersPortal(target)) return refuseOldSignIn(sentences.reauth_needed)
    if (await removesLastPortalAdmin(tx, before, after)) return refuse('422', sentences.user_last_portal_admin)
    await applyDetails(tx, { caller, request }, { before, after, optOut })
    return saved
  })
}

interface Asked {
  authority: Authority
  scope: Scope
  userId: number
  sent: SentDetails
}

/** Undefined where the administrator sees no such user. */
async function readChange(
  tx: Tx,
  deps: Pick<SaveDetailsDeps, 'directoryFields' | 'phones'>,
  { authority, scope, userId, sent }: Asked,
): Promise<DetailsChange | undefined> {
  const before = await readProfiledUser(tx, userId)
  if (!before) return undefined
  const stored = detailsOf(before)
  const phones = phonesFor(deps.phones, before)
  const merged = mergedDetails(stored, sent, { authority, userId, phones })
  const rows = await readNamedRows(tx, merged)
  const wantedTexts = before.notificationTypes.some(({ isText }) => isText)
  const after = wantedTexts && !rows.wantsSms ? withoutTexts(merged) : merged
  const changed = changedUserFields(stored, after)
  const isForeignClient = scope.kind === 'client' && after.clientId !== scope.clientId
  const ofDirectory = fieldsOfDirectory(before, deps.directoryFields)
  const issues = [
    ...(sent.user?.employerId === null ? [{ field: 'employerId', message: sentences.user_employer_missing }] : []),
    ...toUserIssues(ownAccountIssues(changed, userId === authority.userId)),
    ...changed
      .filter((field) => ofDirectory.includes(field))
      .map((field) => ({ field, message: sentences.user_field_of_company })),
    ...toUserIssues(ruleIssues(after, changed, { wantsSms: rows.wantsSms, phones })),
    ...namedRowIssues({
      details: after,
      rows,
      mayUseClient: !isForeignClient,
      isChecked: (field) => changed.includes(field),
    }),
  ]
  return { before, after, changed, issues }
}

/** The user as rules on administrators see them after the change. */
const managedAfter = (before: ProfiledUser, { isInternal, clientId }: UserDetails) => ({
  ...before,
  isInternal,
  clientId,
  isPortalAdmin: isInternal && before.adminSystemIds.includes(PORTAL_SYSTEM_ID),
})

/** True where the save makes someone an administrator of the portal's users, or lets them sign on as others (S52). */
function givesPortalRights(before: ProfiledUser, after: UserDetails): boolean {
  const becomesInternal = after.isInternal && !before.isInternal
  return (becomesInternal && administersPortal(before)) || (after.maySignOnAs && !before.maySignOnAs)
}

/** True where the save gives somebody the account: passwords go to the address, and inactive users get in again (S52). */
const handsOutAccount = (before: ProfiledUser, after: UserDetails): boolean =>
  after.email !== before.email || (after.status === 1 && before.status !== 1)

function denialOf({ before, after, issues }: DetailsChange, authority: Authority) {
  const reason = readOnlyReason(authority, before)
  if (reason) return refuse(readOnlyRefusals[reason].code, readOnlyRefusals[reason].message)
  if (issues.length > 0) return refuseIssues(issues)
  return mayManageUser(authority, managedAfter(before, after)) ? null : refuse('403', sentences.user_internal_stronger)
}

/** Counted before the transaction, as for one's own account: a change that is rolled back gives no text back. */
async function optOutOf(
  deps: SaveDetailsDeps,
  scope: Scope,
  { before, after }: DetailsChange,
): Promise<OptOut | undefined> {
  if (!removesSmsRecipient(before, after)) return undefined
  return consumeOptOut(deps, await deps.db.read(scope, (tx) => readOwnAccount(tx, before.id)))
}

async function removesLastPortalAdmin(tx: Tx, before: ProfiledUser, after: UserDetails): Promise<boolean> {
  const staysAdmin = after.isInternal && after.status === 1
  return before.isPortalAdmin && !staysAdmin && (await isLastPortalAdmin(tx, before.id))
}

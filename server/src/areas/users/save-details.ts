import { PORTAL_SYSTEM_ID } from '@portico/contract/catalog-rules.ts'
import type { SentDetails } from '@portico/contract/user-profile.ts'
import type { PersonField } from '../../config/directory-settings.ts'
import type { Db, Tx } from '../../db/database.ts'
import { Answer, type FieldIssue, refuse, refuseIssues, refuseOldSignIn, isStaleVersion } from '../../http/answers.ts'
import { sentences } from '../../http/sentences.ts'
import { adminScope, mayManageUser } from '../../http/authority.ts'
import type { TextMessages } from '../../ports/text-message/text-message.ts'
import type { Scope } from '../../db/scope.ts'
import type { Transact } from '../../stores.ts'
import { consumeOptOut, type OptOut, readOwnAccount, removesTextRecipient } from '../account/public.ts'
import type { Authority, CallContext } from '../../http/caller.ts'
import { readOnlyReason, readOnlyRefusals, refuseStaleUser } from './profile-refusals.ts'
import { applyDetails } from './apply-details.ts'
import { namedRowIssues, toFieldIssues } from './user-details-issues.ts'
import {
  changedFields,
  detailsOf,
  fieldsOfDirectory,
  mergedDetails,
  ownAccountIssues,
  ruleIssues,
  type UserDetails,
  withoutTexts,
} from './user-details-rules.ts'
import { lockDetails, type ProfiledUser, readNamedRows, readProfiledUser } from './user-details-store.ts'
import { findTarget, isLastPortalAdmin } from './user-targets.ts'

export interface SaveDetailsDeps {
  db: Db
  transact: Transact<
    'audit' | 'emailConfirmations' | 'grants' | 'optOuts' | 'outbox' | 'ownAccounts' | 'recoveryLinks' | 'tx'
  >
  texts: TextMessages
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
  const [authority, isFresh] = await Promise.all([caller.authority(), caller.isSignInFresh()])
  const scope = adminScope(caller)
  const change = await deps.db.read(scope, (tx) => readChange(tx, deps, { authority, scope, userId, sent }))
  if (!change) return refuse('404', sentences.user_not_found)
  const denied = denialOf(change, authority)
  if (denied) return denied
  const { before, after } = change
  if (givesPortalRights(before, after) && !isFresh) return refuseOldSignIn(sentences.reauth_needed)
  const stale = () => deps.db.read(scope, (tx) => refuseStaleUser(tx, userId, 'profile'))
  if (isStaleVersion(sent.version, before.version)) return stale()
  const saved = new Answer(null, { message: sentences.user_details_saved })
  if (change.changed.length === 0 && after.pendingClientId === before.pendingClientId) return saved
  const optOut = await optOutOf(deps, scope, change)
  return deps.transact(scope, async (stores) => {
    if (!(await lockDetails(stores.tx, userId, before.version))) return refuseStaleUser(stores.tx, userId, 'profile')
    // Rights may have been given, and the status changed, since the change was checked.
    const target = await findTarget(stores.tx, userId)
    if (!target || target.status !== before.status) return refuseStaleUser(stores.tx, userId, 'profile')
    if (!mayManageUser(authority, target)) return refuse('403', sentences.user_stronger)
    if (await removesLastPortalAdmin(stores.tx, before, after)) return refuse('422', sentences.user_last_portal_admin)
    await applyDetails(stores, { caller, request }, { before, after, optOut })
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
  { directoryFields }: Pick<SaveDetailsDeps, 'directoryFields'>,
  { authority, scope, userId, sent }: Asked,
): Promise<DetailsChange | undefined> {
  const before = await readProfiledUser(tx, userId)
  if (!before) return undefined
  const stored = detailsOf(before)
  const merged = mergedDetails(stored, sent, { authority, userId })
  const rows = await readNamedRows(tx, merged)
  const wantedTexts = before.notificationTypes.some(({ isText }) => isText)
  const after = wantedTexts && !rows.wantsTexts ? withoutTexts(merged) : merged
  const changed = changedFields(stored, after)
  const isForeignClient = scope.kind === 'client' && after.clientId !== scope.clientId
  const ofDirectory = fieldsOfDirectory(before.signInKind, directoryFields)
  const issues = [
    ...(sent.user?.employerId === null ? [{ field: 'employerId', message: sentences.user_employer_missing }] : []),
    ...toFieldIssues(ownAccountIssues(changed, userId === authority.userId)),
    ...changed
      .filter((field) => ofDirectory.includes(field))
      .map((field) => ({ field, message: sentences.user_field_of_company })),
    ...toFieldIssues(
      ruleIssues(after, changed, {
        sent: sent.user,
        wantsTexts: rows.wantsTexts,
        international: rows.takesInternationalPhones,
      }),
    ),
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
  const hasPortalRights = before.adminSystemIds.includes(PORTAL_SYSTEM_ID) || before.adminPages.length > 0
  return (after.isInternal && !before.isInternal && hasPortalRights) || (after.maySignOnAs && !before.maySignOnAs)
}

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
  const recipient = { mobilePhone: before.mobilePhone, carrierId: before.smsCarrierId }
  if (!removesTextRecipient(recipient, { mobilePhone: after.mobilePhone, carrierId: after.smsCarrierId }))
    return undefined
  return consumeOptOut(deps, await deps.db.read(scope, (tx) => readOwnAccount(tx, before.id)))
}

async function removesLastPortalAdmin(tx: Tx, before: ProfiledUser, after: UserDetails): Promise<boolean> {
  const staysAdmin = after.isInternal && after.status === 1
  return before.isPortalAdmin && !staysAdmin && (await isLastPortalAdmin(tx, before.id))
}

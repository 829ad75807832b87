import { userFieldList } from '@portico/contract/users/user-fields.ts'
import {
  type OptOut,
  readOwnAccount,
  resetOptOut,
  sendOptOut,
  setNotificationTypes,
  withdrawPendingEmail,
} from '../../account/public.ts'
import type { CallContext, RequestContext } from '../../../http/caller.ts'
import { recordPermissions } from '../../permissions/public.ts'
import { mailAboutAccount, mailAccountChange } from '../actions/account-notices.ts'
import { liftLocks, setStatus } from '../actions/set-status.ts'
import type { UserDetails } from './user-details-rules.ts'
import { type ProfiledUser, readProfiledUser, storeDetails } from './user-details-store.ts'
import type { Tx } from '../../../db/database.ts'
import { auditChange } from '../../audit/public.ts'
import { readGrants, replaceGrants } from '../../grants/public.ts'
import { forgetRecoveryLink } from '../../password/public.ts'
import { run } from '../../../db/run.ts'
import { arrayOf, int, statement } from '../../../db/statement.ts'

interface AppliedChange {
  before: ProfiledUser
  after: UserDetails
  /** The last text message to a telephone that is removed or replaced. */
  optOut: OptOut | undefined
}

/** Stores details with everything that follows from them, and records the difference by name. */
export async function applyDetails(tx: Tx, by: CallContext, change: AppliedChange): Promise<void> {
  const { before, after, optOut } = change
  await storeDetails(tx, before.id, after)
  await setNotificationTypes(tx, before.id, after.typeIds)
  if (before.isInternal && !after.isInternal) await dropInternalPages(tx, by, before)
  if (optOut) await sendOptOut(tx, by, optOut)
  if (after.mobilePhone !== before.mobilePhone || after.smsCarrierId !== before.smsCarrierId)
    await resetOptOut(tx, await readOwnAccount(tx, before.id))
  if (after.email !== before.email) await moveEmail(tx, before, after.email, by.request)
  await notifyOfEmployer(tx, change, by.request)
  const now = await readProfiledUser(tx, before.id)
  if (!now) throw new Error('The user left the scope of the administrator')
  auditChange(
    tx,
    by,
    { event: 'user_updated', kind: 'user', id: before.id, clientId: before.clientId, subjectId: before.id },
    recordOf(before),
    { ...recordOf(now), ...(leavesInactive(change) ? { hasEndedSessions: true } : {}) },
  )
  if (after.status === before.status) return
  // Of someone who moves, too, it is an event of the employer that they have now.
  await setStatus(tx, by, { ...before, clientId: after.clientId }, after.status)
  if (after.status !== 1) return
  await liftLocks(tx, before.id)
  await mailAboutAccount(tx, by, before, 'account_reactivated')
}

/**
 * True where the user loses their employer and, with all sessions, their access in one save. The status is recorded for
 * the employer that they have now; the former one, as whose user they were signed in, has only the event of the move.
 */
const leavesInactive = ({ before, after }: AppliedChange): boolean =>
  after.clientId !== before.clientId && before.status === 1 && after.status !== 1

const internalPages = statement([arrayOf(int)], {
  name: 'users: internal pages',
  text: 'select id from pages where is_internal_only and id = any($1::integer[])',
  row: { id: int },
})

/** Pages for internal users only go with the internal flag. */
async function dropInternalPages(tx: Tx, by: CallContext, user: ProfiledUser): Promise<void> {
  const held = await readGrants(tx, user.id)
  const dropped = await run(tx, internalPages(held.page.map(({ pageId }) => pageId)))
  if (dropped.length === 0) return
  const kept = held.page.filter(({ pageId }) => dropped.every((internal) => internal.id !== pageId))
  await replaceGrants(tx, user.id, 'page', kept, by.caller.user.id)
  await recordPermissions(tx, by, user, held, { ...held, page: kept })
}

/** A new address counts at once; links to former ones become invalid, and the former address is notified. */
async function moveEmail(tx: Tx, before: ProfiledUser, newAddress: string, request: RequestContext) {
  await forgetRecoveryLink(tx, before.id)
  if (before.pendingEmail !== null) await withdrawPendingEmail(tx, before.id)
  await mailAccountChange(tx, { request }, { ...before, to: before.email }, { change: 'email_changed', newAddress })
}

/** A requested employer was approved or declined, or another one was set (decision D1). */
async function notifyOfEmployer(tx: Tx, { before, after }: AppliedChange, request: RequestContext) {
  const reader = { ...before, firstName: after.firstName, clientId: after.clientId, to: after.email }
  if (after.clientId !== before.clientId) {
    const { clientName: employer } = await readOwnAccount(tx, before.id)
    await mailAccountChange(tx, { request }, reader, { change: 'employer_changed', employer })
    return
  }
  if (before.pendingClientId === null || after.pendingClientId !== null) return
  const employer = before.pendingClientName ?? ''
  await mailAccountChange(tx, { request }, reader, { change: 'employer_declined', employer })
}

/** What the audit trail compares, with names instead of ids. */
const recordOf = (user: ProfiledUser) => ({
  ...Object.fromEntries(userFieldList.filter(({ kind }) => kind !== 'id').map(({ name }) => [name, user[name]])),
  carrier: user.carrierName,
  agreesToTexts: user.hasAgreedToTexts,
  employer: user.clientName,
  requestedEmployer: user.pendingClientName,
  department: user.departmentName,
  notificationTypes: user.notificationTypes.map(({ name }) => name),
})

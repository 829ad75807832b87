import { query } from '../../db/query.ts'
import type { Stores } from '../../stores.ts'
import { type OptOut, readOwnAccount, resetOptOut, sendOptOut } from '../account/public.ts'
import type { CallContext, RequestContext } from '../../http/caller.ts'
import { recordPermissions } from './permission-record.ts'
import { liftLocks, setStatus } from './set-status.ts'
import type { UserDetails } from './user-details-rules.ts'
import { type ProfiledUser, readProfiledUser, storeDetails } from './user-details-store.ts'

interface AppliedChange {
  before: ProfiledUser
  after: UserDetails
  /** The last text message to a telephone that is removed or replaced. */
  optOut: OptOut | undefined
}

/** Stores details with everything that follows from them, and records the difference by name. */
export async function applyDetails(
  stores: Pick<
    Stores,
    'audit' | 'emailConfirmations' | 'grants' | 'optOuts' | 'outbox' | 'ownAccounts' | 'recoveryLinks' | 'tx'
  >,
  by: CallContext,
  change: AppliedChange,
): Promise<void> {
  const { before, after, optOut } = change
  const { tx, ownAccounts } = stores
  await storeDetails(tx, before.id, after)
  await ownAccounts.setNotificationTypes(before.id, after.typeIds)
  if (before.isInternal && !after.isInternal) await dropInternalPages(stores, by, before)
  if (optOut) await sendOptOut(stores, by, optOut)
  if (after.mobilePhone !== before.mobilePhone || after.smsCarrierId !== before.smsCarrierId)
    await resetOptOut(stores, await readOwnAccount(tx, before.id))
  if (after.email !== before.email) await moveEmail(stores, before, after.email, by.request)
  await notifyOfEmployer(stores, change, by.request)
  const now = await readProfiledUser(tx, before.id)
  if (!now) throw new Error('The user left the scope of the administrator')
  stores.audit.change(
    by,
    { event: 'user_updated', kind: 'user', id: before.id, clientId: before.clientId, subjectId: before.id },
    recordOf(before),
    recordOf(now),
  )
  if (after.status === before.status) return
  await setStatus(stores, by, before, after.status)
  if (after.status === 1) await liftLocks(tx, before.id)
}

const internalPages = 'select id from pages where is_internal_only and id = any($1::integer[])'

/** Pages for internal users only go with the internal flag. */
async function dropInternalPages(
  stores: Pick<Stores, 'audit' | 'grants' | 'tx'>,
  by: CallContext,
  user: ProfiledUser,
): Promise<void> {
  const { grants, tx } = stores
  const held = await grants.read(user.id)
  const dropped = await query<{ id: number }>(tx, internalPages, [held.page.map(({ pageId }) => pageId)])
  if (dropped.length === 0) return
  const kept = held.page.filter(({ pageId }) => dropped.every((internal) => internal.id !== pageId))
  await grants.replace(user.id, 'page', kept, by.caller.user.id)
  await recordPermissions(stores, by, user, held, { ...held, page: kept })
}

/** A new address counts at once; links to former ones become invalid, and the former address is notified. */
async function moveEmail(
  stores: Pick<Stores, 'emailConfirmations' | 'outbox' | 'recoveryLinks'>,
  before: ProfiledUser,
  newAddress: string,
  request: RequestContext,
) {
  await stores.recoveryLinks.forgetOfUser(before.id)
  if (before.pendingEmail !== null) await stores.emailConfirmations.withdraw(before.id)
  await notify(stores, { ...before, to: before.email }, { change: 'email_changed', newAddress }, request)
}

/** A requested employer was approved or declined, or another one was set (decision D1). */
async function notifyOfEmployer(
  stores: Pick<Stores, 'outbox' | 'tx'>,
  { before, after }: AppliedChange,
  request: RequestContext,
) {
  const reader = { ...before, firstName: after.firstName, clientId: after.clientId, to: after.email }
  if (after.clientId !== before.clientId) {
    const { clientName: employer } = await readOwnAccount(stores.tx, before.id)
    await notify(stores, reader, { change: 'employer_changed', employer }, request)
    return
  }
  if (before.pendingClientId === null || after.pendingClientId !== null) return
  const employer = before.pendingClientName ?? ''
  await notify(stores, reader, { change: 'employer_declined', employer }, request)
}

interface Reader {
  id: number
  firstName: string
  clientId: number
  to: string
}

async function notify(
  { outbox }: Pick<Stores, 'outbox'>,
  { id, firstName, clientId, to }: Reader,
  news: { change: 'email_changed' | 'employer_changed' | 'employer_declined'; newAddress?: string; employer?: string },
  request: RequestContext,
): Promise<void> {
  const { change, newAddress = null, employer } = news
  await outbox.add({
    template: 'account-changed',
    fields: {
      firstName,
      change,
      newAddress,
      ...(employer === undefined ? {} : { employer }),
      at: new Date().toISOString(),
      // Those of the administrator are not the user's concern.
      device: null,
      place: null,
    },
    dedupeKey: `${change}:${id}:${request.id}`,
    to,
    clientId,
  })
}

/** What the audit trail compares, with names instead of ids. */
const recordOf = (user: ProfiledUser) => ({
  firstName: user.firstName,
  middleInitial: user.middleInitial,
  lastName: user.lastName,
  email: user.email,
  workPhone: user.workPhone,
  workExtension: user.workExtension,
  homePhone: user.homePhone,
  mobilePhone: user.mobilePhone,
  fax: user.fax,
  carrier: user.carrierName,
  agreesToTexts: user.hasAgreedToTexts,
  employeeId: user.employeeId,
  jobTitle: user.jobTitle,
  employer: user.clientName,
  requestedEmployer: user.pendingClientName,
  department: user.departmentName,
  isInternal: user.isInternal,
  isUsAssociate: user.isUsAssociate,
  maySignOnAs: user.maySignOnAs,
  notificationTypes: user.notificationTypes.map(({ name }) => name),
})

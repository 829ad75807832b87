import { fullName } from '@portico/contract/users/full-name.ts'
import type { ProfileChange } from '@portico/contract/account/account.ts'
import { sentences } from '../../http/sentences.ts'
import { Answer, refuseFields, refuseForNow, isStaleVersion } from '../../http/answers.ts'
import type { CallContext, Caller } from '../../http/caller.ts'
import { notifyEmployerRequested } from '../contact/public.ts'
import { consumeAttempt } from '../attempts/public.ts'
import type { AccountDeps } from './account-deps.ts'
import { awaitEmail, newEmailLimit } from './change-email.ts'
import { removesSmsRecipient, type OptOut, sendOptOut, consumeOptOut, resetOptOut } from './opt-out.ts'
import { type OwnAccount, profileOf, readOwnAccount, refuseStaleAccount } from './profile.ts'
import { headlineOf, type ProfileUpdate, profileIssues } from './profile-issues.ts'
import { changedProfileFields, merged, type Personal, readOnlyFieldsOf } from './profile-rules.ts'
import { isProfileAtVersion, setOwnFields, askForClient } from './own-account-store.ts'
import { auditChange } from '../audit/public.ts'
import type { Tx } from '../../db/database.ts'
import { setSectionSort, setLanguage } from './user-store.ts'
import { phonesFor } from './user-field-values.ts'
import { ownScope } from '../../http/authority.ts'

/**
 * Changes the caller's own profile. Validated by the rules shared with the browser; only fields that differ are stored
 * and audited. A new email address waits for its link, a new employer for an administrator (decision D1).
 */
export async function updateProfile(
  deps: AccountDeps,
  { caller, request }: CallContext,
  { sectionSortPrfTxt: sort, languageCd: language, securityConfirmPwd: password, version, ...sent }: ProfileChange,
) {
  const before = await deps.db.read(ownScope(caller), (tx) => readOwnAccount(tx, caller.user.id))
  const readOnly = readOnlyFieldsOf(before, deps.directoryFields)
  const phones = phonesFor(deps.phones, before)
  const after = merged(before, sent, phones)
  const changed = changedProfileFields(before, after)
  const cancelsEmployerRequest = sent.employerId === before.clientId && before.pendingClientId !== null
  const change = { before, after, changed, cancelsEmployerRequest }
  const denied = await denialOf(deps, caller, { ...change, sent, readOnly, phones, version, password: password ?? '' })
  if (denied) return denied
  const optOut = removesSmsRecipient(before, after) ? await consumeOptOut(deps, before) : undefined
  return deps.db.transact(ownScope(caller), async (tx) => {
    const isUnchanged = await isProfileAtVersion(tx, before.id, before.version)
    const held = isUnchanged ? before : await readOwnAccount(tx, before.id)
    if (!isUnchanged && changed.length > 0) return refuseStaleAccount(held)
    await store(tx, deps, { caller, request }, { ...change, optOut })
    await storePreferences(tx, held, { sort, language })
    const now = await readOwnAccount(tx, before.id)
    const record = { event: 'user_updated', kind: 'user', id: now.id, clientId: now.clientId } as const
    auditChange(tx, { caller, request }, record, auditedState(held), auditedState(now))
    return new Answer(profileOf(now, deps), { message: sentences.account_saved })
  })
}

interface RequestedUpdate extends ProfileUpdate {
  cancelsEmployerRequest: boolean
  version: number | undefined
  password: string
}

/** Returns why a change is refused; the password is checked last because it consumes an attempt. */
async function denialOf(deps: AccountDeps, caller: Caller, change: RequestedUpdate) {
  const { before, changed, version, password } = change
  const issues = await profileIssues(deps.db, change)
  if (issues.length > 0) return refuseFields('422', headlineOf(issues), issues)
  if (isStaleVersion(version, before.version)) return refuseStaleAccount(before)
  return changed.includes('email') ? mayChangeEmail(deps, caller, password) : null
}

/** A stolen session must not be able to change the address that new passwords are sent to (S43). */
async function mayChangeEmail(deps: AccountDeps, caller: Caller, password: string) {
  const denied = await deps.refuseWrongPassword(caller.user.id, { field: 'securityConfirmPwd', password })
  if (denied) return denied
  const wait = await consumeAttempt(deps.db, newEmailLimit(caller.user.id))
  return wait ? refuseForNow('429', sentences.email_too_often, wait.waitSeconds) : null
}

interface Change {
  before: OwnAccount
  after: Personal
  changed: readonly (keyof Personal)[]
  /** True when the current employer is named while another one is requested: the request is withdrawn. */
  cancelsEmployerRequest: boolean
  optOut: OptOut | undefined
}

async function store(
  tx: Tx,
  { keys }: AccountDeps,
  call: CallContext,
  { before, after, changed, cancelsEmployerRequest, optOut }: Change,
): Promise<void> {
  await setOwnFields(tx, before.id, after, changed)
  if (optOut) await sendOptOut(tx, call, optOut)
  if (changed.includes('mobilePhone') || changed.includes('smsCarrierId'))
    await resetOptOut(tx, await readOwnAccount(tx, before.id))
  if (changed.includes('email')) await awaitEmail(tx, call, { keys, account: before, address: after.email })
  if (cancelsEmployerRequest) await askForClient(tx, before.id, null)
  if (!changed.includes('clientId')) return
  await askForClient(tx, before.id, after.clientId)
  const { pendingClientName } = await readOwnAccount(tx, before.id)
  const personName = fullName(after)
  const fields = { personName, userName: before.userName, from: before.clientName, to: pendingClientName ?? '' }
  await notifyEmployerRequested(tx, before.clientId, fields, `${before.id}:${call.request.id}`)
}

/** Stores what was sent of the preferences; a null order is by name. */
async function storePreferences(
  tx: Tx,
  held: OwnAccount,
  { sort, language }: { sort: ProfileChange['sectionSortPrfTxt']; language: ProfileChange['languageCd'] },
): Promise<void> {
  const sectionSort = sort === undefined ? held.sectionSort : (sort ?? 'ALPHABETICAL')
  if (sectionSort !== held.sectionSort) await setSectionSort(tx, held.id, sectionSort)
  if (language !== undefined && language !== held.language) await setLanguage(tx, held.id, language)
}

/** What the audit trail keeps of an account; a new address and a new employer are pending ones at first. */
const auditedState = (account: OwnAccount) => ({
  firstName: account.firstName,
  middleInitial: account.middleInitial,
  lastName: account.lastName,
  pendingEmail: account.pendingEmail,
  workPhone: account.workPhone,
  mobilePhone: account.mobilePhone,
  carrierId: account.smsCarrierId,
  pendingClientId: account.pendingClientId,
  jobTitle: account.jobTitle,
  departmentId: account.departmentId,
  sectionSort: account.sectionSort,
  language: account.language,
})

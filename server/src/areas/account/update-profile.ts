import { fullName } from '@portico/contract/full-name.ts'
import type { ProfileChange } from '@portico/contract/account.ts'
import { sentences } from '../../http/sentences.ts'
import { Answer, Refusal, refuse, refuseFields, refuseForNow } from '../../http/answers.ts'
import type { CallContext, Caller } from '../../http/caller.ts'
import { ownScope, type Stores } from '../../stores.ts'
import { auditActor } from '../audit/public.ts'
import { notifyEmployerRequested } from '../contact/public.ts'
import { askPasswordAgain, consumeAttempt } from '../password/public.ts'
import type { AccountDeps } from './account-deps.ts'
import { awaitEmail, newEmailLimit } from './change-email.ts'
import { removesTextRecipient, type OptOut, sendOptOut, consumeOptOut, resetOptOut } from './opt-out.ts'
import { type OwnAccount, profileOf, readOwnAccount } from './profile.ts'
import { headlineOf, type ProfileUpdate, profileIssues } from './profile-issues.ts'
import { changedFields, merged, type Personal, readOnlyFieldsOf } from './profile-rules.ts'

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
  const readOnly = readOnlyFieldsOf(before.signInKind, deps.directoryFields)
  const after = merged(before, sent)
  const changed = changedFields(before, after)
  const cancelsEmployerRequest = sent.employerId === before.clientId && before.pendingClientId !== null
  const change = { before, after, changed, cancelsEmployerRequest }
  const denied = await denialOf(deps, caller, { ...change, sent, readOnly, version, password: password ?? '' })
  if (denied) return denied
  const optOut = removesTextRecipient(before, after) ? await consumeOptOut(deps, before) : undefined
  return deps.transact(ownScope(caller), async (stores) => {
    const isUnchanged = await stores.ownAccounts.isAtVersion(before.id, before.version)
    if (!isUnchanged && changed.length > 0) return stale()
    await store(stores, deps, { caller, request }, { ...change, optOut })
    await record(stores, { caller, request }, { ...change, sort, language })
    const now = await readOwnAccount(stores.tx, before.id)
    return new Answer(profileOf(now, readOnly), { message: sentences.account_saved })
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
  if (version !== undefined && version !== before.version) return stale()
  return changed.includes('email') ? mayChangeEmail(deps, caller, password) : null
}

const stale = () => refuse('409', sentences.account_stale)

/** A stolen session must not be able to change the address that new passwords are sent to (S43). */
async function mayChangeEmail(deps: AccountDeps, caller: Caller, password: string) {
  const again = await askPasswordAgain(deps, caller.user.id, { field: 'securityConfirmPwd', password })
  if (again instanceof Refusal) return again
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
  stores: Pick<Stores, 'emailConfirmations' | 'optOuts' | 'outbox' | 'ownAccounts' | 'tx'>,
  { keys }: AccountDeps,
  call: CallContext,
  { before, after, changed, cancelsEmployerRequest, optOut }: Change,
): Promise<void> {
  const { ownAccounts } = stores
  await ownAccounts.setOwnFields(before.id, after, changed)
  if (optOut) await sendOptOut(stores, call, optOut)
  if (changed.includes('mobilePhone') || changed.includes('carrierId'))
    await resetOptOut(stores, await readOwnAccount(stores.tx, before.id))
  if (changed.includes('email')) await awaitEmail(stores, call, { keys, account: before, address: after.email })
  if (cancelsEmployerRequest) await ownAccounts.askForClient(before.id, null)
  if (!changed.includes('clientId')) return
  await ownAccounts.askForClient(before.id, after.clientId)
  const { pendingClientName } = await readOwnAccount(stores.tx, before.id)
  const personName = fullName(after)
  const fields = { personName, userName: before.userName, from: before.clientName, to: pendingClientName ?? '' }
  await notifyEmployerRequested(stores, before.clientId, fields, `${before.id}:${call.request.id}`)
}

/** Audit names of changes that wait for confirmation. */
const auditName = { email: 'pendingEmail', clientId: 'pendingClientId' } as const

async function record(
  { users, audit }: Pick<Stores, 'audit' | 'users'>,
  { caller, request }: CallContext,
  change: Pick<Change, 'before' | 'after' | 'changed'> & {
    sort: ProfileChange['sectionSortPrfTxt']
    language: ProfileChange['languageCd']
  },
): Promise<void> {
  const { before, after, changed } = change
  const names = changed.map((field): [string, keyof Personal] => [
    field in auditName ? auditName[field as keyof typeof auditName] : field,
    field,
  ])
  const was = names.map(([name, field]) => [name, name === field ? before[field] : before[name as 'pendingEmail']])
  const is = names.map(([name, field]) => [name, after[field]])
  const sort = change.sort === undefined ? before.sectionSort : (change.sort ?? 'ALPHABETICAL')
  if (sort !== before.sectionSort) {
    await users.setSectionSort(before.id, sort)
    was.push(['sectionSort', before.sectionSort])
    is.push(['sectionSort', sort])
  }
  if (change.language !== undefined && change.language !== before.language) {
    await users.setLanguage(before.id, change.language)
    was.push(['language', before.language])
    is.push(['language', change.language])
  }
  if (is.length === 0) return
  audit.record(request, {
    event: 'user_updated',
    ...auditActor(caller),
    target: { kind: 'user', id: before.id },
    before: Object.fromEntries(was) as unknown,
    after: Object.fromEntries(is) as unknown,
  })
}

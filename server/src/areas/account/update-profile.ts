import type { ProfileChange } from '@portico/contract/account.ts'
import { defaultTexts } from '@portico/contract/texts/texts.ts'
import { Answer, Refusal, refuse, refuseFields, refuseForNow } from '../../http/answers.ts'
import type { Caller, RequestFacts } from '../../http/caller.ts'
import { ownScope, type Stores } from '../../stores.ts'
import { whoOf } from '../audit/public.ts'
import { tellOfEmployerAsked } from '../contact/public.ts'
import { askPasswordAgain, takeTry } from '../password/public.ts'
import type { AccountParts } from './account-parts.ts'
import { awaitEmail, emailsOf } from './change-email.ts'
import { losesReceiver, type OptOut, sendOptOut, takeOptOut, welcomeReceiver } from './opt-out.ts'
import { type OwnAccount, profileOf, readOwnAccount } from './profile.ts'
import { type Judged, objectionsTo } from './profile-objections.ts'
import { changedFields, headlineOf, merged, type Personal, readOnlyFieldsOf } from './profile-rules.ts'

/**
 * Changes the caller's own profile. What was sent is judged by the rules that the browser shares; only
 * what differs is stored and audited. A new e-mail address waits for its link, a new employer for an
 * administrator (decision D1).
 */
export async function updateProfile(
  parts: AccountParts,
  caller: Caller,
  { sectionSortPrfTxt: sort, securityConfirmPwd: password, version, ...sent }: ProfileChange,
  facts: RequestFacts,
) {
  const before = await parts.db.read(ownScope(caller), (tx) => readOwnAccount(tx, caller.user.id))
  const readOnly = readOnlyFieldsOf(before.signInKind, parts.directoryFields)
  const after = merged(before, sent)
  const changed = changedFields(before, after)
  const takesWishBack = sent.employerId === before.clientId && before.pendingClientId !== null
  const change = { before, after, changed, takesWishBack }
  const denied = await denialOf(parts, caller, { ...change, sent, readOnly, version, password: password ?? '' })
  if (denied) return denied
  const optOut = losesReceiver(before, after) ? await takeOptOut(parts, before) : undefined
  return parts.transact(ownScope(caller), async (stores) => {
    const isUnchanged = await stores.ownAccounts.isAtVersion(before.id, before.version)
    if (!isUnchanged && changed.length > 0) return stale()
    await store(stores, parts, { ...change, optOut }, facts)
    await record(stores, caller, { ...change, sort }, facts)
    const now = await readOwnAccount(stores.tx, before.id)
    return new Answer(profileOf(now, readOnly), { message: defaultTexts.account_saved })
  })
}

interface Asked extends Judged {
  takesWishBack: boolean
  version: number | undefined
  password: string
}

/** Why a change may not be made; the password comes last, as it costs a try. */
async function denialOf(parts: AccountParts, caller: Caller, asked: Asked) {
  const { before, changed, takesWishBack, version, password } = asked
  if (caller.actorId !== null && (changed.length > 0 || takesWishBack)) return refuse('403', defaultTexts.not_allowed)
  const issues = await objectionsTo(parts.db, asked)
  if (issues.length > 0) return refuseFields('422', headlineOf(issues), issues)
  if (version !== undefined && version !== before.version) return stale()
  return changed.includes('email') ? mayChangeEmail(parts, caller, password) : null
}

const stale = () => refuse('409', defaultTexts.account_stale)

/** Whoever takes over a session must not take over the address that new passwords are sent to (S43). */
async function mayChangeEmail(parts: AccountParts, caller: Caller, password: string) {
  const again = await askPasswordAgain(parts, caller.user.id, { field: 'securityConfirmPwd', password })
  if (again instanceof Refusal) return again
  const wait = await takeTry(parts.db, emailsOf(caller.user.id))
  return wait ? refuseForNow('429', defaultTexts.email_too_often, wait.waitSeconds) : null
}

interface Change {
  before: OwnAccount
  after: Personal
  changed: readonly (keyof Personal)[]
  /** The present employer is named although another one was asked for: that is taken back. */
  takesWishBack: boolean
  optOut: OptOut | undefined
}

async function store(
  stores: Stores,
  parts: AccountParts,
  { before, after, changed, takesWishBack, optOut }: Change,
  facts: RequestFacts,
): Promise<void> {
  const { ownAccounts } = stores
  await ownAccounts.setOwnFields(before.id, after, changed)
  if (optOut) await sendOptOut(stores, optOut, facts)
  if (changed.includes('mobilePhone') || changed.includes('carrierId'))
    await welcomeReceiver(stores, await readOwnAccount(stores.tx, before.id))
  if (changed.includes('email')) await awaitEmail(stores, parts, before, after.email, facts)
  if (takesWishBack) await ownAccounts.askForClient(before.id, null)
  if (!changed.includes('clientId')) return
  await ownAccounts.askForClient(before.id, after.clientId)
  const { pendingClientName } = await readOwnAccount(stores.tx, before.id)
  const personName = `${after.firstName} ${after.lastName}`
  const fields = { personName, userName: before.userName, from: before.clientName, to: pendingClientName ?? '' }
  await tellOfEmployerAsked(stores, before.clientId, fields, `${before.id}:${facts.id}`)
}

/** House names of what is only asked for until somebody confirms it. */
const auditName = { email: 'pendingEmail', clientId: 'pendingClientId' } as const

async function record(
  { users, audit }: Stores,
  caller: Caller,
  change: Pick<Change, 'before' | 'after' | 'changed'> & { sort: ProfileChange['sectionSortPrfTxt'] },
  facts: RequestFacts,
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
  if (is.length === 0) return
  audit.record(facts, {
    event: 'user_updated',
    ...whoOf(caller),
    target: { kind: 'user', id: before.id },
    before: Object.fromEntries(was) as unknown,
    after: Object.fromEntries(is) as unknown,
  })
}

import type { FieldIssue } from '@portico/contract/kit/envelope.ts'
import { CSRF_HEADER } from '@portico/contract/kit/headers.ts'
import type { changePassword as contract, PasswordRule } from '@portico/contract/password.ts'
import type { Data } from '@portico/contract/kit/endpoint.ts'
import { defaultTexts } from '@portico/contract/texts/texts.ts'
import { hashToken, newToken } from '../../crypto/tokens.ts'
import type { Db } from '../../db/database.ts'
import { everything } from '../../db/scope.ts'
import { Answer, type Refusal, refuse, refuseFields, refuseForNow } from '../../http/answers.ts'
import type { Caller, RequestFacts } from '../../http/caller.ts'
import type { Stores, Transact } from '../../stores.ts'
import { whoOf } from '../audit/public.ts'
import { isPlainAddress } from '../../ports/mail/plain-address.ts'
import { describeDevice, describePlace } from '../session/public.ts'
import { historyOf, objections } from './new-password.ts'
import { getAccount, type PasswordAccount } from './password-account.ts'
import type { PasswordHashing } from './password-hashing.ts'
import { passwordRules } from './password-rule-list.ts'
import { triesOf } from './own-password.ts'
import { forgetTries, takeTry } from './secret-tries.ts'

export interface ChangeParts {
  db: Db
  transact: Transact
  hashing: PasswordHashing
  settings: { passwordMaxAgeDays: number }
}

export interface Change {
  currentPassword: string
  newPassword: string
  confirmPassword?: string | undefined
}

type Outcome = Answer<Data<typeof contract>> | Refusal<'400', null> | ReturnType<typeof refuse | typeof refuseFields>

/**
 * Changes the caller's password. Cheap rules first, so that nothing long is ever hashed; then the current
 * password; then the earlier ones. All other sessions of the user end; his own goes on at a gate, with a
 * new token (S23), and ends where the change came from the account settings (PSWD-020).
 */
export async function changePassword(
  parts: ChangeParts,
  caller: Caller,
  change: Change,
  facts: RequestFacts,
): Promise<Outcome> {
  if (caller.actorId !== null) return refuse('403', defaultTexts.not_allowed)
  const account = await getAccount(parts.db, caller.user.id)
  if (account.signInKind !== 'password' || account.passwordHash === null)
    return refuse('403', defaultTexts.password_not_here)
  const rules = await passwordRules(parts.db, account)
  const issues = issuesOf(change, rules)
  if (issues.length) return refuseIssues(issues)
  const tries = triesOf(account.id)
  const wait = await takeTry(parts.db, tries)
  if (wait) return refuseForNow('429', defaultTexts.password_tries_spent, wait.waitSeconds)
  if (!(await parts.hashing.verify(account.passwordHash, change.currentPassword))) return refuseWrong()
  await forgetTries(parts.db, tries)
  if (await wasUsedBefore(parts, account, change.newPassword, historyOf(rules)))
    return refuseIssues([{ field: 'newPassword', message: defaultTexts.password_used_before }])
  return store(parts, caller, account as Known, change.newPassword, facts)
}

type Known = PasswordAccount & { passwordHash: string }

const refuseWrong = () =>
  refuseFields('422', defaultTexts.password_current_wrong, [
    { field: 'currentPassword', message: defaultTexts.password_current_wrong },
  ])

function refuseIssues(issues: readonly FieldIssue[]) {
  const fields = new Set(issues.map(({ field }) => field))
  const areMissing = issues.every(({ message }) => message === defaultTexts.field_required)
  const several = areMissing ? defaultTexts.required_fields_missing : defaultTexts.form_several_invalid
  return refuseFields('422', fields.size > 1 ? several : (issues[0]?.message ?? several), issues)
}

/** What can be said without looking at any stored password (PSWD-021..025). */
function issuesOf({ currentPassword, newPassword, confirmPassword }: Change, rules: readonly PasswordRule[]) {
  const missing = Object.entries({ currentPassword, newPassword, confirmPassword })
    .filter(([, value]) => value === '')
    .map(([field]): FieldIssue => ({ field, message: defaultTexts.field_required }))
  if (missing.length) return missing
  const issues = objections(newPassword, rules).map((message): FieldIssue => ({ field: 'newPassword', message }))
  if (newPassword === currentPassword) issues.push({ field: 'newPassword', message: defaultTexts.password_same })
  if (confirmPassword !== undefined && confirmPassword !== newPassword)
    issues.push({ field: 'confirmPassword', message: defaultTexts.password_mismatch })
  return issues
}

/** Whether it is one of the latest earlier ones; the present one counts among `most` and is compared by others. */
export async function wasUsedBefore(
  { transact, hashing }: Pick<ChangeParts, 'transact' | 'hashing'>,
  account: PasswordAccount,
  newPassword: string,
  most: number,
): Promise<boolean> {
  // The current password is the first of the last ones, and has been compared already.
  const earlier = most > 1 ? await transact(everything, ({ passwords }) => passwords.latest(account.id, most - 1)) : []
  for (const hash of earlier) if (await hashing.verify(hash, newPassword)) return true
  return false
}

async function store(
  parts: ChangeParts,
  caller: Caller,
  account: Known,
  newPassword: string,
  facts: RequestFacts,
): Promise<Outcome> {
  const newHash = await parts.hashing.hash(newPassword)
  const token = newToken()
  const csrfToken = newToken()
  const isAtGate = caller.gate !== null
  const refusal = await parts.transact(everything, async (stores) => {
    const at = await stores.passwords.change(account.id, account.passwordHash, newHash)
    if (!at) return refuseWrong()
    await stores.sessions.endOfUser(account.id, isAtGate ? caller.sessionId : null, 'password-changed')
    if (isAtGate && !(await stores.sessions.renew(caller.sessionId, hashToken(token), hashToken(csrfToken))))
      return refuse('401', defaultTexts.session_missing)
    await tell(stores, caller, account, at, facts)
    return null
  })
  if (refusal) return refusal
  const maxAge = parts.settings.passwordMaxAgeDays
  const days = account.passwordAges && maxAge > 0 ? maxAge : null
  return new Answer(
    {
      timeDescription: days === null ? null : days === 1 ? '1 day' : `${days} days`,
      daysBeforePasswordExpire: days,
      loginSessionId: isAtGate ? token : null,
    },
    { message: defaultTexts.password_changed, headers: isAtGate ? { [CSRF_HEADER]: csrfToken } : {} },
  )
}

async function tell(
  { audit, outbox }: Stores,
  caller: Caller,
  account: PasswordAccount,
  at: Date,
  facts: RequestFacts,
): Promise<void> {
  const after = { from: caller.gate ?? 'account settings' }
  audit.record(facts, { event: 'authn_password_change', ...whoOf(caller), after })
  // An address that takes no mail must not keep anybody from changing his password.
  if (!isPlainAddress(account.email)) return
  await outbox.add({
    template: 'password-changed',
    fields: {
      firstName: account.firstName,
      by: 'self',
      at: at.toISOString(),
      device: describeDevice(facts.userAgent),
      place: describePlace(facts.address),
    },
    dedupeKey: `password-changed:${account.id}:${at.toISOString()}`,
    to: account.email,
    clientId: account.clientId,
  })
}

import { CSRF_HEADER } from '@portico/contract/kit/headers.ts'
import type { changePassword as contract, PasswordRule } from '@portico/contract/password/password.ts'
import type { DataOf } from '@portico/contract/kit/endpoint.ts'
import { audienceOf } from '../../http/text-audience.ts'
import { sentences, type Texts } from '../../http/sentences.ts'
import { hashToken, newToken } from '../../crypto/tokens.ts'
import type { Db, Tx } from '../../db/database.ts'
import { everything } from '../../db/scope.ts'
import {
  type FieldIssue,
  Answer,
  type Refusal,
  refuse,
  refuseField,
  refuseFields,
  refuseForNow,
} from '../../http/answers.ts'
import type { CallContext } from '../../http/caller.ts'
import { auditActor, recordAudit } from '../audit/public.ts'
import { isPlainAddress } from '../../ports/mail/plain-address.ts'
import { describeDevice, describePlace, endSessionsOfUser, renewSession } from '../session/public.ts'
import { historyOf, passwordIssues } from './new-password.ts'
import { getAccount, type PasswordAccount } from './password-account.ts'
import type { PasswordHashing } from '../../crypto/password-hashing.ts'
import { passwordRules } from './password-rule-list.ts'
import { currentPasswordLimit } from './own-password.ts'
import { resetAttempts, consumeAttempt } from '../attempts/public.ts'
import { listLatestPasswords, replacePassword } from './password-store.ts'
import { addMail } from '../mail/public.ts'

export interface ChangeDeps {
  db: Db
  hashing: PasswordHashing
  settings: { passwordMaxAgeDays: number }
  texts: Pick<Texts, 'of'>
}

export interface Change {
  currentPassword: string
  newPassword: string
  confirmPassword?: string | undefined
}

type Outcome = Answer<DataOf<typeof contract>> | Refusal<'400', null> | ReturnType<typeof refuse | typeof refuseFields>

/**
 * Changes the caller's password. Cheap rules run first, so that nothing long is ever hashed; then the current
 * password; then the earlier ones. All other sessions of the user end; the current one continues at a gate with a new
 * token (S23), and ends when the change came from the account settings (PSWD-020).
 */
export async function changePassword(deps: ChangeDeps, call: CallContext, change: Change): Promise<Outcome> {
  const account = await getAccount(deps.db, call.caller.user.id)
  if (account.signInKind !== 'password' || account.passwordHash === null)
    return refuse('403', sentences.password_not_here)
  const rules = await passwordRules(deps.db, account)
  const issues = issuesOf(change, rules)
  if (issues.length) return refuseIssues(issues)
  const tries = currentPasswordLimit(account.id)
  const wait = await consumeAttempt(deps.db, tries)
  if (wait) return refuseForNow('429', sentences.password_attempts_exhausted, wait.waitSeconds)
  if (!(await deps.hashing.verify(account.passwordHash, change.currentPassword))) return refuseWrong()
  await resetAttempts(deps.db, tries)
  if (await wasUsedBefore(deps, account, change.newPassword, historyOf(rules)))
    return refuseIssues([{ field: 'newPassword', message: sentences.password_used_before }])
  return store(deps, call, account as Known, change.newPassword)
}

type Known = PasswordAccount & { passwordHash: string }

const refuseWrong = () => refuseField('currentPassword', sentences.password_current_wrong)

function refuseIssues(issues: readonly FieldIssue[]) {
  const fields = new Set(issues.map(({ field }) => field))
  const areMissing = issues.every(({ message }) => message === sentences.field_required)
  const several = areMissing ? sentences.required_fields_missing : sentences.form_several_invalid
  return refuseFields('422', fields.size > 1 ? several : (issues[0]?.message ?? several), issues)
}

/** Checks that need no stored password (PSWD-021..025). */
function issuesOf({ currentPassword, newPassword, confirmPassword }: Change, rules: readonly PasswordRule[]) {
  const missing = Object.entries({ currentPassword, newPassword, confirmPassword })
    .filter(([, value]) => value === '')
    .map(([field]): FieldIssue => ({ field, message: sentences.field_required }))
  if (missing.length) return missing
  const issues = passwordIssues(newPassword, rules).map((message): FieldIssue => ({ field: 'newPassword', message }))
  if (newPassword === currentPassword) issues.push({ field: 'newPassword', message: sentences.password_same })
  if (confirmPassword !== undefined && confirmPassword !== newPassword)
    issues.push({ field: 'confirmPassword', message: sentences.password_mismatch })
  return issues
}

/**
 * Returns true for one of the latest earlier passwords; the current one counts in `historyLength` and is compared by
 * the caller.
 */
export async function wasUsedBefore(
  { db, hashing }: Pick<ChangeDeps, 'db' | 'hashing'>,
  account: PasswordAccount,
  newPassword: string,
  historyLength: number,
): Promise<boolean> {
  // The current password counts as the first of the last ones, and has been compared already.
  const earlier =
    historyLength > 1 ? await db.read(everything, (tx) => listLatestPasswords(tx, account.id, historyLength - 1)) : []
  for (const hash of earlier) if (await hashing.verify(hash, newPassword)) return true
  return false
}

async function store(deps: ChangeDeps, call: CallContext, account: Known, newPassword: string): Promise<Outcome> {
  const { caller } = call
  const newHash = await deps.hashing.hash(newPassword)
  const token = newToken()
  const csrfToken = newToken()
  const isAtGate = caller.gate !== null
  const refusal = await deps.db.transact(everything, async (tx) => {
    const at = await replacePassword(tx, account.id, account.passwordHash, newHash)
    if (!at) return refuseWrong()
    await endSessionsOfUser(tx, account.id, isAtGate ? caller.sessionId : null, 'password-changed')
    if (isAtGate && !(await renewSession(tx, caller.sessionId, hashToken(token), hashToken(csrfToken))))
      return refuse('401', sentences.session_missing)
    await notifyUser(tx, call, account, at)
    return null
  })
  if (refusal) return refusal
  const maxAge = deps.settings.passwordMaxAgeDays
  const days = account.passwordAges && maxAge > 0 ? maxAge : null
  const translate = await deps.texts.of(audienceOf(call))
  return new Answer(
    {
      timeDescription: days === null ? null : translate(sentences.password_time_days({ count: days })),
      daysBeforePasswordExpire: days,
      loginSessionId: isAtGate ? token : null,
    },
    { message: sentences.password_changed, headers: isAtGate ? { [CSRF_HEADER]: csrfToken } : {} },
  )
}

async function notifyUser(tx: Tx, { caller, request }: CallContext, account: PasswordAccount, at: Date): Promise<void> {
  const after = { from: caller.gate ?? 'account settings' }
  recordAudit(tx, request, { event: 'authn_password_change', ...auditActor(caller), after })
  // An undeliverable address must not prevent a password change.
  if (!isPlainAddress(account.email)) return
  await addMail(tx, {
    template: 'password-changed',
    fields: {
      firstName: account.firstName,
      by: 'self',
      at: at.toISOString(),
      device: describeDevice(request.userAgent),
      place: describePlace(request.address),
    },
    dedupeKey: `password-changed:${account.id}:${at.toISOString()}`,
    to: account.email,
    clientId: account.clientId,
  })
}

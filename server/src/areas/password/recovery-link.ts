import { setTimeout as delay } from 'node:timers/promises'
import type * as contract from '@portico/contract/password.ts'
import type { DataOf } from '@portico/contract/kit/endpoint.ts'
import { RECOVERY_LINK_MINUTES } from '@portico/contract/limits.ts'
import { readerOf } from '../../http/reader.ts'
import { sentences } from '../../http/sentences.ts'
import { hashToken, newToken } from '../../crypto/tokens.ts'
import { everything } from '../../db/scope.ts'
import { type FieldIssue, Answer, refuse, refuseFields, refuseForNow } from '../../http/answers.ts'
import type { RequestContext, RequestOnly } from '../../http/caller.ts'
import { networkOf } from '../../http/network.ts'
import type { Stores } from '../../stores.ts'
import { isPlainAddress } from '../../ports/mail/plain-address.ts'
import { sealMailSecret } from '../mail/public.ts'
import { describeDevice, describePlace } from '../session/public.ts'
import { foldUserName } from '../sign-in/public.ts'
import { wasUsedBefore } from './change-password.ts'
import { historyOf, passwordIssues } from './new-password.ts'
import { findAccountByName, getAccount, type PasswordAccount } from './password-account.ts'
import { passwordRules } from './password-rule-list.ts'
import { mayRecover, type RecoveryDeps, recordFailure, consumeRecoveryAttempt } from './recover-password.ts'

/**
 * Emails a link to choose a new password. Reply and work are the same for every name; the current password stays valid
 * until the link is used, so that a request by others does not take it away.
 */
export async function sendRecoveryLink(
  { db, transact, keys, minRecoveryResponseMs, texts }: RecoveryDeps,
  { request }: RequestOnly,
  userName: string,
): Promise<Answer<DataOf<typeof contract.sendRecoveryLink>> | ReturnType<typeof refuse>> {
  const quiet = delay(minRecoveryResponseMs)
  const name = foldUserName(userName)
  const wait = await consumeRecoveryAttempt(db, name, networkOf(request.address))
  if (wait) return refuseForNow('429', sentences.recovery_too_often, wait.waitSeconds)
  const wording = await texts.of(readerOf({ caller: null, request }))
  const account = await findAccountByName(db, userName)
  const token = newToken()
  const sealed = sealMailSecret(keys, token)
  await transact(everything, async (stores) => {
    if (mayRecover(account) && account.signInKind === 'password')
      await mailLink(stores, account, { token, sealed }, request)
    else await recordFailure(stores, { request }, account)
  })
  await quiet
  const timeDescription = wording(sentences.password_time_minutes({ count: RECOVERY_LINK_MINUTES }))
  return new Answer({ timeDescription }, { message: sentences.recovery_sent })
}

async function mailLink(
  { recoveryLinks, outbox, audit }: Pick<Stores, 'audit' | 'outbox' | 'recoveryLinks'>,
  account: PasswordAccount,
  { token, sealed }: { token: string; sealed: ReturnType<typeof sealMailSecret> },
  request: RequestContext,
): Promise<void> {
  const { id, firstName, userName, email, clientId } = account
  const validUntil = (await recoveryLinks.issue(id, hashToken(token), RECOVERY_LINK_MINUTES)).toISOString()
  await outbox.add({
    template: 'recovery-link',
    fields: { firstName, userName, token: sealed, validUntil },
    dedupeKey: `recovery-link:${id}:${validUntil}`,
    to: email,
    clientId,
  })
  audit.record(request, { event: 'authn_password_recovery', actorId: null, subjectId: id, sessionId: null })
}

/** Returns the user of a link when it is valid and the user may still sign in. */
async function ownerOf({ db, transact }: RecoveryDeps, token: string): Promise<PasswordAccount | null> {
  const userId = await transact(everything, ({ recoveryLinks }) => recoveryLinks.find(hashToken(token)))
  const account = userId === undefined ? undefined : await getAccount(db, userId)
  return mayRecover(account) && account.signInKind === 'password' ? account : null
}

const isOver = () => refuse('404', sentences.recovery_link_over)

/** Returns what the page for the new password needs. Programs that follow links consume nothing by it. */
export async function readRecoveryLink(
  deps: RecoveryDeps,
  token: string,
): Promise<DataOf<typeof contract.readRecoveryLink> | ReturnType<typeof refuse>> {
  const account = await ownerOf(deps, token)
  return account ? { userNm: account.userName, rules: await passwordRules(deps.db, account) } : isOver()
}

interface Choice {
  token: string
  newPassword: string
  confirmPassword?: string | undefined
}

/** Sets the chosen password: checks cheap rules, then earlier passwords, then consumes the link. */
export async function redeemRecoveryLink(
  deps: RecoveryDeps,
  { request }: RequestOnly,
  { token, newPassword, confirmPassword }: Choice,
) {
  const account = await ownerOf(deps, token)
  if (!account) return isOver()
  const rules = await passwordRules(deps.db, account)
  const issues: FieldIssue[] = passwordIssues(newPassword, rules).map((message) => ({ field: 'newPassword', message }))
  if (confirmPassword !== undefined && confirmPassword !== newPassword)
    issues.push({ field: 'confirmPassword', message: sentences.password_mismatch })
  if (issues.length === 0 && (await isTaken(deps, account, newPassword, historyOf(rules))))
    issues.push({ field: 'newPassword', message: sentences.password_used_before })
  const [first] = issues
  if (first) return refuseFields('422', issues.length > 1 ? sentences.form_several_invalid : first.message, issues)
  const hash = await deps.hashing.hash(newPassword)
  const refusal = await deps.transact(everything, async (stores) => {
    if ((await stores.recoveryLinks.redeem(hashToken(token))) !== account.id) return isOver()
    await setPassword(stores, account, hash, request)
    return null
  })
  return refusal ?? new Answer(null, { message: sentences.password_changed })
}

/** The current password counts as the first of the last ones. */
async function isTaken(deps: RecoveryDeps, account: PasswordAccount, newPassword: string, historyLength: number) {
  if (
    historyLength > 0 &&
    account.passwordHash !== null &&
    (await deps.hashing.verify(account.passwordHash, newPassword))
  )
    return true
  return wasUsedBefore(deps, account, newPassword, historyLength)
}

async function setPassword(
  {
    passwords,
    sessions,
    signIns,
    outbox,
    audit,
  }: Pick<Stores, 'audit' | 'outbox' | 'passwords' | 'sessions' | 'signIns'>,
  account: PasswordAccount,
  hash: string,
  request: RequestContext,
): Promise<void> {
  const at = (await passwords.setOwn(account, hash)).toISOString()
  await sessions.endOfUser(account.id, null, 'password-changed')
  await signIns.resetBudget(account.id)
  const about = { actorId: account.id, subjectId: account.id, sessionId: null }
  audit.record(request, { event: 'authn_password_change', ...about, after: { from: 'recovery link' } })
  if (!isPlainAddress(account.email)) return
  const occasion = { at, device: describeDevice(request.userAgent), place: describePlace(request.address) }
  await outbox.add({
    template: 'password-changed',
    fields: { firstName: account.firstName, by: 'self', ...occasion },
    dedupeKey: `password-changed:${account.id}:${at}`,
    to: account.email,
    clientId: account.clientId,
  })
}

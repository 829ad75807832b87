import { setTimeout as delay } from 'node:timers/promises'
import type * as contract from '@portico/contract/password/password.ts'
import type { DataOf } from '@portico/contract/kit/endpoint.ts'
import { RECOVERY_LINK_MINUTES } from '@portico/contract/limits.ts'
import { audienceOf } from '../../http/text-audience.ts'
import { sentences } from '../../http/sentences.ts'
import { hashToken, newToken } from '../../crypto/tokens.ts'
import { everything } from '../../db/scope.ts'
import { type FieldIssue, Answer, refuse, refuseFields, refuseForNow } from '../../http/answers.ts'
import type { RequestContext, RequestOnly } from '../../http/caller.ts'
import { networkOf } from '../../http/network.ts'
import { isPlainAddress } from '../../ports/mail/plain-address.ts'
import { sealMailSecret, addMail } from '../mail/public.ts'
import { describeDevice, describePlace, endSessionsOfUser } from '../session/public.ts'
import { foldUserName, resetBudget } from '../sign-in/public.ts'
import { wasUsedBefore } from './change-password.ts'
import { historyOf, passwordIssues } from './new-password.ts'
import { findAccountByName, getAccount, type PasswordAccount } from './password-account.ts'
import { passwordRules } from './password-rule-list.ts'
import { mayRecover, type RecoveryDeps, recordRecoveryFailure, consumeRecoveryAttempt } from './recover-password.ts'
import type { Tx } from '../../db/database.ts'
import { storeRecoveryLink, findRecoveryLink, consumeRecoveryLink } from './recovery-link-store.ts'
import { recordAudit } from '../audit/public.ts'
import { setOwnPassword } from './password-store.ts'

/**
 * Emails a link to choose a new password. Reply and work are the same for every name; the current password stays valid
 * until the link is used, so that a request by others does not take it away.
 */
export async function sendRecoveryLink(
  { db, keys, minRecoveryResponseMs, texts }: RecoveryDeps,
  { request }: RequestOnly,
  userName: string,
): Promise<Answer<DataOf<typeof contract.sendRecoveryLink>> | ReturnType<typeof refuse>> {
  const quiet = delay(minRecoveryResponseMs)
  const name = foldUserName(userName)
  const wait = await consumeRecoveryAttempt(db, name, networkOf(request.address))
  if (wait) return refuseForNow('429', sentences.recovery_too_often, wait.waitSeconds)
  const translate = await texts.of(audienceOf({ caller: null, request }))
  const account = await findAccountByName(db, userName)
  const token = newToken()
  const sealed = sealMailSecret(keys, token)
  await db.transact(everything, async (tx) => {
    if (mayRecover(account) && account.signInKind === 'password')
      await mailLink(tx, account, { token, sealed }, request)
    else await recordRecoveryFailure(tx, { request }, account)
  })
  await quiet
  const timeDescription = translate(sentences.password_time_minutes({ count: RECOVERY_LINK_MINUTES }))
  return new Answer({ timeDescription }, { message: sentences.recovery_sent })
}

async function mailLink(
  tx: Tx,
  account: PasswordAccount,
  { token, sealed }: { token: string; sealed: ReturnType<typeof sealMailSecret> },
  request: RequestContext,
): Promise<void> {
  const { id, firstName, userName, email, clientId } = account
  const validUntil = (await storeRecoveryLink(tx, id, hashToken(token), RECOVERY_LINK_MINUTES)).toISOString()
  await addMail(tx, {
    template: 'recovery-link',
    fields: { firstName, userName, token: sealed, validUntil },
    dedupeKey: `recovery-link:${id}:${validUntil}`,
    to: email,
    clientId,
  })
  recordAudit(tx, request, { event: 'authn_password_recovery', actorId: null, subjectId: id, sessionId: null })
}

/** Returns the user of a link when it is valid and the user may still sign in. */
async function ownerOf({ db }: RecoveryDeps, token: string): Promise<PasswordAccount | null> {
  const userId = await db.read(everything, (tx) => findRecoveryLink(tx, hashToken(token)))
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
  const refusal = await deps.db.transact(everything, async (tx) => {
    if ((await consumeRecoveryLink(tx, hashToken(token))) !== account.id) return isOver()
    await setPassword(tx, account, hash, request)
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

async function setPassword(tx: Tx, account: PasswordAccount, hash: string, request: RequestContext): Promise<void> {
  const at = (await setOwnPassword(tx, account, hash)).toISOString()
  await endSessionsOfUser(tx, account.id, null, 'password-changed')
  await resetBudget(tx, account.id)
  const about = { actorId: account.id, subjectId: account.id, sessionId: null }
  recordAudit(tx, request, { event: 'authn_password_change', ...about, after: { from: 'recovery link' } })
  if (!isPlainAddress(account.email)) return
  const occasion = { at, device: describeDevice(request.userAgent), place: describePlace(request.address) }
  await addMail(tx, {
    template: 'password-changed',
    fields: { firstName: account.firstName, by: 'self', ...occasion },
    dedupeKey: `password-changed:${account.id}:${at}`,
    to: account.email,
    clientId: account.clientId,
  })
}

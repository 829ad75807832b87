import { setTimeout as delay } from 'node:timers/promises'
import type * as contract from '@portico/contract/password.ts'
import type { FieldIssue } from '@portico/contract/kit/envelope.ts'
import type { Data } from '@portico/contract/kit/endpoint.ts'
import { defaultTexts } from '@portico/contract/texts/texts.ts'
import { hashToken, newToken } from '../../crypto/tokens.ts'
import { everything } from '../../db/scope.ts'
import { Answer, refuse, refuseFields, refuseForNow } from '../../http/answers.ts'
import type { RequestFacts } from '../../http/caller.ts'
import { networkOf } from '../../http/network.ts'
import type { Stores } from '../../stores.ts'
import { isPlainAddress } from '../../ports/mail/plain-address.ts'
import { sealMailSecret } from '../mail/public.ts'
import { describeDevice, describePlace } from '../session/public.ts'
import { foldUserName } from '../sign-in/public.ts'
import { wasUsedBefore } from './change-password.ts'
import { historyOf, objections } from './new-password.ts'
import { findAccountByName, getAccount, type PasswordAccount } from './password-account.ts'
import { passwordRules } from './password-rule-list.ts'
import { mayRecover, type RecoveryParts, recordFailure, takeRecoveryTry } from './recover-password.ts'

/** How long a mailed link is good for. */
const VALID_MINUTES = 30
const VALID_TIME = `${VALID_MINUTES} minutes`

/**
 * Mails a link to choose a new password. Whoever it was about, the reply and the work are the same; the
 * present password stays good until the link is used, so that nobody can take it from somebody else.
 */
export async function sendRecoveryLink(
  { db, transact, keys, recoveryFloorMs }: RecoveryParts,
  userName: string,
  facts: RequestFacts,
): Promise<Answer<Data<typeof contract.sendRecoveryLink>> | ReturnType<typeof refuse>> {
  const quiet = delay(recoveryFloorMs)
  const name = foldUserName(userName)
  const wait = await takeRecoveryTry(db, name, networkOf(facts.address))
  if (wait) return refuseForNow('429', defaultTexts.recovery_too_often, wait.waitSeconds)
  const account = await findAccountByName(db, userName)
  const token = newToken()
  const sealed = sealMailSecret(keys, token)
  await transact(everything, async (stores) => {
    if (mayRecover(account) && account.signInKind === 'password')
      await mailLink(stores, account, { token, sealed }, facts)
    else await recordFailure(stores, account, facts)
  })
  await quiet
  return new Answer({ timeDescription: VALID_TIME }, { message: defaultTexts.recovery_sent })
}

async function mailLink(
  { recoveryLinks, outbox, audit }: Stores,
  account: PasswordAccount,
  { token, sealed }: { token: string; sealed: ReturnType<typeof sealMailSecret> },
  facts: RequestFacts,
): Promise<void> {
  const { id, firstName, userName, email, clientId } = account
  const validUntil = (await recoveryLinks.issue(id, hashToken(token), VALID_MINUTES)).toISOString()
  await outbox.add({
    template: 'recovery-link',
    fields: { firstName, userName, token: sealed, validUntil },
    dedupeKey: `recovery-link:${id}:${validUntil}`,
    to: email,
    clientId,
  })
  audit.record(facts, { event: 'authn_password_recovery', actorId: null, subjectId: id, sessionId: null })
}

/** Whose link it is, if it is good and its owner may still come in. */
async function ownerOf({ db, transact }: RecoveryParts, token: string): Promise<PasswordAccount | null> {
  const userId = await transact(everything, ({ recoveryLinks }) => recoveryLinks.find(hashToken(token)))
  const account = userId === undefined ? undefined : await getAccount(db, userId)
  return mayRecover(account) && account.signInKind === 'password' ? account : null
}

const isOver = () => refuse('404', defaultTexts.recovery_link_over)

/** What the page needs that asks for the new password. A program that follows links uses nothing up by it. */
export async function readRecoveryLink(
  parts: RecoveryParts,
  token: string,
): Promise<Data<typeof contract.readRecoveryLink> | ReturnType<typeof refuse>> {
  const account = await ownerOf(parts, token)
  return account ? { userNm: account.userName, rules: await passwordRules(parts.db, account) } : isOver()
}

interface Choice {
  token: string
  newPassword: string
  confirmPassword?: string | undefined
}

/** Sets the password that was chosen: cheap rules first, then earlier passwords, then the link is spent, once. */
export async function redeemRecoveryLink(
  parts: RecoveryParts,
  { token, newPassword, confirmPassword }: Choice,
  facts: RequestFacts,
) {
  const account = await ownerOf(parts, token)
  if (!account) return isOver()
  const rules = await passwordRules(parts.db, account)
  const issues: FieldIssue[] = objections(newPassword, rules).map((message) => ({ field: 'newPassword', message }))
  if (confirmPassword !== undefined && confirmPassword !== newPassword)
    issues.push({ field: 'confirmPassword', message: defaultTexts.password_mismatch })
  if (issues.length === 0 && (await isTaken(parts, account, newPassword, historyOf(rules))))
    issues.push({ field: 'newPassword', message: defaultTexts.password_used_before })
  const [first] = issues
  if (first) return refuseFields('422', issues.length > 1 ? defaultTexts.form_several_invalid : first.message, issues)
  const hash = await parts.hashing.hash(newPassword)
  const refusal = await parts.transact(everything, async (stores) => {
    if ((await stores.recoveryLinks.redeem(hashToken(token))) !== account.id) return isOver()
    await setPassword(stores, account, hash, facts)
    return null
  })
  return refusal ?? new Answer(null, { message: defaultTexts.password_changed })
}

/** The present password is the first of the last ones. */
async function isTaken(parts: RecoveryParts, account: PasswordAccount, newPassword: string, most: number) {
  if (most > 0 && account.passwordHash !== null && (await parts.hashing.verify(account.passwordHash, newPassword)))
    return true
  return wasUsedBefore(parts, account, newPassword, most)
}

async function setPassword(
  { passwords, sessions, signIns, outbox, audit }: Stores,
  account: PasswordAccount,
  hash: string,
  facts: RequestFacts,
): Promise<void> {
  const at = (await passwords.setOwn(account, hash)).toISOString()
  await sessions.endOfUser(account.id, null, 'password-changed')
  await signIns.restoreBudget(account.id)
  const about = { actorId: account.id, subjectId: account.id, sessionId: null }
  audit.record(facts, { event: 'authn_password_change', ...about, after: { from: 'recovery link' } })
  if (!isPlainAddress(account.email)) return
  const occasion = { at, device: describeDevice(facts.userAgent), place: describePlace(facts.address) }
  await outbox.add({
    template: 'password-changed',
    fields: { firstName: account.firstName, by: 'self', ...occasion },
    dedupeKey: `password-changed:${account.id}:${at}`,
    to: account.email,
    clientId: account.clientId,
  })
}

import { setTimeout as delay } from 'node:timers/promises'
import type { recoverPassword as contract } from '@portico/contract/password/password.ts'
import type { DataOf } from '@portico/contract/kit/endpoint.ts'
import { TEMPORARY_PASSWORD_MINUTES } from '@portico/contract/limits.ts'
import { databaseTime } from '../../db/clock.ts'
import { audienceOf } from '../../http/text-audience.ts'
import { sentences, type Texts } from '../../http/sentences.ts'
import type { KeyRing } from '../../crypto/key-ring.ts'
import type { Db, Tx } from '../../db/database.ts'
import { everything } from '../../db/scope.ts'
import { Answer, refuse, refuseForNow } from '../../http/answers.ts'
import type { RequestContext, RequestOnly } from '../../http/caller.ts'
import { networkOf } from '../../http/network.ts'
import { isPlainAddress } from '../../ports/mail/plain-address.ts'
import { sealMailSecret, addMail } from '../mail/public.ts'
import { foldUserName } from '../sign-in/public.ts'
import { findAccountByName, type PasswordAccount } from './password-account.ts'
import type { PasswordHashing } from '../../crypto/password-hashing.ts'
import { consumeAttempt } from '../attempts/public.ts'
import { plainAnswer } from './security-answer.ts'
import { temporaryPassword } from './temporary-password.ts'
import { storeTemporaryPassword } from './password-store.ts'
import { endSessionsOfUser } from '../session/public.ts'
import { recordAudit } from '../audit/public.ts'

export interface RecoveryDeps {
  db: Db
  hashing: PasswordHashing
  keys: KeyRing
  minRecoveryResponseMs: number
  texts: Pick<Texts, 'of'>
}

/** Attempts an hour: of one network for one name, and of all networks for one name. */
const TRIES_OF_ONE = 5
const TRIES_OF_ALL = 20

/** Minimum response time, so that no work of a known name can be measured. */
export const MIN_RECOVERY_RESPONSE_MS = 250

/**
 * Handles the answer to a security question (decision B15). A correct one sends an email to the owner of the account.
 * Any other answer is refused with '422', with the same reply and work for every name, so that an unknown name looks
 * like a wrong answer (PSWD-035).
 */
export async function recoverPassword(
  { db, hashing, keys, minRecoveryResponseMs, texts }: RecoveryDeps,
  { request }: RequestOnly,
  { userName, answer }: { userName: string; answer: string },
): Promise<Answer<DataOf<typeof contract>> | ReturnType<typeof refuse>> {
  const quiet = delay(minRecoveryResponseMs)
  const name = foldUserName(userName)
  const network = networkOf(request.address)
  const wait = await consumeRecoveryAttempt(db, name, network)
  if (wait) return refuseForNow('429', sentences.recovery_too_often, wait.waitSeconds)
  const account = await findAccountByName(db, userName)
  const owner = await ownerByAnswer(hashing, account, answer, network)
  if (!owner) {
    await db.transact(everything, (tx) => recordRecoveryFailure(tx, { request }, account))
    await quiet
    return refuse('422', sentences.recovery_no_match)
  }
  const password = temporaryPassword()
  const sealed = sealMailSecret(keys, password)
  const hash = await hashing.hash(password, network)
  await db.transact(everything, (tx) => giveTemporary(tx, owner, { sealed, hash }, request))
  await quiet
  const translate = await texts.of(audienceOf({ caller: null, request }))
  const timeDescription = translate(sentences.password_time_minutes({ count: TEMPORARY_PASSWORD_MINUTES }))
  return new Answer({ timeDescription }, { message: sentences.recovery_sent })
}

/** Counts unknown names like any other. One network alone cannot use up the attempts of all. */
export async function consumeRecoveryAttempt(db: Db, name: string, network: string) {
  const minutes = 60
  return (
    (await consumeAttempt(db, { key: ['answer-of-one', name, network], maxAttempts: TRIES_OF_ONE, minutes })) ??
    (await consumeAttempt(db, { key: ['answer-of-all', name], maxAttempts: TRIES_OF_ALL, minutes }))
  )
}

export const mayRecover = (account: PasswordAccount | undefined): account is PasswordAccount =>
  account?.status === 1 && !account.clientIsDeleted && isPlainAddress(account.email)

/** Returns the account when it has a security question and this is its answer. The work is the same for every name. */
async function ownerByAnswer(
  hashing: PasswordHashing,
  account: PasswordAccount | undefined,
  answer: string,
  network: string,
): Promise<PasswordAccount | null> {
  if (mayRecover(account) && account.signInKind === 'password' && account.securityAnswerHash !== null)
    return (await hashing.verify(account.securityAnswerHash, plainAnswer(answer), network)) ? account : null
  await hashing.dummyVerify(network)
  return null
}

/** The old password becomes invalid and open sessions end: only the emailed password opens a session. */
async function giveTemporary(
  tx: Tx,
  account: PasswordAccount,
  { sealed, hash }: { sealed: ReturnType<typeof sealMailSecret>; hash: string },
  request: RequestContext,
): Promise<void> {
  const validUntil = (await storeTemporaryPassword(tx, account, hash, TEMPORARY_PASSWORD_MINUTES)).toISOString()
  await endSessionsOfUser(tx, account.id, null, 'password-changed')
  const { id, firstName, userName, email, clientId } = account
  await addMail(tx, {
    template: 'temporary-password',
    fields: { firstName, userName, password: sealed, validUntil, reason: 'forgotten' },
    dedupeKey: `temporary-password:${id}:${validUntil}`,
    to: email,
    clientId,
  })
  recordAudit(tx, request, {
    event: 'authn_password_recovery',
    actorId: null,
    subjectId: id,
    sessionId: null,
    after: { isTemporary: true, validUntil },
  })
}

export async function recordRecoveryFailure(
  tx: Tx,
  { request }: RequestOnly,
  account: PasswordAccount | undefined,
): Promise<void> {
  const isElsewhere = mayRecover(account) && account.signInKind !== 'password'
  if (isElsewhere)
    await addMail(tx, {
      template: 'use-company-sign-in',
      fields: { firstName: account.firstName },
      // At most one email an hour, however often it is requested.
      dedupeKey: `use-company-sign-in:${account.id}:${(await databaseTime(tx)).toISOString().slice(0, 13)}`,
      to: account.email,
      clientId: account.clientId,
    })
  recordAudit(tx, request, {
    event: 'authn_password_recovery_fail',
    actorId: null,
    subjectId: account?.id ?? null,
    sessionId: null,
  })
}

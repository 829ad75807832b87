import { setTimeout as delay } from 'node:timers/promises'
import type { recoverPassword as contract } from '@portico/contract/password.ts'
import type { DataOf } from '@portico/contract/kit/endpoint.ts'
import { TEMPORARY_PASSWORD_MINUTES } from '@portico/contract/limits.ts'
import { readerOf } from '../../http/reader.ts'
import { sentences, type Texts } from '../../http/sentences.ts'
import type { KeyRing } from '../../crypto/key-ring.ts'
import type { Db } from '../../db/database.ts'
import { everything } from '../../db/scope.ts'
import { Answer, type refuse, refuseForNow } from '../../http/answers.ts'
import type { RequestContext, RequestOnly } from '../../http/caller.ts'
import { networkOf } from '../../http/network.ts'
import type { Stores, Transact } from '../../stores.ts'
import { isPlainAddress } from '../../ports/mail/plain-address.ts'
import { sealMailSecret } from '../mail/public.ts'
import { foldUserName } from '../sign-in/public.ts'
import type { PasswordStore } from './change-password.ts'
import { findAccountByName, type PasswordAccount } from './password-account.ts'
import type { PasswordHashing } from './password-hashing.ts'
import { consumeAttempt } from '../attempts/public.ts'
import { plainAnswer } from './security-answer.ts'
import { temporaryPassword } from './temporary-password.ts'

export interface RecoveryDeps {
  db: Db
  transact: Transact<PasswordStore>
  hashing: PasswordHashing
  keys: KeyRing
  minRecoveryResponseMs: number
  texts: Pick<Texts, 'of'>
}

/** Attempts an hour: of one network for one name, and of all networks for one name. */
const TRIES_OF_ONE = 5
const TRIES_OF_ALL = 20

/** Minimum response time, so that the writes of a correct answer cannot be measured. */
export const MIN_RECOVERY_RESPONSE_MS = 250

/**
 * Handles the answer to a security question. The reply is always the same; a correct answer sends an email to the
 * owner of the account (decision B15).
 */
export async function recoverPassword(
  { db, transact, hashing, keys, minRecoveryResponseMs, texts }: RecoveryDeps,
  { request }: RequestOnly,
  { userName, answer }: { userName: string; answer: string },
): Promise<Answer<DataOf<typeof contract>> | ReturnType<typeof refuse>> {
  const quiet = delay(minRecoveryResponseMs)
  const name = foldUserName(userName)
  const network = networkOf(request.address)
  const wait = await consumeRecoveryAttempt(db, name, network)
  if (wait) return refuseForNow('429', sentences.recovery_too_often, wait.waitSeconds)
  const wording = await texts.of(readerOf({ caller: null, request }))
  const account = await findAccountByName(db, userName)
  const isRight = await checkAnswer(hashing, account, answer, network)
  // Generated for every name, so that the work is the same.
  const password = temporaryPassword()
  const sealed = sealMailSecret(keys, password)
  const hash = await hashing.hash(password, network)
  await transact(everything, async (stores) => {
    if (isRight) await giveTemporary(stores, account as PasswordAccount, { sealed, hash }, request)
    else await recordFailure(stores, { request }, account)
  })
  await quiet
  const timeDescription = wording(sentences.password_time_minutes({ count: TEMPORARY_PASSWORD_MINUTES }))
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

async function checkAnswer(
  hashing: PasswordHashing,
  account: PasswordAccount | undefined,
  answer: string,
  network: string,
): Promise<boolean> {
  const answerHash = mayRecover(account) && account.signInKind === 'password' ? account.securityAnswerHash : null
  if (answerHash !== null) return hashing.verify(answerHash, plainAnswer(answer), network)
  await hashing.dummyVerify(network)
  return false
}

/** The old password becomes invalid and open sessions end: only the emailed password opens a session. */
async function giveTemporary(
  { passwords, sessions, outbox, audit }: Pick<Stores, 'audit' | 'outbox' | 'passwords' | 'sessions'>,
  account: PasswordAccount,
  { sealed, hash }: { sealed: ReturnType<typeof sealMailSecret>; hash: string },
  request: RequestContext,
): Promise<void> {
  const validUntil = (await passwords.setTemporary(account, hash, TEMPORARY_PASSWORD_MINUTES)).toISOString()
  await sessions.endOfUser(account.id, null, 'password-changed')
  const { id, firstName, userName, email, clientId } = account
  await outbox.add({
    template: 'temporary-password',
    fields: { firstName, userName, password: sealed, validUntil, reason: 'forgotten' },
    dedupeKey: `temporary-password:${id}:${validUntil}`,
    to: email,
    clientId,
  })
  audit.record(request, {
    event: 'authn_password_recovery',
    actorId: null,
    subjectId: id,
    sessionId: null,
  })
}

export async function recordFailure(
  { outbox, audit }: Pick<Stores, 'audit' | 'outbox'>,
  { request }: RequestOnly,
  account: PasswordAccount | undefined,
): Promise<void> {
  const isElsewhere = mayRecover(account) && account.signInKind !== 'password'
  if (isElsewhere)
    await outbox.add({
      template: 'use-company-sign-in',
      fields: { firstName: account.firstName },
      // At most one email an hour, however often it is requested.
      dedupeKey: `use-company-sign-in:${account.id}:${new Date().toISOString().slice(0, 13)}`,
      to: account.email,
      clientId: account.clientId,
    })
  audit.record(request, {
    event: 'authn_password_recovery_fail',
    actorId: null,
    subjectId: account?.id ?? null,
    sessionId: null,
  })
}

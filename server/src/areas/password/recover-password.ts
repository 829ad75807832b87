import { setTimeout as delay } from 'node:timers/promises'
import type { recoverPassword as contract } from '@portico/contract/password.ts'
import type { Data } from '@portico/contract/kit/endpoint.ts'
import { defaultTexts } from '@portico/contract/texts/texts.ts'
import type { KeyRing } from '../../crypto/key-ring.ts'
import type { Db } from '../../db/database.ts'
import { everything } from '../../db/scope.ts'
import { Answer, type refuse, refuseForNow } from '../../http/answers.ts'
import type { RequestFacts } from '../../http/caller.ts'
import { networkOf } from '../../http/network.ts'
import type { Stores, Transact } from '../../stores.ts'
import { isPlainAddress } from '../../ports/mail/plain-address.ts'
import { sealMailSecret } from '../mail/public.ts'
import { foldUserName } from '../sign-in/public.ts'
import { findAccountByName, type PasswordAccount } from './password-account.ts'
import type { PasswordHashing } from './password-hashing.ts'
import { takeTry } from './secret-tries.ts'
import { plainAnswer } from './security-answer.ts'
import { temporaryPassword } from './temporary-password.ts'

export interface RecoveryParts {
  db: Db
  transact: Transact
  hashing: PasswordHashing
  keys: KeyRing
  recoveryFloorMs: number
}

/** How long a mailed password is good for (decision B15). */
const VALID_MINUTES = 30
const VALID_TIME = `${VALID_MINUTES} minutes`

/** Answers an hour: of one network about one name, and of everybody about one name. */
const TRIES_OF_ONE = 5
const TRIES_OF_ALL = 20

/** No answer is given sooner, so that what is written for a right one cannot be told by the time. */
export const RECOVERY_FLOOR_MS = 250

/**
 * Takes the answer to a security question. Whatever it was and whoever it was about, the reply is the same;
 * the rest goes by mail to whom the account belongs (decision B15).
 */
export async function recoverPassword(
  { db, transact, hashing, keys, recoveryFloorMs }: RecoveryParts,
  { userName, answer }: { userName: string; answer: string },
  facts: RequestFacts,
): Promise<Answer<Data<typeof contract>> | ReturnType<typeof refuse>> {
  const quiet = delay(recoveryFloorMs)
  const name = foldUserName(userName)
  const network = networkOf(facts.address)
  const wait = await takeRecoveryTry(db, name, network)
  if (wait) return refuseForNow('429', defaultTexts.recovery_too_often, wait.waitSeconds)
  const account = await findAccountByName(db, userName)
  const isRight = await checkAnswer(hashing, account, answer, network)
  // Made for everybody, so that the work is the same for all.
  const password = temporaryPassword()
  const sealed = sealMailSecret(keys, password)
  const hash = await hashing.hash(password, network)
  await transact(everything, async (stores) => {
    if (isRight) await giveTemporary(stores, account as PasswordAccount, { sealed, hash }, facts)
    else await recordFailure(stores, account, facts)
  })
  await quiet
  return new Answer({ timeDescription: VALID_TIME }, { message: defaultTexts.recovery_sent })
}

/** Names that nobody has are counted like any other. One network alone cannot use up what all may try. */
export async function takeRecoveryTry(db: Db, name: string, network: string) {
  const minutes = 60
  return (
    (await takeTry(db, { of: ['answer-of-one', name, network], most: TRIES_OF_ONE, minutes })) ??
    (await takeTry(db, { of: ['answer-of-all', name], most: TRIES_OF_ALL, minutes }))
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
  await hashing.pretend(network)
  return false
}

/** The old password is gone and open sessions end: from here on only the mail leads in. */
async function giveTemporary(
  { passwords, sessions, outbox, audit }: Stores,
  account: PasswordAccount,
  { sealed, hash }: { sealed: ReturnType<typeof sealMailSecret>; hash: string },
  facts: RequestFacts,
): Promise<void> {
  const validUntil = (await passwords.setTemporary(account, hash, VALID_MINUTES)).toISOString()
  await sessions.endOfUser(account.id, null, 'password-changed')
  const { id, firstName, userName, email, clientId } = account
  await outbox.add({
    template: 'temporary-password',
    fields: { firstName, userName, password: sealed, validUntil, reason: 'forgotten' },
    dedupeKey: `temporary-password:${id}:${validUntil}`,
    to: email,
    clientId,
  })
  audit.record(facts, {
    event: 'authn_password_recovery',
    actorId: null,
    subjectId: id,
    sessionId: null,
  })
}

export async function recordFailure(
  { outbox, audit }: Stores,
  account: PasswordAccount | undefined,
  facts: RequestFacts,
): Promise<void> {
  const isElsewhere = mayRecover(account) && account.signInKind !== 'password'
  if (isElsewhere)
    await outbox.add({
      template: 'use-company-sign-in',
      fields: { firstName: account.firstName },
      // Whoever asks often fills nobody's mailbox.
      dedupeKey: `use-company-sign-in:${account.id}:${new Date().toISOString().slice(0, 13)}`,
      to: account.email,
      clientId: account.clientId,
    })
  audit.record(facts, {
    event: 'authn_password_recovery_fail',
    actorId: null,
    subjectId: account?.id ?? null,
    sessionId: null,
  })
}

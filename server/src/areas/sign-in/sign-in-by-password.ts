import { setTimeout as pause } from 'node:timers/promises'
import { defaultTexts } from '@portico/contract/texts/texts.ts'
import { hashToken } from '../../crypto/tokens.ts'
import type { Db } from '../../db/database.ts'
import { everything } from '../../db/scope.ts'
import { refuseForNow } from '../../http/answers.ts'
import type { RequestFacts } from '../../http/caller.ts'
import { networkOf } from '../../http/network.ts'
import type { DirectoryPerson, PasswordDirectory } from '../../ports/directory/directory.ts'
import type { PasswordHashing } from '../password/public.ts'
import { followDirectory } from './directory-person.ts'
import { type Entry, enter, type GateParts, wrong } from './enter.ts'
import { type HumanCheckMissing, humanCheckMissing } from './human-check-gate.ts'
import { failureSources, type HumanCheckPolicy } from './human-check-rules.ts'
import type { Attempt, SignInAccount } from './sign-in-account.ts'
import { foldUserName, isLockedByGuesses, standingOf } from './sign-in-rules.ts'
import { takeAttempt } from './sign-in-store.ts'

export interface SignInParts extends GateParts {
  db: Db
  hashing: PasswordHashing
  /** Checks the passwords of directory users; null: they have none here. */
  directory: PasswordDirectory | null
  failureFloorMs: number
  settings: GateParts['settings'] & { maxFailures: number; humanCheck: HumanCheckPolicy }
}

export interface Credentials {
  userName: string
  password: string
  /** True: end the user's other sessions. */
  isConfirmed: boolean
  /** The pre-login token that this sign-in spends. */
  token: { id: Buffer; expiresAt: Date }
}

/** Signs in by password: the credentials here, then the gates (decision B7). */
export async function signInByPassword(
  parts: SignInParts,
  { userName, password, isConfirmed, token }: Credentials,
  facts: RequestFacts,
): Promise<Entry | HumanCheckMissing> {
  const begun = performance.now()
  const network = networkOf(facts.address)
  const folded = foldUserName(userName)
  const sources = failureSources(folded, network, parts.settings.humanCheck)
  const bindingHash = hashToken(facts.binding ?? '')
  const { account, isHuman, mayLock, isKnownBrowser } = await attemptAt(parts, {
    userName,
    sources,
    token,
    bindingHash,
  })
  if (!isHuman) return humanCheckMissing()
  const proof = await checkPassword(parts, account, password, network)
  if (account && proof === 'unavailable') return postpone(parts, account)
  if (!account || typeof proof === 'string' || standingOf(account) === 'unknown') {
    await recordFailure(parts, account, { sources, mayLock }, facts)
    if (parts.directory) await pause(Math.max(0, parts.failureFloorMs - (performance.now() - begun)))
    return wrong()
  }
  await followDirectory(parts.transact, account, proof, facts)
  const isBesideLock = isKnownBrowser && isLockedByGuesses(account)
  const spend: Parameters<typeof enter>[1]['spend'] = ({ signIns }) =>
    signIns.recordSignIn(account, token, { isBesideLock, bindingHash })
  return enter(parts, { account, isConfirmed, isFactorPassed: false, isBesideLock, spend }, facts)
}

interface AttemptAt {
  userName: string
  sources: readonly string[]
  token: Credentials['token']
  bindingHash: Buffer
}

/** Takes an attempt, and reads whose it is: no account for a name that nobody has. */
async function attemptAt({ db, settings }: SignInParts, { userName, sources, token, bindingHash }: AttemptAt) {
  const values = [userName, settings.maxFailures, settings.humanCheck.mode, sources, token.id, bindingHash]
  const [attempt] = await db.prepared<Attempt>('take-attempt', takeAttempt, values)
  return {
    account: attempt && attempt.user_id !== null ? attempt : undefined,
    isHuman: attempt?.is_human !== false,
    mayLock: attempt?.has_account_budget === true,
    isKnownBrowser: attempt?.is_known_browser === true,
  }
}

/**
 * With a directory no failure is answered sooner: how long a directory takes would tell its users from
 * others and from nobody. A password checked here and a directory at its usual pace take less.
 */
export const FAILURE_FLOOR_MS = 300

/** What a right password shows of its owner; nothing where it is kept here. */
type Proof = DirectoryPerson | 'wrong' | 'unavailable'

const NOTHING_MORE: DirectoryPerson = {}

/** Takes the same time whether there is such a user or not, and whether he may be checked or not (decision B3). */
async function checkPassword(
  { hashing, directory }: SignInParts,
  account: SignInAccount | undefined,
  password: string,
  network: string,
): Promise<Proof> {
  const checkable = account?.has_budget === true ? account : undefined
  if (checkable?.sign_in_kind === 'password' && checkable.password_hash !== null)
    return (await hashing.verify(checkable.password_hash, password, network)) ? NOTHING_MORE : 'wrong'
  const ask = async (): Promise<Proof> =>
    checkable?.sign_in_kind === 'directory' && directory ? directory.check(checkable.user_name, password) : 'wrong'
  const [proof] = await Promise.all([ask(), hashing.pretend(network)])
  return proof
}

/** The directory is out of order: only its users hear of it, and it costs them no attempt. */
async function postpone({ transact }: SignInParts, account: SignInAccount): Promise<Entry> {
  await transact(everything, ({ arrivals }) => arrivals.giveBackAttempt(account.user_id))
  return refuseForNow('503', defaultTexts.login_failed, RETRY_SECONDS)
}

const RETRY_SECONDS = 15

/** Does the same work for unknown names (id 0 is nobody), so that the time of the answer tells nothing. */
async function recordFailure(
  { transact, settings }: SignInParts,
  account: SignInAccount | undefined,
  { sources, mayLock }: { sources: readonly string[]; mayLock: boolean },
  facts: RequestFacts,
): Promise<void> {
  await transact(everything, async ({ signIns, audit }) => {
    await signIns.countFailure(sources)
    // Without budget nothing was checked, so nothing may lock either: the password may have been right.
    // Nor may guesses at a password that is not there keep anybody from his company's sign-on.
    const isGuess = account !== undefined && mayLock && account.sign_in_kind !== 'federated'
    const checkedId = isGuess ? account.user_id : 0
    const isLocked = await signIns.lockIfSpent(checkedId, settings.maxFailures)
    const event = isLocked
      ? 'authn_login_lock'
      : account?.has_budget === false
        ? 'authn_login_fail_max'
        : 'authn_login_fail'
    audit.record(facts, { event, actorId: null, subjectId: account?.user_id ?? null, sessionId: null })
  })
}

import { setTimeout as pause } from 'node:timers/promises'
import { sentences } from '../../http/sentences.ts'
import { hashToken } from '../../crypto/tokens.ts'
import type { Db } from '../../db/database.ts'
import { write } from '../../db/run.ts'
import { everything } from '../../db/scope.ts'
import { refuse, refuseForNow } from '../../http/answers.ts'
import type { RequestContext, RequestOnly } from '../../http/caller.ts'
import { networkOf } from '../../http/network.ts'
import type { DirectoryPerson, PasswordDirectory } from '../../ports/directory/directory.ts'
import type { PasswordHashing } from '../../crypto/password-hashing.ts'
import { followDirectory } from './directory-person.ts'
import {
  type SignInResult,
  completeSignIn,
  type GateDeps,
  type VerifiedIdentity,
  invalidCredentials,
} from './complete-sign-in.ts'
import { type HumanCheckMissing, humanCheckMissing } from './human-check-gate.ts'
import { failureSources, type HumanCheckPolicy } from './human-check-rules.ts'
import type { Attempt, SignInAccount } from './sign-in-account.ts'
import { foldUserName, isLockedByGuesses, accountStateOf } from './sign-in-rules.ts'
import {
  consumeSignInAttempt,
  recordSignIn,
  countFailureOfSources,
  countFailureOfBrowser,
  lockIfSpent,
} from './sign-in-store.ts'
import type { TokenFactsReader } from './token-facts.ts'
import { giveBackSignInAttempt } from './sign-in-completion-store.ts'
import { recordAudit } from '../audit/public.ts'

export interface SignInDeps extends GateDeps {
  db: Db
  hashing: PasswordHashing
  /** Checks the passwords of directory users; null: no LDAP directory is configured. */
  directory: PasswordDirectory | null
  facts: TokenFactsReader
  minFailureResponseMs: number
  settings: GateDeps['settings'] & { maxFailures: number; humanCheck: HumanCheckPolicy }
}

export interface Credentials {
  userName: string
  password: string
  /** True: end the user's other sessions. */
  isConfirmed: boolean
  /** The pre-login token that this sign-in consumes. */
  token: { id: Buffer; expiresAt: Date }
}

/** Signs in by password: verifies the credentials, then runs the gates (decision B7). */
export async function signInByPassword(
  deps: SignInDeps,
  { request }: RequestOnly,
  { userName, password, isConfirmed, token }: Credentials,
): Promise<SignInResult | HumanCheckMissing> {
  const begun = performance.now()
  const network = networkOf(request.address)
  const folded = foldUserName(userName)
  const sources = failureSources(folded, network, deps.settings.humanCheck)
  const bindingHash = hashToken(request.binding ?? '')
  const { account, isFresh, isHuman, ...counted } = await attemptAt(deps, {
    userName,
    sources,
    token,
    bindingHash,
  })
  if (!isFresh) return refuse('401', sentences.login_origin_refused)
  if (!isHuman) return humanCheckMissing()
  const proof = await checkPassword(deps, account, password, network)
  if (account && proof === 'unavailable') return postpone(deps, account)
  if (!account || typeof proof === 'string' || accountStateOf(account) === 'unknown') {
    await recordFailure(deps, account, { sources, bindingHash, ...counted }, request)
    if (deps.directory) await pause(Math.max(0, deps.minFailureResponseMs - (performance.now() - begun)))
    return invalidCredentials()
  }
  await followDirectory(deps, { request }, { account, person: proof })
  const bypassesGuessLock = counted.hasBrowserBudget && isLockedByGuesses(account)
  const failedBrowser = counted.isBrowserCounted ? bindingHash : null
  const consume: VerifiedIdentity['consume'] = (tx) =>
    recordSignIn(tx, account, token, { bypassesGuessLock, failedBrowser })
  return completeSignIn(deps, { request }, { account, isConfirmed, isFactorPassed: false, bypassesGuessLock, consume })
}

interface AttemptAt {
  userName: string
  sources: readonly string[]
  token: Credentials['token']
  bindingHash: Buffer
}

/** Consumes an attempt and reads the account; the account is undefined for an unknown name. */
async function attemptAt({ db, settings }: SignInDeps, { userName, sources, token, bindingHash }: AttemptAt) {
  const rows = await write(
    db,
    consumeSignInAttempt(
      userName,
      settings.maxFailures,
      settings.humanCheck.mode,
      sources,
      token.id,
      bindingHash,
      token.expiresAt,
    ),
  )
  const [attempt] = rows as Attempt[]
  return {
    account: attempt && attempt.userId !== null ? attempt : undefined,
    isFresh: attempt?.isFresh === true,
    isHuman: attempt?.isHuman !== false,
    mayLock: attempt?.hasAccountBudget === true,
    hasBrowserBudget: attempt?.hasBrowserBudget === true,
    failsInBrowser: attempt !== undefined && failsInBrowser(attempt),
    isBrowserCounted: attempt?.isBrowserCounted === true,
  }
}

const failsInBrowser = ({ isKnownBrowser, hasAccountBudget, hasBrowserBudget }: Attempt): boolean =>
  isKnownBrowser && hasAccountBudget && !hasBrowserBudget

/**
 * Minimum time of a failed sign-in when a directory is configured. The time a directory takes would otherwise
 * distinguish its users from others and from unknown names. A local check, or a directory at normal speed, takes less.
 */
export const MIN_FAILURE_RESPONSE_MS = 300

/** Result of a correct password: attributes from the directory; nothing for a local password. */
type Proof = DirectoryPerson | 'wrong' | 'unavailable'

const NOTHING_MORE: DirectoryPerson = {}

/** Takes the same time for unknown names and for users without budget (decision B3). */
async function checkPassword(
  { hashing, directory }: SignInDeps,
  account: SignInAccount | undefined,
  password: string,
  network: string,
): Promise<Proof> {
  const checkable = account?.hasBudget === true ? account : undefined
  if (checkable?.signInKind === 'password' && checkable.passwordHash !== null)
    return (await hashing.verify(checkable.passwordHash, password, network)) ? NOTHING_MORE : 'wrong'
  const query = async (): Promise<Proof> =>
    checkable?.signInKind === 'directory' && directory ? directory.check(checkable.userName, password) : 'wrong'
  const [proof] = await Promise.all([query(), hashing.dummyVerify(network)])
  return proof
}

/** The directory is unavailable: only its users see an error, and no attempt is consumed. */
async function postpone({ db }: SignInDeps, account: SignInAccount): Promise<SignInResult> {
  await db.transact(everything, (tx) => giveBackSignInAttempt(tx, account.userId))
  return refuseForNow('503', sentences.login_failed, RETRY_SECONDS)
}

const RETRY_SECONDS = 15

interface FailedAttempt {
  sources: readonly string[]
  bindingHash: Buffer
  /** True: an attempt of the account was consumed. */
  mayLock: boolean
  /** True: the user knows the browser, and an attempt of the account was consumed, but none of the browser. */
  failsInBrowser: boolean
}

/** Does the same work for unknown names (id 0), so that the response time reveals nothing. */
async function recordFailure(
  { db, facts, settings }: SignInDeps,
  account: SignInAccount | undefined,
  { sources, bindingHash, mayLock, failsInBrowser }: FailedAttempt,
  request: RequestContext,
): Promise<void> {
  await db.transact(everything, async (tx) => {
    await countFailureOfSources(tx, sources)
    if (account && failsInBrowser) await countFailureOfBrowser(tx, account.userId, bindingHash)
    // Without budget nothing was checked, so nothing may lock either: the password may have been right. Guesses at a
    // password that does not exist must not block the company's sign-on.
    const isGuess = account !== undefined && mayLock && account.signInKind !== 'federated'
    const checkedId = isGuess ? account.userId : 0
    const isLocked = await lockIfSpent(tx, checkedId, settings.maxFailures)
    const event = isLocked
      ? 'authn_login_lock'
      : account?.hasBudget === false
        ? 'authn_login_fail_max'
        : 'authn_login_fail'
    recordAudit(tx, request, { event, actorId: null, subjectId: account?.userId ?? null, sessionId: null })
  })
  facts.forget()
}

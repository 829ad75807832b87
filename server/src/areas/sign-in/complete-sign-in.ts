import { CSRF_HEADER } from '@portico/contract/kit/headers.ts'
import type { Enrollment, LoginResult, OtherSession } from '@portico/contract/sign-in/sign-in.ts'
import { type MessageRef, sentences } from '../../http/sentences.ts'
import { hashToken, isSameHash, newToken } from '../../crypto/tokens.ts'
import { everything } from '../../db/scope.ts'
import { Answer, declaredCode, refuse, type Refusal } from '../../http/answers.ts'
import type { RequestContext, RequestOnly } from '../../http/caller.ts'
import {
  DEFAULT_IDLE_MINUTES,
  describeDevice,
  describePlace,
  nameOfBrowser,
  type SessionElsewhere,
  insertSession,
  findOpenSessions,
} from '../session/public.ts'
import type { SignInAccount } from './sign-in-account.ts'
import { isLockedByGuesses, type AccountState, accountStateOf } from './sign-in-rules.ts'
import { type ShownTicket, redeemSignInTicket, prolongSignInTicket } from './sign-in-ticket-store.ts'
import { loginResult } from './sign-in-view.ts'
import type { Tx, Db } from '../../db/database.ts'
import { resetBudget, resetBudgetOfBrowser, spendTemporaryPassword } from './sign-in-store.ts'
import { recordAudit } from '../audit/public.ts'
import { getMailRecipient } from '../account/public.ts'
import { acceptLicense, reopenLicense } from '../licenses/public.ts'
import { addMail } from '../mail/public.ts'

/** A user whose identity is verified, by any sign-in method. The gates decide whether a session opens. */
export interface VerifiedIdentity {
  account: SignInAccount
  /** True: the user's other sessions end. */
  isConfirmed: boolean
  /** True once the second factor is verified. */
  isFactorPassed: boolean
  /** True: a lock caused by wrong guesses does not apply to this browser (S06). */
  bypassesGuessLock?: boolean
  /**
   * The single-use ticket of this sign-in. It is consumed in the transaction that stores the next step or opens the
   * session, so that a concurrent revocation stops the sign-in. A question about another session leaves it valid.
   */
  ticket?: ShownTicket & { usedMessage: MessageRef }
  /**
   * Consumes the proof of identity inside the transaction that opens the session. Queues all of its statements at
   * once: they lock the user's row before the statement that opens the session runs.
   */
  consume: (tx: Tx) => Promise<'recorded' | 'spent' | 'changed'>
}

/** Decides whether a second factor is needed. */
export interface SecondFactorGate {
  /** Returns false when the account alone shows that no factor is needed; costs no query. */
  mayAsk(account: SignInAccount): boolean
  /**
   * Returns the step that comes before the session, with its ticket stored in the same transaction; null: no step is
   * needed.
   */
  step(
    tx: Tx,
    account: SignInAccount,
    on: { request: RequestContext; isConfirmed: boolean },
  ): Promise<Refusal<'204', null> | Refusal<'207', string> | Refusal<'309', Enrollment> | null>
}

export interface GateDeps {
  db: Db
  secondFactor: SecondFactorGate
  settings: { passwordMaxAgeDays: number; sessionMaxHours: number }
}

type InvalidCredentials = Refusal<'204', null>
type Duplicate = Refusal<'409', OtherSession>
/** How an attempt to sign in ends once its second factor is verified. */
export type FinishedSignIn = Answer<LoginResult> | InvalidCredentials | Duplicate | ReturnType<typeof refuse>
/** How an attempt to sign in ends. */
export type SignInResult = FinishedSignIn | Refusal<'207', string> | Refusal<'309', Enrollment>

export const invalidCredentials = (): InvalidCredentials => declaredCode('204', sentences.login_invalid, null)

/**
 * Runs the gates after the credentials, in the order of decision B7: status and lock, duplicate session, second
 * factor, then the session. The rest (license, expired and temporary password, security question) restricts the
 * session itself; see `gateOf`.
 */
export function completeSignIn(
  deps: GateDeps,
  call: RequestOnly,
  verified: VerifiedIdentity & { isFactorPassed: true },
): Promise<FinishedSignIn>
export function completeSignIn(deps: GateDeps, call: RequestOnly, verified: VerifiedIdentity): Promise<SignInResult>
export async function completeSignIn(
  deps: GateDeps,
  { request }: RequestOnly,
  verified: VerifiedIdentity,
): Promise<SignInResult> {
  const account = verified.bypassesGuessLock ? { ...verified.account, lockedUntil: null } : verified.account
  const identity = { ...verified, account }
  const state = accountStateOf(account)
  if (state !== 'good') return refuseSignIn(deps, identity, state, request)
  const isOpen = identity.isFactorPassed || !deps.secondFactor.mayAsk(account)
  const pending = isOpen ? null : await stepBefore(deps, identity, request)
  if (pending) {
    await recordStoppedSignIn(deps, identity, auditReasonOf(pending), request)
    return pending
  }
  return openSession(deps, identity, request)
}

/** Answers a correct password that may not open a session (decision B2). */
async function refuseSignIn(
  deps: GateDeps,
  { account, ticket }: VerifiedIdentity,
  state: Exclude<AccountState, 'good'>,
  request: RequestContext,
): Promise<FinishedSignIn> {
  if (state === 'unknown') return invalidCredentials()
  await recordStoppedSignIn(deps, ticket ? { account, ticket } : { account }, state, request)
  const { login_inactive: inactive, login_locked: locked, login_locked_for_good: lockedForGood } = sentences
  const message = state === 'inactive' ? inactive : isLockedByGuesses(account) ? locked : lockedForGood
  return new Answer(loginResult(account, null, deps.settings.passwordMaxAgeDays), { message })
}

/** Starts the second factor and stores its ticket, unless the user has to decide about another session first. */
async function stepBefore(
  { db, secondFactor }: GateDeps,
  { account, isConfirmed, ticket }: VerifiedIdentity,
  request: RequestContext,
): Promise<Exclude<SignInResult, Answer<LoginResult>> | null> {
  const outcomeOfStep = await db.transact(everything, async (tx) => {
    const step = await secondFactor.step(tx, account, { request, isConfirmed })
    if (!step) return { pending: null }
    const elsewhere = isConfirmed ? undefined : await sessionElsewhere(tx, account, request)
    if (elsewhere) return { pending: askAboutOtherSession(elsewhere) }
    // A refusal also rolls back the ticket of the step.
    return (await consumeTicket(tx, ticket)) ? { pending: step } : refuseUsedTicket(ticket)
  })
  return 'pending' in outcomeOfStep ? outcomeOfStep.pending : outcomeOfStep
}

/** Returns true when the ticket was still valid, or when there is none. */
const consumeTicket = async (tx: Tx, ticket: VerifiedIdentity['ticket']): Promise<boolean> =>
  ticket === undefined || (await redeemSignInTicket(tx, ticket.step, ticket.token, ticket.bindingHash)) !== undefined

const refuseUsedTicket = (ticket: VerifiedIdentity['ticket']) =>
  refuse('401', ticket?.usedMessage ?? sentences.login_origin_refused)

const DUPLICATE_SESSION = 'duplicate session'

/** Returns the audit reason of a sign-in that opened no session. */
function auditReasonOf({ code }: { code: string }): string {
  if (code === '409') return DUPLICATE_SESSION
  return ['204', '207', '309'].includes(code) ? 'second-factor' : 'no longer valid'
}

/** Verified credentials that opened no session: restores the attempt budget and writes an audit event. */
async function recordStoppedSignIn(
  { db }: GateDeps,
  { account, bypassesGuessLock = false, ticket }: Pick<VerifiedIdentity, 'account' | 'bypassesGuessLock' | 'ticket'>,
  why: string,
  request: RequestContext,
): Promise<void> {
  await db.transact(everything, async (tx) => {
    if (ticket && why === DUPLICATE_SESSION) await prolongSignInTicket(tx, ticket)
    else await consumeTicket(tx, ticket)
    if (!bypassesGuessLock) await resetBudget(tx, account.userId)
    await resetBudgetOfBrowser(tx, account.userId, hashToken(request.binding ?? ''))
    const about = { actorId: null, subjectId: account.userId, sessionId: null }
    const from = { device: describeDevice(request.userAgent), browser: nameOfBrowser(request.binding) }
    recordAudit(tx, request, { event: 'authn_login_stopped', ...about, after: { why, ...from } })
  })
}

async function openSession(
  deps: GateDeps,
  identity: VerifiedIdentity,
  request: RequestContext,
): Promise<FinishedSignIn> {
  const { account, isConfirmed, ticket } = identity
  const sessionToken = newToken()
  const csrfToken = newToken()
  const refusal = await deps.db.transact(everything, async (tx) => {
    const session = {
      tokenHash: hashToken(sessionToken),
      csrfHash: hashToken(csrfToken),
      bindingHash: hashToken(request.binding ?? newToken()),
      userId: account.userId,
      idleMinutes: account.clientIdleMinutes ?? DEFAULT_IDLE_MINUTES,
      maxHours: deps.settings.sessionMaxHours,
      address: request.address,
      device: describeDevice(request.userAgent),
      language: request.language,
    }
    // Queued in this order: when the proof was already used, the session is rolled back with it.
    const [isGood, recorded, opened] = await Promise.all([
      consumeTicket(tx, ticket),
      identity.consume(tx),
      insertSession(tx, session, isConfirmed),
    ])
    if (!isGood || recorded === 'spent') return refuseUsedTicket(ticket)
    if (recorded === 'changed') return invalidCredentials()
    if (!('id' in opened)) return askAboutOtherSession(opened)
    if (!(await passImplicitGates(tx, account, opened.id))) return invalidCredentials()
    const who = { actorId: account.userId, subjectId: account.userId, sessionId: opened.id }
    recordAudit(tx, request, { event: 'authn_login_success', ...who })
    if (opened.isNewDevice) await notifyNewDevice(tx, account, request)
    return null
  })
  if (refusal) {
    // The refusal rolled back; correct credentials still restore the budget.
    await recordStoppedSignIn(deps, identity, auditReasonOf(refusal.code === '204' ? { code: '' } : refusal), request)
    return refusal
  }
  return new Answer(loginResult(account, sessionToken, deps.settings.passwordMaxAgeDays), {
    headers: { [CSRF_HEADER]: csrfToken },
  })
}

/** Emails the account's owner about a sign-in from a new device. */
async function notifyNewDevice(
  tx: Tx,
  account: SignInAccount,
  { id, address, userAgent }: RequestContext,
): Promise<void> {
  const { email, clientId, firstName } = await getMailRecipient(tx, account.userId)
  if (email === null) return
  const fields = {
    firstName,
    at: account.now.toISOString(),
    device: describeDevice(userAgent),
    place: describePlace(address),
  }
  await addMail(tx, { template: 'new-sign-in', dedupeKey: `new-sign-in:${id}`, to: email, clientId, fields })
}

/** Returns the user's latest session in another browser. */
async function sessionElsewhere(tx: Tx, account: SignInAccount, { binding }: RequestContext) {
  const here = hashToken(binding ?? newToken())
  const open = await findOpenSessions(tx, account.userId)
  return open.find(({ bindingHash }) => !isSameHash(bindingHash, here))
}

/** Asks the user to confirm that the session elsewhere ends. */
const askAboutOtherSession = ({ lastActiveAt, device, address }: SessionElsewhere): Duplicate =>
  declaredCode('409', sentences.duplicate_session_title, {
    lastAccessDt: lastActiveAt,
    device,
    place: describePlace(address),
  })

/**
 * Passes the gates that need no input: the license of internal staff (decision B9) and the single use of a temporary
 * password; one without an expiry belongs to the demo and stays. Returns false when it was used concurrently.
 */
async function passImplicitGates(tx: Tx, account: SignInAccount, sessionId: number): Promise<boolean> {
  if (account.countedLicenseAcceptedAt === null) {
    if (account.isInternal) account.countedLicenseAcceptedAt = await acceptLicense(tx, account.userId, null)
    else reopenLicense(tx, sessionId)
  }
  const isOnce =
    account.signInKind === 'password' &&
    account.passwordChangedAt === null &&
    account.temporaryPasswordExpiresAt !== null
  return isOnce ? spendTemporaryPassword(tx, account.userId) : true
}

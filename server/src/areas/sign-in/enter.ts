import { CSRF_HEADER } from '@portico/contract/kit/headers.ts'
import type { Enrolment, LoginResult, OtherSession } from '@portico/contract/sign-in.ts'
import { defaultTexts } from '@portico/contract/texts/texts.ts'
import { hashToken, isSameHash, newToken } from '../../crypto/tokens.ts'
import { everything } from '../../db/scope.ts'
import { Answer, outcome, refuse, type Refusal } from '../../http/answers.ts'
import type { RequestFacts } from '../../http/caller.ts'
import type { Stores, Transact } from '../../stores.ts'
import {
  DEFAULT_IDLE_MINUTES,
  describeDevice,
  describePlace,
  nameOfBrowser,
  type SessionElsewhere,
} from '../session/public.ts'
import type { SignInAccount } from './sign-in-account.ts'
import { isLockedByGuesses, type Standing, standingOf } from './sign-in-rules.ts'
import type { ShownTicket } from './sign-in-ticket-store.ts'
import { loginResult } from './sign-in-view.ts'

/** Someone who has shown who he is, whichever way. The gates decide whether he gets a session. */
export interface Arrival {
  account: SignInAccount
  /** True: his other sessions end. */
  isConfirmed: boolean
  /** True once the second factor is behind him. */
  isFactorPassed: boolean
  /** True: a lock that guesses have set keeps others out, not him (S06). */
  isBesideLock?: boolean
  /**
   * What he came with, if it is good once. It is taken where the next step begins or the session opens, in the
   * same transaction: whoever takes it away meanwhile keeps him out. A question about another session leaves it.
   */
  ticket?: ShownTicket & { whenSpent: string }
  /**
   * Makes this arrival good once, inside the transaction that opens the session. Asks all of its statements
   * at once: they hold the user's row before the one that opens the session is asked.
   */
  spend: (stores: Stores) => Promise<'recorded' | 'spent' | 'changed'>
}

/** What the second factor has to say about an arrival. */
export interface SecondFactorGate {
  /** False where it can be told from the account alone that none is asked, which costs nothing. */
  mayAsk(account: SignInAccount): boolean
  /** The step before the session, its ticket stored in the same transaction; null: this browser needs none. */
  step(
    stores: Stores,
    account: SignInAccount,
    on: { facts: RequestFacts; isConfirmed: boolean },
  ): Promise<Refusal<'204', null> | Refusal<'207', string> | Refusal<'309', Enrolment> | null>
}

export interface GateParts {
  transact: Transact
  secondFactor: SecondFactorGate
  settings: { passwordMaxAgeDays: number; sessionMaxHours: number }
}

type Wrong = Refusal<'204', null>
type Duplicate = Refusal<'409', OtherSession>
/** How a try to come in ends. */
export type Entry =
  | Answer<LoginResult>
  | Wrong
  | Duplicate
  | Refusal<'207', string>
  | Refusal<'309', Enrolment>
  | ReturnType<typeof refuse>

export const wrong = (): Wrong => outcome('204', defaultTexts.login_invalid, null)

/**
 * The gates behind the credentials, in the order of decision B7: status and lock, duplicate session,
 * second factor, then the session. What is left (licence, expired and temporary password, security
 * question) restricts the session itself; see `gateOf`.
 */
export async function enter(parts: GateParts, came: Arrival, facts: RequestFacts): Promise<Entry> {
  const account = came.isBesideLock ? { ...came.account, locked_until: null } : came.account
  const arrival = { ...came, account }
  const standing = standingOf(account)
  if (standing !== 'good') return stop(parts, arrival, standing, facts)
  const isOpen = arrival.isFactorPassed || !parts.secondFactor.mayAsk(account)
  const pending = isOpen ? null : await stepBefore(parts, arrival, facts)
  if (pending) {
    await recordStop(parts, arrival, whyOf(pending), facts)
    return pending
  }
  return openSession(parts, arrival, facts)
}

/** A right password, and yet no session (decision B2). */
async function stop(
  parts: GateParts,
  { account, ticket }: Arrival,
  standing: Exclude<Standing, 'good'>,
  facts: RequestFacts,
): Promise<Entry> {
  if (standing === 'unknown') return wrong()
  await recordStop(parts, ticket ? { account, ticket } : { account }, standing, facts)
  const { login_inactive: inactive, login_locked: locked, login_locked_for_good: lockedForGood } = defaultTexts
  const message = standing === 'inactive' ? inactive : isLockedByGuesses(account) ? locked : lockedForGood
  return new Answer(loginResult(account, null, parts.settings.passwordMaxAgeDays), { message })
}

/** The second factor, unless another session has to be spoken about first; its ticket is stored for good. */
async function stepBefore(
  { transact, secondFactor }: GateParts,
  { account, isConfirmed, ticket }: Arrival,
  facts: RequestFacts,
): Promise<Exclude<Entry, Answer<LoginResult>> | null> {
  const told = await transact(everything, async (stores) => {
    const step = await secondFactor.step(stores, account, { facts, isConfirmed })
    if (!step) return { pending: null }
    const elsewhere = isConfirmed ? undefined : await sessionElsewhere(stores, account, facts)
    if (elsewhere) return { pending: askAbout(elsewhere) }
    // The refusal takes back the ticket of the step as well.
    return (await isTaken(stores, ticket)) ? { pending: step } : spent(ticket)
  })
  return 'pending' in told ? told.pending : told
}

/** True where the ticket was good until now, and where there is none. */
const isTaken = async ({ signInTickets }: Stores, ticket: Arrival['ticket']): Promise<boolean> =>
  ticket === undefined || (await signInTickets.redeem(ticket.step, ticket.token, ticket.bindingHash)) !== undefined

const spent = (ticket: Arrival['ticket']) => refuse('401', ticket?.whenSpent ?? defaultTexts.login_origin_refused)

const ASKED = 'duplicate session'

/** What the audit trail says of an entry that opened no session. */
function whyOf({ code }: { code: string }): string {
  if (code === '409') return ASKED
  return ['204', '207', '309'].includes(code) ? 'second-factor' : 'no longer valid'
}

/** Credentials that opened no session: the budget is whole again, and the trail says that somebody knew them. */
async function recordStop(
  { transact }: GateParts,
  { account, isBesideLock = false, ticket }: Pick<Arrival, 'account' | 'isBesideLock' | 'ticket'>,
  why: string,
  facts: RequestFacts,
): Promise<void> {
  await transact(everything, async (stores) => {
    const { signIns, signInTickets, audit } = stores
    if (ticket && why === ASKED) await signInTickets.prolong(ticket)
    else await isTaken(stores, ticket)
    if (!isBesideLock) await signIns.restoreBudget(account.user_id)
    await signIns.restoreBudgetOfBrowser(account.user_id, hashToken(facts.binding ?? ''))
    const about = { actorId: null, subjectId: account.user_id, sessionId: null }
    const from = { device: describeDevice(facts.userAgent), browser: nameOfBrowser(facts.binding) }
    audit.record(facts, { event: 'authn_login_stopped', ...about, after: { why, ...from } })
  })
}

async function openSession(parts: GateParts, arrival: Arrival, facts: RequestFacts): Promise<Entry> {
  const { account, isConfirmed, ticket } = arrival
  const sessionToken = newToken()
  const csrfToken = newToken()
  const refusal = await parts.transact(everything, async (stores) => {
    const session = {
      tokenHash: hashToken(sessionToken),
      csrfHash: hashToken(csrfToken),
      bindingHash: hashToken(facts.binding ?? newToken()),
      userId: account.user_id,
      idleMinutes: account.client_idle_minutes ?? DEFAULT_IDLE_MINUTES,
      maxHours: parts.settings.sessionMaxHours,
      address: facts.address,
      device: describeDevice(facts.userAgent),
    }
    // Asked in this order and at once: where the arrival is not good, the session is undone with it.
    const [isGood, recorded, opened] = await Promise.all([
      isTaken(stores, ticket),
      arrival.spend(stores),
      stores.sessions.open(session, isConfirmed),
    ])
    if (!isGood || recorded === 'spent') return spent(ticket)
    if (recorded === 'changed') return wrong()
    if (!('id' in opened)) return askAbout(opened)
    if (!(await passQuietGates(stores, account))) return wrong()
    const who = { actorId: account.user_id, subjectId: account.user_id, sessionId: opened.id }
    stores.audit.record(facts, { event: 'authn_login_success', ...who })
    if (opened.isNewDevice) await tellOfNewDevice(stores, account, facts)
    return null
  })
  if (refusal) {
    // The refusal rolled back; right credentials still make the budget whole again.
    await recordStop(parts, arrival, whyOf(refusal.code === '204' ? { code: '' } : refusal), facts)
    return refusal
  }
  return new Answer(loginResult(account, sessionToken, parts.settings.passwordMaxAgeDays), {
    headers: { [CSRF_HEADER]: csrfToken },
  })
}

/** A mail to whoever owns the account: if it was not him, he learns of it at once. */
async function tellOfNewDevice(
  { users, outbox }: Stores,
  account: SignInAccount,
  { id, address, userAgent }: RequestFacts,
): Promise<void> {
  const { email, clientId, firstName } = await users.getReader(account.user_id)
  if (email === null) return
  const fields = {
    firstName,
    at: account.now.toISOString(),
    device: describeDevice(userAgent),
    place: describePlace(address),
  }
  await outbox.add({ template: 'new-sign-in', dedupeKey: `new-sign-in:${id}`, to: email, clientId, fields })
}

/** The latest session of his in another browser. */
async function sessionElsewhere({ sessions }: Stores, account: SignInAccount, { binding }: RequestFacts) {
  const here = hashToken(binding ?? newToken())
  const open = await sessions.findOpenOfUser(account.user_id)
  return open.find(({ bindingHash }) => !isSameHash(bindingHash, here))
}

/** Has to be answered before his session elsewhere ends. */
const askAbout = ({ lastActiveAt, device, address }: SessionElsewhere): Duplicate =>
  outcome('409', defaultTexts.duplicate_session_title, {
    lastAccessDt: lastActiveAt,
    device,
    place: describePlace(address),
  })

/**
 * What the server does without asking: the licence of internal staff (decision B9) and a temporary
 * password's one use; one without an expiry is of the demo and stays. False: it was used meanwhile.
 */
async function passQuietGates({ signIns }: Stores, account: SignInAccount): Promise<boolean> {
  if (account.is_internal && account.licence_accepted_at === null)
    account.licence_accepted_at = await signIns.acceptLicence(account.user_id, null)
  const isOnce =
    account.sign_in_kind === 'password' &&
    account.password_changed_at === null &&
    account.temporary_password_expires_at !== null
  return isOnce ? signIns.useUpTemporaryPassword(account.user_id) : true
}

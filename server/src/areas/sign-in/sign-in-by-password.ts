import { CSRF_HEADER } from '@portico/contract/kit/headers.ts'
import type { LoginResult, OtherSession } from '@portico/contract/sign-in.ts'
import { defaultTexts } from '@portico/contract/texts/texts.ts'
import { hashToken, isSameHash, newToken } from '../../crypto/tokens.ts'
import type { Db } from '../../db/database.ts'
import { Answer, outcome, refuse, type Refusal } from '../../http/answers.ts'
import type { RequestFacts } from '../../http/caller.ts'
import { networkOf } from '../../http/network.ts'
import type { Stores, Transact } from '../../stores.ts'
import type { PasswordHashing } from '../password/public.ts'
import { DEFAULT_IDLE_MINUTES, describeDevice, describePlace } from '../session/public.ts'
import type { Attempt, SignInAccount } from './sign-in-account.ts'
import { foldUserName, type Standing, standingOf } from './sign-in-rules.ts'
import { takeAttempt } from './sign-in-store.ts'
import { loginResult } from './sign-in-view.ts'

export interface SignInParts {
  db: Db
  transact: Transact
  hashing: PasswordHashing
  settings: { maxFailures: number; passwordMaxAgeDays: number; sessionMaxHours: number; isSecondFactorOn: boolean }
}

export interface Credentials {
  userName: string
  password: string
  /** True: end the user's other sessions. */
  isConfirmed: boolean
  /** The pre-login token that this sign-in spends. */
  token: { id: Buffer; expiresAt: Date }
}

type Wrong = Refusal<'204', null>
type Duplicate = Refusal<'409', OtherSession>
type SignInOutcome = Answer<LoginResult> | Wrong | Duplicate | ReturnType<typeof refuse>

const wrong = (): Wrong => outcome('204', defaultTexts.login_invalid, null)

/** Signs in by password: credentials, status and lock, duplicate session, then the session (decision B7). */
export async function signInByPassword(
  parts: SignInParts,
  credentials: Credentials,
  facts: RequestFacts,
): Promise<SignInOutcome> {
  const [attempt] = await parts.db.prepared<Attempt>('take-attempt', takeAttempt, [
    foldUserName(credentials.userName),
    parts.settings.maxFailures,
  ])
  const account = attempt && attempt.user_id !== null ? attempt : undefined
  const standing = await checkPassword(parts, account, credentials.password, networkOf(facts.address))
  if (!account || standing === 'unknown') {
    await recordFailure(parts, account, facts)
    return wrong()
  }
  if (standing === 'good') return openSession(parts, account, credentials, facts)
  await recordStop(parts, account, standing, facts)
  if (standing === 'second-factor') return outcome('204', defaultTexts.login_second_factor_missing, null)
  const message = standing === 'locked' ? defaultTexts.login_locked : defaultTexts.login_inactive
  return new Answer(loginResult(account, null, parts.settings.passwordMaxAgeDays), { message })
}

/** Takes the same time whether there is such a user or not, and whether he may be checked or not (decision B3). */
async function checkPassword(
  { hashing, settings }: SignInParts,
  account: SignInAccount | undefined,
  password: string,
  network: string,
): Promise<Standing> {
  const isCheckable =
    account?.has_budget === true && account.sign_in_kind === 'password' && account.password_hash !== null
  if (!isCheckable) {
    await hashing.pretend(password, network)
    return 'unknown'
  }
  const isRight = await hashing.verify(account.password_hash as string, password, network)
  return isRight ? standingOf(account, settings.isSecondFactorOn) : 'unknown'
}

/** A right password that opened no session: the budget is whole again, and the trail says that somebody knew it. */
async function recordStop(
  { transact }: SignInParts,
  account: SignInAccount,
  why: string,
  facts: RequestFacts,
): Promise<void> {
  await transact({ kind: 'everything' }, async ({ signIns, audit }) => {
    await signIns.restoreBudget(account.user_id)
    const about = { actorId: null, subjectId: account.user_id, sessionId: null }
    await audit.record(facts, { event: 'authn_login_stopped', ...about, after: { why } })
  })
}

/** Does the same work for unknown names (id 0 is nobody), so that the time of the answer tells nothing. */
async function recordFailure(
  { transact, settings }: SignInParts,
  account: SignInAccount | undefined,
  facts: RequestFacts,
): Promise<void> {
  await transact({ kind: 'everything' }, async ({ signIns, audit }) => {
    // Without budget nothing was checked, so nothing may lock either: the password may have been right.
    const checkedId = account?.has_budget === true ? account.user_id : 0
    const isLocked = await signIns.lockIfSpent(checkedId, settings.maxFailures)
    const event = isLocked
      ? 'authn_login_lock'
      : account?.has_budget === false
        ? 'authn_login_fail_max'
        : 'authn_login_fail'
    await audit.record(facts, { event, actorId: null, subjectId: account?.user_id ?? null, sessionId: null })
  })
}

async function openSession(
  parts: SignInParts,
  account: SignInAccount,
  credentials: Credentials,
  facts: RequestFacts,
): Promise<SignInOutcome> {
  const sessionToken = newToken()
  const csrfToken = newToken()
  const bindingHash = hashToken(facts.binding ?? newToken())
  const refusal = await parts.transact({ kind: 'everything' }, async (stores) => {
    const recorded = await stores.signIns.recordSignIn(account, credentials.token)
    if (recorded === 'spent') return refuse('401', defaultTexts.login_origin_refused)
    if (recorded === 'changed') return wrong()
    const duplicate = await makeWay(stores, account, bindingHash, credentials.isConfirmed)
    if (duplicate) return duplicate
    if (!(await passQuietGates(stores, account))) return wrong()
    const sessionId = await stores.sessions.open({
      tokenHash: hashToken(sessionToken),
      csrfHash: hashToken(csrfToken),
      bindingHash,
      userId: account.user_id,
      idleMinutes: account.client_idle_minutes ?? DEFAULT_IDLE_MINUTES,
      maxHours: parts.settings.sessionMaxHours,
      address: facts.address,
      device: describeDevice(facts.userAgent),
    })
    await stores.audit.record(facts, {
      event: 'authn_login_success',
      actorId: account.user_id,
      subjectId: account.user_id,
      sessionId,
    })
    return null
  })
  if (refusal) {
    // The refusal rolled back; a right password still makes the budget whole again.
    await recordStop(parts, account, refusal.code === '409' ? 'duplicate session' : 'no longer valid', facts)
    return refusal
  }
  return new Answer(loginResult(account, sessionToken, parts.settings.passwordMaxAgeDays), {
    headers: { [CSRF_HEADER]: csrfToken },
  })
}

/** Ends this browser's own earlier session (decision B24) and, once confirmed, all others; else tells of the latest. */
async function makeWay(
  { sessions }: Stores,
  account: SignInAccount,
  bindingHash: Buffer,
  isConfirmed: boolean,
): Promise<Duplicate | null> {
  const open = await sessions.findOpenOfUser(account.user_id)
  const ofThisBrowser = open.filter((session) => isSameHash(session.bindingHash, bindingHash))
  const elsewhere = open.filter((session) => !ofThisBrowser.includes(session))
  const [latest] = elsewhere
  if (latest && !isConfirmed)
    return outcome('409', defaultTexts.duplicate_session_title, {
      lastAccessDt: latest.lastActiveAt,
      device: latest.device,
      place: describePlace(latest.address),
    })
  await sessions.end(
    ofThisBrowser.map(({ id }) => id),
    'replaced',
  )
  await sessions.end(
    elsewhere.map(({ id }) => id),
    'displaced',
  )
  return null
}

/**
 * What the server does without asking: the licence of internal staff (decision B9) and a temporary
 * password's one use; one without an expiry is of the demo and stays. False: it was used meanwhile.
 */
async function passQuietGates({ signIns }: Stores, account: SignInAccount): Promise<boolean> {
  if (account.is_internal && account.licence_accepted_at === null)
    account.licence_accepted_at = await signIns.acceptLicence(account.user_id, null)
  const isOnce = account.password_changed_at === null && account.temporary_password_expires_at !== null
  return isOnce ? signIns.useUpTemporaryPassword(account.user_id) : true
}

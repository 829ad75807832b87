import { defaultTexts } from '@portico/contract/texts/texts.ts'
import type { Db } from '../../db/database.ts'
import { everything } from '../../db/scope.ts'
import { outcome, type Refusal } from '../../http/answers.ts'
import type { RequestFacts } from '../../http/caller.ts'
import { networkOf } from '../../http/network.ts'
import type { PasswordHashing } from '../password/public.ts'
import { type Entry, enter, type GateParts, wrong } from './enter.ts'
import { failureSources, type HumanCheckPolicy } from './human-check-rules.ts'
import type { Attempt, SignInAccount } from './sign-in-account.ts'
import { foldUserName, standingOf } from './sign-in-rules.ts'
import { takeAttempt } from './sign-in-store.ts'

export interface SignInParts extends GateParts {
  db: Db
  hashing: PasswordHashing
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
): Promise<Entry | Refusal<'429', { humanCheck: true }>> {
  const { maxFailures, humanCheck } = parts.settings
  const network = networkOf(facts.address)
  const folded = foldUserName(userName)
  const sources = failureSources(folded, network, humanCheck)
  const values = [folded, maxFailures, humanCheck.mode, sources, token.id]
  const [attempt] = await parts.db.prepared<Attempt>('take-attempt', takeAttempt, values)
  if (attempt?.is_human === false) return outcome('429', defaultTexts.human_check_needed, { humanCheck: true as const })
  const account = attempt && attempt.user_id !== null ? attempt : undefined
  const isRight = await checkPassword(parts, account, password, network)
  if (!account || !isRight || standingOf(account) === 'unknown') {
    await recordFailure(parts, account, sources, facts)
    return wrong()
  }
  const spend: Parameters<typeof enter>[1]['spend'] = ({ signIns }) => signIns.recordSignIn(account, token)
  return enter(parts, { account, isConfirmed, isFactorPassed: false, spend }, facts)
}

/** Takes the same time whether there is such a user or not, and whether he may be checked or not (decision B3). */
async function checkPassword(
  { hashing }: SignInParts,
  account: SignInAccount | undefined,
  password: string,
  network: string,
): Promise<boolean> {
  const isCheckable =
    account?.has_budget === true && account.sign_in_kind === 'password' && account.password_hash !== null
  if (isCheckable) return hashing.verify(account.password_hash as string, password, network)
  await hashing.pretend(password, network)
  return false
}

/** Does the same work for unknown names (id 0 is nobody), so that the time of the answer tells nothing. */
async function recordFailure(
  { transact, settings }: SignInParts,
  account: SignInAccount | undefined,
  sources: readonly string[],
  facts: RequestFacts,
): Promise<void> {
  await transact(everything, async ({ signIns, audit }) => {
    await signIns.countFailure(sources)
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

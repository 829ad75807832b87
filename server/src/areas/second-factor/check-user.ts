import { defaultTexts } from '@portico/contract/texts/texts.ts'
import { hashToken } from '../../crypto/tokens.ts'
import { everything } from '../../db/scope.ts'
import type { RequestFacts } from '../../http/caller.ts'
import { type Entry, enter, isLockedByGuesses } from '../sign-in/public.ts'
import { type FactorParts, findAccount } from './factor-parts.ts'
import { unauthorized } from './show-factor.ts'

const SPENT_FOR_MS = 60_000

/**
 * The ticket that a provider call gave opens the session, through the same gates as every other way in.
 * Where another session is in the way (409) it stays good, so that the same call may be sent again with
 * the confirmation.
 */
export async function checkUser(
  parts: FactorParts,
  { token, isConfirmed }: { token: string; isConfirmed: boolean },
  facts: RequestFacts,
): Promise<Entry> {
  const bindingHash = hashToken(facts.binding ?? '')
  const found = await parts.transact(everything, ({ signInTickets }) =>
    signInTickets.find('factor-passed', token, bindingHash),
  )
  const account = found && (await findAccount(parts.db, found.userId))
  if (!account) return unauthorized()
  // His password was right before the factor; guesses of others since then are not his.
  const isBesideLock = isLockedByGuesses(account)
  return enter(
    parts.gates,
    {
      account,
      isConfirmed: isConfirmed || found.isConfirmed,
      isFactorPassed: true,
      isBesideLock,
      ticket: { step: 'factor-passed', token, bindingHash, whenSpent: defaultTexts.login_origin_refused },
      spend: ({ signIns, arrivals }) => {
        const spent = { id: hashToken(token), expiresAt: new Date(account.now.getTime() + SPENT_FOR_MS) }
        // Who signed in elsewhere may be here for the first time, and has no password that could have changed.
        return account.sign_in_kind === 'password'
          ? signIns.recordSignIn(account, spent, { isBesideLock, bindingHash })
          : arrivals.record(account)
      },
    },
    facts,
  )
}

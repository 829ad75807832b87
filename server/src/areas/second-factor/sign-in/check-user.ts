import { sentences } from '../../../http/sentences.ts'
import { hashToken } from '../../../crypto/tokens.ts'
import { everything } from '../../../db/scope.ts'
import type { RequestOnly } from '../../../http/caller.ts'
import {
  type FinishedSignIn,
  completeSignIn,
  isLockedByGuesses,
  findSignInTicket,
  recordSignIn,
  recordCompletion,
} from '../../sign-in/public.ts'
import { type FactorDeps, findAccount } from '../factor-deps.ts'
import { unauthorized } from './show-factor.ts'

const SPENT_FOR_MS = 60_000

/**
 * Opens the session for the ticket of a provider call, through the same gates as every other sign-in method. When
 * another session is in the way (409) the ticket stays valid, so that the call can be repeated with the confirmation.
 */
export async function checkUser(
  deps: FactorDeps,
  { request }: RequestOnly,
  { token, isConfirmed }: { token: string; isConfirmed: boolean },
): Promise<FinishedSignIn> {
  const bindingHash = hashToken(request.binding ?? '')
  const found = await deps.db.read(everything, (tx) => findSignInTicket(tx, 'factor-passed', token, bindingHash))
  const account = found && (await findAccount(deps.db, found.userId))
  if (!account) return unauthorized()
  // The password was verified before the second factor; wrong guesses made since then do not count against the user.
  const bypassesGuessLock = isLockedByGuesses(account)
  return completeSignIn(
    deps.gates,
    { request },
    {
      account,
      isConfirmed: isConfirmed || found.isConfirmed,
      isFactorPassed: true,
      bypassesGuessLock,
      ticket: { step: 'factor-passed', token, bindingHash, usedMessage: sentences.login_origin_refused },
      consume: (tx) => {
        const spent = { id: hashToken(token), expiresAt: new Date(account.now.getTime() + SPENT_FOR_MS) }
        // A user of another sign-in method may be here for the first time and has no password that could have changed.
        return account.signInKind === 'password'
          ? recordSignIn(tx, account, spent, { bypassesGuessLock, failedBrowser: bindingHash })
          : recordCompletion(tx, account)
      },
    },
  )
}

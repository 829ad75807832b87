import { sentences } from '../../http/sentences.ts'
import { everything } from '../../db/scope.ts'
import { Refusal, refuse, refuseForNow, type StandardRefusal, refuseField } from '../../http/answers.ts'
import type { CallContext } from '../../http/caller.ts'
import { networkOf } from '../../http/network.ts'
import { resetAttempts, consumeAttempt, giveBackAttempt } from '../attempts/public.ts'
import { askPasswordAgain, currentPasswordLimit } from '../password/public.ts'
import { findAccount, listPasskeys, findAuthenticator, listRecoveryCodes } from '../second-factor/public.ts'
import { type SignInAccount, issueSignInTicket } from '../sign-in/public.ts'
import {
  bindingHashOf,
  noteAuthenticated,
  type ReauthenticationDeps,
  recordReauthenticationFailure,
} from './reauthentication-deps.ts'

/** Minutes to show the second factor after the password. */
const FACTOR_MINUTES = 5
const RETRY_SECONDS = 15

/** Confirms by password; a user with a second factor of the portal gets a token for that step instead. */
export async function confirmPassword(deps: ReauthenticationDeps, call: CallContext, password: string) {
  const { caller, request } = call
  const account = await findAccount(deps.db, caller.user.id)
  if (!account) throw new Error('A signed-in user has no account')
  const refusal = await checkPassword(deps, call, { account, password })
  if (refusal) {
    await deps.db.transact(everything, async (tx) => recordReauthenticationFailure(tx, call, 'password'))
    return refusal
  }
  const asksFactor = deps.provider === 'built-in' && account.secondFactorProviders.includes('built-in')
  return deps.db.transact(everything, async (tx) => {
    if (!asksFactor) return noteAuthenticated(tx, call, 'password')
    const { userId } = account
    const token = await issueSignInTicket(tx, {
      step: 'reauthentication-factor',
      userId,
      bindingHash: bindingHashOf(request),
      isConfirmed: false,
      minutes: FACTOR_MINUTES,
    })
    return {
      token,
      hasPasskey: (await listPasskeys(tx, userId)).length > 0,
      hasAuthenticator: (await findAuthenticator(tx, userId)) !== undefined,
      recoveryCodesLeft: (await listRecoveryCodes(tx, userId)).length,
    }
  })
}

async function checkPassword(
  deps: ReauthenticationDeps,
  { request }: CallContext,
  { account, password }: { account: SignInAccount; password: string },
): Promise<StandardRefusal | null> {
  if (account.signInKind !== 'directory') {
    const typed = { field: 'password', password, network: networkOf(request.address) }
    const again = await askPasswordAgain(deps, account.userId, typed)
    return again instanceof Refusal ? again : null
  }
  if (!deps.directory) return refuse('403', sentences.password_not_here)
  const tries = currentPasswordLimit(account.userId)
  const wait = await consumeAttempt(deps.db, tries)
  if (wait) return refuseForNow('429', sentences.password_attempts_exhausted, wait.waitSeconds)
  const found = await deps.directory.check(account.userName, password)
  if (found === 'unavailable') {
    await giveBackAttempt(deps.db, tries)
    return refuseForNow('503', sentences.reauth_directory_unavailable, RETRY_SECONDS)
  }
  const message = sentences.password_current_wrong
  if (found === 'wrong') return refuseField('password', message)
  await resetAttempts(deps.db, tries)
  return null
}

import type * as contract from '@portico/contract/reauthentication/reauthentication.ts'
import { sentences } from '../../http/sentences.ts'
import { everything } from '../../db/scope.ts'
import { refuse } from '../../http/answers.ts'
import type { CallContext } from '../../http/caller.ts'
import type { Handlers } from '../../http/handlers.ts'
import { findAccount } from '../second-factor/public.ts'
import { confirmFactor, startPasskey } from './confirm-factor.ts'
import { confirmPassword } from './confirm-password.ts'
import { bindingHashOf, noteAuthenticated, type ReauthenticationDeps, stepIsOver } from './reauthentication-deps.ts'
import { redeemSignInTicket } from '../sign-in/public.ts'

export function reauthenticationHandlers(deps: ReauthenticationDeps): Handlers<typeof contract> {
  return {
    getReauthentication: ({ caller }) => methodOf(deps, caller.user.id),
    reauthenticateByPassword: ({ body, ...call }) => confirmPassword(deps, call, body.password),
    reauthenticateByCode: ({ body: { token, code }, ...call }) =>
      confirmFactor(deps, call, { token, proof: { by: 'code', code } }),
    reauthenticateByRecoveryCode: ({ body: { token, code }, ...call }) =>
      confirmFactor(deps, call, { token, proof: { by: 'recovery code', code } }),
    startReauthenticationPasskey: ({ body, ...call }) => startPasskey(deps, call, body.token),
    reauthenticateByPasskey: ({ body: { token, credential }, ...call }) =>
      confirmFactor(deps, call, { token, proof: { by: 'passkey', credential } }),
    reauthenticateByTicket: ({ body, ...call }) => confirmTicket(deps, call, body.token),
  }
}

/** How the user confirms who they are, by the way they sign in. */
async function methodOf(deps: ReauthenticationDeps, userId: number) {
  const account = await findAccount(deps.db, userId)
  if (!account) throw new Error('A signed-in user has no account')
  const isPasswordTyped = account.signInKind === 'password' || (account.signInKind === 'directory' && deps.directory)
  if (isPasswordTyped) return { method: 'password' as const, startUrl: null }
  const startUrl = await deps.findStartUrl(account)
  if (startUrl === undefined) return { method: 'none' as const, startUrl: null }
  return { method: 'provider' as const, startUrl: `${startUrl}${startUrl.includes('?') ? '&' : '?'}reauth=true` }
}

/** Confirms by the ticket of a trip to the provider, which must have named this user. */
async function confirmTicket({ db }: ReauthenticationDeps, call: CallContext, token: string) {
  const { caller, request } = call
  return db.transact(everything, async (tx) => {
    const ticket = await redeemSignInTicket(tx, 'reauthentication', token, bindingHashOf(request))
    if (!ticket) return stepIsOver()
    if (ticket.userId !== caller.user.id) return refuse('403', sentences.reauth_other_user)
    return noteAuthenticated(tx, call, 'provider')
  })
}

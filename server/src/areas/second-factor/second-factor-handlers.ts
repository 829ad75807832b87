import type * as contract from '@portico/contract/second-factor.ts'
import { everything } from '../../db/scope.ts'
import { Answer } from '../../http/answers.ts'
import type { RequestFacts } from '../../http/caller.ts'
import type { Handlers } from '../../http/handlers.ts'
import * as own from './change-own-factors.ts'
import { checkUser } from './check-user.ts'
import * as enrol from './enrol-factor.ts'
import { type FactorParts, findPending } from './factor-parts.ts'
import { returnFromProvider, startAtProvider } from './hosted-prompt.ts'
import { ownFactors } from './own-factors.ts'
import { beginPasskeyCheck } from './passkey-ceremonies.ts'
import { passProviderCall, providerCalls } from './provider-calls.ts'
import { showCode, showPasskey, showRecoveryCode, unauthorized } from './show-factor.ts'

export function secondFactorHandlers(parts: FactorParts): Handlers<typeof contract> {
  const { login, skip, ssoSkip, ssoEnrolled } = providerCalls
  return {
    secondFactorLogin: ({ body, request }) => passProviderCall(parts, login, body.token, request),
    skipEnrolment: ({ body, request }) => passProviderCall(parts, skip, body.token, request),
    skipSsoEnrolment: ({ body, request }) => passProviderCall(parts, ssoSkip, body.token, request),
    ssoEnrolmentLogin: ({ body, request }) => passProviderCall(parts, ssoEnrolled, body.token, request),
    checkSecondFactorUser: async ({ query, request }) => {
      const isConfirmed = query.confirmedHangingSession === 'true'
      const answer = await checkUser(parts, { token: query.token, isConfirmed }, request)
      parts.onTry?.(answer instanceof Answer ? (answer.data.loginSessionId ? 'opened' : 'not-opened') : answer.code)
      return answer
    },
    getSecondFactorPrompt: ({ request }) => promptOf(parts, request),
    verifyCode: ({ body, request }) => showCode(parts, request, body),
    verifyRecoveryCode: ({ body, request }) => showRecoveryCode(parts, request, body.code),
    startPasskeyCheck: async ({ request }) => {
      const pending = await findPending(parts, request, ['factor'])
      if (!pending) return unauthorized()
      return parts.transact(everything, (stores) => beginPasskeyCheck(parts, stores, pending))
    },
    verifyPasskey: ({ body, request }) => showPasskey(parts, request, body),
    startAtProvider: ({ request }) => startAtProvider(parts, request),
    returnFromProvider: ({ body, request }) => returnFromProvider(parts, request, body),
    startAuthenticatorEnrolment: ({ request }) => enrol.startAuthenticatorEnrolment(parts, request),
    confirmAuthenticatorEnrolment: ({ body, request }) =>
      enrol.confirmAuthenticatorEnrolment(parts, request, body.code),
    startPasskeyEnrolment: ({ request }) => enrol.startPasskeyEnrolment(parts, request),
    confirmPasskeyEnrolment: ({ body, request }) => enrol.confirmPasskeyEnrolment(parts, request, body.credential),
    getOwnFactors: ({ caller, request }) => ownFactors(parts, caller.user.id, request),
    addAuthenticator: ({ body, ...who }) => own.addAuthenticator(parts, who, body.currentPassword),
    confirmAuthenticator: ({ body, ...who }) => own.confirmAuthenticator(parts, who, body.code),
    removeAuthenticator: ({ body, ...who }) => own.removeAuthenticator(parts, who, body.currentPassword),
    addPasskey: ({ body, ...who }) => own.addPasskey(parts, who, body.currentPassword),
    confirmPasskey: ({ body, ...who }) => own.confirmPasskey(parts, who, body.credential),
    removePasskey: ({ body, ...who }) =>
      own.removePasskey(parts, who, { id: body.passkeyId, password: body.currentPassword }),
    renewRecoveryCodes: ({ body, ...who }) => own.makeRecoveryCodes(parts, who, body.currentPassword),
    revokeTrustedDevice: ({ body, ...who }) => own.revokeTrustedDevice(parts, who, body.deviceId),
  }
}

/** What the sign-in that waits in this browser may be answered with. */
async function promptOf(parts: FactorParts, request: RequestFacts) {
  const pending = parts.provider === 'off' ? null : await findPending(parts, request, ['factor', 'enrolment'])
  if (!pending || parts.provider === 'off') return unauthorized()
  const { provider } = parts
  const { userId, step, account } = pending
  return parts.transact(everything, async ({ factors, passkeys }) => ({
    step: step === 'enrolment' ? ('enrol' as const) : ('show' as const),
    provider,
    userNm: account.user_name,
    hasPasskey: (await passkeys.list(userId)).length > 0,
    hasAuthenticator: (await factors.findAuthenticator(userId)) !== undefined,
    recoveryCodesLeft: (await factors.listRecoveryCodes(userId)).length,
    isSso: account.sign_in_kind !== 'password',
  }))
}

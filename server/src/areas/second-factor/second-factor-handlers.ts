import type * as contract from '@portico/contract/second-factor/second-factor.ts'
import { everything } from '../../db/scope.ts'
import { Answer } from '../../http/answers.ts'
import type { RequestContext } from '../../http/caller.ts'
import type { Handlers } from '../../http/handlers.ts'
import * as own from './own-factors/change-own-factors.ts'
import { checkUser } from './sign-in/check-user.ts'
import * as enrollment from './sign-in/enroll-factor.ts'
import { type FactorDeps, findPending } from './factor-deps.ts'
import { returnFromProvider, startAtProvider } from './sign-in/hosted-prompt.ts'
import { ownFactors } from './own-factors/own-factors.ts'
import { beginPasskeyCheck } from './factors/passkey-ceremonies.ts'
import { passProviderCall, providerCalls } from './sign-in/provider-calls.ts'
import { showCode, showPasskey, showRecoveryCode, unauthorized } from './sign-in/show-factor.ts'
import { listPasskeys } from './factors/passkey-store.ts'
import { findAuthenticator, listRecoveryCodes } from './factors/factor-store.ts'

export function secondFactorHandlers(deps: FactorDeps): Handlers<typeof contract> {
  const { login, skip, ssoSkip, ssoEnrolled } = providerCalls
  return {
    secondFactorLogin: ({ body, request }) => passProviderCall(deps, { request }, { ...login, token: body.token }),
    skipEnrollment: ({ body, request }) => passProviderCall(deps, { request }, { ...skip, token: body.token }),
    skipSsoEnrollment: ({ body, request }) => passProviderCall(deps, { request }, { ...ssoSkip, token: body.token }),
    ssoEnrollmentLogin: ({ body, request }) =>
      passProviderCall(deps, { request }, { ...ssoEnrolled, token: body.token }),
    checkSecondFactorUser: async ({ query, request }) => {
      const isConfirmed = query.confirmedHangingSession === 'true'
      const answer = await checkUser(deps, { request }, { token: query.token, isConfirmed })
      deps.onTry?.(answer instanceof Answer ? (answer.data.loginSessionId ? 'opened' : 'not-opened') : answer.code)
      return answer
    },
    getSecondFactorPrompt: ({ request }) => promptOf(deps, request),
    verifyCode: ({ body, request }) => showCode(deps, { request }, body),
    verifyRecoveryCode: ({ body, request }) => showRecoveryCode(deps, { request }, body.code),
    startPasskeyCheck: async ({ request }) => {
      const pending = await findPending(deps, { request }, ['factor'])
      if (!pending) return unauthorized()
      return deps.db.transact(everything, (tx) => beginPasskeyCheck(deps, tx, pending))
    },
    verifyPasskey: ({ body, request }) => showPasskey(deps, { request }, body),
    startAtProvider: ({ request }) => startAtProvider(deps, { request }),
    returnFromProvider: ({ body, request }) => returnFromProvider(deps, { request }, body),
    startAuthenticatorEnrollment: ({ request }) => enrollment.startAuthenticatorEnrollment(deps, { request }),
    confirmAuthenticatorEnrollment: ({ body, request }) =>
      enrollment.confirmAuthenticatorEnrollment(deps, { request }, body.code),
    startPasskeyEnrollment: ({ request }) => enrollment.startPasskeyEnrollment(deps, { request }),
    confirmPasskeyEnrollment: ({ body, request }) =>
      enrollment.confirmPasskeyEnrollment(deps, { request }, body.credential),
    getOwnFactors: (call) => ownFactors(deps, call),
    addAuthenticator: ({ body, ...call }) => own.addAuthenticator(deps, call, body.currentPassword),
    confirmAuthenticator: ({ body, ...call }) => own.confirmAuthenticator(deps, call, body.code),
    removeAuthenticator: ({ body, ...call }) => own.removeAuthenticator(deps, call, body.currentPassword),
    addPasskey: ({ body, ...call }) => own.addPasskey(deps, call, body.currentPassword),
    confirmPasskey: ({ body, ...call }) => own.confirmPasskey(deps, call, body.credential),
    removePasskey: ({ body, ...call }) =>
      own.removePasskey(deps, call, { id: body.passkeyId, password: body.currentPassword }),
    renewRecoveryCodes: ({ body, ...call }) => own.makeRecoveryCodes(deps, call, body.currentPassword),
    revokeTrustedDevice: ({ body, ...call }) => own.revokeTrustedDevice(deps, call, body.deviceId),
  }
}

/** Returns the factors that the pending sign-in of this browser can be answered with. */
async function promptOf(deps: FactorDeps, request: RequestContext) {
  const pending = deps.provider === 'off' ? null : await findPending(deps, { request }, ['factor', 'enrolment'])
  if (!pending || deps.provider === 'off') return unauthorized()
  const { provider } = deps
  const { userId, step, account } = pending
  return deps.db.read(everything, async (tx) => ({
    step: step === 'enrolment' ? ('enrol' as const) : ('show' as const),
    provider,
    userNm: account.userName,
    hasPasskey: (await listPasskeys(tx, userId)).length > 0,
    hasAuthenticator: (await findAuthenticator(tx, userId)) !== undefined,
    recoveryCodesLeft: (await listRecoveryCodes(tx, userId)).length,
    isSso: account.signInKind !== 'password',
  }))
}

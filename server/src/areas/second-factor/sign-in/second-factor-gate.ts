import { SIGN_IN_HEADER } from '@portico/contract/kit/headers.ts'
import { hashToken } from '../../../crypto/tokens.ts'
import { declaredCode } from '../../../http/answers.ts'
import { type SecondFactorGate, issueSignInTicket } from '../../sign-in/public.ts'
import { sentences } from '../../../http/sentences.ts'
import { type ProviderName, skipsLeft, stepFor } from '../second-factor-rules.ts'
import { noteTrustedUse } from '../factors/trusted-device-store.ts'
import { countSkips } from '../factors/factor-progress-store.ts'

/** Minutes that each step of a sign-in is valid. */
export const STEP_MINUTES = 5

/** Page of the front end. A tab identifies its sign-in by a header, so that no token is in an address. */
const SHOW_PAGE = '/second-factor'
const ENROLL_PAGE = '/second-factor/enrol'

/** Decides whether a sign-in stops for the second factor, and where it continues; null: no second factor is used. */
export function secondFactorGate(provider: ProviderName | null): SecondFactorGate {
  return {
    mayAsk: (account) => provider !== null && stepFor(account, provider) !== null,
    step: async (tx, account, { request, isConfirmed }) => {
      const step = provider === null ? null : stepFor(account, provider)
      const userId = account.userId
      if (step === null || request.binding === undefined)
        return step === null ? null : declaredCode('204', sentences.login_failed, null)
      const token = request.trustedDevice
      if (step === 'show' && token !== undefined && (await noteTrustedUse(tx, userId, hashToken(token)))) return null
      const bindingHash = hashToken(request.binding)
      const ticket = { userId, bindingHash, isConfirmed, minutes: STEP_MINUTES }
      if (step === 'show') {
        const begun = await issueSignInTicket(tx, { ...ticket, step: 'factor' })
        return declaredCode('207', sentences.second_factor_title, SHOW_PAGE, { [SIGN_IN_HEADER]: begun })
      }
      const left = skipsLeft(account.clientSecondFactorSkips, await countSkips(tx, userId))
      const begun = await issueSignInTicket(tx, { ...ticket, step: 'enrolment' })
      const offer = { token: begun, enrollUrl: ENROLL_PAGE, canSkip: left > 0, skipsLeft: left }
      return declaredCode('309', sentences.enroll_title, offer, { [SIGN_IN_HEADER]: begun })
    },
  }
}
